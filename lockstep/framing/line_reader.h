#pragma once

#include <cstddef>
#include <cstdint>
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
};

/// Cuts a byte stream into lines as MCP's stdio transport frames them: `\n` ends a line, one `\r`
/// before it belongs to the line end. Never grows beyond the limit: the rest of a line that is too
/// large is skipped.
class LineReader {
 public:
  explicit LineReader(std::size_t frame_bytes_max);
  /// Adds bytes as they arrived.
  void feed(std::string_view bytes);
  /// The stream ended.
  void finish();
  /// The next line, or nullopt until more bytes come.
  std::optional<Line> next();

 private:
  std::size_t frame_bytes_max_;
  std::string buffer_;
  std::size_t position_ = 0;
  std::size_t scanned_ = 0;
  bool skipping_ = false;
  std::size_t skipped_ = 0;
  std::string kept_;
  bool finished_ = false;
};

}  // namespace lockstep::framing
