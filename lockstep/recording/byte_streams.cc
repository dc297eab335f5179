#include "lockstep/recording/byte_streams.h"

#include <utility>

namespace lockstep::recording {

namespace {

/// Streams remembered per pair; a recording that opens more forgets the first ones.
constexpr std::size_t streams_max = 1024;

}  // namespace

ByteStream::ByteStream(Form form, std::size_t frame_bytes_max)
    : form_(form),
      frame_bytes_max_(frame_bytes_max),
      lines_(frame_bytes_max),
      events_(frame_bytes_max) {}

void ByteStream::decide(std::string_view first) {
  const std::size_t start = first.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return;
  form_ = first[start] == '{' || first[start] == '[' ? Form::body : Form::events;
}

void ByteStream::feed(std::string_view bytes) {
  if (form_ == Form::unknown) decide(bytes);
  switch (form_) {
    case Form::lines:
      lines_.feed(bytes);
      while (auto line = lines_.next()) {
        const bool cut = line->state == framing::Line::State::too_large;
        if (line->state == framing::Line::State::partial) continue;
        ready_.push_back(
            Frame{std::move(line->text), cut ? Frame::State::too_large : Frame::State::whole});
      }
      return;
    case Form::events:
      events_.feed(bytes);
      while (auto event = events_.next()) {
        Frame::State state = event->too_large ? Frame::State::too_large : Frame::State::whole;
        if (event->type == "endpoint") state = Frame::State::endpoint;
        ready_.push_back(Frame{std::move(event->data), state});
      }
      return;
    case Form::body:
    case Form::unknown:
      if (body_.size() + bytes.size() > frame_bytes_max_) {
        body_too_large_ = true;
      } else {
        body_ += bytes;
      }
      return;
  }
}

void ByteStream::finish() {
  if (body_.empty() && !body_too_large_) return;
  ready_.push_back(
      Frame{std::move(body_), body_too_large_ ? Frame::State::too_large : Frame::State::whole});
  body_.clear();
  body_too_large_ = false;
}

std::optional<Frame> ByteStream::next() {
  if (given_ == ready_.size()) {
    ready_.clear();
    given_ = 0;
    return std::nullopt;
  }
  return std::move(ready_[given_++]);
}

ByteStreams::Key ByteStreams::key_of(const session::Place& place) {
  return Key{place.from, place.channel, place.answers};
}

ByteStream& ByteStreams::make(Key key, ByteStream::Form form) {
  if (const auto old = streams_.find(key); old != streams_.end()) {
    in_order_.erase(old->second.made);
    streams_.erase(old);
  }
  if (streams_.size() >= streams_max) {
    streams_.erase(in_order_.begin()->second);
    in_order_.erase(in_order_.begin());
  }
  in_order_.emplace(++made_, key);
  const auto made =
      streams_.emplace(std::move(key), Entry{ByteStream(form, frame_bytes_max_), made_});
  return made.first->second.stream;
}

ByteStream& ByteStreams::at(const session::Place& place) {
  Key key = key_of(place);
  if (const auto found = streams_.find(key); found != streams_.end()) return found->second.stream;
  switch (place.channel) {
    case session::Channel::stdio:
      return make(std::move(key), ByteStream::Form::lines);
    case session::Channel::get:
    case session::Channel::sse:
      return make(std::move(key), ByteStream::Form::events);
    case session::Channel::post:
      break;
  }
  return make(std::move(key), ByteStream::Form::unknown);
}

void ByteStreams::begin(const session::Place& place, framing::ContentType type) {
  const auto form = type == framing::ContentType::event_stream ? ByteStream::Form::events
                    : type == framing::ContentType::json       ? ByteStream::Form::body
                                                               : ByteStream::Form::unknown;
  make(key_of(place), form);
}

void ByteStreams::forget(const session::Place& place) {
  const auto found = streams_.find(key_of(place));
  if (found == streams_.end()) return;
  in_order_.erase(found->second.made);
  streams_.erase(found);
}

void ByteStreams::clear() {
  streams_.clear();
  in_order_.clear();
}

}  // namespace lockstep::recording
