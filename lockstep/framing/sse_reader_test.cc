#include "lockstep/framing/sse_reader.h"

#include <gtest/gtest.h>

#include <limits>
#include <ostream>
#include <vector>

namespace lockstep::framing {

void PrintTo(const SseEvent& event, std::ostream* out) {
  *out << testing::PrintToString(event.type) << ' ' << testing::PrintToString(event.data) << " id "
       << testing::PrintToString(event.id) << (event.too_large ? " too large" : "");
}

namespace {

using namespace std::literals;

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

std::vector<SseEvent> events_of(SseReader& reader) {
  std::vector<SseEvent> events;
  while (std::optional<SseEvent> event = reader.next())
    events.push_back(std::move(*event));
  return events;
}

void feed_in_pieces(SseReader& reader, std::string_view stream, std::size_t chunk_bytes) {
  for (std::size_t i = 0; i < stream.size(); i += chunk_bytes) {
    reader.feed(stream.substr(i, chunk_bytes));
    reader.feed({});
  }
}

struct StreamCase {
  std::string_view why;
  std::string_view stream;
  std::vector<SseEvent> events;
};

// The first six are the examples of WHATWG HTML, section 9.2.6.
const StreamCase cases[] = {
    {"several data lines are one text",
     "data: YHOO\ndata: +2\ndata: 10\n\n",
     {{"message", "YHOO\n+2\n10", ""}}},
    {"an id stays until the next one; an empty one resets it",
     ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
     {{"message", "first event", "1"},
      {"message", "second event", ""},
      {"message", " third event", ""}}},
    {"empty data is an event, an unfinished one at the end is none",
     "data\n\ndata\ndata\n\ndata:",
     {{"message", "", ""}, {"message", "\n", ""}}},
    {"one space behind the colon is no part of the value",
     "data:test\n\ndata: test\n\n",
     {{"message", "test", ""}, {"message", "test", ""}}},
    {"types",
     "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\ndata: 113411\n\n",
     {{"add", "73857293", ""}, {"remove", "2153", ""}, {"message", "113411", ""}}},
    {"no blank line, no event", "data: a", {}},
    {"a last line without its end is no line", "data: a\n\ndata: b\n", {{"message", "a", ""}}},
    {"an event without data is none and does not hand its type on",
     "event: ping\n\ndata: a\n\n",
     {{"message", "a", ""}}},
    {"an id without data counts for the next event",
     "id: 7\n\ndata: a\n\n",
     {{"message", "a", "7"}}},
    {"CR ends lines",
     "data: a\rdata: b\r\rdata: c\r\r",
     {{"message", "a\nb", ""}, {"message", "c", ""}}},
    {"CRLF ends lines", "data: a\r\ndata: b\r\n\r\n", {{"message", "a\nb", ""}}},
    {"mixed line ends",
     "data: a\r\rdata: b\n\ndata: c\r\n\ndata: d\n\r",
     {{"message", "a", ""}, {"message", "b", ""}, {"message", "c", ""}, {"message", "d", ""}}},
    {"CR LF is one line end and not two", "data: a\r\ndata: b\r\n\n", {{"message", "a\nb", ""}}},
    {"one leading byte order mark goes",
     "\xef\xbb\xbf"
     "data: a\n\n",
     {{"message", "a", ""}}},
    {"a second one makes an unknown field",
     "\xef\xbb\xbf\xef\xbb\xbf"
     "data: a\n\ndata: b\n\n",
     {{"message", "b", ""}}},
    {"one inside the stream is text",
     "data: \xef\xbb\xbf"
     "a\n\n",
     {{"message",
       "\xef\xbb\xbf"
       "a",
       ""}}},
    {"half of one is an unknown field",
     "\xef\xbb"
     "data: a\n\ndata: b\n\n",
     {{"message", "b", ""}}},
    {"text beyond ASCII survives any cut",
     "data: Gr\xc3\xb6\xc3\x9f"
     "e \xf0\x9f\x98\x80\n\n",
     {{"message",
       "Gr\xc3\xb6\xc3\x9f"
       "e \xf0\x9f\x98\x80",
       ""}}},
    {"broken UTF-8 is handed on", "data: \xff\xc3\n\n", {{"message", "\xff\xc3", ""}}},
    {"names have case, and unknown fields are none",
     "Data: a\nDATA: b\n data: c\nx: y\ndata : d\n\n",
     {}},
    {"a colon in the value stays", "data: {\"a\":1}\n\n", {{"message", "{\"a\":1}", ""}}},
    {"comments are nothing", ":\n: data: x\ndata: a\n:\n\n:\n\n", {{"message", "a", ""}}},
    {"the last type counts", "event: a\nevent: b\ndata: x\n\n", {{"b", "x", ""}}},
    {"an empty type is message", "event: a\nevent:\ndata: x\n\n", {{"message", "x", ""}}},
    {"an id with a null is ignored",
     "id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n"sv,
     {{"message", "a", "1"}, {"message", "b", "1"}}},
    {"a null in the data is data", "data: a\0b\n\n"sv, {{"message", "a\0b"s, ""}}},
};

TEST(SseReader, ReadsTheSameEventsForEveryChunkSize) {
  for (const StreamCase& c : cases) {
    for (std::size_t chunk_bytes = 1; chunk_bytes <= c.stream.size(); ++chunk_bytes) {
      SseReader reader(no_limit);
      feed_in_pieces(reader, c.stream, chunk_bytes);
      EXPECT_EQ(events_of(reader), c.events) << c.why << ", in pieces of " << chunk_bytes;
    }
  }
}

TEST(SseReader, KeepsNoMoreOfAnEventThanTheLimit) {
  const StreamCase limited[] = {
      {"exactly the limit", "data: 12345678\n\n", {{"message", "12345678", ""}}},
      {"one more",
       "data: 123456789\n\ndata: a\n\n",
       {{"message", "12345678", "", true}, {"message", "a", ""}}},
      {"much more in one line",
       "data: 1234567890123456789012345678901234567890\n\ndata: a\n\n",
       {{"message", "12345678", "", true}, {"message", "a", ""}}},
      {"several lines together", "data: 1234\ndata: 567\n\n", {{"message", "1234\n567", ""}}},
      {"several lines together, one more",
       "data: 1234\ndata: 5678\n\n",
       {{"message", "1234\n567", "", true}}},
      {"only the joining line end is too much",
       "data: 12345678\ndata:\n\n",
       {{"message", "12345678", "", true}}},
      {"a type", "event: 123456789\ndata: a\n\n", {{"12345678", "a", "", true}}},
      {"a comment counts for nothing",
       ":1234567890123456789012345678901234567890\ndata: a\n\n",
       {{"message", "a", ""}}},
      {"an unknown field counts for nothing",
       "dataset: 34567890123456789012345678901234567890\ndata: a\n\n",
       {{"message", "a", ""}}},
  };
  for (const StreamCase& c : limited) {
    for (std::size_t chunk_bytes = 1; chunk_bytes <= c.stream.size(); ++chunk_bytes) {
      SseReader reader(8);
      feed_in_pieces(reader, c.stream, chunk_bytes);
      EXPECT_EQ(events_of(reader), c.events) << c.why << ", in pieces of " << chunk_bytes;
    }
  }
}

TEST(SseReader, AnIdThatIsTooLongCountsAsTheEmptyOne) {
  SseReader reader(no_limit);
  const std::string longest(SseReader::id_bytes_max, 'x');
  reader.feed("id: " + longest + "\ndata: a\n\n");
  EXPECT_EQ(reader.last_event_id(), longest);
  reader.feed("id: " + longest + "x\ndata: a\n\n");
  EXPECT_EQ(reader.last_event_id(), "");
}

TEST(SseReader, TheIdOfAnUnfinishedEventDoesNotCountYet) {
  SseReader reader(no_limit);
  reader.feed("id: 1\ndata: a\n\nid: 2\ndata: b\n");
  EXPECT_EQ(reader.last_event_id(), "1");
  reader.feed("\n");
  EXPECT_EQ(reader.last_event_id(), "2");
}

TEST(SseReader, OnlyDigitsAreARetry) {
  SseReader reader(no_limit);
  EXPECT_EQ(reader.retry_ms(), std::nullopt);
  reader.feed("retry: -1\nretry: 1.5\nretry: 1e3\nretry: 5x\nretry:  5\nretry:\nretry\n");
  EXPECT_EQ(reader.retry_ms(), std::nullopt);
  reader.feed("retry: 3000\n");
  EXPECT_EQ(reader.retry_ms(), 3000);
  reader.feed("retry: 99999999999999999999999\n");
  EXPECT_EQ(reader.retry_ms(), std::numeric_limits<std::int64_t>::max());
  reader.feed("retry:0010\n");
  EXPECT_EQ(reader.retry_ms(), 10);
}

TEST(SseReader, KnowsWhetherAnEventIsUnderWay) {
  const std::pair<std::string_view, bool> under_way[] = {
      {"", false},          {"d", true},
      {"data: a\n", true},  {"data: a\n\n", false},
      {"event: x\n", true}, {"event: x\n\n", false},
      {":", false},         {": ping\n", false},
      {":\n\n", false},
  };
  for (const auto& [stream, expected] : under_way) {
    SseReader reader(no_limit);
    reader.feed(stream);
    EXPECT_EQ(reader.inside_event(), expected) << stream;
  }
}

}  // namespace
}  // namespace lockstep::framing
