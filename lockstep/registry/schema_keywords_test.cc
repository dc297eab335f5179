#include "lockstep/registry/schema_keywords.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "lockstep/json/document.h"
#include "lockstep/registry/schema_compat.h"

namespace lockstep::registry {
namespace {

/// The class of the worst change of a keyword between two schemas; `none` when nothing changed.
std::string worst(std::string_view before, std::string_view after, Direction direction) {
  const auto old_schema = json::Document::parse(before);
  const auto new_schema = json::Document::parse(after);
  EXPECT_TRUE(old_schema && new_schema) << before << " " << after;
  if (!old_schema || !new_schema) return {};
  const auto changes = compare_schemas(old_schema->root(), new_schema->root(), direction, "/s");
  if (changes.empty()) return "none";
  return std::string(
      to_string(std::ranges::max(changes, {}, &MemberChange::compatibility).compatibility));
}

constexpr std::string_view compatible = "compatible";
constexpr std::string_view unknown = "unknown";
constexpr std::string_view breaking = "breaking";

/// One keyword that comes, changes and goes: what that is to a caller, and to who reads the answer.
struct Case {
  std::string_view keyword;
  std::string_view value;
  std::string_view other;
  std::string_view added_input, added_output;
  std::string_view removed_input, removed_output;
  std::string_view changed_input, changed_output;
};

constexpr Case cases[] = {
    // A demand that comes breaks callers; one that goes breaks readers.
    {"const", "1", "2", breaking, compatible, compatible, breaking, breaking, breaking},
    {"enum", "[1]", "[1,2]", breaking, compatible, compatible, breaking, compatible, breaking},
    {"exclusiveMaximum", "3", "2", breaking, compatible, compatible, breaking, breaking,
     compatible},
    {"exclusiveMinimum", "3", "2", breaking, compatible, compatible, breaking, compatible,
     breaking},
    {"maxItems", "1", "2", breaking, compatible, compatible, breaking, compatible, breaking},
    {"maxLength", "2", "1", breaking, compatible, compatible, breaking, breaking, compatible},
    {"maxProperties", "1", "2", breaking, compatible, compatible, breaking, compatible, breaking},
    {"maximum", "1", "1.5", breaking, compatible, compatible, breaking, compatible, breaking},
    {"minItems", "1", "2", breaking, compatible, compatible, breaking, breaking, compatible},
    {"minLength", "1", "2", breaking, compatible, compatible, breaking, breaking, compatible},
    {"minProperties", "2", "1", breaking, compatible, compatible, breaking, compatible, breaking},
    {"minimum", "1", "0", breaking, compatible, compatible, breaking, compatible, breaking},
    {"multipleOf", "2", "6", breaking, compatible, compatible, breaking, breaking, compatible},
    {"required", R"(["a"])", R"(["a","b"])", breaking, compatible, compatible, breaking, breaking,
     compatible},
    {"type", R"("string")", R"(["string","null"])", breaking, compatible, compatible, breaking,
     compatible, breaking},
    {"uniqueItems", "true", "false", breaking, compatible, compatible, breaking, compatible,
     breaking},
    {"additionalProperties", "false", "true", breaking, compatible, compatible, breaking,
     compatible, breaking},
    {"propertyNames", R"({"maxLength":2})", R"({"maxLength":3})", breaking, compatible, compatible,
     breaking, compatible, breaking},
    {"items", R"({"maximum":2})", R"({"maximum":1})", breaking, compatible, compatible, breaking,
     breaking, compatible},
    {"allOf", R"([{"maximum":2}])", R"([{"maximum":1}])", breaking, compatible, compatible,
     breaking, breaking, compatible},
    {"anyOf", R"([{"maximum":2}])", R"([{"maximum":3}])", breaking, compatible, compatible,
     breaking, compatible, unknown},
    {"oneOf", R"([{"maximum":2}])", R"([{"maximum":3}])", breaking, compatible, compatible,
     breaking, unknown, unknown},
    // Two different demands of these cannot be compared.
    {"pattern", R"("a")", R"("b")", breaking, compatible, compatible, breaking, unknown, unknown},
    {"dependencies", R"({"a":["b"]})", R"({"a":["c"]})", breaking, compatible, compatible, breaking,
     unknown, unknown},
    {"dependentRequired", R"({"a":["b"]})", R"({"a":["c"]})", breaking, compatible, compatible,
     breaking, unknown, unknown},
    {"dependentSchemas", R"({"a":{"maxProperties":1}})", R"({"a":{"maxProperties":2}})", breaking,
     compatible, compatible, breaking, unknown, unknown},
    // What may demand nothing at all.
    {"contains", R"({"maximum":2})", R"({"maximum":1})", unknown, compatible, compatible, unknown,
     unknown, unknown},
    {"not", R"({"maximum":2})", R"({"maximum":1})", unknown, compatible, compatible, unknown,
     unknown, unknown},
    {"format", R"("date")", R"("time")", unknown, compatible, compatible, unknown, unknown,
     unknown},
    // Parts of a condition, and what speaks only beside another keyword.
    {"additionalItems", "false", "true", unknown, unknown, unknown, unknown, unknown, unknown},
    {"if", "{}", R"({"maximum":1})", unknown, unknown, unknown, unknown, unknown, unknown},
    {"then", R"({"maximum":2})", R"({"maximum":1})", unknown, unknown, unknown, unknown, unknown,
     unknown},
    {"else", R"({"maximum":2})", R"({"maximum":1})", unknown, unknown, unknown, unknown, unknown,
     unknown},
    {"maxContains", "1", "2", unknown, unknown, unknown, unknown, unknown, unknown},
    {"minContains", "1", "2", unknown, unknown, unknown, unknown, unknown, unknown},
    {"prefixItems", "[{}]", "[{},{}]", unknown, unknown, unknown, unknown, unknown, unknown},
    {"patternProperties", R"({"a":{"maximum":2}})", R"({"a":{"maximum":1}})", unknown, unknown,
     unknown, unknown, breaking, compatible},
    {"x-mcp-header", R"("A")", R"("B")", unknown, unknown, unknown, unknown, unknown, unknown},
    {"x-own", "1", "2", unknown, unknown, unknown, unknown, unknown, unknown},
    {"default", "1", "2", unknown, compatible, unknown, compatible, unknown, compatible},
    // Words for people and models.
    {"$comment", R"("a")", R"("b")", compatible, compatible, compatible, compatible, compatible,
     compatible},
    {"deprecated", "true", "false", compatible, compatible, compatible, compatible, compatible,
     compatible},
    {"description", R"("a")", R"("b")", compatible, compatible, compatible, compatible, compatible,
     compatible},
    {"examples", "[1]", "[2]", compatible, compatible, compatible, compatible, compatible,
     compatible},
    {"title", R"("a")", R"("b")", compatible, compatible, compatible, compatible, compatible,
     compatible},
    // Definitions count where they are used.
    {"$defs", R"({"a":{}})", R"({"b":{}})", compatible, compatible, compatible, compatible,
     compatible, compatible},
    {"definitions", R"({"a":{}})", R"({"b":{}})", compatible, compatible, compatible, compatible,
     compatible, compatible},
};

std::string schema_with(std::string_view dialect, std::string_view keyword,
                        std::string_view value) {
  std::string text = R"({"$schema":")" + std::string(dialect) + '"';
  if (!value.empty()) text += ",\"" + std::string(keyword) + "\":" + std::string(value);
  return text + "}";
}

TEST(SchemaKeywords, AreJudgedAsTheyComeChangeAndGo) {
  for (const std::string_view dialect : {"http://json-schema.org/draft-07/schema#",
                                         "https://json-schema.org/draft/2020-12/schema"}) {
    for (const Case& test : cases) {
      SCOPED_TRACE(std::string(test.keyword) + " in " + std::string(dialect));
      const std::string without = schema_with(dialect, "", "");
      const std::string with = schema_with(dialect, test.keyword, test.value);
      const std::string other = schema_with(dialect, test.keyword, test.other);
      EXPECT_EQ(worst(without, with, Direction::input), test.added_input);
      EXPECT_EQ(worst(without, with, Direction::output), test.added_output);
      EXPECT_EQ(worst(with, without, Direction::input), test.removed_input);
      EXPECT_EQ(worst(with, without, Direction::output), test.removed_output);
      EXPECT_EQ(worst(with, other, Direction::input), test.changed_input);
      EXPECT_EQ(worst(with, other, Direction::output), test.changed_output);
      EXPECT_EQ(worst(with, with, Direction::input), "none");
    }
  }
}

TEST(SchemaKeywords, OfTheTableAreAllThatAreKnown) {
  for (const Case& test : cases)
    EXPECT_EQ(rule_of(test.keyword) == Rule::unknown, test.keyword == "x-own") << test.keyword;
  EXPECT_EQ(rule_of(""), Rule::unknown);
  EXPECT_EQ(rule_of("Type"), Rule::unknown);
  EXPECT_EQ(rule_of("zzz"), Rule::unknown);
}

}  // namespace
}  // namespace lockstep::registry
