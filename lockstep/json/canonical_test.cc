#include "lockstep/json/canonical.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "lockstep/base/hash.h"
#include "lockstep/json/document.h"

namespace lockstep::json {
namespace {

std::string source_root() {
  const char* root = std::getenv("LOCKSTEP_SOURCE");
  return root == nullptr ? "." : root;
}

std::string shared_root() {
  const char* root = std::getenv("LOCKSTEP_SHARED");
  return root == nullptr ? source_root() + "/../shared" : root;
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The canonical form of a text, or the code of the error in angle brackets.
std::string canonical(std::string_view text) {
  const auto document = Document::parse(text, {.depth_max = 2'000'000});
  if (!document) return "<" + document.error().code + ">";
  const auto canonical_text = canonicalize(document->root());
  if (!canonical_text) return "<" + canonical_text.error().code + ">";
  return std::string(canonical_text->view());
}

std::string hex_sha256(std::string_view text) {
  std::string out;
  for (const unsigned byte : base::sha256(text)) {
    constexpr std::string_view digits = "0123456789abcdef";
    out += digits[byte >> 4];
    out += digits[byte & 0xF];
  }
  return out;
}

TEST(Canonicalize, GivesThePublishedVectors) {
  const auto vectors = Document::parse(file_text(source_root() + "/tests/cases/jcs/vectors.json"));
  ASSERT_TRUE(vectors);
  ASSERT_EQ(vectors->root().elements().size(), 34u);
  for (const Value& vector : vectors->root().elements()) {
    const std::string text(vector["in"].string());
    const std::string given = canonical(text);
    if (vector["out"].is_null()) {
      EXPECT_TRUE(given.starts_with("<")) << text << " " << vector["error"].string();
    } else {
      EXPECT_EQ(given, vector["out"].string()) << text;
      EXPECT_EQ(hex_sha256(given), vector["sha256"].string()) << text;
    }
  }
}

TEST(Canonicalize, NamesTheErrorOfEachPublishedVector) {
  const std::pair<std::string_view, std::string_view> codes[] = {
      {"lone surrogate", "<lone_surrogate>"},
      {"overflow", "<number_out_of_range>"},
      {"syntax", "<syntax>"},
      {"byte order mark", "<syntax>"},
      {"trailing data", "<trailing_bytes>"},
      {"raw control character", "<syntax>"},
      {"duplicate name", "<duplicate_member>"}};
  const auto vectors = Document::parse(file_text(source_root() + "/tests/cases/jcs/vectors.json"));
  ASSERT_TRUE(vectors);
  for (const Value& vector : vectors->root().elements()) {
    for (const auto& [error, code] : codes) {
      if (vector["error"].string() != error) continue;
      EXPECT_EQ(canonical(vector["in"].string()), code) << vector["in"].string();
    }
  }
}

TEST(Canonicalize, GivesTheSampleOfRfc8785Section322) {
  EXPECT_EQ(canonical(R"({
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  })"),
            R"({"literals":[null,true,false],)"
            R"("numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],)"
            R"("string":"€$\u000f\nA'B\"\\\\\"/"})");
}

TEST(Canonicalize, SortsAsRfc8785Section323) {
  EXPECT_EQ(canonical(R"({
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
  })"),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\","
            "\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\","
            "\"😀\":\"Emoji: Grinning Face\","
            "\"\xEF\xAC\xB3\":\"Hebrew Letter Dalet With Dagesh\"}");
}

TEST(Canonicalize, GivesThePublishedDigestOfALargeList) {
  const std::string text = file_text(shared_root() + "/captures/fixture-tools-1MB.json");
  if (text.empty()) GTEST_SKIP() << "the shared captures are not there (LOCKSTEP_SHARED)";
  EXPECT_EQ(hex_sha256(canonical(text)),
            "49ae4172dbd14cc70f47dc2cc6a468f1f3ea118f6a9c442101079f38dc71d38b");
}

TEST(Canonicalize, EscapesOnlyWhatRfc8785Escapes) {
  std::string text = "\"";
  std::string expected = "\"";
  constexpr std::string_view digits = "0123456789abcdef";
  for (unsigned byte = 0; byte < 0x20; ++byte) {
    text += std::string("\\u00") + (byte < 16 ? '0' : '1') + digits[byte & 0xF];
    switch (byte) {
      case '\b':
        expected += "\\b";
        break;
      case '\t':
        expected += "\\t";
        break;
      case '\n':
        expected += "\\n";
        break;
      case '\f':
        expected += "\\f";
        break;
      case '\r':
        expected += "\\r";
        break;
      default:
        expected += std::string("\\u00") + (byte < 16 ? '0' : '1') + digits[byte & 0xF];
    }
  }
  text += R"(\u007f\u0080\u2028\/\"\\")";
  expected += "\x7F\xC2\x80\xE2\x80\xA8/\\\"\\\\\"";
  EXPECT_EQ(canonical(text), expected);
}

TEST(Canonicalize, FindsAnEscapeAtEveryPositionOfEveryLength) {
  for (std::size_t size = 1; size <= 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (const auto& [raw, escaped] :
           {std::pair("\\u0001", "\\u0001"), std::pair("\\\"", "\\\""), std::pair("\\\\", "\\\\"),
            std::pair("\\u001F", "\\u001f"), std::pair("\\u0020", " "), std::pair("é", "é")}) {
        std::string text = "\"" + std::string(size, 'p') + "\"";
        std::string expected = text;
        text.replace(at + 1, 1, raw);
        expected.replace(at + 1, 1, escaped);
        ASSERT_EQ(canonical(text), expected) << size << " " << at;
      }
    }
  }
}

TEST(Canonicalize, RefusesNumbersBeyondTheDoubles) {
  EXPECT_EQ(canonical("[1e400]"), "<number_out_of_range>");
  EXPECT_EQ(canonical("{\"a\":[{\"b\":-1e99999999999999999999}]}"), "<number_out_of_range>");
  EXPECT_EQ(canonical("[1e308,1e-400]"), "[1e+308,0]");
}

TEST(Canonicalize, SurvivesAMillionBrackets) {
  constexpr std::size_t depth = 1'000'000;
  const std::string text = std::string(depth, '[') + std::string(depth, ']');
  EXPECT_EQ(canonical(text), text);
}

TEST(Canonicalize, OfTheDefaultValueIsNull) {
  EXPECT_EQ(canonicalize(Value())->view(), "null");
}

TEST(CanonicalText, ComparesByItsText) {
  const auto a = Document::parse(R"({"a":1,"b":2.0})");
  const auto b = Document::parse(R"({ "b":2, "a":1e0 })");
  ASSERT_TRUE(a && b);
  EXPECT_EQ(*canonicalize(a->root()), *canonicalize(b->root()));
  EXPECT_FALSE(*canonicalize(a->root()) == *canonicalize(Value()));
}

TEST(CanonicalWriter, BuildsTextOutOfValues) {
  const auto document = Document::parse(R"({"x":[1,{"b":2,"a":"q"}],"y":"text"})");
  ASSERT_TRUE(document);
  CanonicalWriter writer;
  writer.begin_array();
  writer.begin_object();
  writer.name("a\n");
  writer.value(document->root()["x"]);
  const std::size_t before = writer.written().size();
  writer.name("b");
  writer.begin_array();
  writer.end_array();
  EXPECT_EQ(writer.written().substr(before), R"(,"b":[])");
  writer.end_object();
  writer.value(document->root()["y"]);
  writer.begin_object();
  writer.end_object();
  writer.end_array();
  EXPECT_FALSE(writer.lossy());
  EXPECT_EQ(std::move(writer).finish().view(), R"([{"a\n":[1,{"a":"q","b":2}],"b":[]},"text",{}])");
}

TEST(CanonicalWriter, SaysWhenANumberLosesItsValue) {
  const struct {
    const char* text;
    const char* expected;
    bool lossy;
    bool out_of_range;
  } cases[] = {
      {"[1,2.50,1e3,-0]", "[1,2.5,1000,0]", false, false},
      {"9007199254740993", "9007199254740992", true, false},
      {"[9007199254740993,1]", "[9007199254740992,1]", true, false},
      {"18446744073709551615", "18446744073709552000", true, false},
      {"1e-400", "0", true, false},
      {"1e400", "1e400", true, true},
      {"[-12.50e999999999999]", "[-125e999999999998]", true, true},
  };
  for (const auto& c : cases) {
    const auto document = Document::parse(c.text);
    ASSERT_TRUE(document);
    CanonicalWriter writer;
    writer.value(document->root());
    EXPECT_EQ(writer.written(), c.expected);
    EXPECT_EQ(writer.lossy(), c.lossy) << c.text;
    EXPECT_EQ(writer.out_of_range(), c.out_of_range) << c.text;
  }
}

TEST(CanonicalWriter, GoesOnAfterWhatWasWrittenIsDropped) {
  const auto document = Document::parse(R"([1,{"b":2,"a":"x"}])");
  ASSERT_TRUE(document.has_value());
  std::string pieces;
  CanonicalWriter writer;
  writer.begin_array();
  for (const Value& element : document->root().elements()) {
    writer.value(element);
    pieces += writer.written();
    writer.drop_written();
    EXPECT_EQ(writer.written(), "");
  }
  writer.end_array();
  EXPECT_EQ(pieces + std::string(writer.written()), R"([1,{"a":"x","b":2}])");
}

TEST(CanonicalWriterDeathTest, FinishesNoTextOfWhichAPieceWasDropped) {
  CanonicalWriter writer;
  writer.begin_array();
  writer.drop_written();
  writer.end_array();
  EXPECT_DEATH(std::move(writer).finish(), "dropped");
}

}  // namespace
}  // namespace lockstep::json
