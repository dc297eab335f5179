#include "lockstep/recording/http_segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lockstep::recording {
namespace {

using Direction = HttpSegments::Direction;

/// Parts as text, body pieces of one message joined, so that cuts between segments do not show.
std::string drain(HttpSegments& segments) {
  std::string out;
  bool in_body = false;
  while (const auto part = segments.next()) {
    if (in_body && part->kind != HttpPart::Kind::body) out += '"';
    if (!in_body && part->kind == HttpPart::Kind::body) out += " \"";
    in_body = part->kind == HttpPart::Kind::body;
    switch (part->kind) {
      case HttpPart::Kind::head:
        out +=
            part->method.empty() ? std::to_string(part->status) : part->method + " " + part->target;
        for (const auto& [name, value] : part->headers.fields())
          out += " " + name + "=" + value;
        break;
      case HttpPart::Kind::body:
        out += part->bytes;
        break;
      case HttpPart::Kind::end:
        out += " end;";
        break;
      case HttpPart::Kind::broken:
        out += " broken;";
        break;
    }
  }
  return out + (in_body ? "\"…" : "");
}

std::string read(Direction direction, std::string_view bytes, std::size_t segment) {
  HttpSegments segments(direction);
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += segment) {
    segments.feed(bytes.substr(at, segment));
  }
  segments.finish();
  return drain(segments);
}

struct Case {
  const char* name;
  Direction direction;
  std::string bytes;
  std::string parts;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"requests follow one another", Direction::requests,
       "POST /mcp HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}GET /mcp HTTP/1.1\r\n\r\n",
       "POST /mcp Host=h Content-Length=2 \"{}\" end;GET /mcp end;"},
      {"chunks are joined, extensions and trailers skipped", Direction::answers,
       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
       "3;a=b\r\nabc\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\nHTTP/1.1 204 No\r\n\r\n",
       "200 Transfer-Encoding=chunked \"abc0123456789\" end;204 end;"},
      {"an answer without a length ends with the connection", Direction::answers,
       "HTTP/1.1 200 OK\r\n\r\nabc", "200 \"abc\" end;"},
      {"an empty body is complete at once", Direction::answers,
       "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\nHTTP/1.1 304 N\r\n\r\n",
       "202 Content-Length=0 end;304 end;"},
      {"interim answers are skipped", Direction::answers,
       "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", "204 end;"},
      {"bare line feeds end lines, blank lines come first", Direction::requests,
       "\r\n\nDELETE /mcp HTTP/1.1\nA:  b \n\n", "DELETE /mcp A=b end;"},
      {"another protocol is broken", Direction::requests, "\x16\x03\x01 hello\r\nx\r\n",
       " broken;"},
      {"HTTP/2 is broken", Direction::requests, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", " broken;"},
      {"a status that is no number is broken", Direction::answers, "HTTP/1.1 2x0 OK\r\n\r\n",
       " broken;"},
      {"a length beside chunks is broken", Direction::answers,
       "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       " broken;"},
      {"two lengths are broken", Direction::requests,
       "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", " broken;"},
      {"a negative length is broken", Direction::requests,
       "POST / HTTP/1.1\r\nContent-Length: -3\r\n\r\nabcd", " broken;"},
      {"an unknown coding is broken", Direction::answers,
       "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", " broken;"},
      {"a folded field is broken", Direction::requests, "GET / HTTP/1.1\r\nA: b\r\n c: d\r\n\r\n",
       " broken;"},
      {"a chunk without its line end is broken", Direction::answers,
       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n",
       "200 Transfer-Encoding=chunked \"abc\" broken;"},
      {"a chunk size beyond 64 bits is broken", Direction::answers,
       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n11111111111111111\r\n",
       "200 Transfer-Encoding=chunked broken;"},
      {"an end inside a body is broken", Direction::requests,
       "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\na", "POST / Content-Length=3 \"a\" broken;"},
      {"an end inside a head is broken", Direction::requests, "POST / HTTP/1.1\r\nA: b\r\n",
       " broken;"},
  };
  return all;
}

TEST(HttpSegments, MessagesAreTheSameHoweverTheConnectionIsCut) {
  for (const Case& one : cases()) {
    for (std::size_t segment = 1; segment <= one.bytes.size(); ++segment) {
      ASSERT_EQ(read(one.direction, one.bytes, segment), one.parts)
          << one.name << ", segments of " << segment;
    }
  }
}

TEST(HttpSegments, AStreamIsReadWhileItStillRuns) {
  HttpSegments segments(Direction::answers);
  segments.feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\ndata: \r\n");
  EXPECT_EQ(drain(segments), "200 Transfer-Encoding=chunked \"data: \"…");
  segments.feed("2\r\nx\n");
  EXPECT_EQ(drain(segments), " \"x\n\"…");
}

TEST(HttpSegments, AHeadOverTheLimitIsBroken) {
  const std::string long_field(HttpSegments::head_bytes_max, 'a');
  HttpSegments segments(Direction::requests);
  segments.feed("GET / HTTP/1.1\r\nA: " + long_field + "\r\n\r\n");
  EXPECT_EQ(drain(segments), " broken;");
  segments.feed("GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(drain(segments), "");
}

TEST(HttpSegments, ManyTrailersAreBroken) {
  HttpSegments segments(Direction::answers);
  segments.feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n");
  for (std::size_t fed = 0; fed <= HttpSegments::head_bytes_max; fed += 6)
    segments.feed("A: b\r\n");
  EXPECT_EQ(drain(segments), "200 Transfer-Encoding=chunked broken;");
}

}  // namespace
}  // namespace lockstep::recording
