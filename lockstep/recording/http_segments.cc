#include "lockstep/recording/http_segments.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace lockstep::recording {
namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return result;
}

std::optional<std::uint64_t> read_number(std::string_view digits, int base) {
  std::uint64_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number, base);
  if (digits.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return number;
}

bool read_request_line(std::string_view line, HttpPart& part) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == 0 || last <= first + 1) return false;
  if (!line.substr(last + 1).starts_with("HTTP/1.")) return false;
  part.method = std::string(line.substr(0, first));
  part.target = std::string(line.substr(first + 1, last - first - 1));
  return true;
}

bool read_status_line(std::string_view line, HttpPart& part) {
  constexpr std::size_t version_bytes = 9;  // "HTTP/1.x "
  constexpr std::size_t code_bytes = 3;
  if (!line.starts_with("HTTP/1.") || line.size() < version_bytes + code_bytes) return false;
  const auto code = read_number(line.substr(version_bytes, code_bytes), 10);
  if (!code || *code < 100) return false;
  part.status = static_cast<int>(*code);
  return true;
}

/// What the fields say of the length; nullopt when they contradict each other.
struct Length {
  bool chunked = false;
  std::optional<std::uint64_t> bytes;
};
std::optional<Length> read_length(const framing::Headers& headers) {
  Length length;
  for (const auto& [name, value] : headers.fields()) {
    const std::string field = lower(name);
    if (field == "transfer-encoding") {
      if (length.chunked || lower(without_blanks(value)) != "chunked") return std::nullopt;
      length.chunked = true;
    } else if (field == "content-length") {
      const auto bytes = read_number(without_blanks(value), 10);
      if (!bytes || (length.bytes && *length.bytes != *bytes)) return std::nullopt;
      length.bytes = bytes;
    }
  }
  if (length.chunked && length.bytes) return std::nullopt;
  return length;
}

}  // namespace

void HttpSegments::feed(std::string_view bytes) {
  while (!bytes.empty() && state_ != State::broken)
    bytes = step(bytes);
}

std::string_view HttpSegments::step(std::string_view bytes) {
  if (state_ == State::sized_body || state_ == State::chunk_data ||
      state_ == State::body_until_close) {
    return take_body(bytes);
  }
  bool complete = false;
  const std::string_view rest = take_line(bytes, complete);
  if (complete) line_done(std::exchange(line_, {}));
  return rest;
}

std::string_view HttpSegments::take_line(std::string_view bytes, bool& complete) {
  const std::size_t end = bytes.find('\n');
  complete = end != std::string_view::npos;
  const std::string_view piece = bytes.substr(0, end);
  head_bytes_ += piece.size() + 1;
  if (head_bytes_ > head_bytes_max) {
    fail();
    complete = false;
    return {};
  }
  line_ += piece;
  if (!complete) return {};
  if (line_.ends_with('\r')) line_.pop_back();
  return bytes.substr(end + 1);
}

std::string_view HttpSegments::take_body(std::string_view bytes) {
  const bool counted = state_ != State::body_until_close;
  const std::size_t count =
      counted ? static_cast<std::size_t>(std::min<std::uint64_t>(rest_, bytes.size()))
              : bytes.size();
  HttpPart piece;
  piece.kind = HttpPart::Kind::body;
  piece.bytes = std::string(bytes.substr(0, count));
  parts_.push_back(std::move(piece));
  if (counted) {
    rest_ -= count;
    if (rest_ == 0 && state_ == State::sized_body) message_done();
    if (rest_ == 0 && state_ == State::chunk_data) state_ = State::chunk_end;
  }
  return bytes.substr(count);
}

void HttpSegments::line_done(std::string_view line) {
  switch (state_) {
    case State::head:
      return head_line(line);
    case State::chunk_size:
      return chunk_size(line);
    case State::chunk_end:
      head_bytes_ = 0;
      if (!line.empty()) return fail();
      state_ = State::chunk_size;
      return;
    case State::trailers:
      if (line.empty()) message_done();
      return;
    case State::sized_body:
    case State::body_until_close:
    case State::chunk_data:
    case State::broken:
      return;
  }
}

void HttpSegments::head_line(std::string_view line) {
  if (!head_) {
    // RFC 9112, section 2.2: empty lines in front of a request line are skipped.
    if (line.empty()) return;
    head_.emplace();
    const bool request = direction_ == Direction::requests;
    if (!(request ? read_request_line(line, *head_) : read_status_line(line, *head_))) fail();
    return;
  }
  if (line.empty()) return head_done();
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return fail();
  const std::string_view name = line.substr(0, colon);
  if (name.find_first_of(" \t") != std::string_view::npos) return fail();
  head_->headers.add(std::string(name), std::string(without_blanks(line.substr(colon + 1))));
}

void HttpSegments::head_done() {
  head_bytes_ = 0;
  if (direction_ == Direction::answers && head_->status < 200) {
    head_.reset();
    return;
  }
  begin_body();
}

void HttpSegments::begin_body() {
  HttpPart head = std::move(*head_);
  head_.reset();
  const std::optional<Length> length = read_length(head.headers);
  const bool answer = direction_ == Direction::answers;
  const bool bodyless = answer && (head.status == 204 || head.status == 304);
  if (!length) return fail();
  parts_.push_back(std::move(head));
  if (bodyless) return message_done();
  if (length->chunked) {
    state_ = State::chunk_size;
  } else if (length->bytes && *length->bytes > 0) {
    rest_ = *length->bytes;
    state_ = State::sized_body;
  } else if (answer && !length->bytes) {
    state_ = State::body_until_close;
  } else {
    message_done();
  }
}

void HttpSegments::chunk_size(std::string_view line) {
  head_bytes_ = 0;
  const auto size = read_number(without_blanks(line.substr(0, line.find(';'))), 16);
  if (!size) return fail();
  rest_ = *size;
  state_ = *size == 0 ? State::trailers : State::chunk_data;
}

void HttpSegments::message_done() {
  HttpPart end;
  end.kind = HttpPart::Kind::end;
  parts_.push_back(std::move(end));
  head_bytes_ = 0;
  state_ = State::head;
}

void HttpSegments::finish() {
  if (state_ == State::broken) return;
  if (state_ == State::body_until_close) return message_done();
  if (state_ != State::head || head_ || !line_.empty()) fail();
}

void HttpSegments::fail() {
  HttpPart broken;
  broken.kind = HttpPart::Kind::broken;
  parts_.push_back(std::move(broken));
  state_ = State::broken;
  line_.clear();
  head_.reset();
}

std::optional<HttpPart> HttpSegments::next() {
  if (parts_.empty()) return std::nullopt;
  std::optional<HttpPart> part = std::move(parts_.front());
  parts_.pop_front();
  return part;
}

}  // namespace lockstep::recording
