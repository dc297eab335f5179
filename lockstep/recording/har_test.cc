#include "lockstep/recording/har.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/evidence/record_json.h"
#include "lockstep/framing/sse_reader.h"
#include "lockstep/json/writer.h"
#include "lockstep/recording/captures.h"

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

// The same traffic, recorded in three ways.

std::string shared_root() {
  const char* shared = std::getenv("LOCKSTEP_SHARED");
  if (shared != nullptr) return shared;
  const char* source = std::getenv("LOCKSTEP_SOURCE");
  return std::string(source == nullptr ? "." : source) + "/../shared";
}

using Lines = std::vector<std::shared_ptr<const json::Document>>;

Lines capture(std::string_view name) {
  std::ifstream file(fmt::format("{}/captures/{}.jsonl", shared_root(), name));
  Lines lines;
  for (std::string line; std::getline(file, line);)
    lines.push_back(parse(line));
  return lines;
}

std::string records_of(const Timeline& timeline) {
  std::string text;
  for (const evidence::Record& record : timeline.records()) {
    text += evidence::write_record(record, evidence::Detail::full) + '\n';
  }
  return std::regex_replace(text, std::regex(R"("\d{4}-\d\d-\d\dT[^"]*Z")"), R"("T")");
}

std::string records_of(const Lines& lines) {
  Timeline timeline(setup_of(session::Transport::streamable_http));
  CaptureReader reader("a key");
  reader.part_begins(timeline);
  for (const auto& line : lines) {
    const auto done = reader.line(timeline, line, line->root());
    EXPECT_TRUE(done) << json::to_text(line->root());
  }
  reader.part_ends(timeline);
  return records_of(timeline);
}

std::string records_of_archive(const std::string& text) {
  const auto document = parse(text);
  Timeline timeline(setup_of(session::Transport::streamable_http));
  const auto done = read_har(timeline, document, document->root(), "a key");
  EXPECT_TRUE(done) << done.error().pointer;
  return records_of(timeline);
}

std::string body_of(const json::Value& line) {
  const json::Value* message = line.find("msg");
  return message != nullptr ? json::to_text(*message) : std::string(line["raw"].string());
}

/// One exchange of a capture as an entry of an archive.
struct Conversion {
  json::Value request;
  json::Value response;
  std::string sent;
  std::string received;
  std::string messages;
  std::int64_t begins = 0;
  std::int64_t answered = 0;
  std::int64_t ends = -1;
  bool aborted = false;
};

void write_headers(json::Writer& writer, const json::Value& message) {
  writer.key("headers").begin_array();
  for (const json::Value& field : message["headers"].elements()) {
    writer.begin_object().key("name").value(field.elements()[0]);
    writer.key("value").value(field.elements()[1]).end_object();
  }
  writer.end_array();
}

std::string entry_of(const Conversion& one, base::TimePoint origin) {
  const auto at = [&](std::int64_t us) { return origin + base::Duration{us * 1000}; };
  std::string text;
  json::Writer writer(text);
  writer.begin_object().key("startedDateTime").string(base::format_rfc3339(at(one.begins)));
  writer.key("time").raw(
      one.ends < 0 ? "-1" : fmt::format("{}", static_cast<double>(one.ends - one.begins) / 1e3));
  writer.key("timings").begin_object().key("wait").raw(
      fmt::format("{}", static_cast<double>(one.answered - one.begins) / 1e3));
  writer.end_object().key("request").begin_object().key("method").value(one.request["method"]);
  writer.key("url").string("http://h" + std::string(one.request["url"].string()));
  write_headers(writer, one.request);
  if (!one.sent.empty())
    writer.key("postData").begin_object().key("text").string(one.sent).end_object();
  writer.end_object().key("response").begin_object().key("status");
  writer.integer(one.response["status"].integer().value_or(0));
  write_headers(writer, one.response);
  if (one.aborted) writer.key("_error").string("net::ERR_ABORTED");
  writer.key("content").begin_object().key("text").string(one.received).end_object();
  writer.end_object();
  if (!one.messages.empty()) writer.key("_eventSourceMessages").raw("[" + one.messages + "]");
  writer.end_object();
  return text;
}

void add_messages(Conversion& one, std::string_view frame, double seconds) {
  framing::SseReader reader(1 << 20);
  reader.feed(frame);
  while (const auto event = reader.next()) {
    one.messages += fmt::format(R"({}{{"time":{:.6f},"eventName":{},"data":{}}})",
                                one.messages.empty() ? "" : ",", seconds, json_string(event->type),
                                json_string(event->data));
  }
}

std::string archive_of(const Lines& lines) {
  std::map<std::int64_t, Conversion> exchanges;
  const json::Value first = lines.front()->root();
  const std::int64_t first_us = *first["us"].integer();
  const base::TimePoint origin = time(first["t"].string());
  for (const auto& line : lines) {
    const json::Value& record = line->root();
    const auto number = record["x"].integer();
    if (!number) continue;
    Conversion& one = exchanges[*number];
    const std::string_view event = record["event"].string();
    const std::int64_t us = *record["us"].integer() - first_us;
    const base::TimePoint at = origin + base::Duration{us * 1000};
    if (event == "request-headers") one.request = record;
    if (event.starts_with("request")) one.begins = us;
    if (event == "request-body") one.sent = body_of(record);
    if (event == "response-headers") one.response = record;
    if (event == "response-headers") one.answered = us;
    if (event == "sse-frame") {
      one.received += record["raw"].string();
      add_messages(one, record["raw"].string(), static_cast<double>(at.nanoseconds) / 1e9);
    }
    const bool end = event == "response-body" || event == "sse-end" ||
                     event == "client-closed-stream" || event == "server-aborted";
    if (event == "response-body") one.received += body_of(record);
    if (end && one.ends < 0) one.ends = us;
    if (event == "client-closed-stream") one.aborted = true;
  }
  std::vector<std::string> entries;
  for (const auto& [number, one] : exchanges)
    entries.push_back(entry_of(one, origin));
  return archive(entries);
}

/// Bytes on a connection of the exchange's own, chunked as servers do.
class Segments {
 public:
  void add(std::int64_t connection, const json::Value& at, std::string_view direction,
           std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {  // Latin-1
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x80) text += static_cast<char>(0xc0 | (byte >> 6));
      text += byte < 0x80 ? c : static_cast<char>(0x80 | (byte & 0x3f));
    }
    line(connection, at, fmt::format(R"("dir":"{}","raw":{})", direction, json_string(text)));
  }
  void line(std::int64_t connection, const json::Value& at, std::string_view members) {
    lines_.push_back(
        parse(fmt::format(R"({{"seq":{},"t":{},"us":{},"conn":{},{}}})", lines_.size(),
                          json::to_text(at["t"]), json::to_text(at["us"]), connection, members)));
  }
  const Lines& lines() const { return lines_; }

 private:
  Lines lines_;
};

std::string head_of(std::string_view first_line, const json::Value& record, std::string_view body) {
  std::string head = std::string(first_line) + "\r\n";
  for (const json::Value& field : record["headers"].elements()) {
    const std::string name(field.elements()[0].string());
    if (std::regex_match(name, std::regex("content-length|transfer-encoding", std::regex::icase))) {
      continue;
    }
    head += name + ": " + std::string(field.elements()[1].string()) + "\r\n";
  }
  return head + std::string(body) + "\r\n";
}

std::string chunk(std::string_view bytes) {
  return bytes.empty() ? "" : fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
}

Lines segments_of(const Lines& lines) {
  Segments segments;
  std::map<std::int64_t, json::Value> requests;
  for (const auto& line : lines) {
    const json::Value& record = line->root();
    const auto number = record["x"].integer();
    if (!number) continue;
    const std::string_view event = record["event"].string();
    const auto request_head = [&](const json::Value& request, std::string_view fields) {
      const std::string method(request["method"].string());
      return head_of(method + " /mcp HTTP/1.1", request, fields);
    };
    if (event == "request-headers") requests[*number] = record;
    if (event == "request-headers" && record["method"].string() != "POST") {
      segments.add(*number, record, "c2s", request_head(record, ""));
    } else if (event == "request-body") {
      const std::string body = body_of(record);
      const std::string fields = fmt::format("Content-Length: {}\r\n", body.size());
      const std::string bytes = request_head(requests[*number], fields) + body;
      segments.add(*number, record, "c2s", std::string_view(bytes).substr(0, bytes.size() / 2));
      segments.add(*number, record, "c2s", std::string_view(bytes).substr(bytes.size() / 2));
    } else if (event == "response-headers") {
      const std::string status =
          fmt::format("HTTP/1.1 {} X", record["status"].integer().value_or(0));
      segments.add(*number, record, "s2c",
                   head_of(status, record, "Transfer-Encoding: chunked\r\n"));
    } else if (event == "sse-frame") {
      segments.add(*number, record, "s2c", chunk(record["raw"].string()));
    } else if (event == "response-body") {
      segments.add(*number, record, "s2c", chunk(body_of(record)) + "0\r\n\r\n");
    } else if (event == "sse-end") {
      segments.add(*number, record, "s2c", "0\r\n\r\n");
    } else if (event == "client-closed-stream") {
      segments.line(*number, record, R"("event":"client-fin")");
    } else if (event == "server-aborted") {
      segments.line(*number, record, R"("event":"server-fin")");
    }
  }
  return segments.lines();
}

class SameTraffic : public ::testing::TestWithParam<std::string_view> {};

TEST_P(SameTraffic, GivesTheSameEvidenceHoweverItWasRecorded) {
  const Lines lines = capture(GetParam());
  if (lines.empty()) GTEST_SKIP() << "the shared captures are not there (LOCKSTEP_SHARED)";
  const std::string expected = records_of(lines);
  EXPECT_NE(expected, "");
  EXPECT_EQ(records_of_archive(archive_of(lines)), expected) << "as an archive";
  EXPECT_EQ(records_of(segments_of(lines)), expected) << "as segments";
}

INSTANTIATE_TEST_SUITE_P(
    Captures, SameTraffic,
    ::testing::Values("client-ai-sdk-1.0.102", "client-mcpc-0.2.6", "client-mcporter-0.12.3",
                      "everything-http-v1client", "everything-http-v2client-auto",
                      "fastmcp-http-v2client-auto", "gw-mcp-proxy-modern.downstream",
                      "gw-supergateway-stateful-legacy.downstream", "native-kubernetes-http-auto",
                      "v2dyn-http-modern-graceful-shutdown", "v2dyn-http-modernonly-v1client",
                      "v2dyn-http-stateless-default-v1client", "v2dyn-http-v1client",
                      "v2dyn-http-v2client-legacy", "v2dyn-http-v2client-modern"),
    [](const auto& one) {
      return std::regex_replace(std::string(one.param), std::regex("[^A-Za-z0-9]"), "_");
    });

}  // namespace
}  // namespace lockstep::recording
