#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::framing {

/// One line of a stdio stream.
struct Line {
  enum class State : std::uint8_t {
    whole,      ///< the text is the whole line, without its line end
    too_large,  ///< the line passed the limit; the text is its beginning
    partial,    ///< the stream ended inside the line
  };
  std::string text;
  State state = State::whole;
  /// Bytes of the line in the stream, line end included.
  std::size_t bytes = 0;
  bool operator==(const Line&) const = default;
};

/// Cuts a byte stream into lines as MCP's stdio transport frames them: `\n` ends a line, one `\r`
/// before it belongs to the line end. An empty line is a line. Keeps at most `frame_bytes_max`
/// bytes of a line (line end not counted): the rest of a line that is too large is skipped. A line
/// that is both too large and cut by the end of the stream is `too_large`.
class LineReader {
 public:
  explicit LineReader(std::size_t frame_bytes_max);
  /// Adds bytes as they arrived; not after finish().
  void feed(std::string_view bytes);
  /// The stream ended.
  void finish();
  /// The next line, or nullopt until more bytes come.
  std::optional<Line> next();

 private:
  void keep(std::string_view piece);
  void line_done(Line::State state, std::size_t line_end_bytes);
  std::size_t frame_bytes_max_;
  std::string text_;  // one byte more than the limit at most: it may be the `\r` of the line end
  std::size_t bytes_ = 0;
  bool finished_ = false;
  std::deque<Line> lines_;
};

}  // namespace lockstep::framing
