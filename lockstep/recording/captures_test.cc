#include "lockstep/recording/captures.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/evidence/fingerprint.h"
#include "lockstep/evidence/record_json.h"
#include "lockstep/json/writer.h"

namespace lockstep::recording {
namespace {

constexpr std::string_view key = "a key";

base::TimePoint time(std::string_view text) {
  return *base::parse_rfc3339(text);
}

/// A recording that is read line by line.
class Reading {
 public:
  void part(const std::vector<std::string>& lines) {
    bool first = true;
    for (const std::string& text : lines) {
      const auto done = line(text, std::exchange(first, false));
      EXPECT_TRUE(done) << text << '\n' << done.error().message;
    }
    if (timeline_) reader_.part_ends(*timeline_);
  }

  base::Result<void> line(std::string_view text, bool first = false) {
    auto parsed = json::Document::parse(text);
    EXPECT_TRUE(parsed) << text;
    auto document = std::make_shared<const json::Document>(std::move(*parsed));
    const json::Value root = document->root();
    if (!timeline_) {
      Timeline::Setup setup;
      setup.client.id = "client";
      setup.server.id = "server";
      setup.key = std::string(key);
      setup.transport = CaptureReader::transport_of(root);
      timeline_ = std::make_unique<Timeline>(std::move(setup));
    }
    if (first) reader_.part_begins(*timeline_);
    return reader_.line(*timeline_, std::move(document), root);
  }

  const Timeline& timeline() const { return *timeline_; }
  evidence::Record record() const {
    const auto records = timeline_->records();
    EXPECT_EQ(records.size(), 1u);
    return records.empty() ? evidence::Record() : records.front();
  }

 private:
  std::unique_ptr<Timeline> timeline_;
  CaptureReader reader_{std::string(key)};
};

evidence::Record read(const std::vector<std::string>& lines) {
  Reading reading;
  reading.part(lines);
  return reading.record();
}

/// One record, a tenth of a second after another; `members` are what is particular to it.
std::string at(int tenth, std::string_view members) {
  return fmt::format(R"({{"seq":{0},"t":"2026-01-02T03:04:05.{0}00Z","us":{1},{2}}})", tenth,
                     tenth * 100'000, members);
}
std::string stdio(int tenth, std::string_view direction, std::string_view message) {
  return at(tenth, fmt::format(R"("transport":"stdio","dir":"{}","bytes":1,"msg":{})", direction,
                               message));
}
std::string meta(int tenth, std::string_view event) {
  return at(tenth, fmt::format(R"("transport":"stdio","dir":"meta","event":"{}")", event));
}
std::string http(int tenth, int exchange, std::string_view event, std::string_view members = "") {
  const bool from_client = event.starts_with("request") || event.starts_with("client");
  return at(tenth,
            fmt::format(R"("transport":"http","x":{},"dir":"{}","event":"{}"{}{})", exchange,
                        from_client ? "c2s" : "s2c", event, members.empty() ? "" : ",", members));
}
std::string message(std::string_view text) {
  return fmt::format(R"("msg":{})", text);
}
std::string frame(std::string_view text) {
  std::string escaped;
  for (const char c : text)
    escaped += c == '"' ? "\\\"" : std::string(1, c);
  return fmt::format(R"("raw":"data: {}\n\n")", escaped);
}

constexpr std::string_view initialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
    R"("capabilities":{},"clientInfo":{"name":"c","version":"1"}}})";
constexpr std::string_view welcome =
    R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":)"
    R"({"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}})";
constexpr std::string_view initialized =
    R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
constexpr std::string_view list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
constexpr std::string_view tools =
    R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}})";
constexpr std::string_view changed =
    R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";

/// Handshake and one walk on stdio, five tenths long.
std::vector<std::string> stdio_session() {
  return {meta(0, "spawn"),         stdio(1, "c2s", initialize),
          stdio(2, "s2c", welcome), stdio(3, "c2s", initialized),
          stdio(4, "c2s", list),    stdio(5, "s2c", tools)};
}

constexpr std::string_view session_headers =
    R"("headers":[["host","h"],["Content-Type","application/json"],["MCP-Session-Id","S1"]])";
constexpr std::string_view stream_headers =
    R"("status":200,"headers":[["content-type","text/event-stream"],["mcp-session-id","S1"]])";
constexpr std::string_view json_headers =
    R"("status":200,"headers":[["content-type","application/json"]])";

std::string request(int tenth, int exchange, std::string_view method,
                    std::string_view headers = session_headers) {
  return http(tenth, exchange, "request-headers",
              fmt::format(R"("method":"{}","url":"/mcp",{})", method, headers));
}

/// The same session over HTTP, with an open GET stream; the walk ends at tenth 6.
std::vector<std::string> http_session() {
  return {request(0, 1, "POST", R"("headers":[["host","h"]])"),
          http(0, 1, "request-body", message(initialize)),
          http(1, 1, "response-headers", stream_headers),
          http(1, 1, "sse-frame", frame(welcome)),
          http(1, 1, "sse-end"),
          request(2, 2, "POST"),
          http(2, 2, "request-body", message(initialized)),
          http(2, 2, "response-headers", R"("status":202,"headers":[])"),
          http(2, 2, "response-body", R"("bytes":0,"raw":"")"),
          request(3, 3, "GET"),
          http(4, 3, "response-headers", stream_headers),
          request(5, 4, "POST"),
          http(5, 4, "request-body", message(list)),
          http(6, 4, "response-headers", json_headers),
          http(6, 4, "response-body", message(tools))};
}

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(Captures, AreToldByTheirFirstRecord) {
  const std::vector<std::pair<std::string, bool>> cases = {
      {meta(0, "spawn"), true},
      {request(0, 1, "GET"), true},
      {R"({"seq":0,"t":"2026-01-02T03:04:05Z","conn":1,"event":"open"})", true},
      {R"({"seq":0,"t":"2026-01-02T03:04:05Z"})", false},
      {R"({"t":0,"from":"client","json":{}})", false},
      {R"({"seq":0,"t":5,"transport":"stdio"})", false},
      {R"([])", false},
      {R"(7)", false},
  };
  for (const auto& [text, expected] : cases) {
    const auto document = json::Document::parse(text);
    ASSERT_TRUE(document);
    EXPECT_EQ(CaptureReader::looks_like(document->root()), expected) << text;
  }
}

TEST(Captures, AWalkOnStdioIsEvidence) {
  const evidence::Record record = read(stdio_session());
  ASSERT_TRUE(record.session.has_value());
  EXPECT_EQ(record.session->transport, session::Transport::stdio);
  EXPECT_EQ(record.protocol_version, "2025-11-25");
  ASSERT_TRUE(record.discovery_completed.has_value());
  EXPECT_EQ(record.discovery_completed->at, time("2026-01-02T03:04:05.5Z"));
  ASSERT_TRUE(record.discovered.has_value());
  EXPECT_EQ(record.discovered->tool_count, 1);
}

TEST(Captures, TimesFollowTheMicrosecondsAndNeverRunBackwards) {
  Reading reading;
  reading.part({R"({"seq":0,"t":"2026-01-02T03:04:05.100Z","us":1000,"transport":"stdio",)"
                R"("dir":"meta","event":"spawn"})",
                R"({"seq":1,"t":"2026-01-02T03:04:05.101Z","us":2500,"transport":"stdio",)"
                R"("dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"tools/list"}})",
                R"({"seq":2,"t":"2026-01-02T03:04:05.000Z","us":2400,"transport":"stdio",)"
                R"("dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}})"});
  const evidence::Record record = reading.record();
  EXPECT_EQ(record.discovery_started->at, time("2026-01-02T03:04:05.101500Z"));
  EXPECT_EQ(record.discovery_completed->at, time("2026-01-02T03:04:05.101500Z"));
}

TEST(Captures, WildMicrosecondsAreNoOverflow) {
  Reading reading;
  for (const std::string us : {"-9223372036854775808", "9223372036854775807", "0", "1e400"}) {
    const std::string text =
        R"({"seq":0,"t":"2026-01-02T03:04:05Z","transport":"stdio","dir":"s2c","msg":{},"us":)" +
        us + "}";
    EXPECT_TRUE(reading.line(text, us.size() > 19));
  }
}

TEST(Captures, AProcessWhoseInputTheClientClosedIsAClosedSession) {
  for (const char* goodbye : {"client-stdin-eof", "signal-SIGTERM"}) {
    Reading reading;
    reading.part(stdio_session() + std::vector<std::string>{meta(7, goodbye),
                                                            stdio(8, "s2c", changed),
                                                            meta(9, "exit")});
    const evidence::Record record = reading.record();
    ASSERT_TRUE(record.session->closed_at.has_value()) << goodbye;
    EXPECT_EQ(*record.session->closed_at, time("2026-01-02T03:04:05.7Z"));
    EXPECT_EQ(record.signal->kind, "session_opened") << "what comes after the close says nothing";
    EXPECT_LT(*reading.timeline().last_at(), *record.session->closed_at);
  }
}

TEST(Captures, AProcessThatExitsByItselfIsALostConnection) {
  const evidence::Record record = read(stdio_session() + std::vector<std::string>{meta(7, "exit")});
  EXPECT_EQ(record.signal->kind, "transport_lost");
  EXPECT_FALSE(record.session->closed_at.has_value());
}

TEST(Captures, AnotherPartIsAnotherProcessOfThePair) {
  Reading reading;
  reading.part(stdio_session() + std::vector<std::string>{meta(6, "client-stdin-eof")});
  reading.part({meta(7, "spawn")});
  const evidence::Record record = reading.record();
  EXPECT_EQ(record.signal->kind, "reconnect");
  EXPECT_EQ(record.signal->stamp.at, time("2026-01-02T03:04:05.7Z"));
}

TEST(Captures, LinesThatAreNoJsonAreNoiseAndStandardErrorIsNothing) {
  const auto with_noise = [](std::string_view direction) {
    auto lines = stdio_session();
    lines.insert(lines.begin() + 4,
                 at(3, fmt::format(R"("transport":"stdio","dir":"{}","raw":"hello")", direction)));
    return read(lines);
  };
  EXPECT_TRUE(evidence::has_observed(with_noise("s2c"), "noise_on_stream"));
  EXPECT_TRUE(evidence::has_observed(with_noise("c2s"), "noise_on_stream"));
  EXPECT_TRUE(with_noise("stderr").observed.empty());
}

TEST(Captures, AWalkOverHttpIsEvidence) {
  const evidence::Record record = read(http_session());
  EXPECT_EQ(record.session->transport, session::Transport::streamable_http);
  ASSERT_TRUE(record.channel.has_value());
  EXPECT_EQ(record.channel->kind, "get");
  EXPECT_TRUE(record.channel->ended_at.is_none());
  EXPECT_EQ(record.discovery_completed->at, time("2026-01-02T03:04:05.6Z"));
  EXPECT_EQ(record.discovered->tool_count, 1);
}

TEST(Captures, AnAnswerBelongsToTheRequestOfItsExchange) {
  // The list waits while a later POST is refused: that refusal is not the list's.
  const evidence::Record record = read(
      http_session() +
      std::vector<std::string>{
          request(7, 5, "POST"), http(7, 5, "request-body", message(list)), request(7, 6, "POST"),
          http(7, 6, "request-body", message(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")),
          http(8, 6, "response-headers", R"("status":500,"headers":[])"),
          http(8, 6, "response-body", R"("raw":"")"), request(8, 7, "POST"),
          http(8, 7, "request-body", message(initialized)),
          http(8, 7, "response-headers", R"("status":500,"headers":[])"),
          http(8, 7, "response-body", R"("raw":"")"), http(9, 5, "response-headers", json_headers),
          http(9, 5, "response-body", message(tools))});
  EXPECT_EQ(record.traversal->outcome, evidence::WalkOutcome::complete);
  EXPECT_EQ(record.discovery_completed->at, time("2026-01-02T03:04:05.9Z"));
}

TEST(Captures, AStreamThatTheClientClosesOnItsWayOutIsNoGap) {
  const std::vector<std::vector<std::string>> goodbyes = {
      {http(7, 3, "client-closed-stream"), request(8, 5, "DELETE"), http(8, 3, "server-aborted"),
       http(9, 5, "response-headers", R"("status":404,"headers":[])"),
       http(9, 5, "response-body", R"("raw":"")")},
      {request(7, 5, "DELETE"), http(8, 3, "sse-end")},
      {http(7, 3, "client-closed-stream"), http(8, 3, "server-aborted")},
  };
  for (const auto& goodbye : goodbyes) {
    Reading reading;
    reading.part(http_session() + goodbye);
    const evidence::Record record = reading.record();
    EXPECT_EQ(*record.session->closed_at, time("2026-01-02T03:04:05.7Z"));
    EXPECT_EQ(record.signal->kind, "session_opened");
    EXPECT_LT(*reading.timeline().last_at(), time("2026-01-02T03:04:05.7Z"));
  }
}

TEST(Captures, AStreamThatTheClientClosesAndGoesOnIsAGap) {
  const evidence::Record record =
      read(http_session() + std::vector<std::string>{http(7, 3, "client-closed-stream"),
                                                     request(8, 5, "POST"),
                                                     http(8, 5, "request-body", message(list))});
  ASSERT_TRUE(record.channel->ended_at.has_value());
  EXPECT_EQ(*record.channel->ended_at, time("2026-01-02T03:04:05.7Z"));
  EXPECT_FALSE(record.session->closed_at.has_value());
}

TEST(Captures, AStreamThatTheServerEndsIsAGap) {
  for (const char* event : {"sse-end", "server-aborted"}) {
    const evidence::Record record =
        read(http_session() + std::vector<std::string>{http(7, 3, event)});
    EXPECT_TRUE(record.channel->ended_at.has_value()) << event;
    EXPECT_FALSE(record.session->closed_at.has_value()) << event;
  }
}

TEST(Captures, AListWhoseAnswerTheClientCutsOffIsGivenUp) {
  const evidence::Record record =
      read(http_session() +
           std::vector<std::string>{http(6, 3, "sse-frame", frame(changed)), request(7, 5, "POST"),
                                    http(7, 5, "request-body", message(list)),
                                    http(7, 5, "response-headers", stream_headers),
                                    http(8, 5, "client-closed-stream"), request(9, 6, "GET")});
  EXPECT_EQ(record.traversal->outcome, evidence::WalkOutcome::failed);
  EXPECT_EQ(record.signal->kind, "list_changed");
}

TEST(Captures, ARefusedSessionIsASignal) {
  const std::vector<std::vector<std::string>> refusals = {
      {http(8, 5, "response-headers", R"("status":404,"headers":[])"),
       http(8, 5, "response-body", R"("raw":"no such session")")},
      {http(8, 5, "response-headers", json_headers),
       http(8, 5, "response-body", R"("raw":"<html>")")},
      {http(8, 5, "response-headers", stream_headers), http(8, 5, "sse-frame", frame("gone")),
       http(8, 5, "sse-end")},
      {http(8, 5, "response-headers", stream_headers),
       http(8, 5, "sse-frame", frame(R"({"error":"gone"})"))},
  };
  for (const auto& refusal : refusals) {
    const evidence::Record record = read(
        http_session() +
        std::vector<std::string>{request(7, 5, "POST"), http(7, 5, "request-body", message(list))} +
        refusal);
    EXPECT_EQ(record.signal->kind, "session_refused") << refusal.back();
    EXPECT_EQ(record.traversal->outcome, evidence::WalkOutcome::failed) << refusal.back();
  }
}

TEST(Captures, NoiseInFrontOfAnAnswerDoesNotSpoilIt) {
  const evidence::Record record = read(
      http_session() +
      std::vector<std::string>{request(7, 5, "POST"), http(7, 5, "request-body", message(list)),
                               http(8, 5, "response-headers", stream_headers),
                               http(8, 5, "sse-frame", frame("hello")),
                               http(8, 5, "sse-frame", R"("raw":": comment\n\nid: 7\ndata: \n\n")"),
                               http(9, 5, "sse-frame", frame(tools)), http(9, 5, "sse-end")});
  EXPECT_EQ(record.traversal->outcome, evidence::WalkOutcome::complete);
  EXPECT_EQ(record.signal->kind, "session_opened");
}

TEST(Captures, AnAuthorizationIsKeptAsAFingerprintOnly) {
  auto lines = http_session();
  for (std::string& line : lines) {
    const std::size_t host = line.find(R"(["host","h"])");
    if (host != std::string::npos) line.insert(host, R"(["authorization","Bearer hunter2"],)");
  }
  const evidence::Record record = read(lines);
  EXPECT_EQ(record.session->auth_context, evidence::context_fingerprint(key, "Bearer hunter2"));
  EXPECT_EQ(evidence::write_record(record, evidence::Detail::full).find("hunter2"),
            std::string::npos);
}

TEST(Captures, RecordsThatMakeNoSenseAreErrorsWithTheirPlace) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"seq":0,"transport":"stdio"})", "/t"},
      {R"({"seq":0,"t":"yesterday","transport":"stdio"})", "/t"},
      {at(0, R"("transport":"pigeon")"), "/transport"},
      {at(0, R"("transport":"stdio","dir":"up","msg":1)"), "/dir"},
      {at(0, R"("transport":"stdio","dir":"c2s")"), ""},
      {at(0, R"("transport":"http","dir":"c2s","event":"request-body")"), "/x"},
      {at(0, R"("transport":"http","dir":"c2s","x":-1,"event":"request-body")"), "/x"},
      {at(0, R"("transport":"http","dir":"c2s","x":1e18,"event":"request-body")"), "/x"},
      {at(0, R"("transport":"http","dir":"c2s","x":1,"event":"telepathy")"), "/event"},
      {http(0, 1, "request-headers", R"("headers":[])"), "/method"},
      {http(0, 1, "request-headers", R"("method":"GET","headers":[["a"]])"), "/headers"},
      {http(0, 1, "response-headers", R"("status":"200")"), "/status"},
      {http(0, 1, "response-headers", R"("status":99)"), "/status"},
      {at(0, R"("conn":"first")"), "/conn"},
      {at(0, R"("conn":1,"dir":"up","raw":"")"), "/dir"},
      {at(0, R"("conn":1,"dir":"c2s","raw":"\u0100")"), "/raw"},
  };
  for (const auto& [text, pointer] : cases) {
    Reading reading;
    const auto done = reading.line(text, true);
    ASSERT_FALSE(done) << text;
    EXPECT_EQ(done.error().code, "invalid_capture") << text;
    EXPECT_EQ(done.error().pointer, pointer) << text;
  }
}

TEST(Captures, EventsOfExchangesThatNobodyBeganArePassedOver) {
  Reading reading;
  reading.part({http(0, 1, "response-headers", json_headers), http(0, 1, "response-body"),
                http(0, 2, "sse-frame", frame(changed)), http(0, 3, "client-closed-stream"),
                http(0, 4, "request-body", message(list))});
  EXPECT_TRUE(reading.timeline().empty());
}

std::string tcp(int tenth, int connection, std::string_view direction, std::string_view bytes) {
  std::string text;
  json::Writer(text).string(bytes);
  return at(tenth, fmt::format(R"("conn":{},"dir":"{}","raw":{})", connection, direction, text));
}
std::string post(std::string_view body) {
  return fmt::format("POST /mcp HTTP/1.1\r\nMcp-Session-Id: S1\r\nContent-Length: {}\r\n\r\n{}",
                     body.size(), body);
}
std::string json_answer(std::string_view body) {
  return fmt::format(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
      body.size(), body);
}
constexpr std::string_view get = "GET /mcp HTTP/1.1\r\nMcp-Session-Id: S1\r\n\r\n";
constexpr std::string_view stream_answer =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

/// The session of http_session() on two connections; the second one carries the stream.
std::vector<std::string> tcp_session(std::string_view answer_to_get) {
  return {tcp(0, 1, "c2s", post(initialize)), tcp(1, 1, "s2c", json_answer(welcome)),
          tcp(3, 2, "c2s", get), tcp(4, 2, "s2c", answer_to_get),
          // Two requests in one segment, and their answers.
          tcp(5, 1, "c2s", post(initialized) + post(list)),
          tcp(6, 1, "s2c", "HTTP/1.1 204 No Content\r\n\r\n" + json_answer(tools))};
}

TEST(Captures, ExchangesAreFoundInTheBytesOfConnections) {
  const evidence::Record record =
      read(tcp_session(stream_answer) +
           std::vector<std::string>{tcp(7, 2, "s2c", fmt::format("{:x}\r\n", changed.size() + 8)),
                                    tcp(8, 2, "s2c", fmt::format("data: {}\n\n\r\n", changed))});
  EXPECT_EQ(record.discovered->tool_count, 1);
  EXPECT_TRUE(record.channel->ended_at.is_none());
  EXPECT_EQ(record.signal->kind, "list_changed");
  EXPECT_EQ(record.signal->stamp.at, time("2026-01-02T03:04:05.8Z"));
}

TEST(Captures, AStreamThatCannotBeReadIsNoChannel) {
  const std::string encoded =
      std::regex_replace(std::string(stream_answer), std::regex("Content-Type"),
                         "Content-Encoding: gzip\r\nContent-Type");
  const evidence::Record record = read(tcp_session(encoded));
  EXPECT_FALSE(record.channel.has_value());
  EXPECT_EQ(record.discovered->tool_count, 1);
}

TEST(Captures, AStreamThatCanBeFollowedNoFurtherIsAGap) {
  const std::vector<std::string> ends = {
      tcp(7, 2, "s2c", "no chunk\r\n"), tcp(7, 2, "c2s", "\x16\x03\x01\r\n"),
      at(7, R"("conn":2,"event":"server-fin")"), at(7, R"("conn":2,"event":"open")")};
  for (const std::string& end : ends) {
    const evidence::Record record =
        read(tcp_session(stream_answer) + std::vector<std::string>{end});
    ASSERT_TRUE(record.channel->ended_at.has_value()) << end;
    EXPECT_EQ(*record.channel->ended_at, time("2026-01-02T03:04:05.7Z"));
  }
}

TEST(Captures, AStreamThatIsForgottenIsAGap) {
  auto over_http = http_session();
  for (int exchange = 10; exchange < 5'000; ++exchange) {
    over_http.push_back(request(7, exchange, "POST"));
  }
  auto over_tcp = tcp_session(stream_answer);
  for (int connection = 10; connection < 2'000; ++connection) {
    over_tcp.push_back(tcp(7, connection, "c2s", "x"));
  }
  for (const auto& lines : {over_http, over_tcp}) {
    const evidence::Record record = read(lines);
    EXPECT_TRUE(record.channel->ended_at.has_value());
    EXPECT_FALSE(record.session->closed_at.has_value());
  }
}

TEST(Captures, AConnectionWithTooManyOpenRequestsIsLost) {
  std::string requests;
  for (int count = 0; count < 300; ++count)
    requests += post(list);
  const evidence::Record record =
      read(tcp_session(stream_answer) + std::vector<std::string>{tcp(7, 2, "c2s", requests)});
  EXPECT_TRUE(record.channel->ended_at.has_value());
}

std::string shared_root() {
  const char* shared = std::getenv("LOCKSTEP_SHARED");
  if (shared != nullptr) return shared;
  const char* source = std::getenv("LOCKSTEP_SOURCE");
  return std::string(source == nullptr ? "." : source) + "/../shared";
}

std::vector<std::string> lines_of(std::string_view name) {
  std::ifstream file(fmt::format("{}/captures/{}.jsonl", shared_root(), name));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    lines.push_back(line);
  return lines;
}

TEST(Captures, RealTrafficGivesWhatItsPeersDid) {
  struct Case {
    std::vector<std::string_view> parts;
    std::string_view signal;
    std::size_t pages;
    std::int64_t tools;  // -1: the walk did not reach its end
  };
  const std::vector<Case> cases = {
      {{"client-ai-sdk-1.0.102"}, "list_changed", 3, 6},
      {{"everything-http-v1client"}, "session_opened", 1, 13},
      {{"v2dyn-http-v1client"}, "list_changed", 1, -1},
      {{"v2dyn-http-v2client-legacy"}, "list_changed", 4, 7},
      {{"v2dyn-http-v2client-modern"}, "list_changed", 4, 7},
      {{"v2dyn-stdio-v2client-modern.proc1", "v2dyn-stdio-v2client-modern.proc2"},
       "list_changed",
       4,
       7},
      {{"native-cortex-auto.proc1", "native-cortex-auto.proc2"}, "reconnect", 1, 18},
      {{"tcp-v2dyn-http-modern-listen.raw"}, "list_changed", 1, 5},
  };
  if (lines_of(cases.front().parts.front()).empty()) {
    GTEST_SKIP() << "the shared captures are not there (LOCKSTEP_SHARED)";
  }
  for (const Case& one : cases) {
    Reading reading;
    for (const std::string_view part : one.parts)
      reading.part(lines_of(part));
    const evidence::Record record = reading.record();
    ASSERT_TRUE(record.signal.has_value() && record.pages.has_value()) << one.parts.front();
    EXPECT_EQ(record.signal->kind, one.signal) << one.parts.front();
    EXPECT_EQ(record.pages->size(), one.pages) << one.parts.front();
    const bool whole = record.discovered.has_value();
    EXPECT_EQ(whole ? record.discovered->tool_count : -1, one.tools) << one.parts.front();
  }
}

}  // namespace
}  // namespace lockstep::recording
