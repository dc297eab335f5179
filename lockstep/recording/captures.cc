#include "lockstep/recording/captures.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "lockstep/json/writer.h"

namespace lockstep::recording {
namespace {

using EndedBy = HttpExchanges::EndedBy;
using Moment = HttpExchanges::Moment;
using session::Channel;
using session::Side;

/// Exchanges of different parts are different ones; those of connections come before them all.
constexpr std::uint64_t exchanges_of_part = std::uint64_t{1} << 40;

tl::unexpected<base::Error> invalid(std::string pointer, std::string message) {
  base::Error error{"invalid_capture", std::move(message)};
  error.pointer = std::move(pointer);
  return tl::unexpected<base::Error>(std::move(error));
}

bool is_tcp(const json::Value& line) {
  return line.find("conn") != nullptr && line.find("transport") == nullptr;
}

base::Result<framing::Headers> read_headers(const json::Value& line) {
  framing::Headers headers;
  for (const json::Value& field : line["headers"].elements()) {
    const auto pair = field.elements();
    if (pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string()) {
      return invalid("/headers", "a header is not a pair of strings");
    }
    headers.add(std::string(pair[0].string()), std::string(pair[1].string()));
  }
  return headers;
}

/// Bytes that were written as code points up to U+00FF; nullopt where there is another.
std::optional<std::string> read_latin1(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80) {
      bytes += text[at];
      continue;
    }
    if ((lead != 0xc2 && lead != 0xc3) || at + 1 == text.size()) return std::nullopt;
    const auto trail = static_cast<unsigned char>(text[++at]);
    bytes += static_cast<char>(((lead & 0x03) << 6) | (trail & 0x3f));
  }
  return bytes;
}

base::Duration microseconds(std::int64_t count) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 1000;
  return base::Duration{std::clamp(count, -most, most) * 1000};
}

}  // namespace

bool CaptureReader::looks_like(const json::Value& first_line) {
  const bool numbered = first_line["seq"].integer().has_value() && first_line["t"].is_string();
  return numbered && (transport_of(first_line).has_value() || first_line["dir"].is_string());
}

std::optional<session::Transport> CaptureReader::transport_of(const json::Value& first_line) {
  const std::string_view transport = first_line["transport"].string();
  if (transport == "stdio") return session::Transport::stdio;
  if (transport == "http" || is_tcp(first_line)) return session::Transport::streamable_http;
  return std::nullopt;
}

void CaptureReader::part_begins(Timeline& /*timeline*/) {
  ++parts_;
  part_begun_ = false;
  process_closed_ = false;
  part_us_.reset();
}

void CaptureReader::part_ends(Timeline& timeline) {
  exchanges_.finish(timeline);
}

base::Result<void> CaptureReader::read_time(const json::Value& line) {
  const auto wall = base::parse_rfc3339(line["t"].string());
  if (!wall) return invalid("/t", "not an RFC 3339 time");
  const auto us = line["us"].integer();
  base::TimePoint at = *wall;
  if (us && part_us_) {
    const bool apart = (*us < 0) != (*part_us_ < 0);
    at = apart ? *wall : part_at_ + microseconds(*us - *part_us_);
  } else if (us) {
    part_us_ = us;
    part_at_ = at;
  }
  at_ = std::max(at_, at);
  return {};
}

base::Result<void> CaptureReader::line(Timeline& timeline,
                                       std::shared_ptr<const json::Document> document,
                                       const json::Value& line) {
  if (auto time = read_time(line); !time) return time;
  const bool first = !std::exchange(part_begun_, true);
  const std::string_view transport = line["transport"].string();
  if (transport == "stdio") {
    if (first && parts_ > 1) {
      Source source;
      source.place.at = at_;
      timeline.connection_opened(source, "spawn");
    }
    return stdio(timeline, std::move(document), line);
  }
  if (transport == "http") return http(timeline, std::move(document), line);
  if (is_tcp(line)) return tcp(timeline, line);
  return invalid("/transport", "expected stdio or http, or a connection number");
}

base::Result<void> CaptureReader::stdio(Timeline& timeline,
                                        std::shared_ptr<const json::Document> document,
                                        const json::Value& line) {
  const std::string_view direction = line["dir"].string();
  if (direction == "stderr") return {};
  if (direction == "meta") {
    stdio_event(timeline, line["event"].string());
    return {};
  }
  if (direction != "c2s" && direction != "s2c") {
    return invalid("/dir", "expected c2s, s2c, stderr or meta");
  }
  if (process_closed_) return {};
  Source source;
  source.place.at = at_;
  source.place.from = direction == "c2s" ? Side::client : Side::server;
  if (const json::Value* message = line.find("msg")) {
    timeline.message(source, std::move(document), *message);
  } else if (line["raw"].is_string()) {
    timeline.bytes(source, std::string(line["raw"].string()) + '\n');
  } else {
    return invalid("", "neither msg nor raw");
  }
  return {};
}

void CaptureReader::stdio_event(Timeline& timeline, std::string_view event) {
  // Whoever signals the process or closes its standard input is the client that started it.
  const bool by_client = event == "client-stdin-eof" || event.starts_with("signal-");
  if (process_closed_ || (!by_client && event != "exit")) return;
  process_closed_ = true;
  Source source;
  source.place.at = at_;
  if (by_client) return timeline.closed(source);
  timeline.connection_lost(source, "exit");
}

base::Result<void> CaptureReader::http(Timeline& timeline,
                                       std::shared_ptr<const json::Document> document,
                                       const json::Value& line) {
  const std::string_view event = line["event"].string();
  const auto number = line["x"].integer();
  if (!number && line["dir"].string() == "meta") return {};
  if (!number || *number < 0 || *number >= static_cast<std::int64_t>(exchanges_of_part)) {
    return invalid("/x", "not the number of an exchange");
  }
  const Moment moment{parts_ * exchanges_of_part + static_cast<std::uint64_t>(*number), at_};
  if (event == "request-headers" || event == "response-headers") {
    return http_head(timeline, moment, line);
  }
  if (event == "request-body" || event == "response-body") {
    http_body(timeline, moment, std::move(document), line);
  } else if (event == "sse-frame") {
    sse_frame(timeline, moment, line);
  } else if (event == "client-closed-stream") {
    exchanges_.ended(timeline, moment, EndedBy::client);
  } else if (event == "sse-end" || event == "server-aborted" || event == "upstream-error") {
    exchanges_.ended(timeline, moment, EndedBy::server);
  } else if (line["dir"].string() != "meta") {
    return invalid("/event", "not an event of an HTTP capture");
  }
  return {};
}

base::Result<void> CaptureReader::http_head(Timeline& timeline, const Moment& moment,
                                            const json::Value& line) {
  auto headers = read_headers(line);
  if (!headers) return tl::unexpected<base::Error>(headers.error());
  if (line["event"].string() == "request-headers") {
    if (!line["method"].is_string()) return invalid("/method", "not a string");
    exchanges_.request(timeline, moment,
                       {{}, std::string(line["method"].string()), std::move(*headers), false});
    return {};
  }
  const auto status = line["status"].integer();
  if (!status || *status < 100 || *status > 999) return invalid("/status", "not an HTTP status");
  exchanges_.answer(timeline, moment, static_cast<int>(*status), *headers);
  return {};
}

void CaptureReader::http_body(Timeline& timeline, const Moment& moment,
                              std::shared_ptr<const json::Document> document,
                              const json::Value& line) {
  const bool request = line["event"].string() == "request-body";
  const json::Value* message = line.find("msg");
  if (!request) {
    const std::string text =
        message != nullptr ? json::to_text(*message) : std::string(line["raw"].string());
    return exchanges_.answer_body(timeline, moment, text);
  }
  if (message == nullptr) {
    return exchanges_.request_text(timeline, moment, line["raw"].string());
  }
  exchanges_.request_body(timeline, moment, std::move(document), *message);
}

void CaptureReader::sse_frame(Timeline& timeline, const Moment& moment, const json::Value& line) {
  // The frame itself is nearer to the wire than `msg`, which a parser made of it.
  exchanges_.answer_events(timeline, moment, line["raw"].string());
}

base::Result<void> CaptureReader::tcp(Timeline& timeline, const json::Value& line) {
  const auto connection = line["conn"].integer();
  if (!connection) return invalid("/conn", "not the number of a connection");
  const std::string_view direction = line["dir"].string();
  if (direction.empty()) {
    const std::string_view event = line["event"].string();
    if (event == "open") connections_.opened(timeline, *connection, at_);
    if (event == "client-fin") connections_.finished(timeline, *connection, at_, Side::client);
    if (event == "server-fin") connections_.finished(timeline, *connection, at_, Side::server);
    return {};
  }
  if (direction != "c2s" && direction != "s2c") return invalid("/dir", "expected c2s or s2c");
  const auto bytes = read_latin1(line["raw"].string());
  if (!bytes) return invalid("/raw", "text beyond Latin-1");
  const Side from = direction == "c2s" ? Side::client : Side::server;
  connections_.bytes(timeline, *connection, at_, from, *bytes);
  return {};
}

}  // namespace lockstep::recording
