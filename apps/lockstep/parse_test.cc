#include "apps/lockstep/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

base::Result<Arguments> audit(const std::vector<std::string>& words) {
  return parse(audit_command(), words);
}

TEST(Parse, reads_options_in_every_common_form_and_place) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"-o", "json", "f"},
                                                {"f", "-o", "json"},
                                                {"-ojson", "f"},
                                                {"--output", "json", "f"},
                                                {"f", "--output=json"},
                                                {"-o", "table", "f", "-o", "json"}}) {
    const auto arguments = audit(words);
    ASSERT_TRUE(arguments.has_value()) << words[0];
    EXPECT_EQ(arguments->value("--output"), "json") << words[0];
    EXPECT_THAT(arguments->words, ElementsAre("f"));
  }
}

TEST(Parse, takes_a_dash_as_a_word_and_everything_behind_two_as_words) {
  EXPECT_THAT(audit({"-", "a"})->words, ElementsAre("-", "a"));
  EXPECT_THAT(audit({"a", "--", "--now", "-x"})->words, ElementsAre("a", "--now", "-x"));
}

TEST(Parse, refuses_what_it_does_not_know_and_says_what_it_expected) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"f", "--nope"}, "no option `--nope`"},
      {{"f", "-z"}, "no option `-z`"},
      {{"f", "-o", "xml"}, "expected table, wide, json"},
      {{"f", "-o"}, "--output"},
      {{}, "needs FILE"},
      {{"f", "--fail-on", "red"}, "expected stale, incomplete"}};
  for (const auto& [words, message] : cases) {
    const auto arguments = audit(words);
    ASSERT_FALSE(arguments.has_value()) << message;
    EXPECT_EQ(arguments.error().code, "usage");
    EXPECT_THAT(arguments.error().message, HasSubstr(message));
  }
}

TEST(Parse, counts_the_words_of_a_command) {
  EXPECT_FALSE(parse(diff_command(), {"a"}).has_value());
  EXPECT_FALSE(parse(diff_command(), {"a", "b", "c"}).has_value());
  EXPECT_FALSE(parse(version_command(), {"a"}).has_value());
  EXPECT_TRUE(parse(digest_command(), {"a", "b", "c", "--tools"})->has("--tools"));
}

}  // namespace
}  // namespace lockstep::app
