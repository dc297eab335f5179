#include "lockstep/evidence/policy.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/texts.h"

namespace lockstep::evidence {
namespace {

using support::parse;

Policy full() {
  Policy policy;
  policy.refresh_on_reconnect = false;
  policy.max_age_ms = 900'000;
  policy.settle_ms = 0;
  policy.request_timeout_ms = 1;
  policy.filter = Filter{{"read_*", "list"}, {"*_admin"}};
  policy.name_prefix = "";
  policy.name_template = "{server}__{name}";
  return policy;
}

std::string written(const Policy& policy) {
  std::string text;
  json::Writer writer(text);
  write_policy(writer, policy);
  return text;
}

TEST(Policy, reads_back_as_it_was_written) {
  std::vector<Policy> policies = {Policy(), full(), Policy(), Policy(), Policy()};
  policies[2].filter = Filter{};
  policies[3].filter = Filter{{}, {"a"}};
  policies[4].name_prefix = "tickets_";
  for (const Policy& policy : policies) {
    const auto read = read_policy(parse(written(policy))->root());
    ASSERT_TRUE(read) << written(policy);
    EXPECT_EQ(*read, policy) << written(policy);
  }
}

TEST(Policy, rules_nothing_where_a_member_is_null_or_absent) {
  for (const std::string_view text :
       {"null", "{}", R"({"future":1})",
        R"({"refreshOnReconnect":null,"maxAgeMs":null,"settleMs":null,"requestTimeoutMs":null,)"
        R"("filter":null,"namePrefix":null,"nameTemplate":null})"}) {
    const auto read = read_policy(parse(text)->root());
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(*read, Policy()) << text;
  }
}

TEST(Policy, takes_a_plain_list_of_names_as_the_filter) {
  const auto read = read_policy(parse(R"({"filter":["a","b*"]})")->root());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->filter, (Filter{{"a", "b*"}, {}}));
}

TEST(Policy, refuses_wrong_types_with_their_pointer) {
  struct Case {
    std::string_view text;
    std::string_view pointer;
  };
  const std::vector<Case> cases = {
      {R"("strict")", "/"},
      {"[]", "/"},
      {R"({"refreshOnReconnect":"yes"})", "/refreshOnReconnect"},
      {R"({"maxAgeMs":-1})", "/maxAgeMs"},
      {R"({"maxAgeMs":1.5})", "/maxAgeMs"},
      {R"({"settleMs":"0"})", "/settleMs"},
      {R"({"requestTimeoutMs":1e30})", "/requestTimeoutMs"},
      {R"({"filter":"a"})", "/filter"},
      {R"({"filter":[1]})", "/filter"},
      {R"({"filter":{"include":"a"}})", "/filter"},
      {R"({"filter":{"exclude":[null]}})", "/filter"},
      {R"({"namePrefix":7})", "/namePrefix"},
      {R"({"nameTemplate":{}})", "/nameTemplate"},
  };
  for (const Case& c : cases) {
    const auto read = read_policy(parse(c.text)->root());
    ASSERT_FALSE(read) << c.text;
    EXPECT_EQ(read.error().code, "invalid_policy") << c.text;
    EXPECT_EQ(read.error().pointer, c.pointer) << c.text;
  }
}

TEST(Policy, gives_way_member_by_member_to_the_one_over_it) {
  const Policy under = full();
  EXPECT_EQ(merge(under, Policy()), under);
  EXPECT_EQ(merge(Policy(), under), under);
  Policy over;
  over.refresh_on_reconnect = true;
  over.filter = Filter{{"only"}, {}};
  const Policy merged = merge(under, over);
  EXPECT_EQ(merged.refresh_on_reconnect, true);
  EXPECT_EQ(merged.filter, (Filter{{"only"}, {}}));
  EXPECT_EQ(merged.max_age_ms, 900'000);
  EXPECT_EQ(merged.name_template, under.name_template);
}

}  // namespace
}  // namespace lockstep::evidence
