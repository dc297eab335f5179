#include "lockstep/registry/schema_reference.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"

namespace lockstep::registry {
namespace {

json::Document parsed(std::string_view text) {
  auto document = json::Document::parse(text);
  EXPECT_TRUE(document.has_value()) << text;
  return document ? std::move(*document) : json::Document();
}

TEST(SchemaReference, NamesAPlaceInsideTheDocument) {
  const json::Document document =
      parsed(R"({"$defs":{"a/b":{"x":1},"c~d":2,"e f":3,"":4},"allOf":[{"y":5},6],"%41":7})");
  struct Case {
    std::string_view reference;
    std::string_view value;
    std::string_view pointer;
  };
  constexpr Case cases[] = {
      {"#/$defs/a~1b/x", "1", "/$defs/a~1b/x"},
      {"#/$defs/c~0d", "2", "/$defs/c~0d"},
      {"#/$defs/e%20f", "3", "/$defs/e f"},
      {"#/$defs/", "4", "/$defs/"},
      {"#/allOf/0/y", "5", "/allOf/0/y"},
      {"#/allOf/1", "6", "/allOf/1"},
      {"#/%2541", "7", "/%41"},
      {"#/%24defs/c~0d", "2", "/$defs/c~0d"},
  };
  for (const Case& test : cases) {
    std::string pointer;
    const json::Value* place = resolve_local(document.root(), test.reference, pointer);
    ASSERT_NE(place, nullptr) << test.reference;
    EXPECT_EQ(json::to_text(*place), test.value) << test.reference;
    EXPECT_EQ(pointer, test.pointer) << test.reference;
  }
  std::string pointer;
  EXPECT_EQ(resolve_local(document.root(), "#", pointer), &document.root());
}

TEST(SchemaReference, LeadsNowhereOutsideOfTheDocument) {
  const json::Document document = parsed(R"({"allOf":[1,2],"a":"text"})");
  for (const std::string_view reference :
       {"", "a", "/a", "#a", "other.json#/a", "https://example.com/#/a", "#/b", "#/allOf/2",
        "#/allOf/01", "#/allOf/-", "#/allOf/+1", "#/allOf/", "#/a/0",
        "#/allOf/18446744073709551616"}) {
    std::string pointer;
    EXPECT_EQ(resolve_local(document.root(), reference, pointer), nullptr) << reference;
  }
}

TEST(SchemaReference, IsFollowedToASchemaThatIsNone) {
  const json::Document document = parsed(R"({"$defs":{
    "end":{"type":"string"},"one":{"$ref":"#/$defs/end","title":"t"},"two":{"$ref":"#/$defs/one"},
    "self":{"$ref":"#/$defs/self"},"ping":{"$ref":"#/$defs/pong"},"pong":{"$ref":"#/$defs/ping"},
    "more":{"$ref":"#/$defs/end","minLength":1},"lost":{"$ref":"#/nowhere"}}})");
  const json::Value definitions = document.root()["$defs"];
  const json::Value* end = definitions.find("end");
  for (const std::string_view name : {"end", "one", "two"})
    EXPECT_EQ(resolve_chain(document.root(), *definitions.find(name)), end) << name;
  for (const std::string_view name : {"self", "ping", "pong", "more", "lost"})
    EXPECT_EQ(resolve_chain(document.root(), *definitions.find(name)), nullptr) << name;
}

TEST(SchemaReference, IsAllOfASchemaBesideWhatDemandsNothing) {
  EXPECT_TRUE(is_only_reference(parsed(R"({"$ref":"#"})").root()));
  EXPECT_TRUE(is_only_reference(
      parsed(R"({"$ref":"#","title":"t","description":"d","default":1,"$defs":{}})").root()));
  for (const std::string_view schema :
       {"{}", "true", R"({"title":"t"})", R"({"$ref":"#","minLength":1})", R"({"$ref":"#","x":1})"})
    EXPECT_FALSE(is_only_reference(parsed(schema).root())) << schema;
}

TEST(SchemaReference, IsNotUnderstoodWhereOnePartSpeaksAboutAnother) {
  for (const std::string_view schema :
       {R"({"unevaluatedProperties":false})", R"({"allOf":[{"unevaluatedItems":{}}]})",
        R"({"$anchor":"a"})", R"({"$dynamicRef":"#a"})", R"({"$recursiveRef":"#"})",
        R"({"$id":"x","properties":{"p":{"$ref":"#"}}})",
        R"({"$schema":"https://example.com/own"})"})
    EXPECT_TRUE(is_entangled(parsed(schema).root())) << schema;
  for (const std::string_view schema :
       {"{}", "true", R"({"$id":"x"})", R"({"properties":{"p":{"$ref":"#"}}})",
        R"({"$schema":"http://json-schema.org/draft-07/schema#"})",
        R"({"$schema":"https://json-schema.org/draft/2020-12/schema"})"})
    EXPECT_FALSE(is_entangled(parsed(schema).root())) << schema;
}

}  // namespace
}  // namespace lockstep::registry
