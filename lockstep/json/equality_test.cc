#include "lockstep/json/equality.h"

#include <gtest/gtest.h>

#include <string>

#include "lockstep/json/document.h"

namespace lockstep::json {
namespace {

Document parse(const std::string& text) {
  auto parsed = Document::parse(text);
  EXPECT_TRUE(parsed) << text;
  return std::move(*parsed);
}

struct Case {
  const char* a;
  const char* b;
  bool same;
};

TEST(Equality, ComparesValuesByKindStructureAndText) {
  const Case cases[] = {
      {"null", "null", true},
      {"null", "false", false},
      {"true", "false", false},
      {"1", "1", true},
      {"1", "1.0", false},
      {R"("a")", R"("\u0061")", true},
      {R"("1")", "1", false},
      {"[1,2]", "[1,2]", true},
      {"[1,2]", "[2,1]", false},
      {"[1,2]", "[1]", false},
      {R"({"a":1,"b":[{}]})", R"({"b":[{}],"a":1})", true},
      {R"({"a":1})", R"({"b":1})", false},
      {R"({"a":1})", R"({"a":1,"b":1})", false},
      {R"({"a":{"b":[1,{"c":"x"}]}})", R"({"a":{"b":[1,{"c":"y"}]}})", false},
      {"[]", "{}", false},
      {"[[],[]]", "[[[]]]", false},
  };
  for (const Case& test : cases) {
    const Document a = parse(test.a);
    const Document b = parse(test.b);
    EXPECT_EQ(same(a.root(), b.root()), test.same) << test.a << " " << test.b;
    if (test.same) {
      EXPECT_EQ(structural_hash(a.root()), structural_hash(b.root())) << test.a;
    } else {
      EXPECT_NE(structural_hash(a.root()), structural_hash(b.root())) << test.a << " " << test.b;
    }
  }
}

TEST(Equality, NeedsNoStackForDeepValues) {
  const std::string deep = std::string(400, '[') + std::string(400, ']');
  const Document a = parse(deep);
  const Document b = parse(deep);
  EXPECT_TRUE(same(a.root(), b.root()));
  EXPECT_EQ(structural_hash(a.root()), structural_hash(b.root()));
}

}  // namespace
}  // namespace lockstep::json
