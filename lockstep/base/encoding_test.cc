#include "lockstep/base/encoding.h"

#include <gtest/gtest.h>

#include <array>

namespace lockstep::base {
namespace {

using namespace std::literals;

TEST(Encoding, HexIsLowerCaseWithTwoDigitsAByte) {
  const std::array<std::uint8_t, 4> bytes = {0x00, 0x0f, 0xa5, 0xff};
  EXPECT_EQ(to_hex(bytes), "000fa5ff");
  EXPECT_EQ(to_hex({}), "");
}

struct Base64Case {
  std::string_view bytes;
  std::string_view text;
};

// RFC 4648, section 10, and bytes that need the last two characters of the alphabet.
constexpr Base64Case base64_cases[] = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
    {"\xfb\xff\xfe", "+//+"},
    {"\0\0"sv, "AAA="},
};

TEST(Encoding, Base64GivesThePublishedVectorsInBothDirections) {
  for (const Base64Case& c : base64_cases) {
    EXPECT_EQ(to_base64(c.bytes), c.text);
    const auto decoded = from_base64(c.text);
    ASSERT_TRUE(decoded) << c.text;
    EXPECT_EQ(*decoded, c.bytes);
  }
}

TEST(Encoding, EveryByteComesBackFromBase64) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    bytes += static_cast<char>(i);
    const auto decoded = from_base64(to_base64(bytes));
    ASSERT_TRUE(decoded);
    EXPECT_EQ(*decoded, bytes);
  }
}

TEST(Encoding, LooseBase64IsRefused) {
  const std::string_view cases[] = {
      "Zg",          // no padding
      "Zg=",         // half of it
      "Zg==\n",      // white space behind
      "Zm 9v",       // white space inside
      "Zm9v====",    // padding without need
      "=",           // nothing else
      "====",        // nothing else
      "Z===",        // six bits make no byte
      "Zh==",        // stray bits
      "Zm9=",        // stray bits
      "Zg==Zg==",    // padding inside
      "Zm-_",        // the other alphabet
      "Zm9\xc3v==",  // outside ASCII
  };
  for (const std::string_view text : cases) {
    const auto decoded = from_base64(text);
    ASSERT_FALSE(decoded) << text;
    EXPECT_EQ(decoded.error().code, "invalid_base64") << text;
  }
}

}  // namespace
}  // namespace lockstep::base
