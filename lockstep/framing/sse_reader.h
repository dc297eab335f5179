#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::framing {

/// One event of a server-sent event stream (WHATWG HTML, section 9.2).
struct SseEvent {
  std::string type = "message";
  std::string data;
  /// Last event id that holds for this event.
  std::string id;
  /// The event passed the limit; `data` is its beginning.
  bool too_large = false;
};

/// Reads a server-sent event stream from chunks of any size: CR, LF and CRLF (also split between
/// chunks), one leading BOM, comments, several data lines, ids, retry. An event without data is
/// none, and an unfinished event at the end of the stream is dropped, as the standard asks.
class SseReader {
 public:
  explicit SseReader(std::size_t event_bytes_max);
  void feed(std::string_view bytes);
  std::optional<SseEvent> next();
  /// The newest `retry` in milliseconds, if any came.
  std::optional<std::int64_t> retry_ms() const { return retry_ms_; }
  const std::string& last_event_id() const { return last_id_; }
  /// Bytes of an event are waiting for its end.
  bool inside_event() const;

 private:
  void line_done();
  void field(std::string_view name, std::string_view value);
  void dispatch();
  std::size_t event_bytes_max_;
  std::string line_;
  std::string data_;
  bool has_data_ = false;
  std::string type_;
  std::string id_;
  std::string last_id_;
  bool line_too_large_ = false;
  bool too_large_ = false;
  bool after_cr_ = false;
  std::size_t bom_ = 0;
  bool started_ = false;
  std::optional<std::int64_t> retry_ms_;
  std::deque<SseEvent> events_;
};

}  // namespace lockstep::framing
