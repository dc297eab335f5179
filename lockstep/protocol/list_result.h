#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/json/value.h"
#include "lockstep/protocol/revision.h"

namespace lockstep::protocol {

enum class CursorKind : std::uint8_t {
  none,     ///< absent or null: the last page
  text,     ///< a string, the empty one included
  invalid,  ///< anything else
};

enum class CacheScope : std::uint8_t { absent, public_, private_, invalid };

/// What a `tools/list` result says beside its tools.
struct ListResult {
  /// False: no object, no `tools` array, or a `resultType` other than `complete` (null too).
  bool valid = false;
  json::Value tools;
  CursorKind next_kind = CursorKind::none;
  std::string next_cursor;
  /// Milliseconds; nullopt when absent or (with `ttl_invalid`) negative or no integer.
  std::optional<std::int64_t> ttl_ms;
  bool ttl_invalid = false;
  CacheScope scope = CacheScope::absent;
  bool result_type_absent = false;
};
ListResult read_list_result(const json::Value& result);

/// What an `initialize` or `server/discover` result says.
struct Offer {
  /// `protocolVersion` of an initialize result; empty when absent.
  std::string version;
  /// `supportedVersions` of a discover result.
  std::vector<std::string> supported;
  /// The `tools` capability is an object; absent, null or anything else: not offered.
  bool tools = false;
  /// `tools.listChanged` is true.
  bool list_changed = false;
  /// Self-reported, of `serverInfo` or, in the modern era, of the `_meta` key for it.
  std::string server_name;
  std::string server_version;
};
Offer read_offer(const json::Value& result);

/// Whether the params of a `subscriptions/listen` request or of its acknowledgement name
/// `toolsListChanged: true`.
bool names_tools_list_changed(const json::Value& params);

}  // namespace lockstep::protocol
