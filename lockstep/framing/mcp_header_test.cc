#include "lockstep/framing/mcp_header.h"

#include <gtest/gtest.h>

#include <string>

#include "lockstep/json/document.h"

namespace lockstep::framing {
namespace {

bool valid(std::string_view schema) {
  const auto document = json::Document::parse(schema);
  EXPECT_TRUE(document) << schema;
  return document && mcp_headers_valid(document->root());
}

TEST(McpHeader, ASchemaThatKeepsTheRulesIsValid) {
  const std::string_view schemas[] = {
      R"({})",
      R"(true)",
      R"([])",
      R"({"type":"object"})",
      R"({"properties":{"a":{"type":"string","x-mcp-header":"Region"}}})",
      R"({"properties":{"a":{"type":"integer","x-mcp-header":"A"},
                        "b":{"type":"boolean","x-mcp-header":"B"}}})",
      // every mark that a token may hold
      R"({"properties":{"a":{"type":"string","x-mcp-header":"!#$%&'*+-.^_`|~09azAZ"}}})",
      // a chain of properties, and a schema that refers elsewhere beside its own properties
      R"({"properties":{"o":{"type":"object","$ref":"#/$defs/d","properties":{
            "a":{"type":"string","x-mcp-header":"A"}}}}})",
      // a property of that name is no annotation
      R"({"properties":{"x-mcp-header":{"type":"number"}}})",
      R"({"properties":{"x-mcp-header":{"type":"string","x-mcp-header":"A"}}})",
      R"({"$defs":{"x-mcp-header":{"type":"number"}}})",
      // a property named like a keyword
      R"({"properties":{"items":{"type":"string","x-mcp-header":"A"},
                        "properties":{"type":"object","properties":{
                          "default":{"type":"string","x-mcp-header":"B"}}}}})",
      // data is no schema
      R"({"default":{"x-mcp-header":""},"const":{"x-mcp-header":1},
          "enum":[{"x-mcp-header":""}],"examples":[{"x-mcp-header":"a b"}]})",
  };
  for (const std::string_view schema : schemas)
    EXPECT_TRUE(valid(schema)) << schema;
}

TEST(McpHeader, AValueThatIsNoTokenIsInvalid) {
  const std::string_view values[] = {
      R"("")",   R"("a b")", R"(" a")",  R"("a:")",  R"("a\r\nb")", R"("a\u0000")", R"("a\u007f")",
      R"("ö")",  R"("a/")",  "\"a(b)\"", R"("a,b")", R"("\"a\"")",  R"("a@b")",     R"("[a]")",
      R"(null)", R"(1)",     R"(true)",  R"({})",    R"(["a"])",
  };
  for (const std::string_view value : values) {
    const std::string schema =
        R"({"properties":{"p":{"type":"string","x-mcp-header":)" + std::string(value) + "}}}";
    EXPECT_FALSE(valid(schema)) << schema;
  }
}

TEST(McpHeader, OnlyThreeTypesMayCarryOne) {
  const std::pair<std::string_view, bool> types[] = {
      {R"("type":"string",)", true},
      {R"("type":"integer",)", true},
      {R"("type":"boolean",)", true},
      {R"("type":"number",)", false},
      {R"("type":"null",)", false},
      {R"("type":"object",)", false},
      {R"("type":"array",)", false},
      {R"("type":["string","null"],)", false},
      {R"("type":["string"],)", false},
      {R"("type":"String",)", false},
      {R"()", false},
  };
  for (const auto& [type, expected] : types) {
    const std::string schema =
        R"({"properties":{"p":{)" + std::string(type) + R"("x-mcp-header":"A"}}})";
    EXPECT_EQ(valid(schema), expected) << schema;
  }
}

TEST(McpHeader, TwoValuesMayNotBeEqualWithoutCase) {
  EXPECT_FALSE(valid(R"({"properties":{"a":{"type":"string","x-mcp-header":"Region"},
                                       "b":{"type":"string","x-mcp-header":"rEGION"}}})"));
  EXPECT_FALSE(valid(R"({"properties":{"a":{"type":"string","x-mcp-header":"A"},
      "o":{"type":"object","properties":{"b":{"type":"integer","x-mcp-header":"a"}}}}})"));
  EXPECT_TRUE(valid(R"({"properties":{"a":{"type":"string","x-mcp-header":"A1"},
                                      "b":{"type":"string","x-mcp-header":"A2"}}})"));
}

TEST(McpHeader, OnlyPropertiesLeadToOne) {
  const std::string annotated = R"({"type":"string","x-mcp-header":"A"})";
  const std::string below_properties = R"({"properties":{"p":)" + annotated + "}}";
  EXPECT_TRUE(valid(below_properties));
  EXPECT_FALSE(valid(annotated)) << "the root is no property";
  const std::string_view schema_keywords[] = {"items",
                                              "additionalProperties",
                                              "contains",
                                              "not",
                                              "if",
                                              "then",
                                              "else",
                                              "propertyNames",
                                              "additionalItems",
                                              "unevaluatedItems",
                                              "unevaluatedProperties",
                                              "contentSchema",
                                              "x-unknown"};
  for (const std::string_view keyword : schema_keywords) {
    const std::string key = "{\"" + std::string(keyword) + "\":";
    EXPECT_FALSE(valid(key + annotated + "}")) << keyword;
    EXPECT_FALSE(valid(key + below_properties + "}")) << keyword;
    EXPECT_FALSE(valid(R"({"properties":{"q":)" + key + below_properties + "}}}")) << keyword;
  }
  for (const std::string_view keyword : {"allOf", "anyOf", "oneOf", "prefixItems", "items"}) {
    const std::string key = "{\"" + std::string(keyword) + "\":[";
    EXPECT_FALSE(valid(key + annotated + "]}")) << keyword;
    EXPECT_FALSE(valid(key + below_properties + "]}")) << keyword;
  }
  for (const std::string_view keyword :
       {"$defs", "definitions", "patternProperties", "dependentSchemas", "dependencies"}) {
    const std::string key = "{\"" + std::string(keyword) + "\":{\"d\":";
    EXPECT_FALSE(valid(key + annotated + "}}")) << keyword;
    EXPECT_FALSE(valid(key + below_properties + "}}")) << keyword;
  }
}

TEST(McpHeader, DepthDrivesNoRecursion) {
  constexpr int depth = 200;
  std::string schema;
  for (int i = 0; i < depth; ++i)
    schema += R"({"properties":{"p":)";
  schema += R"({"type":"string","x-mcp-header":"A"})";
  for (int i = 0; i < depth; ++i)
    schema += "}}";
  EXPECT_TRUE(valid(schema));
}

}  // namespace
}  // namespace lockstep::framing
