#include "lockstep/framing/line_reader.h"

#include <algorithm>
#include <utility>

#include "lockstep/base/check.h"

namespace lockstep::framing {

LineReader::LineReader(std::size_t frame_bytes_max) : frame_bytes_max_(frame_bytes_max) {}

void LineReader::feed(std::string_view bytes) {
  LOCKSTEP_CHECK(!finished_);
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    keep(bytes.substr(0, end));
    if (end == std::string_view::npos) return;
    const bool has_cr = !text_.empty() && text_.size() == bytes_ && text_.back() == '\r';
    if (has_cr) text_.pop_back();
    line_done(Line::State::whole, has_cr ? 2 : 1);
    bytes.remove_prefix(end + 1);
  }
}

void LineReader::finish() {
  if (!finished_ && bytes_ > 0) line_done(Line::State::partial, 0);
  finished_ = true;
}

std::optional<Line> LineReader::next() {
  if (lines_.empty()) return std::nullopt;
  std::optional<Line> line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

void LineReader::keep(std::string_view piece) {
  bytes_ += piece.size();
  const std::size_t most = std::max(frame_bytes_max_, frame_bytes_max_ + 1);  // + 1 may wrap
  text_ += piece.substr(0, most - text_.size());
}

void LineReader::line_done(Line::State state, std::size_t line_end_bytes) {
  if (text_.size() > frame_bytes_max_) {
    text_.resize(frame_bytes_max_);
    state = Line::State::too_large;
  }
  const std::size_t newline = line_end_bytes > 0 ? 1 : 0;  // bytes_ holds the `\r` already
  lines_.push_back({std::exchange(text_, {}), state, std::exchange(bytes_, 0) + newline});
}

}  // namespace lockstep::framing
