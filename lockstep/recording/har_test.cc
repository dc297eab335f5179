#include "lockstep/recording/har.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/evidence/record_json.h"
#include "lockstep/json/writer.h"

namespace lockstep::recording {
namespace {

std::shared_ptr<const json::Document> parse(std::string_view text) {
  auto parsed = json::Document::parse(text);
  EXPECT_TRUE(parsed) << text;
  if (!parsed) return std::make_shared<const json::Document>();
  return std::make_shared<const json::Document>(std::move(*parsed));
}

Timeline::Setup setup_of(session::Transport transport) {
  Timeline::Setup setup;
  setup.client.id = "client";
  setup.server.id = "server";
  setup.key = "a key";
  setup.transport = transport;
  return setup;
}

/// The records of an archive, or its error.
base::Result<std::vector<evidence::Record>> read(std::string_view archive) {
  const auto document = parse(archive);
  Timeline timeline(setup_of(transport_of_har(document->root())));
  if (auto done = read_har(timeline, document, document->root(), "a key"); !done) {
    EXPECT_TRUE(timeline.empty()) << "an archive with an error says nothing";
    return tl::unexpected<base::Error>(done.error());
  }
  return timeline.records();
}

evidence::Record read_one(std::string_view archive) {
  const auto records = read(archive);
  EXPECT_TRUE(records) << records.error().message << " " << records.error().pointer;
  EXPECT_TRUE(records && records->size() == 1u);
  return records && records->size() == 1 ? records->front() : evidence::Record();
}

std::string json_string(std::string_view text) {
  std::string out;
  json::Writer(out).string(text);
  return out;
}

/// An entry of one exchange, in tenths of a second after 03:04:05.
struct Entry {
  int begins = 0;
  int lasts = 0;
  std::string url = "https://h/mcp";
  std::string method = "POST";
  std::string sent = {};
  int status = 200;
  std::string type = "application/json";
  std::string received = {};
  /// More members of the request's headers, of the response, of the entry; each with a comma.
  std::string headers = {};
  std::string response = {};
  std::string more = {};
};

std::string entry(const Entry& one) {
  const std::string accept =
      one.method == "GET" ? "text/event-stream" : "application/json, text/event-stream";
  const std::string post =
      one.sent.empty() ? "" : fmt::format(R"(,"postData":{{"text":{}}})", json_string(one.sent));
  return fmt::format(
      R"({{"startedDateTime":"2026-01-02T03:04:05.{}00Z","time":{},{}"request":{{"method":"{}",)"
      R"("url":"{}","headers":[{}{{"name":"Accept","value":"{}"}}]{}}},"response":{{{}"status":{},)"
      R"("headers":[{{"name":"Content-Type","value":"{}"}}],"content":{{"size":{},"text":{}}}}}}})",
      one.begins, one.lasts * 100, one.more, one.method, one.url, one.headers, accept, post,
      one.response, one.status, one.type, one.received.size(), json_string(one.received));
}

std::string archive(const std::vector<std::string>& entries) {
  std::string text = R"({"log":{"version":"1.2","creator":{"name":"x"},"entries":[)";
  for (const std::string& one : entries)
    text += (text.back() == '[' ? "" : ",") + one;
  return text + "]}}";
}

constexpr std::string_view stream_type = "text/event-stream";
const std::string initialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
    R"("capabilities":{},"clientInfo":{"name":"c","version":"1"}}})";
const std::string welcome =
    R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":)"
    R"({"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}})";
const std::string initialized = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
const std::string list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
const std::string tools =
    R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}})";
const std::string changed = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";

std::string event_with(std::string_view message) {
  return fmt::format("data: {}\n\n", message);
}

std::vector<std::string> session(const std::string& url = "https://h/mcp") {
  return {entry({.begins = 0,
                 .lasts = 1,
                 .url = url,
                 .sent = initialize,
                 .type = std::string(stream_type),
                 .received = event_with(welcome)}),
          entry({.begins = 2, .lasts = 0, .url = url, .sent = initialized, .status = 202}),
          entry({.begins = 4, .lasts = 1, .url = url, .sent = list, .received = tools})};
}

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

base::TimePoint time(std::string_view text) {
  return *base::parse_rfc3339(text);
}

TEST(Har, IsToldByItsLog) {
  EXPECT_TRUE(looks_like_har(parse(archive({}))->root()));
  EXPECT_FALSE(looks_like_har(parse(R"({"log":{}})")->root()));
  EXPECT_FALSE(looks_like_har(parse("[]")->root()));
}

TEST(Har, AWalkIsEvidenceWithTheTimesOfItsEntries) {
  const evidence::Record record = read_one(archive(session()));
  EXPECT_EQ(record.protocol_version, "2025-11-25");
  EXPECT_EQ(record.discovery_started->at, time("2026-01-02T03:04:05.4Z"));
  EXPECT_EQ(record.discovery_completed->at, time("2026-01-02T03:04:05.5Z"));
  EXPECT_EQ(record.discovered->tool_count, 1);
}

TEST(Har, EntriesCountInOrderOfTimeAndNotOfTheArchive) {
  auto entries = session();
  std::swap(entries.front(), entries.back());
  const evidence::Record record = read_one(archive(entries));
  EXPECT_EQ(record.signal->kind, "session_opened");
  EXPECT_EQ(record.traversal->outcome, evidence::WalkOutcome::complete);
  EXPECT_EQ(evidence::write_record(record), evidence::write_record(read_one(archive(session()))));
}

TEST(Har, OtherSitesAndPreflightsSayNothing) {
  const std::vector<std::string> others = {
      entry({.url = "https://other/rpc",
             .sent = R"({"jsonrpc":"2.0","id":1,"method":"eth_call"})",
             .received = changed}),
      entry({.url = "https://other/page", .method = "GET", .type = "text/html", .received = "<p>"}),
      entry({.url = "https://other/events",
             .method = "GET",
             .type = std::string(stream_type),
             .received = event_with(changed)}),
      entry({.url = "https://h/mcp", .method = "OPTIONS", .status = 404}),
      R"({"startedDateTime":"never","request":{"method":"GET","url":"https://other/"}})",
  };
  EXPECT_EQ(evidence::write_record(read_one(archive(others + session() + others))),
            evidence::write_record(read_one(archive(session()))));
  const auto none = read(archive(others));
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

TEST(Har, AHeaderOfTheProtocolIsEnoughToBelongToIt) {
  const evidence::Record record =
      read_one(archive({entry({.begins = 1,
                               .method = "GET",
                               .status = 404,
                               .headers = R"({"name":"mcp-session-id","value":"S1"},)"})}));
  EXPECT_EQ(record.signal->kind, "session_refused");
}

TEST(Har, ABodyInBase64IsTheSameBody) {
  auto entries = session();
  entries[2] = std::regex_replace(
      entry({.begins = 4, .lasts = 1, .sent = list, .received = "TOOLS"}),
      std::regex(R"("text":"TOOLS")"),
      R"("encoding":"base64","text":"eyJqc29ucnBjIjoiMi4wIiwiaWQiOjEsInJlc3VsdCI6eyJ0b29scyI6W119fQ==")");
  EXPECT_EQ(read_one(archive(entries)).discovered->tool_count, 0);
}

TEST(Har, AnAnswerThatTheArchiveDoesNotHoldIsUnread) {
  auto entries = session();
  const std::string content = R"("content":{"size":10}}})";
  entries[2] = std::regex_replace(entry({.begins = 4, .lasts = 1, .sent = list}),
                                  std::regex(R"("content":\{.*\}\})"), content);
  const evidence::Record record = read_one(archive(entries));
  EXPECT_FALSE(record.discovered.has_value());
  EXPECT_NE(record.traversal->outcome, evidence::WalkOutcome::complete);
  EXPECT_EQ(record.traversal->reasons, std::vector<std::string>{"undecodable_frame"});
}

TEST(Har, AStreamWithoutItsEventsIsNoChannel) {
  const std::string stream = std::regex_replace(
      entry({.begins = 3, .lasts = 6, .method = "GET", .type = std::string(stream_type)}),
      std::regex(R"("size":0,"text":"")"), R"("size":0)");
  const evidence::Record record = read_one(archive(session() + std::vector{stream}));
  EXPECT_FALSE(record.channel.has_value());
  EXPECT_EQ(record.discovered->tool_count, 1);
}

TEST(Har, EventsOfAStreamCountFromItsEndUnlessTheirTimesAreKept) {
  const Entry stream{.begins = 3,
                     .lasts = 6,
                     .method = "GET",
                     .type = std::string(stream_type),
                     .received = event_with(changed)};
  Entry timed = stream;
  const std::int64_t second = time("2026-01-02T03:04:05Z").nanoseconds / 1'000'000'000;
  timed.more = fmt::format(R"("_eventSourceMessages":[{{"time":{}.7,"eventName":"message",)"
                           R"("eventId":"","data":{}}}],)",
                           second, json_string(changed));
  Entry wrong = stream;
  wrong.more = fmt::format(R"("_eventSourceMessages":[{{"time":17.5,"eventName":"message",)"
                           R"("data":{}}}],)",
                           json_string(changed));
  const auto signal_at = [](const Entry& one) {
    const evidence::Record record = read_one(archive(session() + std::vector{entry(one)}));
    EXPECT_EQ(record.signal->kind, "list_changed");
    return base::format_rfc3339(record.signal->stamp.at);
  };
  EXPECT_EQ(signal_at(stream), "2026-01-02T03:04:05.900Z");
  EXPECT_EQ(signal_at(timed), "2026-01-02T03:04:05.700Z");
  EXPECT_EQ(signal_at(wrong), "2026-01-02T03:04:05.900Z");
}

TEST(Har, AStreamIsOpenFromItsHeadOn) {
  const Entry stream{.begins = 3, .lasts = 6, .method = "GET", .type = std::string(stream_type)};
  Entry late = stream;
  late.more = R"("timings":{"blocked":-1,"dns":0,"send":50,"wait":350.5,"receive":1},)";
  const auto opened_at = [](const Entry& one) {
    const evidence::Record record = read_one(archive(session() + std::vector{entry(one)}));
    return base::format_rfc3339(record.channel->opened.at);
  };
  EXPECT_EQ(opened_at(stream), "2026-01-02T03:04:05.300Z");
  EXPECT_EQ(opened_at(late), "2026-01-02T03:04:05.700500Z");
}

TEST(Har, OnlyAStreamThatTheClientAbortedLastIsAGoodbye) {
  Entry stream{.begins = 3, .lasts = 6, .method = "GET", .type = std::string(stream_type)};
  const evidence::Record lost = read_one(archive(session() + std::vector{entry(stream)}));
  EXPECT_TRUE(lost.channel->ended_at.has_value());
  EXPECT_FALSE(lost.session->closed_at.has_value());
  stream.response = R"("_error":"net::ERR_ABORTED",)";
  const evidence::Record closed = read_one(archive(session() + std::vector{entry(stream)}));
  ASSERT_TRUE(closed.session->closed_at.has_value());
  EXPECT_EQ(*closed.session->closed_at, time("2026-01-02T03:04:05.9Z"));
  stream.lasts = -1;
  const evidence::Record open = read_one(archive(session() + std::vector{entry(stream)}));
  EXPECT_TRUE(open.channel->ended_at.is_none());
}

TEST(Har, SeveralEndpointsAreServersOfTheirOwn) {
  const std::string secret = "https://User:pw@Example.COM:8443/s/0123456789abcdef0123456789/mcp";
  const auto records = read(archive(session() + session(secret + "?token=hunter2#x")));
  ASSERT_TRUE(records);
  ASSERT_EQ(records->size(), 2u);
  std::string names;
  for (const evidence::Record& record : *records)
    names += record.server.id + " ";
  EXPECT_TRUE(
      std::regex_match(names, std::regex(R"(example\.com:8443/s/fp:[0-9a-f]{16}/mcp h/mcp )")))
      << names;
}

TEST(Har, AStreamThatNamesAnAddressIsTheOldestTransport) {
  for (const char* address : {"/messages?s=1", "messages?s=1", "https://h/messages?s=1"}) {
    const std::string events = fmt::format("event: endpoint\ndata: {}\n\n", address) +
                               event_with(welcome) + event_with(tools);
    const std::string url = "https://h/messages?s=1";
    const std::string text =
        archive({entry({.begins = 0,
                        .lasts = -1,
                        .url = "https://h/sse",
                        .method = "GET",
                        .type = std::string(stream_type),
                        .received = events}),
                 entry({.begins = 0, .url = url, .sent = initialize, .status = 202}),
                 entry({.begins = 0, .url = url, .sent = list, .status = 202})});
    EXPECT_EQ(transport_of_har(parse(text)->root()), session::Transport::sse) << address;
    const evidence::Record record = read_one(text);
    EXPECT_EQ(record.session->transport, session::Transport::sse) << address;
  }
}

TEST(Har, MalformedEntriesAreErrorsWithTheirPlace) {
  const std::string good = session().front();
  const auto with = [&](const char* pattern, const char* replacement) {
    return std::regex_replace(good, std::regex(pattern), replacement);
  };
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"7", ""},
      {R"({"startedDateTime":"x"})", "/request"},
      {R"({"request":{"url":"https://h/"}})", "/request/method"},
      {R"({"request":{"method":"GET","url":7}})", "/request/url"},
      {with("2026-01-02T03:04:05.000Z", "yesterday"), "/startedDateTime"},
      {with(R"("status":200)", R"("status":"fine")"), "/response/status"},
      {with(R"("name":"Accept",)", ""), "/request/headers/0"},
      {with(R"("name":"Content-Type",)", ""), "/response/headers/0"},
      {with(R"("size":)", R"("encoding":"base64","size":)"), "/response/content/text"},
  };
  for (const auto& [text, pointer] : cases) {
    const auto records = read(archive({good, text}));
    ASSERT_FALSE(records) << text;
    EXPECT_EQ(records.error().code, "invalid_har") << text;
    EXPECT_EQ(records.error().pointer, "/log/entries/1" + pointer) << text;
  }
}

TEST(Har, WildNumbersAreNoTimes) {
  for (const char* number : {"-1e308", "1e308", "1e999", "null", "\"7\"", "[]"}) {
    auto entries = session();
    entries[2] = std::regex_replace(entries[2], std::regex(R"("time":100)"),
                                    fmt::format(R"("time":{0},"timings":{{"wait":{0}}})", number));
    EXPECT_EQ(read_one(archive(entries)).discovered->tool_count, 1) << number;
  }
}

}  // namespace
}  // namespace lockstep::recording
