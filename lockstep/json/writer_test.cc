#include "lockstep/json/writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "lockstep/json/document.h"

namespace lockstep::json {
namespace {

std::string written(std::string_view text) {
  std::string out;
  Writer(out).string(text);
  return out;
}

TEST(Writer, SetsCommasAndColonsByItself) {
  std::string out;
  Writer writer(out);
  writer.begin_object().key("a").begin_array().integer(1).integer(-2).begin_array().end_array();
  writer.begin_object().end_object().end_array();
  writer.key("b").begin_object().key("c").null().key("d").boolean(true).end_object();
  writer.key("e").boolean(false).key("f").string("x").key("g").raw("[1.50]").end_object();
  EXPECT_EQ(out, R"({"a":[1,-2,[],{}],"b":{"c":null,"d":true},"e":false,"f":"x","g":[1.50]})");
}

TEST(Writer, IndentsOnRequest) {
  std::string out;
  Writer writer(out, 2);
  writer.begin_object().key("a").begin_array().integer(1).begin_object().end_object().end_array();
  writer.key("b").begin_array().end_array().key("c").boolean(true).end_object();
  EXPECT_EQ(out, "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": [],\n  \"c\": true\n}");
}

TEST(Writer, AppendsToWhatTheStringHolds) {
  std::string out = "data: ";
  Writer(out).integer(std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(out, "data: -9223372036854775808");
}

TEST(Writer, LeavesNoControlBidiOrSeparatorCharacterRaw) {
  const struct {
    std::string_view text;
    const char* expected;
  } cases[] = {
      {"", R"("")"},
      {"plain /<>&'", R"("plain /<>&'")"},
      {"\"\\\n\r\t", R"("\"\\\n\r\t")"},
      {std::string_view("\0\b\f\x1f", 4), R"("\u0000\u0008\u000c\u001f")"},
      {"\x7F", R"("\u007f")"},
      {"\xC2\x80\xC2\x9F\xC2\xA0", "\"\\u0080\\u009f\xC2\xA0\""},
      {"\xD8\x9C", R"("\u061c")"},
      {"\xE2\x80\x8E\xE2\x80\x8F", R"("\u200e\u200f")"},
      {"\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAA\xE2\x80\xAE", R"("\u2028\u2029\u202a\u202e")"},
      {"\xE2\x81\xA6\xE2\x81\xA9", R"("\u2066\u2069")"},
      {"é€😀", R"("é€😀")"},
  };
  for (const auto& c : cases)
    EXPECT_EQ(written(c.text), c.expected);
}

TEST(Writer, ReplacesEachBrokenByteOfUtf8) {
  const struct {
    std::string_view text;
    const char* expected;
  } cases[] = {
      {"\x80", "\"�\""},
      {"a\xFFz", "\"a�z\""},
      {"\xC3", "\"�\""},
      {"\xC3(", "\"�(\""},
      {"\xC0\xAF", "\"��\""},
      {"\xE0\x80\x80", "\"���\""},
      {"\xED\xA0\x80", "\"���\""},
      {"\xF4\x90\x80\x80", "\"����\""},
      {"\xF8\x88\x80\x80\x80", "\"�����\""},
      {"\xF0\x9F\x98", "\"���\""},
      {"\xE2\x80\"", "\"��\\\"\""},
  };
  for (const auto& c : cases)
    EXPECT_EQ(written(c.text), c.expected);
}

TEST(Writer, KeepsEveryStringReadable) {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      const auto document = Document::parse(written(text));
      ASSERT_TRUE(document) << first << " " << second;
      const bool ascii = first < 0x80 && second < 0x80;
      EXPECT_TRUE(!ascii || document->root().string() == text) << first << " " << second;
    }
  }
}

TEST(Writer, WritesParsedValuesWithSortedMembersAndExactNumbers) {
  const auto document = Document::parse(R"( {"b":[1.50,1e400,{}],"a":{"":null,"x":[true,"\n"]}} )");
  ASSERT_TRUE(document);
  EXPECT_EQ(to_text(document->root()), R"({"a":{"":null,"x":[true,"\n"]},"b":[1.50,1e400,{}]})");
  std::string out;
  Writer(out, 1).begin_array().value(document->root()["b"]).value(Value()).end_array();
  EXPECT_EQ(out, "[\n [\n  1.50,\n  1e400,\n  {}\n ],\n null\n]");
}

TEST(WriterDeathTest, EndsTheProgramWhereCallsDoNotFit) {
  std::string out;
  EXPECT_DEATH(Writer(out).end_array(), "");
  EXPECT_DEATH(Writer(out).key("a"), "");
  EXPECT_DEATH(Writer(out).begin_object().end_array(), "");
  EXPECT_DEATH(Writer(out).begin_object().integer(1), "");
  EXPECT_DEATH(Writer(out).begin_object().key("a").end_object(), "");
}

}  // namespace
}  // namespace lockstep::json
