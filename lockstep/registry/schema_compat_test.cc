#include "lockstep/registry/schema_compat.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lockstep/json/document.h"

namespace lockstep::registry {
namespace {

std::vector<MemberChange> compare(std::string_view before, std::string_view after,
                                  Direction direction) {
  const auto old_schema = json::Document::parse(before);
  const auto new_schema = json::Document::parse(after);
  EXPECT_TRUE(old_schema.has_value()) << before;
  EXPECT_TRUE(new_schema.has_value()) << after;
  if (!old_schema || !new_schema) return {};
  return compare_schemas(old_schema->root(), new_schema->root(), direction, "/s");
}

/// All changes as text: `pointer=class` or `pointer=guidance`.
std::string described(const std::vector<MemberChange>& changes) {
  std::string text;
  for (const MemberChange& change : changes) {
    if (!text.empty()) text += ' ';
    text += change.pointer + "=" +
            std::string(change.guidance ? "guidance" : to_string(change.compatibility));
  }
  return text;
}

struct Case {
  std::string_view before;
  std::string_view after;
  std::string_view input;
  std::string_view output;
};

void expect(const Case& test) {
  SCOPED_TRACE(std::string(test.before) + " -> " + std::string(test.after));
  for (const MemberChange& change : compare(test.before, test.after, Direction::input))
    EXPECT_FALSE(change.why.empty()) << change.pointer;
  EXPECT_EQ(described(compare(test.before, test.after, Direction::input)), test.input);
  EXPECT_EQ(described(compare(test.before, test.after, Direction::output)), test.output);
}

TEST(SchemaCompat, OfEqualSchemasListsNothing) {
  for (const std::string_view schema :
       {"true", "false", "{}", R"({"type":"object"})", R"({"x-new":[1,{"a":2}]})",
        R"({"$ref":"#/$defs/A","$defs":{"A":{"items":{"$ref":"#/$defs/A"}}}})",
        R"({"$ref":"https://example.com/s.json"})", R"({"$ref":"#/nowhere"})", R"({"$ref":"#"})",
        R"({"anyOf":[{"type":"null"},{"type":"string"},{"type":"null"}]})",
        R"({"properties":{"a":7},"required":null,"allOf":{},"enum":3,"$defs":[]})"}) {
    expect({schema, schema, "", ""});
  }
  expect({R"({"minimum":1.0,"enum":[10]})", R"({"enum":[1e1],"minimum":1})", "", ""});
}

TEST(SchemaCompat, JudgesTypes) {
  expect({R"({"type":"string"})", R"({"type":["string","null"]})", "/s/type=compatible",
          "/s/type=breaking"});
  expect({R"({"type":["string","null"]})", R"({"type":"string"})", "/s/type=breaking",
          "/s/type=compatible"});
  expect(
      {R"({"type":"integer"})", R"({"type":"number"})", "/s/type=compatible", "/s/type=breaking"});
  expect({R"({"type":"string"})", R"({"type":"integer"})", "/s/type=breaking", "/s/type=breaking"});
  expect({R"({"type":"string"})", R"({"type":["string"]})", "/s/type=compatible",
          "/s/type=compatible"});
  expect({R"({})", R"({"type":"string"})", "/s/type=breaking", "/s/type=compatible"});
  expect({R"({"type":"string"})", R"({"type":"text"})", "/s/type=unknown", "/s/type=unknown"});
  // What `enum` allows counts.
  expect({R"({"enum":["a"]})", R"({"enum":["a"],"type":"string"})", "/s/type=compatible",
          "/s/type=compatible"});
}

TEST(SchemaCompat, JudgesListedValues) {
  expect({R"({"enum":["a","b"]})", R"({"enum":["a"]})", "/s/enum=breaking", "/s/enum=compatible"});
  expect({R"({"enum":["a"]})", R"({"enum":["b","a"]})", "/s/enum=compatible", "/s/enum=breaking"});
  expect({R"({"enum":["a","b"]})", R"({"enum":["b","a"]})", "/s/enum=compatible",
          "/s/enum=compatible"});
  expect({R"({"enum":["a"]})", R"({"enum":["b"]})", "/s/enum=breaking", "/s/enum=breaking"});
  expect({R"({})", R"({"const":1})", "/s/const=breaking", "/s/const=compatible"});
  expect({R"({"const":1})", R"({"enum":[1.0,2]})", "/s/const=compatible /s/enum=compatible",
          "/s/const=breaking /s/enum=breaking"});
  expect({R"({"enum":"a"})", R"({"enum":["a"]})", "/s/enum=unknown", "/s/enum=unknown"});
}

TEST(SchemaCompat, JudgesBounds) {
  const auto tighter = [](std::string_view before, std::string_view after,
                          const std::string& keyword) {
    const std::string pointer = "/s/" + keyword;
    expect({before, after, pointer + "=breaking", pointer + "=compatible"});
    expect({after, before, pointer + "=compatible", pointer + "=breaking"});
  };
  tighter(R"({"minimum":1})", R"({"minimum":2})", "minimum");
  tighter(R"({"maximum":2})", R"({"maximum":1.5})", "maximum");
  tighter(R"({})", R"({"exclusiveMinimum":0})", "exclusiveMinimum");
  tighter(R"({"maxLength":10})", R"({"maxLength":9})", "maxLength");
  tighter(R"({})", R"({"minLength":1})", "minLength");
  tighter(R"({})", R"({"maxItems":1})", "maxItems");
  tighter(R"({"minItems":1})", R"({"minItems":2})", "minItems");
  tighter(R"({})", R"({"maxProperties":3})", "maxProperties");
  tighter(R"({})", R"({"uniqueItems":true})", "uniqueItems");
  tighter(R"({"multipleOf":2})", R"({"multipleOf":4})", "multipleOf");
  tighter(R"({})", R"({"pattern":"^a"})", "pattern");
  expect({R"({})", R"({"minLength":0})", "/s/minLength=compatible", "/s/minLength=compatible"});
  expect({R"({"multipleOf":2})", R"({"multipleOf":3})", "/s/multipleOf=breaking",
          "/s/multipleOf=breaking"});
  expect({R"({"multipleOf":0.1})", R"({"multipleOf":0.2})", "/s/multipleOf=unknown",
          "/s/multipleOf=unknown"});
  expect({R"({"minimum":"1"})", R"({"minimum":1})", "/s/minimum=unknown", "/s/minimum=unknown"});
  // The stricter of the two lower bounds counts.
  expect({R"({"minimum":1})", R"({"exclusiveMinimum":0})",
          "/s/exclusiveMinimum=compatible /s/minimum=compatible",
          "/s/exclusiveMinimum=breaking /s/minimum=breaking"});
  expect({R"({"minimum":5})", R"({"minimum":5,"exclusiveMinimum":1})",
          "/s/exclusiveMinimum=compatible", "/s/exclusiveMinimum=compatible"});
  // Beyond what doubles can tell.
  expect(
      {R"({"maximum":1e400})", R"({"maximum":1e401})", "/s/maximum=unknown", "/s/maximum=unknown"});
}

TEST(SchemaCompat, CannotTellWhatAPatternOrAFormatDoes) {
  expect(
      {R"({"pattern":"^a"})", R"({"pattern":"^b"})", "/s/pattern=unknown", "/s/pattern=unknown"});
  expect({R"({})", R"({"format":"email"})", "/s/format=unknown", "/s/format=compatible"});
  expect({R"({"format":"email"})", R"({})", "/s/format=compatible", "/s/format=unknown"});
  expect(
      {R"({"format":"email"})", R"({"format":"uri"})", "/s/format=unknown", "/s/format=unknown"});
}

TEST(SchemaCompat, TellsTextsFromDemands) {
  expect({R"({"description":"a","title":"t"})", R"({"description":"b","examples":[1]})",
          "/s/description=guidance /s/examples=guidance /s/title=guidance",
          "/s/description=guidance /s/examples=guidance /s/title=guidance"});
  // A default is what a call means that leaves the argument out.
  expect({R"({"default":1})", R"({"default":2})", "/s/default=unknown", "/s/default=compatible"});
  expect(
      {R"({})", R"({"x-mcp-header":"A"})", "/s/x-mcp-header=unknown", "/s/x-mcp-header=unknown"});
  expect({R"({})", R"({"x-new":1})", "/s/x-new=unknown", "/s/x-new=unknown"});
}

TEST(SchemaCompat, JudgesArguments) {
  expect({R"({"properties":{"a":{}}})", R"({"properties":{"a":{},"b":{"type":"string"}}})",
          "/s/properties/b=compatible", "/s/properties/b=compatible"});
  expect({R"({"properties":{"a":{},"b":{}}})", R"({"properties":{"a":{}}})",
          "/s/properties/b=breaking", "/s/properties/b=breaking"});
  expect({R"({"properties":{"a":{}}})", R"({"properties":{"a":{},"b":{}},"required":["b"]})",
          "/s/properties/b=breaking /s/required=breaking",
          "/s/properties/b=compatible /s/required=compatible"});
  expect({R"({"properties":{"a":{"type":"string"}}})", R"({"properties":{"a":{"type":"number"}}})",
          "/s/properties/a/type=breaking", "/s/properties/a/type=breaking"});
  expect({R"({"required":["a","b"]})", R"({"required":["a"]})", "/s/required=compatible",
          "/s/required=breaking"});
  expect({R"({"required":["a","b"]})", R"({"required":["b","a"]})", "/s/required=compatible",
          "/s/required=compatible"});
  expect({R"({"required":["a"]})", R"({"required":["b"]})", "/s/required=breaking",
          "/s/required=breaking"});
  expect({R"({"required":["a"]})", R"({"required":null})", "/s/required=unknown",
          "/s/required=unknown"});
  expect({R"({})", R"({"properties":{}})", "/s/properties=compatible", "/s/properties=compatible"});
  expect({R"({"properties":{}})", R"({"properties":[]})", "/s/properties=unknown",
          "/s/properties=unknown"});
  expect({R"({"properties":{"a/b":{},"c~":{}}})", R"({})",
          "/s/properties/a~1b=breaking /s/properties/c~0=breaking",
          "/s/properties/a~1b=breaking /s/properties/c~0=breaking"});
}

TEST(SchemaCompat, JudgesMembersBeyondThoseNamed) {
  expect({R"({})", R"({"additionalProperties":false})", "/s/additionalProperties=breaking",
          "/s/additionalProperties=compatible"});
  expect({R"({"additionalProperties":true})", R"({"additionalProperties":false})",
          "/s/additionalProperties=breaking", "/s/additionalProperties=compatible"});
  expect({R"({"additionalProperties":false})", R"({"additionalProperties":{}})",
          "/s/additionalProperties=compatible", "/s/additionalProperties=breaking"});
  expect({R"({})", R"({"additionalProperties":true})", "/s/additionalProperties=compatible",
          "/s/additionalProperties=compatible"});
  expect({R"({"additionalProperties":{"type":"string"}})",
          R"({"additionalProperties":{"type":["string","null"]}})",
          "/s/additionalProperties/type=compatible", "/s/additionalProperties/type=breaking"});
}

TEST(SchemaCompat, JudgesANewArgumentByWhatCouldBeSentBefore) {
  const auto added = [](const std::string& beside, std::string_view input,
                        std::string_view output) {
    const std::string before = "{" + beside + R"("properties":{"a":{}}})";
    const std::string after = "{" + beside + R"("properties":{"a":{},"b":{"type":"string"}}})";
    expect({before, after, "/s/properties/b=" + std::string(input),
            "/s/properties/b=" + std::string(output)});
  };
  added("", "compatible", "compatible");
  added(R"("additionalProperties":false,)", "compatible", "breaking");
  // Others were invited under any name.
  added(R"("additionalProperties":true,)", "unknown", "compatible");
  added(R"("additionalProperties":{"type":"number"},)", "unknown", "unknown");
  added(R"("patternProperties":{"^b":{}},)", "unknown", "unknown");
  // Another schema for the same object may name it.
  added(R"("allOf":[{"properties":{"b":{"type":"number"}}}],)", "unknown", "compatible");
}

TEST(SchemaCompat, JudgesItems) {
  expect({R"({"items":{"type":"string"}})", R"({"items":{"type":"number"}})",
          "/s/items/type=breaking", "/s/items/type=breaking"});
  expect({R"({})", R"({"items":{"type":"number"}})", "/s/items=breaking", "/s/items=compatible"});
  expect({R"({"items":{"type":"number"}})", R"({"items":true})", "/s/items=compatible",
          "/s/items=breaking"});
  expect({R"({"items":[{"type":"string"}]})", R"({"items":[{"type":["string","null"]}]})",
          "/s/items/0/type=compatible", "/s/items/0/type=breaking"});
  expect({R"({"prefixItems":[{}]})", R"({"prefixItems":[{},{}]})", "/s/prefixItems=unknown",
          "/s/prefixItems=unknown"});
  expect({R"({"items":[{}]})", R"({"items":{}})", "/s/items=unknown", "/s/items=unknown"});
}

TEST(SchemaCompat, ComparesAlternativesWithTheirCounterparts) {
  expect({R"({"anyOf":[{"type":"string"}]})", R"({"anyOf":[{"type":"null"},{"type":"string"}]})",
          "/s/anyOf=compatible", "/s/anyOf=unknown"});
  expect({R"({"anyOf":[{"type":"null"},{"type":"string"}]})", R"({"anyOf":[{"type":"string"}]})",
          "/s/anyOf=unknown", "/s/anyOf=compatible"});
  expect({R"({"anyOf":[{"type":"null"},{"type":"string"}]})",
          R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "/s/anyOf=compatible",
          "/s/anyOf=compatible"});
  expect({R"({"anyOf":[{"type":"null"},{"maximum":1}]})",
          R"({"anyOf":[{"type":"null"},{"maximum":2}]})", "/s/anyOf/1/maximum=compatible",
          "/s/anyOf/1/maximum=unknown"});
  expect({R"({"anyOf":[{"type":"null"},{"maximum":2}]})",
          R"({"anyOf":[{"type":"null"},{"maximum":1}]})", "/s/anyOf/1/maximum=unknown",
          "/s/anyOf/1/maximum=compatible"});
  expect({R"({"allOf":[{"maximum":2}]})", R"({"allOf":[{"maximum":2},{"minimum":1}]})",
          "/s/allOf=breaking", "/s/allOf=compatible"});
  expect({R"({"allOf":[{"maximum":2}]})", R"({"allOf":[{"maximum":1}]})",
          "/s/allOf/0/maximum=breaking", "/s/allOf/0/maximum=compatible"});
  expect({R"({"oneOf":[{"maximum":2},{}]})", R"({"oneOf":[{},{"maximum":3}]})",
          "/s/oneOf=compatible /s/oneOf/1/maximum=unknown",
          "/s/oneOf=compatible /s/oneOf/1/maximum=unknown"});
  expect({R"({"oneOf":[{"title":"a"}]})", R"({"oneOf":[{"title":"b"}]})",
          "/s/oneOf/0/title=guidance", "/s/oneOf/0/title=guidance"});
  expect({R"({"anyOf":[{"type":"null"}]})", R"({"anyOf":[{"type":"string"},{"type":"number"}]})",
          "/s/anyOf=unknown", "/s/anyOf=unknown"});
}

TEST(SchemaCompat, CannotTellWhatAConditionDoes) {
  expect({R"({"not":{"maximum":1}})", R"({"not":{"maximum":2}})", "/s/not/maximum=unknown",
          "/s/not/maximum=unknown"});
  expect({R"({"if":{"title":"a"},"then":{"maximum":1}})",
          R"({"if":{"title":"b"},"then":{"maximum":2}})",
          "/s/if/title=guidance /s/then/maximum=unknown",
          "/s/if/title=guidance /s/then/maximum=unknown"});
  expect({R"({})", R"({"else":{}})", "/s/else=unknown", "/s/else=unknown"});
  expect({R"({"contains":{"maximum":1}})", R"({"contains":{"maximum":2}})",
          "/s/contains/maximum=unknown", "/s/contains/maximum=unknown"});
  expect({R"({"dependentRequired":{"a":["b"]}})", R"({"dependentRequired":{"a":["c"]}})",
          "/s/dependentRequired=unknown", "/s/dependentRequired=unknown"});
  expect({R"({"contains":{},"minContains":2})", R"({"contains":{}})", "/s/minContains=compatible",
          "/s/minContains=breaking"});
}

TEST(SchemaCompat, KnowsBooleanSchemas) {
  expect({"true", "{}", "/s=compatible", "/s=compatible"});
  expect({"true", "false", "/s=breaking", "/s=compatible"});
  expect({"false", R"({"type":"string"})", "/s=compatible", "/s=breaking"});
  expect({R"({"type":"string"})", "true", "/s=compatible", "/s=breaking"});
  expect({R"({"type":"string"})", "false", "/s=breaking", "/s=compatible"});
  expect({"true", "7", "/s=unknown", "/s=unknown"});
  expect({"[]", "{}", "/s=unknown", "/s=unknown"});
}

TEST(SchemaCompat, JudgesADefinitionWhereItIsUsed) {
  const auto with_definition = [](std::string_view definition, std::string_view use) {
    return R"({"$defs":{"A":)" + std::string(definition) + R"(},"properties":{"p":)" +
           std::string(use) + "}}";
  };
  const std::string wide = with_definition(R"({"maximum":2})", R"({"$ref":"#/$defs/A"})");
  const std::string tight = with_definition(R"({"maximum":1})", R"({"$ref":"#/$defs/A"})");
  expect({wide, tight, "/s/$defs/A/maximum=breaking", "/s/$defs/A/maximum=compatible"});
  expect({tight, wide, "/s/$defs/A/maximum=compatible", "/s/$defs/A/maximum=breaking"});
  // Through an alternative, and nowhere at all.
  expect({with_definition(R"({"maximum":2})", R"({"anyOf":[{"$ref":"#/$defs/A"}]})"),
          with_definition(R"({"maximum":1})", R"({"anyOf":[{"$ref":"#/$defs/A"}]})"),
          "/s/$defs/A/maximum=unknown", "/s/$defs/A/maximum=compatible"});
  expect({with_definition(R"({"maximum":2})", "{}"), with_definition(R"({"maximum":3})", "{}"),
          "/s/$defs/A/maximum=unknown", "/s/$defs/A/maximum=unknown"});
}

TEST(SchemaCompat, ComparesADefinitionThatMovedInPlace) {
  const std::string_view inside = R"({"properties":{"p":{"type":"string"}}})";
  const std::string_view outside =
      R"({"definitions":{"P":{"type":"string"}},"properties":{"p":{"$ref":"#/definitions/P"}}})";
  expect({inside, outside, "/s/definitions/P=compatible /s/properties/p/$ref=compatible",
          "/s/definitions/P=compatible /s/properties/p/$ref=compatible"});
  const std::string_view narrower =
      R"({"definitions":{"P":{"const":"a"}},"properties":{"p":{"$ref":"#/definitions/P"}}})";
  expect({inside, narrower,
          "/s/definitions/P=compatible /s/properties/p/$ref=compatible "
          "/s/properties/p/const=breaking /s/properties/p/type=compatible",
          "/s/definitions/P=compatible /s/properties/p/$ref=compatible "
          "/s/properties/p/const=compatible /s/properties/p/type=compatible"});
  expect({R"({"$ref":"#/$defs/A","$defs":{"A":{"maximum":1},"B":{"maximum":2}}})",
          R"({"$ref":"#/$defs/B","$defs":{"A":{"maximum":1},"B":{"maximum":2}}})",
          "/s/$ref=compatible /s/maximum=compatible", "/s/$ref=compatible /s/maximum=breaking"});
}

TEST(SchemaCompat, FollowsNoReferenceOutOfTheDocumentOrInACircle) {
  expect({R"({"$ref":"https://example.com/a"})", R"({"$ref":"https://example.com/b"})",
          "/s/$ref=unknown", "/s/$ref=unknown"});
  expect({R"({"type":"string"})", R"({"$ref":"#/nowhere"})", "/s/$ref=unknown", "/s/$ref=unknown"});
  expect({R"({"properties":{"p":{"type":"string"}}})",
          R"({"properties":{"p":{"$ref":"#/properties/p"}}})", "/s/properties/p/$ref=unknown",
          "/s/properties/p/$ref=unknown"});
  // A tree of itself ends.
  expect({R"({"properties":{"next":{"$ref":"#"}},"maxProperties":2})",
          R"({"properties":{"next":{"$ref":"#"}},"maxProperties":1})", "/s/maxProperties=breaking",
          "/s/maxProperties=compatible"});
}

TEST(SchemaCompat, UnescapesReferences) {
  expect({R"({"$ref":"#/$defs/a~1b%20c","$defs":{"a/b c":{"maximum":1}}})",
          R"({"$ref":"#/$defs/a~1b%20c","$defs":{"a/b c":{"maximum":2}}})",
          "/s/$defs/a~1b c/maximum=compatible", "/s/$defs/a~1b c/maximum=breaking"});
  expect({R"({"$ref":"#/allOf/0","allOf":[{"maximum":1}]})",
          R"({"$ref":"#/allOf/0","allOf":[{"maximum":2}]})", "/s/allOf/0/maximum=compatible",
          "/s/allOf/0/maximum=breaking"});
}

TEST(SchemaCompat, TellsDialectsApart) {
  expect({R"({"$schema":"http://json-schema.org/draft-07/schema#"})",
          R"({"$schema":"https://json-schema.org/draft-07/schema"})", "/s/$schema=compatible",
          "/s/$schema=compatible"});
  expect({R"({})", R"({"$schema":"https://json-schema.org/draft/2020-12/schema"})",
          "/s/$schema=compatible", "/s/$schema=compatible"});
  expect({R"({"$schema":"http://json-schema.org/draft-07/schema#"})", R"({})", "/s/$schema=unknown",
          "/s/$schema=unknown"});
  // In a dialect of somebody's own a keyword may mean anything.
  expect({R"({"$schema":"https://example.com/own","maximum":1})",
          R"({"$schema":"https://example.com/own","maximum":2})", "/s/maximum=unknown",
          "/s/maximum=breaking"});
}

TEST(SchemaCompat, GivesUpWhereOnePartSpeaksAboutAnother) {
  expect({R"({"unevaluatedProperties":false,"properties":{"a":{}}})",
          R"({"unevaluatedProperties":false,"properties":{"a":{},"b":{}}})",
          "/s/properties/b=unknown", "/s/properties/b=unknown"});
  expect({R"({"$anchor":"x","maximum":1})", R"({"$anchor":"x","maximum":2})", "/s/maximum=unknown",
          "/s/maximum=breaking"});
  expect({R"({"$anchor":"x","title":"a"})", R"({"$anchor":"x","title":"b"})", "/s/title=guidance",
          "/s/title=guidance"});
}

std::string nested(std::size_t depth, std::string_view innermost) {
  std::string schema(innermost);
  for (std::size_t i = 0; i < depth; ++i)
    schema = R"({"items":)" + schema + "}";
  return schema;
}

TEST(SchemaCompat, EndsAtAFixedDepth) {
  const auto changes =
      compare(nested(400, R"({"maximum":1})"), nested(400, R"({"maximum":2})"), Direction::input);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].compatibility, Compatibility::unknown);
  EXPECT_EQ(changes[0].why, "nested too deeply to compare");
  EXPECT_TRUE(compare(nested(400, "{}"), nested(400, "{}"), Direction::input).empty());
}

/// Each definition refers twice to the next: millions of paths lead to the last one.
std::string exploding(std::string_view innermost) {
  std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
  for (int i = 0; i < 25; ++i) {
    const std::string next = R"({"$ref":"#/$defs/d)" + std::to_string(i + 1) + R"("})";
    schema +=
        R"("d)" + std::to_string(i) + R"(":{"properties":{"a":)" + next + R"(,"b":)" + next + "}},";
  }
  return schema + R"("d25":)" + std::string(innermost) + "}}";
}

TEST(SchemaCompat, ComparesADefinitionOnceHoweverOftenItIsUsed) {
  const auto changes =
      compare(exploding(R"({"maximum":1})"), exploding(R"({"maximum":2})"), Direction::input);
  EXPECT_EQ(described(changes), "/s/$defs/d25/maximum=compatible");
}

/// Definitions that refer to one another in an order that `step` gives: comparing two of these
/// meets nearly every definition of one with every one of the other.
std::string tangled(int step) {
  constexpr int size = 100;
  std::string schema = R"({"$ref":"#/$defs/0","$defs":{)";
  for (int i = 0; i < size; ++i) {
    schema += (i == 0 ? "\"" : ",\"") + std::to_string(i) + R"(":{"properties":{)";
    for (int k = 0; k < 40; ++k) {
      const int next = (i + k * (step + k) + step) % size;
      schema += (k == 0 ? "\"" : ",\"") + std::to_string(k) + R"(":{"$ref":"#/$defs/)" +
                std::to_string(next) + R"("})";
    }
    schema += "}}";
  }
  return schema + "}}";
}

TEST(SchemaCompat, SaysSoWhenThereIsTooMuchToCompare) {
  const auto changes = compare(tangled(1), tangled(2), Direction::input);
  ASSERT_FALSE(changes.empty());
  EXPECT_EQ(changes.front().pointer, "/s");
  EXPECT_EQ(changes.front().compatibility, Compatibility::unknown);
  EXPECT_EQ(changes.front().why, "too large to compare");
}

}  // namespace
}  // namespace lockstep::registry
