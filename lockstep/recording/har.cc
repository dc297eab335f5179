#include "lockstep/recording/har.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "lockstep/recording/har_entry.h"
#include "lockstep/recording/http_exchanges.h"

namespace lockstep::recording {
namespace {

using EndedBy = HttpExchanges::EndedBy;
using Moment = HttpExchanges::Moment;

/// One thing that happened in an exchange.
struct Step {
  enum class Kind : std::uint8_t { request, head, event, end };
  base::TimePoint at;
  Kind kind = Kind::request;
  std::size_t entry = 0;
  std::size_t event = 0;
};

/// The steps of all entries in order of time; what has the same time stays in the archive's order.
std::vector<Step> steps_of(const std::vector<HarEntry>& entries) {
  std::vector<Step> steps;
  for (std::size_t index = 0; index < entries.size(); ++index) {
    const HarEntry& entry = entries[index];
    base::TimePoint newest = entry.started;
    const auto add = [&](base::TimePoint at, Step::Kind kind, std::size_t event) {
      newest = std::max(newest, at);
      steps.push_back({newest, kind, index, event});
    };
    add(entry.started, Step::Kind::request, 0);
    if (entry.status != 0) add(entry.answered, Step::Kind::head, 0);
    for (std::size_t event = 0; event < entry.events.size(); ++event) {
      add(entry.events[event].at, Step::Kind::event, event);
    }
    // What stands in the archive has arrived, though it may not say when.
    if (entry.ended || entry.status != 0)
      add(entry.ended.value_or(entry.answered), Step::Kind::end, 0);
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.at < b.at; });
  return steps;
}

/// A stream of which the archive holds no events must not count as one: they would be missed.
framing::Headers headers_of_answer(const HarEntry& entry) {
  if (!entry.stream || entry.body || !entry.events.empty()) return entry.answer_headers;
  framing::Headers kept;
  const auto session = entry.answer_headers.find("Mcp-Session-Id");
  if (session) kept.add("Mcp-Session-Id", std::string(*session));
  return kept;
}

void feed_end(Timeline& timeline, HttpExchanges& exchanges, const HarEntry& entry,
              const Moment& moment) {
  constexpr int no_content = 204;
  constexpr int accepted = 202;
  const bool without_body = entry.status == no_content || entry.status == accepted;
  if (entry.status != 0 && entry.events.empty()) {
    if (!entry.body && !without_body) exchanges.answer_unread(timeline, moment);
    if (!entry.stream) return exchanges.answer_body(timeline, moment, entry.body.value_or(""));
    if (entry.body) exchanges.answer_events(timeline, moment, *entry.body);
  }
  if (entry.stream && !entry.ended) return;
  exchanges.ended(timeline, moment, entry.aborted ? EndedBy::client : EndedBy::server);
}

void feed(Timeline& timeline, HttpExchanges& exchanges, const HarEntry& entry, const Step& step,
          const std::string& server) {
  const Moment moment{step.entry + 1, step.at};
  switch (step.kind) {
    case Step::Kind::request:
      exchanges.request(
          timeline, moment,
          {server, std::string(entry.method), entry.request_headers, entry.legacy_stream});
      if (entry.request_text) exchanges.request_text(timeline, moment, *entry.request_text);
      return;
    case Step::Kind::head:
      return exchanges.answer(timeline, moment, entry.status, headers_of_answer(entry));
    case Step::Kind::event:
      return exchanges.answer_event(timeline, moment, entry.events[step.event].event);
    case Step::Kind::end:
      return feed_end(timeline, exchanges, entry, moment);
  }
}

std::set<std::string> endpoints_of(const std::vector<HarEntry>& entries) {
  std::set<std::string> endpoints;
  for (const HarEntry& entry : entries)
    endpoints.insert(entry.endpoint);
  return endpoints;
}

}  // namespace

bool looks_like_har(const json::Value& root) {
  return root["log"]["entries"].is_array();
}

session::Transport transport_of_har(const json::Value& root) {
  const auto entries = read_har_entries(root, {});
  const bool legacy = entries && endpoints_of(*entries).size() == 1 &&
                      std::any_of(entries->begin(), entries->end(),
                                  [](const HarEntry& entry) { return entry.legacy_stream; });
  return legacy ? session::Transport::sse : session::Transport::streamable_http;
}

base::Result<void> read_har(Timeline& timeline, std::shared_ptr<const json::Document> document,
                            const json::Value& root, const std::string& key) {
  const auto entries = read_har_entries(root, key);
  if (!entries) return tl::unexpected<base::Error>(entries.error());
  const std::set<std::string> endpoints = endpoints_of(*entries);
  const bool several = endpoints.size() > 1;
  for (const std::string& endpoint : endpoints) {
    if (several) timeline.expect_server(endpoint);
  }
  HttpExchanges exchanges(key);
  for (const Step& step : steps_of(*entries)) {
    const HarEntry& entry = (*entries)[step.entry];
    feed(timeline, exchanges, entry, step, several ? entry.endpoint : std::string());
  }
  exchanges.finish(timeline);
  static_cast<void>(document);  // held while its texts were read
  return {};
}

}  // namespace lockstep::recording
