#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::framing {

/// HTTP header fields in wire order. Names compare without case.
class Headers {
 public:
  void add(std::string name, std::string value);
  /// The first field of that name, without surrounding white space.
  std::optional<std::string_view> find(std::string_view name) const;
  bool empty() const { return fields_.empty(); }
  const std::vector<std::pair<std::string, std::string>>& fields() const { return fields_; }

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

enum class ContentType : std::uint8_t { none, json, event_stream, other };

/// The media type of a body; parameters are ignored, case too.
ContentType content_type(const Headers& headers);

/// A status that refuses a session id when it answers a request that carried one (DESIGN section
/// 1): 400, 404, 410, 503.
bool may_refuse_session(int status);

/// Decodes a header value of the modern transport (specification 2026-07-28, basic/transports/
/// streamable-http, "Value Encoding"; for `Mcp-Name` and `Mcp-Param-*`): `=?base64?…?=`, these
/// marks in lower case only, carries UTF-8 as base64; all else stands for itself. nullopt for a
/// form that holds no strict base64 or no UTF-8.
std::optional<std::string> decode_header_value(std::string_view value);
/// The form in which a value may stand in a header: itself, or its base64 form when it holds
/// anything but printable ASCII, begins or ends with white space, or looks like the base64 form.
std::string encode_header_value(std::string_view value);

}  // namespace lockstep::framing
