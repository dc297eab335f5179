#include "lockstep/framing/line_reader.h"

#include <gtest/gtest.h>

#include <limits>
#include <ostream>
#include <vector>

namespace lockstep::framing {

void PrintTo(const Line& line, std::ostream* out) {
  *out << testing::PrintToString(line.text) << " state " << static_cast<int>(line.state) << " of "
       << line.bytes << " bytes";
}

namespace {

using namespace std::literals;

using State = Line::State;

std::vector<Line> read_all(LineReader& reader) {
  std::vector<Line> lines;
  while (std::optional<Line> line = reader.next())
    lines.push_back(std::move(*line));
  return lines;
}

std::vector<Line> lines_of(std::string_view bytes, std::size_t frame_bytes_max,
                           std::size_t chunk_bytes) {
  LineReader reader(frame_bytes_max);
  for (std::size_t i = 0; i < bytes.size(); i += chunk_bytes) {
    reader.feed(bytes.substr(i, chunk_bytes));
  }
  reader.finish();
  return read_all(reader);
}

struct LineCase {
  std::string_view bytes;
  std::vector<Line> lines;
};

const LineCase cases[] = {
    {"", {}},
    {"a\n", {{"a", State::whole, 2}}},
    {"a\nbc\n", {{"a", State::whole, 2}, {"bc", State::whole, 3}}},
    {"a\r\n\r\n\n", {{"a", State::whole, 3}, {"", State::whole, 2}, {"", State::whole, 1}}},
    {"a\rb\r\r\n", {{"a\rb\r", State::whole, 6}}},  // only one \r belongs to the line end
    {"a\0b\n"sv, {{"a\0b"s, State::whole, 4}}},
    {"a\nbc", {{"a", State::whole, 2}, {"bc", State::partial, 2}}},
    {"bc\r", {{"bc\r", State::partial, 3}}},
    {"12345678\n", {{"12345678", State::whole, 9}}},     // exactly the limit
    {"12345678\r\n", {{"12345678", State::whole, 10}}},  // the line end does not count
    {"123456789\n", {{"12345678", State::too_large, 10}}},
    {"123456789\r\na\n", {{"12345678", State::too_large, 11}, {"a", State::whole, 2}}},
    {"12345678\rx\n", {{"12345678", State::too_large, 11}}},
    {"12345678\r", {{"12345678", State::too_large, 9}}},  // no line end: the \r is text
    {"1234567890123456", {{"12345678", State::too_large, 16}}},
};

TEST(LineReader, CutsLinesTheSameWayForEveryChunkSize) {
  for (const LineCase& c : cases) {
    for (std::size_t chunk_bytes = 1; chunk_bytes <= c.bytes.size() + 1; ++chunk_bytes) {
      const std::vector<Line> lines = lines_of(c.bytes, 8, chunk_bytes);
      EXPECT_EQ(lines, c.lines) << c.bytes << " in pieces of " << chunk_bytes;
    }
  }
}

TEST(LineReader, AnUnfinishedLineWaits) {
  LineReader reader(100);
  reader.feed("{\"a\":");
  EXPECT_EQ(reader.next(), std::nullopt);
  reader.feed("1}\n{");
  const std::optional<Line> line = reader.next();
  ASSERT_TRUE(line);
  EXPECT_EQ(line->text, "{\"a\":1}");
  EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(LineReader, FinishesOnceHoweverOftenItIsTold) {
  LineReader reader(100);
  reader.feed("a");
  reader.finish();
  reader.finish();
  EXPECT_EQ(read_all(reader).size(), 1u);
}

TEST(LineReader, NoLimitIsALimitToo) {
  const std::vector<Line> lines = lines_of("abc\n", std::numeric_limits<std::size_t>::max(), 1);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].text, "abc");
  EXPECT_EQ(lines[0].state, State::whole);
}

TEST(LineReader, ALimitOfZeroLetsOnlyEmptyLinesThrough) {
  const std::vector<Line> lines = lines_of("\n\r\na\n", 0, 1);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].state, State::whole);
  EXPECT_EQ(lines[1].state, State::whole);
  EXPECT_EQ(lines[2].state, State::too_large);
  EXPECT_EQ(lines[2].text, "");
}

}  // namespace
}  // namespace lockstep::framing
