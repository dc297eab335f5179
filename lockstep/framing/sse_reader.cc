#include "lockstep/framing/sse_reader.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

namespace lockstep::framing {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
/// More than the longest known field name with its colon and space.
constexpr std::size_t field_name_bytes_max = 16;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::optional<std::int64_t> read_retry(std::string_view value) {
  if (value.empty() || !std::all_of(value.begin(), value.end(), is_digit)) return std::nullopt;
  std::int64_t ms = 0;
  const auto read = std::from_chars(value.data(), value.data() + value.size(), ms);
  return read.ec == std::errc{} ? ms : std::numeric_limits<std::int64_t>::max();
}

/// Appends as much as the limit allows; false when something was left out.
bool append_within(std::string& out, std::string_view piece, std::size_t bytes_max) {
  const std::size_t room = bytes_max - std::min(out.size(), bytes_max);
  out += piece.substr(0, room);
  return piece.size() <= room;
}

/// Where the line ends; two quick searches, for long lines of which most hold neither.
std::size_t line_end(std::string_view bytes) {
  const std::size_t feed = bytes.find('\n');
  const std::size_t carriage = bytes.substr(0, feed).find('\r');
  return carriage != std::string_view::npos ? carriage : feed;
}

}  // namespace

SseReader::SseReader(std::size_t event_bytes_max) : event_bytes_max_(event_bytes_max) {}

void SseReader::feed(std::string_view bytes) {
  bytes = skip_byte_order_mark(bytes);
  while (!bytes.empty()) {
    if (std::exchange(after_cr_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const std::size_t end = line_end(bytes);
    keep(bytes.substr(0, end));
    if (end == std::string_view::npos) return;
    after_cr_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    line_done();
  }
}

std::optional<SseEvent> SseReader::next() {
  if (events_.empty()) return std::nullopt;
  std::optional<SseEvent> event = std::move(events_.front());
  events_.pop_front();
  return event;
}

bool SseReader::inside_event() const {
  return has_data_ || !type_.empty() || too_large_ || (!line_.empty() && line_.front() != ':');
}

std::string_view SseReader::skip_byte_order_mark(std::string_view bytes) {
  while (!started_ && !bytes.empty()) {
    if (bytes.front() != byte_order_mark[mark_bytes_]) {
      started_ = true;
      keep(byte_order_mark.substr(0, mark_bytes_));  // it was none
      break;
    }
    bytes.remove_prefix(1);
    mark_bytes_ += 1;
    started_ = mark_bytes_ == byte_order_mark.size();
  }
  return bytes;
}

void SseReader::keep(std::string_view piece) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max() - field_name_bytes_max;
  const std::size_t line_bytes_max = std::min(event_bytes_max_, most) + field_name_bytes_max;
  if (!append_within(line_, piece, line_bytes_max)) line_too_large_ = true;
}

void SseReader::line_done() {
  if (line_.empty()) {
    dispatch();
    return;
  }
  const std::string line = std::exchange(line_, {});
  const std::string_view text = line;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    field(text, {});
  } else if (colon > 0) {
    std::string_view value = text.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    field(text.substr(0, colon), value);
  }
  line_too_large_ = false;
}

void SseReader::field(std::string_view name, std::string_view value) {
  if (name == "data") {
    append_data(value);
  } else if (name == "event") {
    type_.clear();
    if (!append_within(type_, value, event_bytes_max_)) too_large_ = true;
  } else if (name == "id") {
    if (value.find('\0') != std::string_view::npos) return;
    id_ = line_too_large_ || value.size() > id_bytes_max ? std::string_view{} : value;
  } else if (name == "retry") {
    if (const std::optional<std::int64_t> ms = read_retry(value)) retry_ms_ = ms;
  }
}

void SseReader::append_data(std::string_view value) {
  if (has_data_ && !append_within(data_, "\n", event_bytes_max_)) too_large_ = true;
  if (!append_within(data_, value, event_bytes_max_)) too_large_ = true;
  has_data_ = true;
}

void SseReader::dispatch() {
  last_id_ = id_;
  SseEvent event;
  if (!type_.empty()) event.type = std::exchange(type_, {});
  event.data = std::exchange(data_, {});
  event.id = last_id_;
  event.too_large = std::exchange(too_large_, false);
  if (std::exchange(has_data_, false)) events_.push_back(std::move(event));
}

}  // namespace lockstep::framing
