#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/result.h"
#include "lockstep/json/value.h"

namespace lockstep::protocol {

/// A JSON-RPC id in a form that compares: `i7`, `s7` (a string), `n7.5` (any other number, exact
/// decimal), `null`. Equal numbers have one form however they are written. Empty: no id, which is
/// also what read_id() gives for a boolean, an array or an object.
using Id = std::string;
Id read_id(const json::Value& value);

/// What a JSON-RPC message is by its shape.
enum class MessageKind : std::uint8_t { request, notification, result, error, invalid };

/// One JSON-RPC message; views point into the Document it was read from.
struct Message {
  MessageKind kind = MessageKind::invalid;
  Id id;                    // of request, result, error
  std::string_view method;  // of request and notification
  json::Value params;       // null when absent
  json::Value result;
  std::int64_t error_code = 0;
  json::Value error_data;
};

/// Reads one message. `invalid`, and then empty: no object, no `"jsonrpc": "2.0"` with a shape of
/// the four kinds (a result or error without `jsonrpc` is invalid too), a method that is no string,
/// an id of another type than string, number and null, members of two kinds at once, an error
/// without an integer `code`. An error may come without an id, a result may not. A wrong type of
/// `params` is no reason for invalid.
Message read_message(const json::Value& value);

/// A batch is an array, the empty one included; nullopt for anything else.
std::optional<std::vector<Message>> read_batch(const json::Value& value);

// Methods and notifications that discovery touches.
inline constexpr std::string_view initialize = "initialize";
inline constexpr std::string_view initialized = "notifications/initialized";
inline constexpr std::string_view discover = "server/discover";
inline constexpr std::string_view listen = "subscriptions/listen";
inline constexpr std::string_view acknowledged = "notifications/subscriptions/acknowledged";
inline constexpr std::string_view tools_list = "tools/list";
inline constexpr std::string_view tools_call = "tools/call";
inline constexpr std::string_view list_changed = "notifications/tools/list_changed";
inline constexpr std::string_view cancelled = "notifications/cancelled";

// Keys of `_meta` in the modern era.
inline constexpr std::string_view meta_version = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view meta_subscription = "io.modelcontextprotocol/subscriptionId";
inline constexpr std::string_view meta_capabilities = "io.modelcontextprotocol/clientCapabilities";

/// -32022 of 2026-07-28: the server does not speak the requested version.
inline constexpr std::int64_t unsupported_version_error = -32022;

}  // namespace lockstep::protocol
