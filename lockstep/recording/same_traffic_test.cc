/// The same real traffic, recorded in three ways, gives the same evidence.
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
#include "lockstep/recording/har.h"

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

std::string json_string(std::string_view text) {
  std::string out;
  json::Writer(out).string(text);
  return out;
}

std::string archive(const std::vector<std::string>& entries) {
  std::string text = R"({"log":{"version":"1.2","creator":{"name":"x"},"entries":[)";
  for (const std::string& one : entries)
    text += (text.back() == '[' ? "" : ",") + one;
  return text + "]}}";
}

base::TimePoint time(std::string_view text) {
  return *base::parse_rfc3339(text);
}

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
