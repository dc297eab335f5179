#include "apps/lockstep/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

using testing::ElementsAre;

TEST(Wrap, breaks_at_blanks_and_inside_words_that_are_too_long) {
  EXPECT_THAT(wrap("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrap("abcdefghij k", 4), ElementsAre("abcd", "efgh", "ij k"));
  EXPECT_THAT(wrap("", 10), ElementsAre(""));
  EXPECT_THAT(wrap("  a   b  ", 10), ElementsAre("a b"));
  EXPECT_THAT(wrap("x", 0), ElementsAre("x"));
}

TEST(Wrap, counts_columns_and_not_bytes) {
  EXPECT_THAT(wrap("äöü äöü", 3), ElementsAre("äöü", "äöü"));
  // A wide character takes two columns, and one that does not fit at all stands alone.
  EXPECT_THAT(wrap("日本語", 4), ElementsAre("日本", "語"));
  EXPECT_THAT(wrap("日本", 1), ElementsAre("日", "本"));
}

TEST(Wrap, loses_no_character_at_any_width) {
  const std::string text = "päir/日本語/a-very-long-name_without_blanks (breaking, ✗)";
  for (std::size_t width = 1; width < 70; ++width) {
    std::string all;
    for (const std::string& line : wrap(text, width)) {
      if (width > 1) {
        EXPECT_LE(base::display_width(line), width) << width;
      }
      for (const char c : line)
        if (c != ' ') all += c;
    }
    EXPECT_EQ(all, "päir/日本語/a-very-long-name_without_blanks(breaking,✗)") << width;
  }
}

TEST(Hanging, indents_further_lines_as_wide_as_the_lead) {
  EXPECT_EQ(hanging("ab: ", "one two three and four", 20), "ab: one two three\n    and four\n");
  EXPECT_EQ(hanging("", "one two", 3), "one\ntwo\n");
  EXPECT_EQ(hanging("ab: ", "one two three", 10), "ab:\n  one two\n  three\n");
  EXPECT_EQ(hanging("    ", "one two three", 10), "  one two\n  three\n");
}

TEST(Pad, fills_up_to_the_width_and_cuts_nothing) {
  EXPECT_EQ(pad("日", 4), "日  ");
  EXPECT_EQ(pad("long", 2), "long");
}

TEST(Fit, keeps_the_start_or_the_end_within_the_width) {
  EXPECT_EQ(fit_start("abcdef", 6), "abcdef");
  EXPECT_EQ(fit_start("abcdef", 4), "abc…");
  EXPECT_EQ(fit_end("abcdef", 4), "…def");
  EXPECT_EQ(fit_end("dir/日本語", 6), "…本語");
  EXPECT_EQ(fit_start("abc", 1), "…");
  EXPECT_EQ(fit_end("abc", 1), "…");
}

}  // namespace
}  // namespace lockstep::app
