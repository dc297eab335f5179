#include "lockstep/recording/known_pointer.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lockstep::recording {

namespace {

constexpr std::array<std::string_view, 41> known_names = {
    "_meta",    "annotations", "arguments",    "arms",    "body",        "cases",   "channel",
    "client",   "clientInfo",  "content",      "data",    "discovered",  "entries", "error",
    "events",   "headers",     "http",         "id",      "inputSchema", "json",    "log",
    "merged",   "msg",         "outputSchema", "page",    "pages",       "params",  "policy",
    "postData", "properties",  "record",       "records", "registry",    "request", "response",
    "result",   "server",      "serverInfo",   "session", "tool",        "tools"};

bool is_known(std::string_view segment) {
  if (segment.empty()) return false;
  // A longer number is no position in any input that is read.
  const bool number = segment.find_first_not_of("0123456789") == std::string_view::npos;
  if (number) return segment.size() <= 9;
  return std::find(known_names.begin(), known_names.end(), segment) != known_names.end();
}

}  // namespace

std::string known_pointer(std::string_view pointer) {
  std::size_t end = 0;
  while (end < pointer.size()) {
    const std::size_t next = std::min(pointer.find('/', end + 1), pointer.size());
    if (!is_known(pointer.substr(end + 1, next - end - 1))) break;
    end = next;
  }
  return std::string(pointer.substr(0, end));
}

base::Error without_peer_names(base::Error error) {
  error.pointer = known_pointer(error.pointer);
  return error;
}

}  // namespace lockstep::recording
