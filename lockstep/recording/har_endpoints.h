#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "lockstep/framing/http.h"
#include "lockstep/json/value.h"

namespace lockstep::recording {

/// Which addresses in an HTTP archive belong to MCP, and to which server.
class HarEndpoints {
 public:
  explicit HarEndpoints(std::string_view key) : key_(key) {}

  /// A request was seen; it may show that its endpoint belongs to MCP.
  void request(std::string_view url, std::string_view text, const framing::Headers& headers);
  /// A stream named the address for the client's messages (HTTP+SSE of 2024-11-05).
  void stream(std::string_view url, std::string_view address);

  /// The endpoint of an address; empty: it does not belong to MCP.
  std::string find(std::string_view url) const;
  /// It has a stream that named its address.
  bool is_legacy(const std::string& endpoint) const;

 private:
  std::string name_of(std::string_view url) const;
  std::string key_;
  std::set<std::string> known_;
  std::map<std::string, std::string> streams_;  // address for messages -> endpoint of the stream
};

}  // namespace lockstep::recording
