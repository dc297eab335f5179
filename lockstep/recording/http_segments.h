#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/framing/http.h"

namespace lockstep::recording {

/// One thing that stood in the bytes of an HTTP connection.
struct HttpPart {
  enum class Kind : std::uint8_t {
    head,    ///< a request line or status line and its fields
    body,    ///< a piece of the body; never empty
    end,     ///< the message is complete
    broken,  ///< not HTTP/1.1, or the connection ended inside a message; nothing follows
  };
  Kind kind = Kind::head;
  std::string method;  // of a request
  std::string target;  // of a request
  int status = 0;      // of an answer
  framing::Headers headers;
  std::string bytes;
};

/// Cuts one direction of an HTTP/1.1 connection into messages (RFC 9112), from segments of any
/// size. Bodies end as their fields say: chunked (extensions and trailers are skipped), by length,
/// or, for answers, with the connection. Interim answers (1xx) are skipped. Whatever could be read
/// in two ways (a length beside chunks, two different lengths, a folded field) is `broken`, never
/// guessed. Memory: one head of at most `head_bytes_max`, and the pieces not taken yet.
class HttpSegments {
 public:
  enum class Direction : std::uint8_t { requests, answers };
  static constexpr std::size_t head_bytes_max = 64u << 10;

  explicit HttpSegments(Direction direction) : direction_(direction) {}
  /// Adds bytes as they arrived; not after finish().
  void feed(std::string_view bytes);
  /// The connection ended in this direction.
  void finish();
  std::optional<HttpPart> next();

 private:
  enum class State : std::uint8_t {
    head,
    sized_body,
    body_until_close,
    chunk_size,
    chunk_data,
    chunk_end,
    trailers,
    broken,
  };
  std::string_view step(std::string_view bytes);
  std::string_view take_line(std::string_view bytes, bool& complete);
  std::string_view take_body(std::string_view bytes);
  void line_done(std::string_view line);
  void head_line(std::string_view line);
  void head_done();
  void begin_body();
  void chunk_size(std::string_view line);
  void message_done();
  void fail();

  Direction direction_;
  State state_ = State::head;
  std::string line_;
  std::size_t head_bytes_ = 0;
  std::optional<HttpPart> head_;
  std::uint64_t rest_ = 0;  // of a body or chunk
  std::deque<HttpPart> parts_;
};

}  // namespace lockstep::recording
