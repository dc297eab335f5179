// Where a stream is cut into chunks changes nothing: the first bytes of the input choose the limit
// and the cuts, the rest is fed as one chunk and in pieces, and both must give the same lines and
// the same events. Nothing kept passes the limit, and header values come back.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/base/text.h"
#include "lockstep/framing/http.h"
#include "lockstep/framing/line_reader.h"
#include "lockstep/framing/mcp_header.h"
#include "lockstep/framing/sse_reader.h"
#include "lockstep/json/document.h"

namespace {

using namespace lockstep;

constexpr std::size_t cut_bytes = 8;

std::vector<std::string_view> cut(std::string_view stream, std::string_view cuts) {
  std::vector<std::string_view> pieces;
  for (std::size_t i = 0; !stream.empty(); ++i) {
    const std::size_t length = static_cast<unsigned char>(cuts[i % cuts.size()]) % 32;
    pieces.push_back(stream.substr(0, length));
    stream.remove_prefix(pieces.back().size());
    // A cut of nothing alone would never end.
    if (length == 0 && !stream.empty()) {
      pieces.push_back(stream.substr(0, 1));
      stream.remove_prefix(1);
    }
  }
  return pieces;
}

std::vector<framing::Line> read_lines(const std::vector<std::string_view>& pieces,
                                      std::size_t bytes_max) {
  framing::LineReader reader(bytes_max);
  std::vector<framing::Line> lines;
  for (const std::string_view piece : pieces) {
    reader.feed(piece);
    while (std::optional<framing::Line> line = reader.next())
      lines.push_back(std::move(*line));
  }
  reader.finish();
  while (std::optional<framing::Line> line = reader.next())
    lines.push_back(std::move(*line));
  return lines;
}

void check_lines(std::string_view stream, std::string_view cuts, std::size_t bytes_max) {
  const std::vector<framing::Line> lines = read_lines({stream}, bytes_max);
  LOCKSTEP_CHECK(lines == read_lines(cut(stream, cuts), bytes_max));
  std::size_t bytes = 0;
  for (const framing::Line& line : lines) {
    LOCKSTEP_CHECK(line.text.size() <= bytes_max);
    bytes += line.bytes;
  }
  LOCKSTEP_CHECK(bytes == stream.size());
}

struct SseReading {
  std::vector<framing::SseEvent> events;
  std::string last_id;
  std::optional<std::int64_t> retry_ms;
  bool inside_event = false;
  bool operator==(const SseReading&) const = default;
};

SseReading read_events(const std::vector<std::string_view>& pieces, std::size_t bytes_max) {
  framing::SseReader reader(bytes_max);
  SseReading reading;
  for (const std::string_view piece : pieces) {
    reader.feed(piece);
    while (std::optional<framing::SseEvent> event = reader.next()) {
      reading.events.push_back(std::move(*event));
    }
  }
  reading.last_id = reader.last_event_id();
  reading.retry_ms = reader.retry_ms();
  reading.inside_event = reader.inside_event();
  return reading;
}

void check_events(std::string_view stream, std::string_view cuts, std::size_t bytes_max) {
  const SseReading reading = read_events({stream}, bytes_max);
  LOCKSTEP_CHECK(reading == read_events(cut(stream, cuts), bytes_max));
  for (const framing::SseEvent& event : reading.events) {
    LOCKSTEP_CHECK(event.data.size() <= bytes_max);
    LOCKSTEP_CHECK(event.type == "message" || event.type.size() <= bytes_max);
    LOCKSTEP_CHECK(event.id.size() <= framing::SseReader::id_bytes_max);
  }
}

void check_header_value(std::string_view value) {
  const std::string encoded = framing::encode_header_value(value);
  for (const char c : encoded)
    LOCKSTEP_CHECK(c >= 0x20 && c < 0x7f);
  const std::optional<std::string> decoded = framing::decode_header_value(encoded);
  if (base::find_invalid_utf8(value)) {
    LOCKSTEP_CHECK(!decoded);
  } else {
    LOCKSTEP_CHECK(decoded == value);
  }
  static_cast<void>(framing::decode_header_value(value));
  framing::Headers headers;
  headers.add("Content-Type", std::string(value));
  static_cast<void>(framing::content_type(headers));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (size <= cut_bytes) return 0;
  const std::string_view cuts = input.substr(0, cut_bytes);
  const std::string_view stream = input.substr(cut_bytes);
  // Small limits are passed often; a large one never is.
  const std::size_t bytes_max = data[0] < 128 ? data[0] : std::size_t{1} << 20;
  check_lines(stream, cuts, bytes_max);
  check_events(stream, cuts, bytes_max);
  check_header_value(stream);
  if (const auto document = json::Document::parse(stream)) {
    static_cast<void>(framing::mcp_headers_valid(document->root()));
  }
  return 0;
}
