#include "lockstep/evidence/exposure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::evidence {
namespace {

using testing::Contains;

TEST(Filter, keeps_what_it_includes_and_does_not_exclude) {
  struct Case {
    Filter filter;
    std::string_view name;
    bool kept;
  };
  const std::vector<Case> cases = {
      {{{}, {}}, "anything", true},
      {{{"a"}, {}}, "a", true},
      {{{"a"}, {}}, "ab", false},
      {{{"a"}, {}}, "A", false},
      {{{"read_*"}, {}}, "read_", true},
      {{{"read_*"}, {}}, "read_ticket", true},
      {{{"read_*"}, {}}, "unread_ticket", false},
      {{{"*ticket*"}, {}}, "read_ticket_now", true},
      {{{"a*b*c"}, {}}, "a_b_b_c", true},
      {{{"a*b*c"}, {}}, "a_c_b", false},
      {{{"*"}, {}}, "", true},
      {{{""}, {}}, "", true},
      {{{"a", "b"}, {}}, "b", true},
      {{{}, {"*_admin"}}, "drop_admin", false},
      {{{"*"}, {"drop"}}, "drop", false},
      {{{"*"}, {"drop"}}, "read", true},
  };
  for (const Case& c : cases)
    EXPECT_EQ(keeps(c.filter, c.name), c.kept) << c.name;
}

TEST(Filter, matches_a_hostile_pattern_in_reasonable_time) {
  std::string pattern;
  for (int i = 0; i < 200; ++i)
    pattern += "*a";
  const std::string name(2'000, 'a');
  EXPECT_TRUE(keeps(Filter{{pattern}, {}}, name));
  EXPECT_FALSE(keeps(Filter{{pattern + "b"}, {}}, name));
}

TEST(ExposedName, follows_the_template_before_the_prefix_before_nothing) {
  Policy policy;
  EXPECT_EQ(exposed_name(policy, "tickets", "read"), "read");
  policy.name_prefix = "t_";
  EXPECT_EQ(exposed_name(policy, "tickets", "read"), "t_read");
  policy.name_template = "mcp__{server}__{name}";
  EXPECT_EQ(exposed_name(policy, "tickets", "read"), "mcp__tickets__read");
  policy.name_template = "{name}{name}{other}";
  EXPECT_EQ(exposed_name(policy, "tickets", "{server}"), "{server}{server}{other}");
  policy.name_template = "fixed";
  EXPECT_EQ(exposed_name(policy, "tickets", "read"), std::nullopt);
}

TEST(PossibleNames, hold_every_usual_way_of_renaming) {
  Policy policy;
  policy.name_template = "{server}.{name}";
  const auto names = possible_names(policy, "desk", "Read ticket\xC3\xA4!");
  for (const char* expected :
       {"Read ticket\xC3\xA4!", "Read_ticket__", "Read_ticket_", "desk.Read ticket\xC3\xA4!",
        "desk_Read_ticket__", "desk_Read_ticket_", "desk_read_ticket_", "read_ticket__"}) {
    EXPECT_THAT(names, Contains(expected));
  }
}

TEST(Taken, is_a_name_that_stands_there_whole_or_cut_off_at_a_usual_length) {
  const std::string long_name(200, 'x');
  std::vector<std::string> taken = {"read", long_name.substr(0, 64), "abc"};
  std::sort(taken.begin(), taken.end());
  EXPECT_TRUE(is_taken(taken, "read"));
  EXPECT_TRUE(is_taken(taken, long_name));
  EXPECT_FALSE(is_taken(taken, "read_ticket")) << "a short common beginning is no collision";
  EXPECT_FALSE(is_taken(taken, "ab"));
  EXPECT_FALSE(is_taken({}, "read"));
}

}  // namespace
}  // namespace lockstep::evidence
