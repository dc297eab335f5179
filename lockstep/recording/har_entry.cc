#include "lockstep/recording/har_entry.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "lockstep/base/encoding.h"
#include "lockstep/recording/har_endpoints.h"

namespace lockstep::recording {
namespace {

tl::unexpected<base::Error> invalid(std::string pointer, std::string message) {
  base::Error error{"invalid_har", std::move(message)};
  error.pointer = std::move(pointer);
  return tl::unexpected<base::Error>(std::move(error));
}

std::string pointer_of(std::size_t entry) {
  return "/log/entries/" + std::to_string(entry);
}

std::optional<double> read_number(const json::Value& value) {
  const std::string_view text = value.lexeme();
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc{}) return std::nullopt;
  return number;
}

base::Duration duration(double milliseconds) {
  constexpr double most = 1e12;  // three decades
  return base::Duration{static_cast<std::int64_t>(std::clamp(milliseconds, 0.0, most) * 1e6)};
}

base::Result<framing::Headers> read_headers(const json::Value& message, std::string pointer) {
  framing::Headers headers;
  std::size_t index = 0;
  for (const json::Value& field : message["headers"].elements()) {
    if (!field["name"].is_string() || !field["value"].is_string()) {
      return invalid(pointer + "/headers/" + std::to_string(index),
                     "a header without name or value");
    }
    headers.add(std::string(field["name"].string()), std::string(field["value"].string()));
    ++index;
  }
  return headers;
}

bool is_stream(const json::Value& response) {
  framing::Headers type;
  type.add("Content-Type", std::string(response["content"]["mimeType"].string()));
  for (const json::Value& field : response["headers"].elements()) {
    framing::Headers one;
    one.add(std::string(field["name"].string()), std::string(field["value"].string()));
    if (one.find("Content-Type")) type = std::move(one);
  }
  return framing::content_type(type) == framing::ContentType::event_stream;
}

/// The text of an answer as it was sent; nullopt where the archive does not hold it.
base::Result<std::optional<std::string>> read_content(const json::Value& response,
                                                      const std::string& pointer) {
  const json::Value content = response["content"];
  if (!content["text"].is_string()) {
    // Browsers write no size of a stream that they did not keep.
    const bool empty = content["size"].integer() == 0 && !is_stream(response);
    return empty ? std::optional<std::string>("") : std::nullopt;
  }
  if (content["encoding"].string() != "base64") return std::string(content["text"].string());
  auto decoded = base::from_base64(content["text"].string());
  if (!decoded) return invalid(pointer + "/response/content/text", "not base64");
  return std::optional<std::string>(std::move(*decoded));
}

/// The address that a stream names in its first event, if it does.
std::optional<std::string> named_address(std::string_view text) {
  constexpr std::size_t beginning = 64u << 10;
  framing::SseReader reader(beginning);
  reader.feed(text.substr(0, beginning));
  auto event = reader.next();
  if (!event || event->type != "endpoint") return std::nullopt;
  return std::move(event->data);
}

/// The parts without which an entry says nothing at all.
base::Result<void> check_shape(const json::Value& entry, const std::string& pointer) {
  if (!entry.is_object()) return invalid(pointer, "an entry that is no object");
  if (!entry["request"].is_object()) return invalid(pointer + "/request", "not an object");
  if (!entry["request"]["method"].is_string()) {
    return invalid(pointer + "/request/method", "not a string");
  }
  if (!entry["request"]["url"].is_string()) {
    return invalid(pointer + "/request/url", "not a string");
  }
  return {};
}

base::Result<void> note_endpoint(const json::Value& entry, const std::string& pointer,
                                 HarEndpoints& endpoints) {
  const json::Value request = entry["request"];
  const json::Value response = entry["response"];
  const std::string_view url = request["url"].string();
  const std::string_view method = request["method"].string();
  if (method == "POST" || method == "DELETE" || method == "GET") {
    auto headers = read_headers(request, pointer + "/request");
    if (!headers) return tl::unexpected<base::Error>(headers.error());
    endpoints.request(url, request["postData"]["text"].string(), *headers);
  }
  if (method != "GET" || !is_stream(response)) return {};
  const auto content = read_content(response, pointer);
  if (!content) return tl::unexpected<base::Error>(content.error());
  if (!*content) return {};
  if (const auto address = named_address(**content)) endpoints.stream(url, *address);
  return {};
}

/// When the head of the answer had arrived: the phases before the body, as far as they are known.
base::TimePoint answered_at(const json::Value& entry, base::TimePoint started) {
  double waited = 0;
  for (const std::string_view phase : {"blocked", "dns", "connect", "send", "wait"}) {
    waited += std::max(0.0, read_number(entry["timings"][phase]).value_or(0));
  }
  return started + duration(waited);
}

base::Result<void> read_times(const json::Value& entry, const std::string& pointer,
                              HarEntry& into) {
  const auto started = base::parse_rfc3339(entry["startedDateTime"].string());
  if (!started) return invalid(pointer + "/startedDateTime", "not an RFC 3339 time");
  into.started = *started;
  into.answered = answered_at(entry, *started);
  const auto time = read_number(entry["time"]);
  if (!time || *time < 0) return {};
  into.ended = *started + duration(*time);
  into.answered = std::min(into.answered, *into.ended);
  return {};
}

/// Events as Chromium keeps them, with times in seconds; empty where the times cannot be right.
std::vector<HarEntry::Event> timed_events(const json::Value& entry, const HarEntry& read) {
  std::vector<HarEntry::Event> events;
  const base::Duration slack = base::milliseconds(1000);
  const base::TimePoint latest = read.ended.value_or(read.started + duration(1e12)) + slack;
  for (const json::Value& message : entry["_eventSourceMessages"].elements()) {
    const auto seconds = read_number(message["time"]);
    if (!seconds || *seconds < 0 || *seconds > 9e9) return {};
    const base::TimePoint at{static_cast<std::int64_t>(*seconds * 1e6) * 1000};
    if (at + slack < read.started || latest < at) return {};
    HarEntry::Event event{std::max(at, read.answered), {}};
    if (read.ended) event.at = std::min(event.at, *read.ended);
    const std::string_view type = message["eventName"].string();
    if (!type.empty()) event.event.type = std::string(type);
    event.event.data = std::string(message["data"].string());
    events.push_back(std::move(event));
  }
  return events;
}

base::Result<void> read_answer(const json::Value& entry, const std::string& pointer,
                               HarEntry& into) {
  const json::Value response = entry["response"];
  const auto status = response["status"].integer();
  if (!status || *status < 0 || *status > 999) {
    return invalid(pointer + "/response/status", "not an HTTP status");
  }
  into.aborted = response["_error"].string().find("ABORTED") != std::string_view::npos;
  into.status = *status < 100 ? 0 : static_cast<int>(*status);
  if (into.status == 0) return {};
  auto headers = read_headers(response, pointer + "/response");
  if (!headers) return tl::unexpected<base::Error>(headers.error());
  into.answer_headers = std::move(*headers);
  const std::string_view type = response["content"]["mimeType"].string();
  if (!into.answer_headers.find("Content-Type") && !type.empty()) {
    into.answer_headers.add("Content-Type", std::string(type));
  }
  auto content = read_content(response, pointer);
  if (!content) return tl::unexpected<base::Error>(content.error());
  into.stream = is_stream(response);
  into.body = std::move(*content);
  if (into.stream) into.events = timed_events(entry, into);
  return {};
}

bool wants_stream(const json::Value& entry) {
  for (const json::Value& field : entry["request"]["headers"].elements()) {
    framing::Headers one;
    one.add(std::string(field["name"].string()), std::string(field["value"].string()));
    const auto accept = one.find("Accept");
    if (accept && accept->find("text/event-stream") != std::string_view::npos) return true;
  }
  return is_stream(entry["response"]);
}

/// It may be part of a conversation, at an endpoint of MCP; preflights and pages are not.
bool is_exchange(const json::Value& entry) {
  const std::string_view method = entry["request"]["method"].string();
  return method == "POST" || method == "DELETE" || (method == "GET" && wants_stream(entry));
}

base::Result<HarEntry> read_entry(const json::Value& entry, const std::string& pointer,
                                  const HarEndpoints& endpoints) {
  const json::Value request = entry["request"];
  HarEntry read;
  read.method = request["method"].string();
  read.endpoint = endpoints.find(request["url"].string());
  read.legacy_stream = read.method == "GET" && endpoints.is_legacy(read.endpoint);
  if (auto times = read_times(entry, pointer, read); !times) {
    return tl::unexpected<base::Error>(times.error());
  }
  auto headers = read_headers(request, pointer + "/request");
  if (!headers) return tl::unexpected<base::Error>(headers.error());
  read.request_headers = std::move(*headers);
  const json::Value text = request["postData"]["text"];
  if (text.is_string()) read.request_text = text.string();
  if (auto answer = read_answer(entry, pointer, read); !answer) {
    return tl::unexpected<base::Error>(answer.error());
  }
  return read;
}

}  // namespace

base::Result<std::vector<HarEntry>> read_har_entries(const json::Value& root,
                                                     std::string_view key) {
  const auto entries = root["log"]["entries"].elements();
  HarEndpoints endpoints(key);
  for (std::size_t index = 0; index < entries.size(); ++index) {
    const std::string pointer = pointer_of(index);
    auto done = check_shape(entries[index], pointer);
    if (done) done = note_endpoint(entries[index], pointer, endpoints);
    if (!done) return tl::unexpected<base::Error>(done.error());
  }
  std::vector<HarEntry> found;
  for (std::size_t index = 0; index < entries.size(); ++index) {
    const json::Value& entry = entries[index];
    if (!is_exchange(entry) || endpoints.find(entry["request"]["url"].string()).empty()) continue;
    auto read = read_entry(entry, pointer_of(index), endpoints);
    if (!read) return tl::unexpected<base::Error>(read.error());
    found.push_back(std::move(*read));
  }
  return found;
}

}  // namespace lockstep::recording
