#include "lockstep/base/text.h"

#include <gtest/gtest.h>

namespace lockstep::base {
namespace {

using namespace std::literals;

struct Utf8Case {
  std::string_view bytes;
  std::optional<std::size_t> invalid_at;
};

// Unicode, table 3-7, and its neighbours just outside.
const Utf8Case utf8_cases[] = {
    {"", std::nullopt},
    {"plain", std::nullopt},
    {"a\0b"sv, std::nullopt},
    {"\xc2\x80 \xdf\xbf", std::nullopt},
    {"\xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf", std::nullopt},
    {"\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf", std::nullopt},
    {"a\x80", 1},
    {"a\xc1\xbf", 1},          // overlong
    {"a\xe0\x9f\xbf", 1},      // overlong
    {"a\xf0\x8f\xbf\xbf", 1},  // overlong
    {"a\xed\xa0\x80", 1},      // a surrogate
    {"a\xf4\x90\x80\x80", 1},  // beyond U+10FFFF
    {"a\xf5\x80\x80\x80", 1},
    {"a\xff", 1},
    {"ab\xc3", 2},  // cut
    {"ab\xe2\x82", 2},
    {"ab\xf0\x9f\x98", 2},
    {"ab\xc3(", 2},
};

TEST(Text, InvalidUtf8IsFoundAtItsFirstByte) {
  for (const Utf8Case& c : utf8_cases)
    EXPECT_EQ(find_invalid_utf8(c.bytes), c.invalid_at) << c.bytes;
}

struct EscapeCase {
  std::string_view untrusted;
  std::string_view visible;
};

constexpr EscapeCase escape_cases[] = {
    {"", ""},
    {"Read one ticket", "Read one ticket"},
    {"Größe 票 😀", "Größe 票 😀"},
    {"a\\b", "a\\\\b"},
    {"a\tb\nc\r", "a\\u{0009}b\\u{000A}c\\u{000D}"},
    {"a\0b"sv, "a\\u{0000}b"},
    {"\x1b[31mred\x7f", "\\u{001B}[31mred\\u{007F}"},
    {"\xc2\x9b"
     "31m",
     "\\u{009B}31m"},  // C1: a CSI of one character
    {"a\xe2\x80\xae"
     "b",
     "a\\u{202E}b"},  // right-to-left override
    {"a\xe2\x81\xa6"
     "b",
     "a\\u{2066}b"},  // isolate
    {"a\xe2\x80\x8b"
     "b",
     "a\\u{200B}b"},  // zero-width space
    {"\xef\xbb\xbf"
     "a",
     "\\u{FEFF}a"},  // BOM
    {"a\xe2\x80\xa8\xe2\x80\xa9", "a\\u{2028}\\u{2029}"},
    {"a\xc2\xad"
     "b",
     "a\\u{00AD}b"},                      // soft hyphen
    {"\xf3\xa0\x81\x81", "\\u{E0041}"},   // a tag
    {"\xee\x80\x80", "\\u{E000}"},        // private use
    {"\xf4\x8f\xbf\xbd", "\\u{10FFFD}"},  // private use
    {"\xef\xb8\x8f", "\\u{FE0F}"},        // variation selector
    {"\xef\xbf\xbe", "\\u{FFFE}"},        // noncharacter
    {"a\xff\xc3", "a\\xFF\\xC3"},         // broken bytes
    {"\xed\xa0\x80", "\\xED\\xA0\\x80"},  // a surrogate
};

TEST(Text, HiddenCharactersComeOutVisible) {
  for (const EscapeCase& c : escape_cases)
    EXPECT_EQ(escape_visible(c.untrusted), c.visible);
}

TEST(Text, EscapedTextSaysWhichOfTwoTextsItWas) {
  EXPECT_NE(escape_visible("\\u{202E}"), escape_visible("\xe2\x80\xae"));
  EXPECT_NE(escape_visible("\\xFF"), escape_visible("\xff"));
}

TEST(Text, EscapedTextIsWhollyVisibleWhateverItWas) {
  std::string every_code_point;
  for (char32_t code = 0; code < 0x110000; ++code) {
    if (code < 0x80) {
      every_code_point += static_cast<char>(code);
    } else if (code < 0x800) {
      every_code_point += static_cast<char>(0xc0 | code >> 6);
      every_code_point += static_cast<char>(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
      every_code_point += static_cast<char>(0xe0 | code >> 12);
      every_code_point += static_cast<char>(0x80 | (code >> 6 & 0x3f));
      every_code_point += static_cast<char>(0x80 | (code & 0x3f));
    } else {
      every_code_point += static_cast<char>(0xf0 | code >> 18);
      every_code_point += static_cast<char>(0x80 | (code >> 12 & 0x3f));
      every_code_point += static_cast<char>(0x80 | (code >> 6 & 0x3f));
      every_code_point += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
  ASSERT_TRUE(is_suspicious(every_code_point));
  const std::string visible = escape_visible(every_code_point);
  EXPECT_EQ(find_invalid_utf8(visible), std::nullopt);
  EXPECT_FALSE(is_suspicious(visible));
  EXPECT_EQ(visible.find('\n'), std::string::npos);
  EXPECT_EQ(visible.find('\t'), std::string::npos);
}

struct CutCase {
  std::string_view untrusted;
  std::size_t columns;
  std::string_view visible;
};

constexpr CutCase cut_cases[] = {
    {"ticket", 6, "ticket"},
    {"ticket", 5, "tick…"},
    {"ticket", 1, "…"},
    {"ticket", 0, ""},
    {"", 0, ""},
    {"票票票", 6, "票票票"},
    {"票票票", 5, "票票…"},
    {"票票票", 4, "票…"},  // the second one would leave no column
    {"a\nbc", 8, "a…"},    // an escape is never cut in two
    {"a\n", 9, "a\\u{000A}"},
    {"e\xcc\x81"
     "e\xcc\x81",
     2,
     "e\xcc\x81"
     "e\xcc\x81"},
    {"abe\xcc\x81"
     "d",
     3, "ab…"},
};

TEST(Text, CutTextKeepsToItsColumns) {
  for (const CutCase& c : cut_cases) {
    const std::string visible = escape_visible(c.untrusted, c.columns);
    EXPECT_EQ(visible, c.visible);
    EXPECT_LE(display_width(visible), c.columns);
  }
}

TEST(Text, WidthCountsTerminalColumns) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("Größe"), 5u);
  EXPECT_EQ(display_width("票"), 2u);
  EXPECT_EQ(display_width("한"), 2u);
  EXPECT_EQ(display_width("😀"), 2u);
  EXPECT_EQ(display_width("Ａ"), 2u);
  EXPECT_EQ(display_width("e\xcc\x81"), 1u);
  EXPECT_EQ(display_width("…"), 1u);
  EXPECT_EQ(display_width("─│"), 2u);
}

TEST(Text, DeceptiveCharactersAreSuspicious) {
  const std::string_view suspicious[] = {
      "a\x1b[0m",      "a\x7f",        "\xc2\x9b",         "a\xe2\x80\xae", "a\xe2\x80\x8f",
      "a\xe2\x80\x8b", "\xef\xbb\xbf", "\xf3\xa0\x81\x81", "\0"sv};
  for (const std::string_view text : suspicious)
    EXPECT_TRUE(is_suspicious(text)) << text;
  const std::string_view innocent[] = {"", "plain", "a\tb\r\n", "Größe", "票 ❤\xef\xb8\x8f", "\\"};
  for (const std::string_view text : innocent)
    EXPECT_FALSE(is_suspicious(text)) << text;
}

}  // namespace
}  // namespace lockstep::base
