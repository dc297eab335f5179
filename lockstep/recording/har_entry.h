#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/result.h"
#include "lockstep/base/time.h"
#include "lockstep/framing/http.h"
#include "lockstep/framing/sse_reader.h"
#include "lockstep/json/value.h"

namespace lockstep::recording {

/// One exchange of an HTTP archive that belongs to MCP. Views point into the archive's document.
struct HarEntry {
  struct Event {
    base::TimePoint at;
    framing::SseEvent event;
  };
  std::string_view method;
  /// Host, port and path, printable; the same for one server.
  std::string endpoint;
  framing::Headers request_headers;
  std::optional<std::string_view> request_text;
  /// 0: no answer was seen.
  int status = 0;
  framing::Headers answer_headers;
  bool stream = false;
  /// The one stream of the HTTP+SSE transport of 2024-11-05.
  bool legacy_stream = false;
  /// The body of an answer; nullopt: the archive does not hold it.
  std::optional<std::string> body;
  /// Events of a stream where the archive knows their times; `body` is not used then.
  std::vector<Event> events;
  bool aborted = false;
  base::TimePoint started;
  base::TimePoint answered;
  /// nullopt: had not ended when the archive was written.
  std::optional<base::TimePoint> ended;
};

/// The entries that belong to MCP, in the order of the archive. Errors: `invalid_har`.
base::Result<std::vector<HarEntry>> read_har_entries(const json::Value& root, std::string_view key);

}  // namespace lockstep::recording
