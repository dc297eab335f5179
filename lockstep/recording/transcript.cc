#include "lockstep/recording/transcript.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lockstep/base/encoding.h"
#include "lockstep/evidence/fingerprint.h"
#include "lockstep/json/number.h"
#include "lockstep/json/writer.h"

namespace lockstep::recording {

namespace {

using session::Channel;
using session::Side;
using session::What;

tl::unexpected<base::Error> wrong(std::string pointer, std::string_view expected) {
  base::Error error{"invalid_event", "event member is not " + std::string(expected)};
  error.pointer = std::move(pointer);
  return tl::unexpected<base::Error>(std::move(error));
}

std::optional<base::TimePoint> time_of(const json::Value& event, base::TimePoint origin) {
  const json::Value t = event["t"];
  if (!t.is_number()) return std::nullopt;
  const auto milliseconds = json::to_double(t.lexeme());
  // Whole nanoseconds within some 140 years keep the sum far from the ends of the range.
  if (!milliseconds || std::fabs(*milliseconds) > 4.4e12) return std::nullopt;
  return origin + base::Duration{std::llround(*milliseconds * 1e6)};
}

/// The channel that a `via` names, and the server where it is one of its own.
Source source_of(std::string_view via) {
  Source source;
  if (via == "stdio" || via.empty()) {
    source.place.channel = Channel::stdio;
  } else if (via == "post") {
    source.place.channel = Channel::post;
  } else if (via.substr(0, 5) == "post#") {
    source.place.channel = Channel::post;
    const std::string_view id = via.substr(5);
    const bool number = !id.empty() && id.find_first_not_of("0123456789") == std::string_view::npos;
    source.place.answers = (number ? "i" : "s") + std::string(id);
  } else if (via == "get") {
    source.place.channel = Channel::get;
  } else if (via == "sse") {
    source.place.channel = Channel::sse;
  } else {
    source.server = std::string(via);
  }
  return source;
}

framing::Headers headers_of(const json::Value& object) {
  framing::Headers headers;
  for (const json::Member& member : object.members()) {
    if (member.value.is_string()) {
      headers.add(std::string(member.name), std::string(member.value.string()));
    }
  }
  return headers;
}

struct AppEvent {
  std::string_view name;
  What what;
};

constexpr std::array plain_events = {
    AppEvent{"access", What::accessed},
    AppEvent{"poll", What::polled},
    AppEvent{"client_limit", What::client_limit},
    AppEvent{"filter_declared", What::filter_declared},
};

}  // namespace

base::TimePoint case_origin() {
  return base::TimePoint{1'767'225'600'000'000'000};
}

bool is_transcript_header(const json::Value& line) {
  return line["lockstep"].string() == "transcript/v1";
}

bool is_transcript_event(const json::Value& line) {
  return line["t"].is_number() && (line["from"].is_string() || line["app"].is_string());
}

base::Result<TranscriptHeader> read_transcript_header(const json::Value& line) {
  TranscriptHeader header;
  header.origin = case_origin();
  const auto party = [&](std::string_view key, evidence::Party& into) {
    const json::Value value = line[key];
    if (value["id"].is_string()) into.id = std::string(value["id"].string());
    into.name = std::string(value["name"].string());
    into.version = std::string(value["version"].string());
  };
  party("client", header.client);
  party("server", header.server);
  const json::Value transport = line["transport"];
  if (!transport.is_null()) {
    header.transport = session::parse_transport(transport.string());
    if (!header.transport) return wrong("/transport", "stdio, streamable-http or sse");
  }
  const json::Value vantage = line["vantage"];
  if (!vantage.is_null()) {
    bool known = false;
    for (const auto each :
         {evidence::Vantage::client, evidence::Vantage::tap, evidence::Vantage::probe}) {
      if (vantage.string() != to_string(each)) continue;
      header.vantage = each;
      known = true;
    }
    if (!known) return wrong("/vantage", "client, tap or probe");
  }
  const json::Value started = line["startedAt"];
  if (!started.is_null()) {
    const auto at = base::parse_rfc3339(started.string());
    if (!at) return wrong("/startedAt", "an RFC 3339 time");
    header.origin = *at;
  }
  auto policy = evidence::read_policy(line["policy"]);
  if (!policy) {
    base::Error error = policy.error();
    error.pointer = "/policy" + error.pointer;
    return tl::unexpected<base::Error>(std::move(error));
  }
  header.policy = std::move(*policy);
  return header;
}

std::optional<session::Transport> transport_of_event(const json::Value& event) {
  const std::string_view via = event["via"].string();
  if (via == "sse") return session::Transport::sse;
  if (via == "post" || via == "get" || via.substr(0, 5) == "post#") {
    return session::Transport::streamable_http;
  }
  if (via == "stdio") return session::Transport::stdio;
  return std::nullopt;
}

std::optional<session::Transport> transport_of(const json::Value& events) {
  std::optional<session::Transport> found;
  for (const json::Value& event : events.elements()) {
    const auto one = transport_of_event(event);
    if (one == session::Transport::sse) return one;
    if (!found) found = one;
  }
  return found;
}

void Transcript::expect(const json::Value& events) {
  for (const json::Value& event : events.elements()) {
    if (!event["from"].is_string()) continue;
    timeline_.expect_server(source_of(event["via"].string()).server);
  }
}

base::Result<void> Transcript::event(const std::shared_ptr<const json::Document>& document,
                                     const json::Value& event) {
  const auto at = time_of(event, origin_);
  if (!at) return wrong("/t", "a number of milliseconds");
  if (event["app"].is_string()) return app(document, event, *at);
  if (event["from"].is_string()) return wire(document, event, *at);
  return wrong("", "an event with `from` or `app`");
}

base::Result<void> Transcript::wire(const std::shared_ptr<const json::Document>& document,
                                    const json::Value& event, base::TimePoint at) {
  Source source = source_of(event["via"].string());
  source.place.at = at;
  const std::string_view from = event["from"].string();
  if (from != "client" && from != "server") return wrong("/from", "client or server");
  source.place.from = from == "client" ? Side::client : Side::server;
  const std::string_view tap = event["tap"].string();
  if (tap == "client_side") source.place.tap = session::Tap::client_side;
  if (tap == "server_side") source.place.tap = session::Tap::server_side;
  const std::string_view auth = event["auth"].string();
  if (!auth.empty()) source.place.auth = evidence::context_fingerprint(key_, auth);
  if (const json::Value* message = event.find("json")) {
    timeline_.message(source, document, *message, headers_of(event["headers"]));
    return {};
  }
  if (const json::Value* b64 = event.find("b64")) {
    const auto bytes = base::from_base64(b64->string());
    if (!b64->is_string() || !bytes) return wrong("/b64", "base64");
    timeline_.bytes(source, *bytes);
    return {};
  }
  if (const json::Value* parts = event.find("gen")) return generated(source, *parts);
  if (const json::Value* envelope = event.find("http")) return http(source, *envelope);
  if (event["end"].boolean()) {
    timeline_.stream_ended(source);
    return {};
  }
  return wrong("", "a wire event with `json`, `b64`, `gen`, `http` or `end`");
}

base::Result<void> Transcript::generated(const Source& source, const json::Value& parts) {
  std::size_t budget = limits_.generated_bytes_max;
  for (const json::Value& part : parts.elements()) {
    if (part.is_string()) {
      timeline_.bytes(source, part.string());
      continue;
    }
    const auto elements = part.elements();
    if (elements.size() != 2 || !elements[0].is_string()) {
      return wrong("/gen", "a list of strings and [string, times]");
    }
    const std::string_view text = elements[0].string();
    std::int64_t times = elements[1].integer().value_or(-1);
    if (elements[1].string() == "frame_cap") {
      times = static_cast<std::int64_t>(limits_.frame_bytes_max);
    }
    const bool fits =
        times >= 0 && (text.empty() || static_cast<std::size_t>(times) <= budget / text.size());
    if (!fits) return wrong("/gen", "a repetition within the limit of generated bytes");
    budget -= text.size() * static_cast<std::size_t>(times);
    if (text.empty()) continue;  // no bytes, however often
    std::string block;
    const auto flush = [&] {
      timeline_.bytes(source, block);
      block.clear();
    };
    for (std::int64_t i = 0; i < times; ++i) {
      block += text;
      if (block.size() >= 65'536) flush();
    }
    flush();
  }
  return {};
}

base::Result<void> Transcript::http(const Source& source, const json::Value& http) {
  session::Envelope envelope;
  envelope.method = std::string(http["method"].string());
  envelope.headers = headers_of(http["headers"]);
  const json::Value status = http["status"];
  if (!status.is_null()) {
    const auto number = status.integer();
    if (!number || *number < 100 || *number > 999) return wrong("/http/status", "an HTTP status");
    envelope.status = static_cast<int>(*number);
  }
  std::string text;
  std::optional<std::string_view> body;
  if (const json::Value* value = http.find("body")) {
    text = json::to_text(*value);
    body = text;
  } else if (http["body_text"].is_string()) {
    body = http["body_text"].string();
  } else if (envelope.status && *envelope.status >= 400) {
    body = std::string_view();
  }
  timeline_.http(source, std::move(envelope), body);
  return {};
}

base::Result<void> Transcript::app(const std::shared_ptr<const json::Document>& document,
                                   const json::Value& event, base::TimePoint at) {
  const std::string_view name = event["app"].string();
  Source source;
  if (event["via"].is_string()) source = source_of(event["via"].string());
  if (event["server"].is_string()) source.server = std::string(event["server"].string());
  source.place.at = at;
  if (name == "note") return {};
  if (name == "audit") {
    timeline_.audit(at);
    return {};
  }
  if (name == "reconnect" || name == "server_restart" || name == "process_spawn") {
    timeline_.connection_opened(source, name);
    return {};
  }
  if (name == "process_exit" || name == "stdout_eof") {
    timeline_.connection_lost(source, name);
    return {};
  }
  if (name == "stream_lost") {
    if (event["via"].is_string() && source.place.channel != Channel::stdio) {
      timeline_.stream_ended(source);
    } else {
      timeline_.streams_lost(source);
    }
    return {};
  }
  if (name == "close") {
    timeline_.closed(source);
    return {};
  }
  if (name == "client_timeout") {
    timeline_.gave_up(source, protocol::read_id(event["id"]));
    return {};
  }
  session::Observation observation;
  observation.document = document;
  const std::string_view auth = event["auth"].string();
  if (!auth.empty()) observation.auth = evidence::context_fingerprint(key_, auth);
  for (const AppEvent& plain : plain_events) {
    if (plain.name != name) continue;
    observation.what = plain.what;
    if (plain.what == What::filter_declared) observation.content = event;
    timeline_.app(source, std::move(observation));
    return {};
  }
  if (name == "installed" && event["merged"].is_array()) {
    timeline_.merged(at, event["merged"]);
    return {};
  }
  if (name != "installed" && name != "cache_hit") return {};
  if (!event["tools"].is_array()) return wrong("/tools", "an array of tool definitions");
  observation.content = event["tools"];
  observation.what = name == "installed" ? What::installed : What::cache_filled;
  if (name == "cache_hit") {
    observation.ttl_ms = event["ttlMs"].integer();
    observation.age_ms = event["ageMs"].integer();
    const auto received = base::parse_rfc3339(event["receivedAt"].string());
    if (received) observation.age_ms = (at - *received).nanoseconds / 1'000'000;
    if (event["receivedAt"].is_number()) {
      const auto since = json::to_double(event["receivedAt"].lexeme());
      const auto now = json::to_double(event["t"].lexeme());
      // An age beyond all time says nothing.
      const bool usable = since && now && std::fabs(*now - *since) < 4.4e12;
      if (usable) observation.age_ms = std::llround(*now - *since);
    }
  }
  timeline_.app(source, std::move(observation));
  return {};
}

}  // namespace lockstep::recording
