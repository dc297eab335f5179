#include "lockstep/registry/digest.h"

#include <gtest/gtest.h>

#include <string>

#include "lockstep/base/hash.h"

namespace lockstep::registry {
namespace {

const std::string empty_text =
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

TEST(Digest, StandsAsAlgorithmAndHexDigits) {
  const Digest digest = {base::sha256("")};
  EXPECT_EQ(to_string(digest), empty_text);
  EXPECT_EQ(short_form(digest), "e3b0c44298fc1c14");
}

TEST(Digest, IsReadBackFromItsText) {
  const auto digest = parse_digest(empty_text);
  ASSERT_TRUE(digest.has_value());
  EXPECT_EQ(to_string(*digest), empty_text);
}

TEST(Digest, OfAnyOtherFormIsRefused) {
  const std::string upper = "sha256:E3" + empty_text.substr(9);
  const std::string letter = "sha256:g3" + empty_text.substr(9);
  const std::string bare = empty_text.substr(7);
  const std::string shorter = empty_text.substr(0, empty_text.size() - 1);
  for (const std::string& text : {std::string(), std::string("sha256:"), upper, letter, bare,
                                  shorter, empty_text + "0", "md5:" + empty_text}) {
    const auto digest = parse_digest(text);
    ASSERT_FALSE(digest.has_value()) << text;
    EXPECT_EQ(digest.error().code, "invalid_digest");
  }
}

TEST(Digest, ProjectionsHaveTheNamesThatRecordsCarry) {
  EXPECT_EQ(projection_name(Projection::tools_v1), "mcp-tools/v1");
  EXPECT_EQ(projection_name(Projection::tools_full_v1), "mcp-tools-full/v1");
}

}  // namespace
}  // namespace lockstep::registry
