#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/verdict/rules.h"
#include "tests/support/rules.h"

namespace lockstep::verdict {
namespace {

using evidence::Fact;
using evidence::Match;
using evidence::Stamp;
using support::after;
using support::at;
using support::Change;
using support::names;
using support::no_channel;
using support::signal;
using support::Situation;
using testing::ElementsAre;
using testing::IsEmpty;

void modern(Situation& s) {
  s.record = support::green_modern_text().read();
}
void from_cache(Situation& s) {
  s.record.traversal->origin = "cache";
}
void differs(Situation& s, Match match) {
  s.record.comparison.match = match;
}

TEST(StaleRules, hold_nothing_against_a_green_record) {
  EXPECT_THAT(names(stale_rules(after({}).facts())), IsEmpty());
  EXPECT_THAT(names(stale_rules(after({modern}).facts())), IsEmpty());
}

struct Case {
  std::string_view name;
  Reason reason;
  std::vector<Change> changes;
};

std::vector<Case> signals() {
  const auto late = [](std::string kind) { return [kind](Situation& s) { signal(s, kind, 500); }; };
  return {
      {"the end of the process", Reason::transport_dead, {late("transport_lost")}},
      {"a refused session id", Reason::session_not_renewed, {late("session_refused")}},
      {"a new opening exchange",
       Reason::session_changed_without_discovery,
       {late("session_opened")}},
      {"a new session id or endpoint",
       Reason::session_changed_without_discovery,
       {late("session_changed")}},
      {"a change channel opened again", Reason::gap_not_covered, {late("channel_reopened")}},
      {"a use after the expiry without a channel",
       Reason::ttl_expired_served,
       {late("ttl_expired"), no_channel}},
      {"a use after the expiry beside an open channel", Reason::no_refetch, {late("ttl_expired")}},
      {"an announcement", Reason::no_refetch, {late("list_changed")}},
      {"a reconnect", Reason::no_refetch, {late("reconnect")}},
      {"a poll", Reason::no_refetch, {late("poll_due")}},
      {"an operator's request", Reason::no_refetch, {late("operator_request")}},
      {"a kind of a later version", Reason::no_refetch, {late("of_the_future")}},
      {"an announcement as the walk ended", Reason::no_refetch, {[](Situation& s) {
         signal(s, "list_changed", 300);
       }}},
      {"an announcement after a walk that failed",
       Reason::no_refetch,
       {late("list_changed"), support::open_walk,
        [](Situation& s) { s.record.traversal->outcome = evidence::WalkOutcome::failed; }}},
      {"an announcement inside the walk", Reason::traversal_predates_signal, {[](Situation& s) {
         signal(s, "list_changed", 250);
       }}},
      {"an announcement, and the walk before it is still under way",
       Reason::traversal_predates_signal,
       {late("list_changed"), support::open_walk}},
  };
}

TEST(StaleRules, name_what_the_walk_did_not_answer) {
  for (const Case& c : signals())
    EXPECT_THAT(names(stale_rules(after(c.changes).facts())),
                ElementsAre(std::string(to_string(c.reason))))
        << c.name;
}

TEST(StaleRules, put_a_reused_cache_before_whatever_was_signalled) {
  for (const Case& c : signals()) {
    std::vector<Change> changes = c.changes;
    changes.emplace_back(from_cache);
    EXPECT_THAT(names(stale_rules(after(changes).facts())),
                ElementsAre("cache_reused_without_traversal", std::string(to_string(c.reason))))
        << c.name;
  }
}

TEST(StaleRules, call_a_cache_reused_where_nothing_covers_it) {
  const auto ttl = [](std::int64_t ms) {
    return [ms](Situation& s) {
      s.record.pages->front().ttl_ms = ms;
      s.record.pages->front().scope = protocol::CacheScope::public_;
    };
  };
  const auto contexts = [](Situation& s) {
    s.record.registry->auth_context = "a";
    s.record.traversal->auth_context = "b";
  };
  const auto no_tools = [](Situation& s) { s.record.tools = Fact<Fact<bool>>::none(); };
  struct CacheCase {
    std::string_view name;
    bool reused;
    std::vector<Change> changes;
  };
  const std::vector<CacheCase> cases = {
      {"no TTL", true, {from_cache}},
      {"TTL 0", true, {from_cache, ttl(0)}},
      {"a TTL that holds", false, {from_cache, ttl(701)}},
      {"a TTL that has just run out", true, {from_cache, ttl(700)}},
      {"private pages in another context", true, {modern, contexts}},
      {"public pages in another context", false, {modern, contexts, ttl(5000)}},
      {"one page of several is not public",
       true,
       {modern, contexts, ttl(5000),
        [](Situation& s) { s.record.pages->push_back(evidence::PageFacts{}); }}},
      {"seen on the wire the context of the registry is a guess",
       false,
       {modern, contexts, [](Situation& s) { s.record.vantage = evidence::Vantage::tap; }}},
      {"old tools although the server offers none", true, {no_tools}},
      {"and the registry holds none",
       false,
       {no_tools, [](Situation& s) { s.record.registry->tool_count = 0; }}},
      {"not known how many it holds",
       true,
       {no_tools, [](Situation& s) { s.record.registry->tool_count.reset(); }}},
      {"and no registry is known", false, {no_tools, [](Situation& s) { s.record.registry = {}; }}},
  };
  for (const CacheCase& c : cases) {
    const std::vector<std::string> found = names(stale_rules(after(c.changes).facts()));
    EXPECT_EQ(!found.empty() && found.front() == "cache_reused_without_traversal", c.reused)
        << c.name;
  }
}

TEST(StaleRules, hold_a_lost_connection_against_a_server_without_tools_too) {
  const auto no_tools = [](Situation& s) {
    s.record.tools = Fact<Fact<bool>>::none();
    s.record.registry->tool_count = 0;
  };
  for (const auto& [kind, reason] : {std::pair{"transport_lost", "transport_dead"},
                                     std::pair{"session_refused", "session_not_renewed"}}) {
    const auto lost = [kind = std::string(kind)](Situation& s) { signal(s, kind, 500); };
    EXPECT_THAT(names(stale_rules(after({no_tools, lost}).facts())), ElementsAre(reason));
  }
  const auto changed = [](Situation& s) { signal(s, "list_changed", 500); };
  EXPECT_THAT(names(stale_rules(after({no_tools, changed}).facts())), IsEmpty());
}

void older_last(Situation& s) {
  s.record.installs = {{at(350), "sha256:new", "w1"}, {at(400), "sha256:old", "w0"}};
}
void held_before(Situation& s) {
  s.record.registry->installed = Stamp{at(150), 0};
}

TEST(StaleRules, name_how_the_registry_differs) {
  const auto match = [](Match m) { return [m](Situation& s) { differs(s, m); }; };
  const std::vector<Case> cases = {
      {"forbidden", Reason::forbidden_tool_installed, {match(Match::forbidden)}},
      {"collision", Reason::name_collision, {match(Match::collision)}},
      {"invalid", Reason::invalid_definition_excluded, {match(Match::invalid_excluded)}},
      {"rejected", Reason::list_rejected, {match(Match::rejected)}},
      {"differs", Reason::registry_differs, {match(Match::differs)}},
      {"older last", Reason::older_result_installed_last, {match(Match::differs), older_last}},
      {"held since before", Reason::fetched_not_installed, {match(Match::differs), held_before}},
      {"not known since when",
       Reason::registry_differs,
       {match(Match::differs), [](Situation& s) { s.record.registry->installed.reset(); }}},
      {"installed at the moment of completion",
       Reason::registry_differs,
       {match(Match::differs),
        [](Situation& s) {
          s.record.registry->installed = Stamp{at(300), 0};
        }}},
      {"and before it in the sequence",
       Reason::fetched_not_installed,
       {match(Match::differs),
        [](Situation& s) {
          s.record.registry->installed = Stamp{at(300), 4};
          s.record.discovery_completed->sequence = 5;
        }}},
      {"an older walk was installed, and T never",
       Reason::registry_differs,
       {match(Match::differs),
        [](Situation& s) {
          s.record.installs = {{at(350), "", "w0"}, {at(400), "", "w0"}};
        }}},
      {"what was installed last is of no known walk",
       Reason::registry_differs,
       {match(Match::differs),
        [](Situation& s) {
          s.record.installs = {{at(350), "", "w1"}, {at(400), "", ""}};
        }}},
  };
  for (const Case& c : cases)
    EXPECT_THAT(names(stale_rules(after(c.changes).facts())),
                ElementsAre(std::string(to_string(c.reason))))
        << c.name;
}

TEST(StaleRules, put_the_older_result_before_one_that_was_not_installed) {
  const auto match = [](Situation& s) { differs(s, Match::differs); };
  EXPECT_THAT(names(stale_rules(after({match, older_last, held_before}).facts())),
              ElementsAre("older_result_installed_last", "fetched_not_installed"));
  // The kinds of difference that come before say nothing of installs.
  for (const Match m :
       {Match::forbidden, Match::collision, Match::invalid_excluded, Match::rejected}) {
    const auto before = [m](Situation& s) { differs(s, m); };
    EXPECT_EQ(names(stale_rules(after({before, older_last, held_before}).facts())).size(), 1U);
  }
}

TEST(StaleRules, see_no_difference_where_none_is_known) {
  for (const Match match : {Match::unknown, Match::incomparable, Match::equal,
                            Match::equal_excluded, Match::rounded, Match::conflicting}) {
    const auto change = [match](Situation& s) { differs(s, match); };
    EXPECT_THAT(names(stale_rules(after({change, older_last, held_before}).facts())), IsEmpty());
  }
}

TEST(StaleRules, compare_only_with_a_complete_walk_after_the_signal) {
  const auto match = [](Situation& s) { differs(s, Match::differs); };
  EXPECT_THAT(names(stale_rules(after({match, support::open_walk}).facts())), IsEmpty());
  const auto unclear = [](Situation& s) { signal(s, "list_changed", 200); };
  EXPECT_THAT(names(stale_rules(after({match, unclear}).facts())), IsEmpty());
  const auto later = [](Situation& s) { signal(s, "list_changed", 500); };
  EXPECT_THAT(names(stale_rules(after({match, later}).facts())), ElementsAre("no_refetch"));
}

evidence::WalkFacts walk(std::int64_t started, std::optional<std::int64_t> signalled) {
  evidence::WalkFacts facts;
  facts.started_at = at(started);
  facts.signal_after =
      signalled ? Fact<base::TimePoint>(at(*signalled)) : Fact<base::TimePoint>::none();
  return facts;
}

TEST(NotQuiescent, needs_a_signal_after_each_of_the_last_three_walks) {
  struct WalksCase {
    std::string_view name;
    std::vector<evidence::WalkFacts> walks;
    bool holds;
  };
  const std::vector<WalksCase> cases = {
      {"three", {walk(0, 5), walk(10, 15), walk(20, 25)}, true},
      {"two", {walk(0, 5), walk(10, 15)}, false},
      {"none", {}, false},
      {"quiet after the last", {walk(0, 5), walk(10, 15), walk(20, {})}, false},
      {"quiet after the first", {walk(0, {}), walk(10, 15), walk(20, 25)}, false},
      {"quiet in the middle", {walk(0, 5), walk(10, {}), walk(20, 25)}, false},
      {"only the last three count", {walk(0, {}), walk(1, 5), walk(10, 15), walk(20, 25)}, true},
      {"signalled after the next one began", {walk(0, 12), walk(10, 15), walk(20, 25)}, false},
  };
  for (const WalksCase& c : cases) {
    const Situation situation = after({[&](Situation& s) { s.record.recent_walks = c.walks; }});
    EXPECT_EQ(not_quiescent(situation.facts()), c.holds) << c.name;
  }
  // Where a sequence ordered them, their times do not.
  const Situation stepped = after({[](Situation& s) {
    s.record.sequenced = true;
    s.record.recent_walks = {walk(0, 12), walk(10, 15), walk(20, 25)};
  }});
  EXPECT_TRUE(not_quiescent(stepped.facts()));
}

TEST(Settling, concerns_only_what_the_client_may_still_be_about_to_do) {
  Situation situation = after({[](Situation& s) {
    signal(s, "list_changed", 950);
    s.policy.settle_ms = 100;
    s.record.discovery_completed->at = at(950);
    s.record.pages->front().received_at = at(950);
  }});
  for (int i = 0; i < reason_count; ++i) {
    const auto reason = static_cast<Reason>(i);
    const bool may = reason == Reason::no_refetch || reason == Reason::fetched_not_installed ||
                     reason == Reason::cursor_not_followed;
    EXPECT_EQ(is_settling(situation.facts(), reason), may) << to_string(reason);
  }
  situation.now = at(1050);
  for (const Reason reason :
       {Reason::no_refetch, Reason::fetched_not_installed, Reason::cursor_not_followed})
    EXPECT_FALSE(is_settling(situation.facts(), reason)) << to_string(reason);
  situation.now = at(950);
  situation.policy.settle_ms = 0;
  EXPECT_FALSE(is_settling(situation.facts(), Reason::no_refetch));
}

}  // namespace
}  // namespace lockstep::verdict
