#include "lockstep/json/document.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/json/writer.h"

namespace lockstep::json {
namespace {

std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i)
    out += part;
  return out;
}

struct Refused {
  std::string_view text;
  const char* code;
  std::size_t offset;
  std::size_t line = 1;
  std::string_view pointer = "";
};

void expect_refused(const Refused& c, const ParseLimits& limits = {}) {
  const auto document = Document::parse(c.text, limits);
  ASSERT_FALSE(document) << c.text;
  const base::Error& error = document.error();
  EXPECT_EQ(error.code, c.code) << c.text;
  EXPECT_EQ(error.offset, c.offset) << c.text;
  EXPECT_EQ(error.line, c.line) << c.text;
  EXPECT_EQ(error.pointer, c.pointer) << c.text;
  EXPECT_FALSE(error.message.empty());
}

TEST(Document, IsNullWhenDefaultConstructed) {
  EXPECT_TRUE(Document().root().is_null());
}

TEST(Document, ReadsEveryKindOfValueAtTheRoot) {
  for (const char* text : {"null", "true", "false", "0", "-0", "-12.5e-3", "\"\"", "\"a\"", "[]",
                           "{}", "[[],{},[[]]]", R"({"a":{"b":[{}]}})"}) {
    const auto document = Document::parse(text);
    ASSERT_TRUE(document) << text;
    EXPECT_EQ(to_text(document->root()), text);
  }
}

TEST(Document, IgnoresWhiteSpaceAroundTokens) {
  const auto document =
      Document::parse("\r\n\t { \"a\" : [ 1 ,\n2 , \"x\"   ] , \"b\"\t:\tnull } \n");
  ASSERT_TRUE(document);
  EXPECT_EQ(to_text(document->root()), R"({"a":[1,2,"x"],"b":null})");
}

TEST(Document, KeepsTheExactTextOfNumbers) {
  const std::string text =
      "[18446744073709551616,-0.0,1e400,1E+05,0.1000,123456789012345678901234567890.5]";
  const auto document = Document::parse(text);
  ASSERT_TRUE(document);
  EXPECT_EQ(to_text(document->root()), text);
}

TEST(Document, DecodesEscapes) {
  const struct {
    const char* text;
    std::string_view expected;
  } cases[] = {
      {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
      {R"("\u0041\u00e9\u20AC\uD83D\uDE00\uFFFF")", "Aé€😀\xEF\xBF\xBF"},
      {R"("a\u0000b")", std::string_view("a\0b", 3)},
      {R"("\ud800\udc00\uDBFF\uDFFF")", "𐀀\xF4\x8F\xBF\xBF"},
      {R"("\\uD800")", "\\uD800"},
      {R"("before\n in between \t after")", "before\n in between \t after"},
  };
  for (const auto& c : cases) {
    const auto document = Document::parse(c.text);
    ASSERT_TRUE(document) << c.text;
    EXPECT_EQ(document->root().string(), c.expected) << c.text;
  }
}

TEST(Document, DecodesEscapesWhereverTheyStandInTheText) {
  // The lengths move each string over all positions of a block of 64 bytes.
  for (std::size_t shift = 0; shift < 130; ++shift) {
    const std::string pad(shift, 'p');
    const std::string text =
        "[\"" + pad + "\",\"a\\\\\",\"" + pad + "\\\"\",{\"\\u006b" + pad + "\":\"plain\"}]";
    const auto document = Document::parse(text);
    ASSERT_TRUE(document) << shift;
    const auto values = document->root().elements();
    EXPECT_EQ(values[0].string(), pad);
    EXPECT_EQ(values[1].string(), "a\\");
    EXPECT_EQ(values[2].string(), pad + "\"");
    EXPECT_EQ(values[3]["k" + pad].string(), "plain");
  }
}

TEST(Document, RefusesWhatTheGrammarForbidsAndSaysWhere) {
  const Refused cases[] = {
      {"[", "syntax", 1, 1, "/0"},
      {"{", "syntax", 1},
      {"]", "syntax", 0},
      {"[1,]", "syntax", 3, 1, "/1"},
      {"[,1]", "syntax", 1, 1, "/0"},
      {"[1 2]", "syntax", 3},
      {"[1,\n [2,\n  3 4]]", "syntax", 13, 3, "/1"},
      {"[1}", "syntax", 2},
      {"{\"a\":1]", "syntax", 6},
      {"{\"a\" 1}", "syntax", 5, 1, "/a"},
      {"{\"a\":}", "syntax", 5, 1, "/a"},
      {"{\"a\":1,}", "syntax", 7},
      {"{\"a\":1 \"b\":2}", "syntax", 7},
      {"{a:1}", "syntax", 1},
      {"{1:1}", "syntax", 1},
      {"{\"x\":{\"a/b~c\":[0,nul]}}", "syntax", 17, 1, "/x/a~1b~0c/1"},
      {"tru", "syntax", 0},
      {"truex", "syntax", 0},
      {"true\"x\"", "syntax", 0},
      {"nulll", "syntax", 0},
      {"True", "syntax", 0},
      {"'a'", "syntax", 0},
      {"/**/1", "syntax", 0},
      {"[\\\"a\"]", "syntax", 1},
      {"[1\\\"a\"]", "syntax", 2},
      {"[\f1]", "syntax", 1, 1, "/0"},
      {"[1\v]", "syntax", 1, 1, "/0"},
      {"[1\xC2\xA0]", "syntax", 1, 1, "/0"},
      {"\xEF\xBB\xBF{}", "syntax", 0},
      {std::string_view("\0", 1), "syntax", 0},
      {std::string_view("[1,\0]", 5), "syntax", 3, 1, "/1"},
      {std::string_view("[true\0]", 7), "syntax", 1, 1, "/0"},
  };
  for (const Refused& c : cases)
    expect_refused(c);
}

TEST(Document, RefusesWhatIsNoNumber) {
  for (const char* number :
       {"01",   "-01", "00",  "-",        "+1",        ".5",  "1.",     "-.5",
        "1.e1", "1e",  "1e+", "1E-",      "0x1",       "1_0", "1e1.5",  "1.2.3",
        "--1",  "1-",  "NaN", "Infinity", "-Infinity", "1a",  "1\"a\"", "0b1"}) {
    const std::string text = std::string("[0,\n") + number + "]";
    expect_refused({text, "syntax", 4, 2, "/1"});
  }
}

TEST(Document, RefusesBrokenStrings) {
  const Refused cases[] = {
      {"\"", "syntax", 0},
      {"\"a", "syntax", 0},
      {"[\"a\",\n\"b", "syntax", 6, 2},
      {"[\"a\\\"]", "syntax", 1},
      {"\"a\nb\"", "syntax", 2},
      {"\"\t\"", "syntax", 1},
      {"\"\\\t\"", "syntax", 2},
      {std::string_view("\"a\0\"", 4), "syntax", 2},
      {"[\"\x1f\"]", "syntax", 2},
      {R"(["\x"])", "syntax", 2, 1, "/0"},
      {R"(["\u12"])", "syntax", 2, 1, "/0"},
      {R"(["\u12G4"])", "syntax", 2, 1, "/0"},
      {R"(["ab\u"])", "syntax", 4, 1, "/0"},
      {"[\"a\\\u00e9\"]", "syntax", 3},
      {R"(["\U0041"])", "syntax", 2, 1, "/0"},
      {R"({"ok":1,"\a":2})", "syntax", 9},
  };
  for (const Refused& c : cases)
    expect_refused(c);
}

TEST(Document, RefusesLoneSurrogates) {
  const Refused cases[] = {
      {R"({"k":"\uD800"})", "lone_surrogate", 6, 1, "/k"},
      {R"({"k":"\uDC00"})", "lone_surrogate", 6, 1, "/k"},
      {R"({"k":"\uDC00\uD800"})", "lone_surrogate", 6, 1, "/k"},
      {R"({"k":"\uD800\uD800"})", "lone_surrogate", 6, 1, "/k"},
      {R"({"k":"\uD800\n"})", "lone_surrogate", 6, 1, "/k"},
      {R"({"k":"\uD800x\uDC00"})", "lone_surrogate", 6, 1, "/k"},
      {R"({"k":"\uD83D\uDE00\uDE00"})", "lone_surrogate", 18, 1, "/k"},
      {"[1,\n{\"\\uDC00\":1}]", "lone_surrogate", 6, 2, "/1"},
  };
  for (const Refused& c : cases)
    expect_refused(c);
}

TEST(Document, RefusesInvalidUtf8) {
  const Refused cases[] = {
      {"\"\x80\"", "invalid_utf8", 1},
      {"\"\xC3\"", "invalid_utf8", 1},
      {"\"\xC0\xAF\"", "invalid_utf8", 1},
      {"\"\xE0\x80\x80\"", "invalid_utf8", 1},
      {"\"\xED\xA0\x80\"", "invalid_utf8", 1},
      {"\"\xF4\x90\x80\x80\"", "invalid_utf8", 1},
      {"\"\xF8\x88\x80\x80\x80\"", "invalid_utf8", 1},
      {"[1,\n\"a\xFF\"]", "invalid_utf8", 6, 2},
      {"{\"\xFF\":1}", "invalid_utf8", 2},
      {"[1,,\xFF", "invalid_utf8", 4},
      {"[1,\xFF\"open", "invalid_utf8", 3},
      {"\"\xF0\x9F\x98", "invalid_utf8", 1},
      {"\xFF", "invalid_utf8", 0},
  };
  for (const Refused& c : cases)
    expect_refused(c);
}

TEST(Document, RefusesDuplicateMembersAtAnyDepth) {
  const Refused cases[] = {
      {R"({"a":1,"a":2})", "duplicate_member", 7, 1, "/a"},
      {R"({"a":1,"a":1})", "duplicate_member", 7, 1, "/a"},
      {R"({"a":1,"\u0061":1})", "duplicate_member", 7, 1, "/a"},
      {R"({"\u0061":1,"a":1})", "duplicate_member", 12, 1, "/a"},
      {R"({"":1,"":1})", "duplicate_member", 6, 1, "/"},
      {R"({"a\u0000":1,"a\u0000":1})", "duplicate_member", 13, 1, std::string_view("/a\0", 3)},
      {"[0,{\"x\":[{\"k\":1,\n\"m\":2,\"k\":3}]}]", "duplicate_member", 23, 2, "/1/x/0/k"},
      {R"({"b":1,"a":1,"a":1,"b":1})", "duplicate_member", 13, 1, "/a"},
      {R"({"a":1,"b":1,"b":1,"a":1})", "duplicate_member", 13, 1, "/b"},
      {R"({"k":1,"k":2,"k":3})", "duplicate_member", 7, 1, "/k"},
  };
  for (const Refused& c : cases)
    expect_refused(c);
}

TEST(Document, FindsADuplicateAmongManyMembers) {
  std::string text = "{";
  for (int i = 0; i < 5000; ++i)
    text += "\"member" + std::to_string(i) + "\":0,";
  EXPECT_TRUE(Document::parse(text + "\"last\":0}"));
  const std::size_t offset = text.size();
  text += "\"member4321\":0}";
  expect_refused({text, "duplicate_member", offset, 1, "/member4321"});
}

TEST(Document, TellsNamesApartThatDifferOnlyInTheirUnicodeNormalForm) {
  EXPECT_TRUE(Document::parse("{\"\u00e9\":1,\"e\u0301\":2}"));
  EXPECT_TRUE(Document::parse(R"({"x":{"a":1},"y":{"a":1}})"));
  EXPECT_TRUE(Document::parse(R"({"a":1,"a\u0000":2,"A":3})"));
}

TEST(Document, RefusesAnythingBehindTheValue) {
  const Refused cases[] = {
      {"[1]]", "trailing_bytes", 3},
      {"{}{}", "trailing_bytes", 2},
      {"1 2", "trailing_bytes", 2},
      {"\"a\"b", "trailing_bytes", 3},
      {"null\n\n,", "trailing_bytes", 6, 3},
      {"[] x", "trailing_bytes", 3},
      {"\"a\"\"b\"", "trailing_bytes", 3},
      {"{} \xEF\xBB\xBF", "trailing_bytes", 3},
      {std::string_view("1 \0", 3), "trailing_bytes", 2},
  };
  for (const Refused& c : cases)
    expect_refused(c);
}

TEST(Document, RefusesATextWithoutAValue) {
  expect_refused({"", "empty_document", 0});
  expect_refused({" \n\t\r ", "empty_document", 5, 2});
  expect_refused({std::string_view(), "empty_document", 0});
}

TEST(Document, RefusesATextThatIsTooLarge) {
  EXPECT_TRUE(Document::parse("[1,2]", {.bytes_max = 5}));
  expect_refused({"[1,23]", "too_large", 5}, {.bytes_max = 5});
  expect_refused({"1\n", "too_large", 0}, {.bytes_max = 0});
}

TEST(Document, RefusesATextThatIsTooDeep) {
  EXPECT_TRUE(Document::parse("[[{\"a\":[]}]]", {.depth_max = 4}));
  expect_refused({"[[\n{\"a\":[]}]]", "too_deep", 8, 2, "/0/0/a"}, {.depth_max = 3});
  EXPECT_TRUE(Document::parse("1", {.depth_max = 0}));
  expect_refused({"{}", "too_deep", 0}, {.depth_max = 0});
  EXPECT_TRUE(Document::parse(repeated("[", 512) + repeated("]", 512)));
  const std::string deeper = repeated("[", 513) + repeated("]", 513);
  const std::string pointer = repeated("/0", 512);
  expect_refused({deeper, "too_deep", 512, 1, pointer});
}

TEST(Document, LeavesOutAPointerThatWouldBeLong) {
  const std::string name(2000, 'n');
  const auto document = Document::parse("{\"" + name + "\":nul}");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().pointer, "");
  const auto shorter = Document::parse("{\"" + name.substr(0, 1000) + "\":nul}");
  ASSERT_FALSE(shorter);
  EXPECT_EQ(shorter.error().pointer, "/" + name.substr(0, 1000));
}

TEST(Document, SurvivesAMillionBrackets) {
  constexpr std::size_t depth = 1'000'000;
  const ParseLimits deep{.depth_max = depth};
  for (const auto& [open, close] : {std::pair("[", "]"), std::pair("{\"a\":", "}")}) {
    const std::string opened = repeated(open, depth);
    const std::string text = opened + "1" + repeated(close, depth);
    const auto document = Document::parse(text, deep);
    ASSERT_TRUE(document);
    EXPECT_EQ(to_text(document->root()), text);
    EXPECT_FALSE(Document::parse(opened, deep));
    EXPECT_FALSE(Document::parse(opened + open, deep));
    const auto refused = Document::parse(text);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "too_deep");
  }
}

TEST(Document, StaysValidOverAMove) {
  auto parsed = Document::parse(R"({"a":["text",12]})");
  ASSERT_TRUE(parsed);
  const Value root = parsed->root();
  Document moved = std::move(*parsed);
  EXPECT_TRUE(parsed->root().is_null());
  Document assigned;
  assigned = std::move(moved);
  EXPECT_TRUE(moved.root().is_null());
  EXPECT_EQ(root["a"].elements()[0].string(), "text");
  EXPECT_EQ(to_text(assigned.root()), R"({"a":["text",12]})");
}

TEST(Document, OutlivesTheTextThatItWasParsedFrom) {
  std::string text = R"({"name":"plain","number":123.50})";
  const auto document = Document::parse(text);
  text.assign(text.size(), 'X');
  ASSERT_TRUE(document);
  EXPECT_EQ(to_text(document->root()), R"({"name":"plain","number":123.50})");
}

TEST(Parser, ReadsOneDocumentAfterAnotherAndEachStaysValid) {
  Parser parser;
  std::vector<Document> documents;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 300; ++i) {
    texts.push_back("{\"i\":" + std::to_string(i) + ",\"x\":\"" + std::string(i * 37, 'x') + "\"}");
    auto document = parser.parse(texts.back());
    ASSERT_TRUE(document);
    documents.push_back(std::move(*document));
    EXPECT_FALSE(parser.parse("[1,{\"a\":[2,"));
    EXPECT_FALSE(parser.parse("\"open"));
    EXPECT_FALSE(parser.parse(""));
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(to_text(documents[i].root()), texts[i]);
  }
}

TEST(Parser, ReadsSmallTextsAfterALargeOne) {
  Parser parser;
  const std::string large = "[" + repeated("0,", 5 << 20) + "0]";
  for (int i = 0; i < 2; ++i) {
    const auto document = parser.parse(large);
    ASSERT_TRUE(document);
    EXPECT_EQ(document->root().elements().size(), (5u << 20) + 1);
    EXPECT_TRUE(parser.parse("[1]"));
    EXPECT_FALSE(parser.parse("[" + large));
  }
}

TEST(Parser, KeepsItsLimits) {
  Parser parser({.bytes_max = 10, .depth_max = 2});
  EXPECT_TRUE(parser.parse("[[1]]"));
  EXPECT_EQ(parser.parse("[[[1]]]").error().code, "too_deep");
  EXPECT_EQ(parser.parse("[1,2,3,4,5]").error().code, "too_large");
  Parser moved = std::move(parser);
  EXPECT_EQ(moved.parse("[[[1]]]").error().code, "too_deep");
  EXPECT_TRUE(moved.parse("[[1]]"));
}

TEST(Parser, AgreesWithItselfOnEveryPrefixAndEveryChangedByte) {
  const std::string text =
      R"({"tools":[{"name":"a\u00e9😀","n":-1.5e+3,"t":true,"z":null,"e":{}}]})";
  Parser parser;
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(parser.parse(std::string_view(text).substr(0, size))) << size;
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = text;
      changed[at] = static_cast<char>(byte);
      const auto document = parser.parse(changed);
      if (!document) {
        ASSERT_TRUE(document.error().offset) << changed;
        EXPECT_LE(*document.error().offset, text.size());
        continue;
      }
      const auto again = Document::parse(to_text(document->root()));
      ASSERT_TRUE(again) << changed;
      EXPECT_EQ(to_text(again->root()), to_text(document->root()));
    }
  }
}

}  // namespace
}  // namespace lockstep::json
