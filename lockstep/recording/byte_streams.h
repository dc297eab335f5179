#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "lockstep/framing/http.h"
#include "lockstep/framing/line_reader.h"
#include "lockstep/framing/sse_reader.h"
#include "lockstep/session/observer.h"

namespace lockstep::recording {

/// One piece of text that a stream framed.
struct Frame {
  enum class State : std::uint8_t { whole, too_large, endpoint };
  std::string text;
  State state = State::whole;
};

/// Cuts the raw bytes of one direction of one channel into frames: lines on stdio, events or one
/// JSON body on HTTP.
class ByteStream {
 public:
  enum class Form : std::uint8_t { lines, events, body, unknown };
  ByteStream(Form form, std::size_t frame_bytes_max);

  void feed(std::string_view bytes);
  /// The stream ended: an unfinished body is given out, an unfinished line or event is not.
  void finish();
  std::optional<Frame> next();

 private:
  void decide(std::string_view first);
  Form form_;
  std::size_t frame_bytes_max_;
  framing::LineReader lines_;
  framing::SseReader events_;
  std::string body_;
  bool body_too_large_ = false;
  std::vector<Frame> ready_;
  std::size_t given_ = 0;
};

/// All byte streams of one pair, by direction, channel and answered request.
class ByteStreams {
 public:
  explicit ByteStreams(std::size_t frame_bytes_max) : frame_bytes_max_(frame_bytes_max) {}
  /// The stream of a place; made with the form that its channel asks for.
  ByteStream& at(const session::Place& place);
  /// An answer began with this content type: what follows is its body.
  void begin(const session::Place& place, framing::ContentType type);
  void forget(const session::Place& place);
  /// A new connection: no stream of the old one goes on.
  void clear();
  /// How many streams are remembered: of more than 1,024 the first ones are forgotten.
  std::size_t size() const { return streams_.size(); }

 private:
  using Key = std::tuple<session::Side, session::Channel, std::string>;
  struct Entry {
    ByteStream stream;
    std::uint64_t made = 0;
  };
  static Key key_of(const session::Place& place);
  ByteStream& make(Key key, ByteStream::Form form);
  std::size_t frame_bytes_max_;
  std::map<Key, Entry> streams_;
  std::map<std::uint64_t, Key> in_order_;  // when made -> which
  std::uint64_t made_ = 0;
};

}  // namespace lockstep::recording
