#include "lockstep/verdict/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/rules.h"

namespace lockstep::verdict {
namespace {

using evidence::Fact;
using evidence::Match;
using evidence::Stamp;
using support::after;
using support::at;
using support::Change;
using support::green_modern_text;
using support::green_text;
using support::observe;
using support::RecordText;
using support::signal;
using support::Situation;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

Judgement judged(const Situation& s) {
  return judge(s.record, s.policy, s.now);
}
std::string reason_after(const std::vector<Change>& changes) {
  const Situation situation = after(changes);
  return std::string(to_string(judged(situation).reason));
}
std::vector<std::string> codes_after(const std::vector<Change>& changes) {
  const Situation situation = after(changes);
  std::vector<std::string> codes;
  for (const Note& note : judged(situation).notes)
    codes.emplace_back(note.code);
  return codes;
}

void modern(Situation& s) {
  s.record = green_modern_text().read();
}
void stale(Situation& s) {
  signal(s, "list_changed", 500);
}
void defect(Situation& s) {
  observe(s, "era_inconsistent", 50);
}
Change match(Match m) {
  return [m](Situation& s) { s.record.comparison.match = m; };
}

TEST(Judge, calls_green_what_is_complete_equal_and_bounded) {
  EXPECT_EQ(reason_after({}), "fresh_full_traversal");
  EXPECT_EQ(reason_after({modern}), "fresh_full_traversal");
  EXPECT_THAT(codes_after({}), IsEmpty());
}

TEST(Judge, says_why_it_is_green_in_the_order_of_the_list) {
  const auto not_offered = [](Situation& s) {
    s.record.tools = Fact<Fact<bool>>::none();
    s.record.registry->tool_count = 0;
  };
  const auto shared = [](Situation& s) {
    s.record.registry->auth_context = "a";
    s.record.traversal->auth_context = "b";
    s.record.pages->front().scope = protocol::CacheScope::public_;
    s.record.pages->front().ttl_ms = 5000;
  };
  const Change excluded = match(Match::equal_excluded);
  const auto empty = [](Situation& s) { s.record.discovered->tool_count = 0; };
  EXPECT_EQ(reason_after({modern, not_offered, shared, excluded, empty}), "tools_not_offered");
  EXPECT_EQ(reason_after({modern, shared, excluded, empty}), "shared_public_cache");
  EXPECT_EQ(reason_after({modern, excluded, empty}), "permitted_exclusion");
  EXPECT_EQ(reason_after({modern, empty}), "empty_catalog");
  EXPECT_EQ(reason_after({modern}), "fresh_full_traversal");
}

TEST(Judge, puts_disproof_before_what_is_missing_and_both_before_green) {
  EXPECT_EQ(reason_after({stale, defect}), "no_refetch");
  EXPECT_EQ(reason_after({support::open_walk, defect}), "in_progress");
  EXPECT_EQ(reason_after({defect}), "era_inconsistent");
  const auto cache = [](Situation& s) { s.record.traversal->origin = "cache"; };
  EXPECT_EQ(reason_after({support::open_walk, cache}), "cache_reused_without_traversal");
}

TEST(Judge, rejects_a_record_that_contradicts_itself_whatever_else_it_says) {
  const auto contradicted = [](Situation& s) { s.record.contradictions = {"one", "two"}; };
  for (const Change& other : {Change(stale), Change(support::open_walk), Change(defect)})
    EXPECT_EQ(reason_after({contradicted, other}), "contradictory_record");
  const Situation situation = after({contradicted});
  std::vector<std::string> named;
  for (const Note& note : judged(situation).notes)
    named.emplace_back(note.facts);
  EXPECT_THAT(named, ElementsAre("one", "two"));
}

TEST(Judge, gives_a_storm_instead_of_the_refresh_that_it_outruns) {
  const auto storm = [](Situation& s) {
    for (const std::int64_t ms : {0, 60, 200}) {
      evidence::WalkFacts walk;
      walk.started_at = at(ms);
      walk.signal_after = at(ms + 50);
      s.record.recent_walks.push_back(walk);
    }
  };
  EXPECT_EQ(reason_after({storm, stale}), "not_quiescent");
  EXPECT_EQ(reason_after({storm, [](Situation& s) { signal(s, "list_changed", 250); }}),
            "not_quiescent");
  EXPECT_THAT(codes_after({storm, stale}), Contains("no_refetch"));
  // It replaces no other reason, and is none by itself.
  EXPECT_EQ(reason_after({storm, [](Situation& s) { signal(s, "transport_lost", 500); }}),
            "transport_dead");
  EXPECT_EQ(reason_after({storm, match(Match::rejected)}), "list_rejected");
  EXPECT_EQ(reason_after({storm}), "fresh_full_traversal");
}

TEST(Judge, lets_what_is_young_settle_into_progress_and_never_into_green) {
  const auto settle = [](Situation& s) { s.policy.settle_ms = 600; };
  const auto held = [](Situation& s) { s.record.registry->installed = Stamp{at(150), 0}; };
  const auto fetched = [](Situation& s) { s.record.discovery_completed->at = at(500); };
  EXPECT_EQ(reason_after({settle, stale}), "in_progress");
  EXPECT_EQ(reason_after({settle, match(Match::differs), held, fetched}), "in_progress");
  EXPECT_EQ(reason_after({settle, match(Match::differs), held}), "fetched_not_installed");
  EXPECT_EQ(reason_after({settle, match(Match::differs)}), "registry_differs");
  EXPECT_EQ(reason_after({settle, [](Situation& s) { signal(s, "transport_lost", 900); }}),
            "transport_dead");
}

TEST(Judge, keeps_all_that_holds_besides_as_findings_each_once) {
  const auto noise = [](Situation& s) {
    observe(s, "noise_on_stream", 10);
    s.record.comparison.order_changed = true;
    s.record.comparison.undefined_members_dropped = true;
  };
  EXPECT_THAT(codes_after({noise}),
              ElementsAre("noise_on_stream", "order_changed", "undefined_member_dropped"));
  EXPECT_THAT(codes_after({stale, defect, defect}), ElementsAre("era_inconsistent"));
  EXPECT_THAT(codes_after({defect}), IsEmpty()) << "the reason itself is no finding";
  EXPECT_THAT(codes_after({stale, support::no_channel}), Not(Contains("no_change_channel")))
      << "what only green needs is not held against red";
  EXPECT_THAT(codes_after({defect, support::no_channel}), Contains("no_change_channel"));
}

TEST(Judge, is_never_green_without_a_member_that_green_rests_on) {
  struct Case {
    std::string_view member;
    bool legacy_green;
    bool modern_green;
  };
  // A discovered set is made of the pages, a channel of the session; the legacy era has no
  // subscription.
  const std::vector<Case> cases = {
      {"session", false, false},
      {"channel", true, true},
      {"tools", false, false},
      {"notificationAt", false, false},
      {"signal", false, false},
      {"discoveryStartedAt", false, false},
      {"discoveryCompletedAt", false, false},
      {"pages", false, false},
      {"discovered", true, true},
      {"registry", false, false},
      {"subscription", true, false},
  };
  for (const Case& c : cases) {
    for (const bool era_modern : {false, true}) {
      RecordText text = era_modern ? green_modern_text() : green_text();
      const evidence::Record record = text.set(c.member, "").read();
      const bool green = judge(record, {}, at(1000)).verdict() == Verdict::converged;
      EXPECT_EQ(green, era_modern ? c.modern_green : c.legacy_green) << c.member << era_modern;
    }
  }
}

TEST(Judge, never_turns_green_when_members_are_taken_away_from_what_is_not) {
  const std::vector<std::string_view> members = {
      "session",     "channel",    "tools",    "notificationAt",     "signal",
      "pages",       "discovered", "registry", "discoveryStartedAt", "discoveryCompletedAt",
      "subscription"};
  const std::string late = R"({"kind":"list_changed","at":)" + support::time_text(500) + "}";
  const std::vector<std::vector<std::pair<std::string, std::string>>> bases = {
      {{"signal", late}},
      {{"signal", late}, {"notificationAt", support::time_text(500)}},
      {{"registry", support::registry_of("[]")}},
      {{"registry", "null"}},
      {{"observed", R"([{"code":"malformed_notification"}])"}},
      {{"discoveryCompletedAt", "null"}},
      {{"tools", "null"}},
  };
  for (const auto& base : bases) {
    for (unsigned subset = 0; subset < (1U << members.size()); ++subset) {
      RecordText text = green_modern_text();
      text.set(base);
      for (std::size_t i = 0; i < members.size(); ++i) {
        if ((subset >> i & 1U) != 0) text.set(members[i], "");
      }
      if (subset == 0) {
        ASSERT_NE(judge(text.read(), {}, at(1000)).verdict(), Verdict::converged)
            << base.front().first;
      }
      // What disproves or dooms may itself be taken away; then not knowing keeps it from green.
      ASSERT_NE(judge(text.read(), {}, at(1000)).verdict(), Verdict::converged)
          << base.front().first << ' ' << text.text();
    }
  }
}

TEST(Judge, gives_the_same_answer_to_the_same_question) {
  const Situation situation = after({stale, defect});
  const Judgement first = judged(situation);
  const Judgement second = judged(situation);
  EXPECT_EQ(first.reason, second.reason);
  ASSERT_EQ(first.notes.size(), second.notes.size());
  for (std::size_t i = 0; i < first.notes.size(); ++i)
    EXPECT_EQ(first.notes[i].code, second.notes[i].code);
}

TEST(Judge, answers_for_an_empty_record_at_any_moment) {
  for (const std::int64_t ns : {INT64_MIN, std::int64_t{0}, INT64_MAX}) {
    evidence::Record record;
    evidence::settle(record);
    EXPECT_EQ(judge(record, {}, base::TimePoint{ns}).reason, Reason::no_discovery);
    const Situation situation = after({[&](Situation& s) { s.now = base::TimePoint{ns}; }});
    EXPECT_EQ(judged(situation).verdict(), Verdict::converged);
  }
}

}  // namespace
}  // namespace lockstep::verdict
