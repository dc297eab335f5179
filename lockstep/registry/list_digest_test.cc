#include "lockstep/registry/list_digest.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/json/document.h"
#include "lockstep/registry/tool.h"

namespace lockstep::registry {
namespace {

constexpr std::array lists = {
    "[]",
    "null",
    R"([{"name":"b"},{"name":"a","title":null},{"name":"","icons":[{}],"_meta":{}}])",
    R"([{"name":"\ufb33","x":null},{"name":"\ud83d\ude00","outputSchema":{"b":1,"a":null}}])",
    R"([{"name":"a","inputSchema":{"maximum":9223372036854775807}},7,{"title":"x"},{"name":1}])",
    R"([{"name":"a","inputSchema":{"maximum":1e400}},{"name":"b","inputSchema":{"maximum":1.50}}])",
};

TEST(ListDigest, IsThatOfTheSetWhichIsReadFromTheList) {
  for (const std::string_view list : lists) {
    const auto document = json::Document::parse(list);
    ASSERT_TRUE(document.has_value()) << list;
    const ToolSet set = ToolSet::read(document->root());
    for (const Projection projection : {Projection::tools_v1, Projection::tools_full_v1}) {
      const auto digest = digest_list({&document->root(), 1}, projection);
      ASSERT_TRUE(digest.has_value()) << list;
      EXPECT_EQ(digest->digest, set.digest(projection)) << list;
      EXPECT_EQ(digest->tools, set.size()) << list;
      EXPECT_EQ(digest->nameless, set.nameless()) << list;
      EXPECT_EQ(digest->lossy, set.lossy()) << list;
    }
  }
}

TEST(ListDigest, OfALongListIsThatOfItsSet) {
  std::string list = "[";
  for (int i = 0; i < 3000; ++i) {
    list += i == 0 ? "" : ",";
    list += R"({"name":")" + std::to_string(i * 7919 % 3000) + R"(","title":"some words"})";
  }
  const auto document = json::Document::parse(list + "]");
  ASSERT_TRUE(document.has_value());
  const auto digest = digest_list({&document->root(), 1}, Projection::tools_v1);
  ASSERT_TRUE(digest.has_value());
  EXPECT_EQ(digest->digest, ToolSet::read(document->root()).digest());
  EXPECT_EQ(digest->tools, 3000U);
}

TEST(ListDigest, OfPagesIsThatOfTheirToolsTogether) {
  const auto pages = json::Document::parse(R"([[{"name":"c"},{"name":"a"}],[],[{"name":"b"},8]])");
  const auto whole = json::Document::parse(R"([{"name":"a"},{"name":"b"},{"name":"c"}])");
  ASSERT_TRUE(pages && whole);
  const auto digest = digest_list(pages->root().elements(), Projection::tools_v1);
  ASSERT_TRUE(digest.has_value());
  EXPECT_EQ(digest->digest, ToolSet::read(whole->root()).digest());
  EXPECT_EQ(digest->tools, 3U);
  EXPECT_EQ(digest->nameless, 1U);
}

TEST(ListDigest, LeavesARepeatedNameToTheSet) {
  for (const std::string_view list : {R"([[{"name":"a"},{"name":"b"},{"name":"a"}]])",
                                      R"([[{"name":"a"}],[{"name":"\u0061"}]])"}) {
    const auto document = json::Document::parse(list);
    ASSERT_TRUE(document.has_value()) << list;
    EXPECT_FALSE(digest_list(document->root().elements(), Projection::tools_v1)) << list;
  }
}

TEST(ListDigest, InTheFullProjectionIsLossyForAnyNumber) {
  const auto document =
      json::Document::parse(R"([[{"name":"a","_meta":{"n":9223372036854775807}}]])");
  ASSERT_TRUE(document.has_value());
  EXPECT_FALSE(digest_list(document->root().elements(), Projection::tools_v1)->lossy);
  EXPECT_TRUE(digest_list(document->root().elements(), Projection::tools_full_v1)->lossy);
}

}  // namespace
}  // namespace lockstep::registry
