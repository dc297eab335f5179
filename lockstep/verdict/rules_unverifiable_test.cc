#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/verdict/judge.h"
#include "lockstep/verdict/rules.h"
#include "tests/support/rules.h"

namespace lockstep::verdict {
namespace {

using evidence::Fact;
using evidence::Match;
using support::after;
using support::at;
using support::Change;
using support::names;
using support::no_channel;
using support::observe;
using support::Situation;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

struct Rule {
  Reason reason;
  Change change;
};

Change seen(Reason reason) {
  return [reason](Situation& s) { observe(s, to_string(reason), 500); };
}
Change because(Reason reason) {
  return [reason](Situation& s) { s.record.traversal->reasons.emplace_back(to_string(reason)); };
}
void out_of_time(Situation& s) {
  no_channel(s);
  s.policy.max_age_ms = 500;
}

/// In the order of the rules, each by facts that leave the others alone.
const std::vector<Rule> rules = {
    {Reason::contradictory_record, [](Situation& s) { s.record.contradictions = {"x"}; }},
    {Reason::no_common_version, seen(Reason::no_common_version)},
    {Reason::unsupported_version, seen(Reason::unsupported_version)},
    {Reason::era_inconsistent, seen(Reason::era_inconsistent)},
    {Reason::handshake_not_completed,
     [](Situation& s) { s.record.session->handshake = evidence::Handshake::incomplete; }},
    {Reason::batch_not_allowed, seen(Reason::batch_not_allowed)},
    {Reason::malformed_notification, seen(Reason::malformed_notification)},
    {Reason::uncorrelated_notification, seen(Reason::uncorrelated_notification)},
    {Reason::delivery_unobserved, seen(Reason::delivery_unobserved)},
    {Reason::undecodable_frame, because(Reason::undecodable_frame)},
    {Reason::frame_too_large, because(Reason::frame_too_large)},
    {Reason::invalid_utf8, because(Reason::invalid_utf8)},
    {Reason::invalid_unicode, because(Reason::invalid_unicode)},
    {Reason::ambiguous_json, because(Reason::ambiguous_json)},
    {Reason::limit_exceeded, because(Reason::limit_exceeded)},
    {Reason::uncorrelated_response, because(Reason::uncorrelated_response)},
    {Reason::duplicate_response, because(Reason::duplicate_response)},
    {Reason::duplicate_name_conflict, because(Reason::duplicate_name_conflict)},
    {Reason::no_discovery, [](Situation& s) { s.record.pages = {}; }},
    {Reason::registry_unknown,
     [](Situation& s) { s.record.registry = Fact<evidence::RegistryFacts>::none(); }},
    {Reason::projection_mismatch,
     [](Situation& s) { s.record.comparison.match = Match::incomparable; }},
    {Reason::non_ijson_number, [](Situation& s) { s.record.comparison.match = Match::rounded; }},
    {Reason::auth_context_mismatch, [](Situation& s) { s.record.traversal->auth_context = "x"; }},
    {Reason::order_ambiguous, [](Situation& s) { support::signal(s, "list_changed", 200); }},
    {Reason::evidence_expired, out_of_time},
    {Reason::no_change_channel, no_channel},
    {Reason::freshness_unbounded, [](Situation& s) { s.record.tools = {}; }},
};

/// One fact excludes the other.
bool exclusive(Reason a, Reason b) {
  return a == Reason::projection_mismatch && b == Reason::non_ijson_number;
}

TEST(UnverifiableRules, miss_nothing_in_a_green_record) {
  EXPECT_THAT(names(unverifiable_rules(after({}).facts())), IsEmpty());
}

TEST(UnverifiableRules, cover_every_reason_of_their_group) {
  std::set<Reason> covered = {Reason::not_quiescent};  // replaces stale reasons, see judge
  for (const Rule& rule : rules)
    covered.insert(rule.reason);
  for (int i = 0; i < reason_count; ++i) {
    const auto reason = static_cast<Reason>(i);
    if (verdict_of(reason) == Verdict::unverifiable) {
      EXPECT_TRUE(covered.contains(reason)) << to_string(reason);
    }
  }
}

TEST(UnverifiableRules, give_each_reason_by_its_own_facts) {
  for (const Rule& rule : rules) {
    const Situation situation = after({rule.change});
    const auto found = names(unverifiable_rules(situation.facts()));
    ASSERT_FALSE(found.empty()) << to_string(rule.reason);
    EXPECT_EQ(found.front(), to_string(rule.reason));
    const Judgement judgement = judge(situation.record, situation.policy, situation.now);
    EXPECT_EQ(to_string(judgement.reason), to_string(rule.reason));
  }
}

TEST(UnverifiableRules, yield_to_one_another_in_the_order_of_the_list) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (std::size_t j = i + 1; j < rules.size(); ++j) {
      if (exclusive(rules[i].reason, rules[j].reason)) continue;
      const Situation situation = after({rules[i].change, rules[j].change});
      const auto found = names(unverifiable_rules(situation.facts()));
      ASSERT_FALSE(found.empty());
      EXPECT_EQ(found.front(), to_string(rules[i].reason))
          << "and not " << to_string(rules[j].reason);
    }
  }
}

std::vector<std::string> found_after(const std::vector<Change>& changes) {
  return names(unverifiable_rules(after(changes).facts()));
}

TEST(UnverifiableRules, count_a_late_handshake_as_none) {
  EXPECT_THAT(
      found_after({[](Situation& s) { s.record.session->handshake = evidence::Handshake::late; }}),
      ElementsAre("handshake_not_completed"));
}

TEST(UnverifiableRules, drop_a_doubt_once_a_complete_walk_began_after_it) {
  struct Case {
    std::int64_t at_ms;
    bool stands;
  };
  for (const Reason doubt : {Reason::batch_not_allowed, Reason::malformed_notification,
                             Reason::uncorrelated_notification, Reason::delivery_unobserved}) {
    for (const Case& c : {Case{199, false}, Case{200, true}, Case{250, true}, Case{500, true}}) {
      const auto change = [&](Situation& s) { observe(s, to_string(doubt), c.at_ms); };
      EXPECT_THAT(found_after({change}).empty(), !c.stands) << to_string(doubt) << c.at_ms;
    }
    const auto early = [&](Situation& s) { observe(s, to_string(doubt), 100); };
    EXPECT_THAT(found_after({early, support::open_walk}), Contains(std::string(to_string(doubt))))
        << "the walk is not complete";
    const auto undated = [&](Situation& s) {
      s.record.observed.push_back({std::string(to_string(doubt)), {}});
    };
    EXPECT_THAT(found_after({undated}), Contains(std::string(to_string(doubt))))
        << "not known when";
  }
}

TEST(UnverifiableRules, see_a_forbidden_batch_in_the_place_of_an_answer_before_other_doubts) {
  EXPECT_THAT(
      found_after({because(Reason::batch_not_allowed), seen(Reason::malformed_notification)})
          .front(),
      "batch_not_allowed");
}

TEST(UnverifiableRules, miss_the_walk_where_no_part_of_it_may_be_missing) {
  const std::vector<std::pair<std::string_view, Change>> cases = {
      {"traversal", [](Situation& s) { s.record.traversal = {}; }},
      {"no traversal",
       [](Situation& s) { s.record.traversal = Fact<evidence::TraversalFacts>::none(); }},
      {"start", [](Situation& s) { s.record.discovery_started = {}; }},
      {"end", [](Situation& s) { s.record.discovery_completed = {}; }},
      {"pages", [](Situation& s) { s.record.pages = {}; }},
  };
  for (const auto& [name, change] : cases)
    EXPECT_THAT(found_after({change}), Contains("no_discovery")) << name;
}

TEST(UnverifiableRules, miss_the_registry_where_no_witness_speaks_of_it) {
  EXPECT_THAT(found_after({[](Situation& s) { s.record.registry = {}; }}),
              Contains("registry_unknown"));
  EXPECT_THAT(found_after({[](Situation& s) { s.record.comparison.match = Match::unknown; }}),
              ElementsAre("registry_unknown"));
  EXPECT_THAT(found_after({[](Situation& s) { s.record.comparison.match = Match::unknown; },
                           support::open_walk}),
              Not(Contains("registry_unknown")))
      << "a walk under way has nothing yet to compare with";
}

TEST(UnverifiableRules, take_a_list_of_another_context_only_if_it_is_public_and_seen_inside) {
  const auto contexts = [](Situation& s) {
    s.record = support::green_modern_text().read();
    s.record.registry->auth_context = "a";
    s.record.traversal->auth_context = "b";
  };
  const auto pages_public = [](Situation& s) {
    s.record.pages->front().scope = protocol::CacheScope::public_;
    s.record.pages->front().ttl_ms = 5000;
  };
  const auto tap = [](Situation& s) { s.record.vantage = evidence::Vantage::tap; };
  const auto expired = [](Situation& s) { s.now = at(5300); };
  EXPECT_THAT(found_after({contexts}), Contains("auth_context_mismatch"));
  EXPECT_THAT(found_after({contexts, pages_public}), IsEmpty());
  EXPECT_THAT(found_after({contexts, pages_public, tap}), Contains("auth_context_mismatch"));
  EXPECT_THAT(found_after({contexts, pages_public, expired}), Contains("evidence_expired"))
      << "an open channel does not keep another context's list fresh";
}

TEST(UnverifiableRules, find_the_order_of_channel_and_walk_ambiguous_only_where_it_decides) {
  const auto together = [](Situation& s) { s.record.channel->opened = {at(200), 0}; };
  const auto bounded = [](Situation& s) { s.policy.max_age_ms = 10'000; };
  EXPECT_THAT(found_after({together}).front(), "order_ambiguous");
  EXPECT_THAT(found_after({together, bounded}), IsEmpty());
}

TEST(UnverifiableRules, bound_freshness_in_the_ways_there_are) {
  struct Case {
    std::string_view name;
    std::vector<Change> changes;
    std::vector<std::string> found;
  };
  const auto modern = [](Situation& s) { s.record = support::green_modern_text().read(); };
  const auto unknown = [](Situation& s) { s.record.channel = {}; };
  const auto ttl = [](Situation& s) { s.record.pages->front().ttl_ms = 700; };  // until 1000
  const auto policy = [](Situation& s) { s.policy.max_age_ms = 800; };          // until 1000
  const auto before = [](Situation& s) { s.now = at(999); };
  const std::vector<Case> cases = {
      {"a TTL that holds", {modern, no_channel, ttl, before}, {}},
      {"a TTL that has run out", {modern, no_channel, ttl}, {"evidence_expired"}},
      {"a policy that holds", {no_channel, policy, before}, {}},
      {"a policy that has run out", {no_channel, policy}, {"evidence_expired"}},
      {"a channel not known, and a policy", {unknown, policy, before}, {}},
      {"a channel not known", {unknown}, {"freshness_unbounded"}},
      {"a TTL says nothing in the legacy era", {no_channel, ttl, before}, {"no_change_channel"}},
      {"a TTL that has run out beside an open channel", {modern, ttl}, {}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(found_after(c.changes), c.found) << c.name;
}

TEST(UnverifiableRules, do_without_no_member_that_green_rests_on) {
  const auto modern = [](Situation& s) { s.record = support::green_modern_text().read(); };
  const std::vector<std::pair<std::string_view, Change>> cases = {
      {"signal", [](Situation& s) { s.record.signal = {}; }},
      {"notificationAt", [](Situation& s) { s.record.notification_at = {}; }},
      {"session", [](Situation& s) { s.record.session = {}; }},
      {"tools", [](Situation& s) { s.record.tools = {}; }},
      {"subscription", [](Situation& s) { s.record.subscription = {}; }},
  };
  const auto bounded = [](Situation& s) { s.policy.max_age_ms = 10'000; };
  for (const auto& [name, change] : cases) {
    EXPECT_THAT(found_after({modern, change}), Contains("freshness_unbounded")) << name;
    if (name == "subscription") continue;  // a policy bounds it without a channel
    EXPECT_THAT(found_after({modern, change, bounded}), Contains("freshness_unbounded")) << name;
  }
}

TEST(UnverifiableRules, ask_little_of_a_server_without_tools) {
  const auto none = [](Situation& s) {
    s.record.tools = Fact<Fact<bool>>::none();
    s.record.traversal = Fact<evidence::TraversalFacts>::none();
    s.record.registry->tool_count = 0;
    no_channel(s);
  };
  EXPECT_THAT(found_after({none}), IsEmpty());
  EXPECT_THAT(found_after({none, [](Situation& s) { s.record.registry = {}; }}),
              ElementsAre("registry_unknown"));
  EXPECT_THAT(found_after({none, [](Situation& s) { s.record.session->closed_at = at(1000); }}),
              ElementsAre("freshness_unbounded"))
      << "its set is bounded by the session";
  EXPECT_THAT(found_after({none, [](Situation& s) { s.record.session = {}; }}),
              ElementsAre("freshness_unbounded"));
  EXPECT_THAT(found_after({none, seen(Reason::era_inconsistent)}), ElementsAre("era_inconsistent"));
}

}  // namespace
}  // namespace lockstep::verdict
