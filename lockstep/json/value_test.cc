#include "lockstep/json/value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lockstep/json/document.h"

namespace lockstep::json {
namespace {

using testing::ElementsAre;

Document parsed(std::string_view text) {
  auto document = Document::parse(text);
  EXPECT_TRUE(document) << text;
  return document ? std::move(*document) : Document();
}

std::vector<std::string> names_of(const Value& value) {
  std::vector<std::string> names;
  for (const Member& member : value.members())
    names.emplace_back(member.name);
  return names;
}

TEST(Value, IsNullWhenDefaultConstructed) {
  const Value value;
  EXPECT_TRUE(value.is_null());
  EXPECT_EQ(value.kind(), Kind::null);
}

TEST(Value, OfEachKindAnswersOnlyItsOwnQuestions) {
  const Document document = parsed(R"([null,true,false,1.50,"text",[1],{"a":1}])");
  const auto values = document.root().elements();
  ASSERT_EQ(values.size(), 7u);
  const Kind kinds[] = {Kind::null,   Kind::boolean, Kind::boolean, Kind::number,
                        Kind::string, Kind::array,   Kind::object};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value& value = values[i];
    EXPECT_EQ(value.kind(), kinds[i]);
    EXPECT_EQ(value.boolean(), i == 1);
    EXPECT_EQ(value.lexeme(), i == 3 ? "1.50" : "");
    EXPECT_EQ(value.string(), i == 4 ? "text" : "");
    EXPECT_EQ(value.elements().size(), i == 5 ? 1u : 0u);
    EXPECT_EQ(value.members().size(), i == 6 ? 1u : 0u);
    EXPECT_EQ(value.find("a") != nullptr, i == 6);
    EXPECT_FALSE(value.integer());
  }
}

TEST(Value, GivesWholeNumbersInWhateverFormTheyAreWritten) {
  constexpr std::int64_t max = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t min = std::numeric_limits<std::int64_t>::min();
  const struct {
    const char* text;
    std::optional<std::int64_t> integer;
  } cases[] = {
      {"1", 1},
      {"-0", 0},
      {"1.0", 1},
      {"1e3", 1000},
      {"1E+3", 1000},
      {"1200e-2", 12},
      {"0.5e1", 5},
      {"-120.00", -120},
      {"0e999999999999999999999", 0},
      {"0.000e-999999999999999999999", 0},
      {"9223372036854775807", max},
      {"-9223372036854775808", min},
      {"9223372036854775807.0", max},
      {"-9.223372036854775808e18", min},
      {"9223372036854775808", std::nullopt},
      {"-9223372036854775809", std::nullopt},
      {"9223372036854775808.0", std::nullopt},
      {"1e19", std::nullopt},
      {"1e999999999999999999999", std::nullopt},
      {"1e-999999999999999999999", std::nullopt},
      {"1.5", std::nullopt},
      {"15e-1", std::nullopt},
      {"\"1\"", std::nullopt},
      {"true", std::nullopt},
  };
  for (const auto& c : cases)
    EXPECT_EQ(parsed(c.text).root().integer(), c.integer) << c.text;
}

TEST(Value, SortsMembersByUtf16CodeUnits) {
  const Document document =
      parsed(R"({"ﬁ":1,"😀":2,"�":3,"é":4,"z":5,"":6,"A":7,"a":8,"a\u0000":9,"aa":10,"\u0000":11})");
  EXPECT_THAT(names_of(document.root()),
              ElementsAre("", std::string(1, '\0'), "A", "a", std::string("a\0", 2), "aa", "z", "é",
                          "😀", "ﬁ", "�"));
}

TEST(Value, SortsNamesThatDifferOnlyBehindALongCommonBeginning) {
  const Document document = parsed(
      R"({"description�":1,"description😀":2,"description":3,"descriptio":4,"description_":5})");
  EXPECT_THAT(names_of(document.root()), ElementsAre("descriptio", "description", "description_",
                                                     "description😀", "description�"));
}

TEST(Value, FindsMembersInSmallAndInLargeObjects) {
  for (const int count : {1, 8, 9, 16, 17, 1000}) {
    std::string text = "{";
    for (int i = count; i-- > 0;) {
      text += "\"name" + std::to_string(i * 2) + "\":" + std::to_string(i) + (i > 0 ? "," : "}");
    }
    const Document document = parsed(text);
    for (int i = 0; i < count; ++i) {
      const Value* found = document.root().find("name" + std::to_string(i * 2));
      ASSERT_NE(found, nullptr);
      EXPECT_EQ(found->integer(), i);
      EXPECT_EQ(document.root().find("name" + std::to_string(i * 2 + 1)), nullptr);
    }
    EXPECT_EQ(document.root().find(""), nullptr);
    EXPECT_EQ(document.root().find("name"), nullptr);
    EXPECT_EQ(document.root().find("\xFF\xFF"), nullptr);
  }
}

TEST(Value, GivesNullForAMemberThatIsAbsent) {
  const Document document = parsed(R"({"a":{"b":7}})");
  EXPECT_EQ(document.root()["a"]["b"].integer(), 7);
  EXPECT_TRUE(document.root()["x"]["y"].is_null());
  EXPECT_TRUE(Value()["x"].is_null());
}

TEST(Utf16Order, AgreesWithTheCodeUnitsOfEachCharacter) {
  // Each one is less than all that follow.
  const std::vector<std::string_view> ascending = {
      std::string_view("", 0),
      std::string_view("\0", 1),
      "A",
      "a",
      "aa",
      "\x7F",
      "\xC2\x80",          // U+0080
      "\xDF\xBF",          // U+07FF
      "\xE0\xA0\x80",      // U+0800
      "\xED\x9F\xBF",      // U+D7FF
      "\xF0\x90\x80\x80",  // U+10000
      "\xF0\x9F\x98\x80",  // U+1F600
      "\xF4\x8F\xBF\xBF",  // U+10FFFF
      "\xEE\x80\x80",      // U+E000
      "\xEF\xAC\x81",      // U+FB01
      "\xEF\xBF\xBD",      // U+FFFD
  };
  // Behind a common beginning of any length, too.
  for (std::size_t common = 0; common < 18; ++common) {
    const std::string start(common, 'x');
    for (std::size_t i = 0; i < ascending.size(); ++i) {
      for (std::size_t j = 0; j < ascending.size(); ++j) {
        EXPECT_EQ(utf16_less(start + std::string(ascending[i]), start + std::string(ascending[j])),
                  i < j)
            << common << " " << i << " " << j;
      }
    }
  }
}

}  // namespace
}  // namespace lockstep::json
