#include "lockstep/json/document.h"

#include <gtest/gtest.h>

namespace lockstep::json {
namespace {

TEST(Document, ReadsMembersSorted) {
  const auto document = Document::parse(R"({"b":[1,2],"a":"x\n"})");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root()["a"].string(), "x\n");
}

}  // namespace
}  // namespace lockstep::json
