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
  bool operator==(const SseEvent&) const = default;
};

/// Reads a server-sent event stream (WHATWG HTML, sections 9.2.5 and 9.2.6) from chunks of any
/// size: CR, LF and CRLF (also split between chunks), one leading BOM, comments, several data
/// lines, ids, retry. An event without a data line is none, and an unfinished event at the end of
/// the stream is dropped, as the standard asks.
///
/// Three things differ from the standard, so that hostile streams stay harmless and visible. Broken
/// UTF-8 is handed on as it came, for the JSON parser to refuse, and not replaced. At most
/// `event_bytes_max` bytes of an event's data and of its type are kept; more sets `too_large`. An
/// id of more than `id_bytes_max` bytes counts as the empty id.
class SseReader {
 public:
  static constexpr std::size_t id_bytes_max = 1024;

  explicit SseReader(std::size_t event_bytes_max);
  void feed(std::string_view bytes);
  std::optional<SseEvent> next();
  /// The newest `retry` in milliseconds, if any came; saturates.
  std::optional<std::int64_t> retry_ms() const { return retry_ms_; }
  /// The id that a reconnecting client sends as `Last-Event-ID`: it counts from the blank line on
  /// that ends its event.
  const std::string& last_event_id() const { return last_id_; }
  /// Bytes of an event are waiting for its end; an unfinished comment is none.
  bool inside_event() const;

 private:
  std::string_view skip_byte_order_mark(std::string_view bytes);
  void keep(std::string_view piece);
  void line_done();
  void field(std::string_view name, std::string_view value);
  void append_data(std::string_view value);
  void dispatch();
  std::size_t event_bytes_max_;
  std::string line_;
  bool line_too_large_ = false;
  std::string data_;
  bool has_data_ = false;
  std::string type_;
  bool too_large_ = false;
  std::string id_;
  std::string last_id_;
  std::size_t mark_bytes_ = 0;  // of the byte order mark, as far as it matched
  bool started_ = false;
  bool after_cr_ = false;
  std::optional<std::int64_t> retry_ms_;
  std::deque<SseEvent> events_;
};

}  // namespace lockstep::framing
