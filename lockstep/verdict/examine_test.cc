#include "lockstep/verdict/examine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/rules.h"

namespace lockstep::verdict {
namespace {

using evidence::Fact;
using evidence::Match;
using support::after;
using support::at;
using support::Change;
using support::green_modern_text;
using support::no_channel;
using support::signal;
using support::Situation;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

Result examined(const std::vector<Change>& changes = {}) {
  const Situation situation = after(changes);
  return examine("the id", situation.record, situation.policy, Moment{situation.now, "input"});
}

void stale(Situation& s) {
  signal(s, "list_changed", 500);
}
void modern(Situation& s) {
  s.record = green_modern_text().read();
}
/// The registry holds `held`, and each side's definitions are at hand.
Change holds(const std::string& held) {
  return [held](Situation& s) {
    support::RecordText text = support::green_text();
    s.record = text.set("registry", support::registry_of(held)).read();
  };
}

TEST(Examine, carries_the_two_sides_and_the_moment) {
  const Result result = examined({[](Situation& s) { s.record.digest = "sha256:e"; }});
  EXPECT_EQ(result.id, "the id");
  EXPECT_EQ(result.client, "agent");
  EXPECT_EQ(result.server, "tickets");
  EXPECT_EQ(result.vantage, "client");
  EXPECT_EQ(result.evidence, "sha256:e");
  EXPECT_EQ(result.now, at(1000));
  EXPECT_EQ(result.now_from, "input");
  EXPECT_EQ(result.verdict, Verdict::converged);
  EXPECT_EQ(result.discovered->digest, result.registry->digest);
  EXPECT_EQ(result.discovered->tool_count, 2);
  EXPECT_EQ(result.discovered->projection, "mcp-tools/v1");
}

TEST(Examine, puts_the_callers_policy_over_the_records_own) {
  Situation situation = after({no_channel});
  situation.record.policy.max_age_ms = 10'000;
  const Moment moment{at(1000), "clock"};
  EXPECT_EQ(examine("", situation.record, {}, moment).verdict, Verdict::converged);
  evidence::Policy strict;
  strict.max_age_ms = 1;
  EXPECT_EQ(examine("", situation.record, strict, moment).reason, Reason::evidence_expired);
}

TEST(Examine, shows_the_signal_stage) {
  struct Case {
    std::string_view name;
    SignalState state;
    std::string_view kind;
    std::vector<Change> changes;
  };
  const auto quiet = [](Situation& s) {
    s.record.signal = Fact<evidence::SignalFacts>::none();
    s.record.notification_at = Fact<base::TimePoint>::none();
  };
  const std::vector<Case> cases = {
      {"seen", SignalState::seen, "list_changed", {}},
      {"none", SignalState::none, "", {quiet}},
      {"none, and none can come", SignalState::none, "", {quiet, no_channel}},
      {"not known whether one can come",
       SignalState::unobservable,
       "",
       {quiet, [](Situation& s) { s.record.channel = {}; }}},
      {"not known",
       SignalState::unobservable,
       "",
       {quiet, [](Situation& s) { s.record.signal = {}; }}},
  };
  for (const Case& c : cases) {
    const Stages stages = examined(c.changes).stages;
    EXPECT_EQ(stages.signal, c.state) << c.name;
    EXPECT_EQ(stages.signal_kind, c.kind) << c.name;
    EXPECT_EQ(stages.signal_at.has_value(), c.state == SignalState::seen) << c.name;
  }
}

TEST(Examine, shows_the_discovery_stage) {
  struct Case {
    std::string_view name;
    DiscoveryState state;
    std::vector<Change> changes;
  };
  const auto reason = [](Situation& s) { s.record.traversal->reasons = {"cursor_not_followed"}; };
  const auto failed = [](Situation& s) {
    s.record.traversal->outcome = evidence::WalkOutcome::failed;
  };
  const std::vector<Case> cases = {
      {"complete", DiscoveryState::complete, {}},
      {"running", DiscoveryState::running, {support::open_walk}},
      {"left", DiscoveryState::broken, {support::open_walk, reason}},
      {"failed", DiscoveryState::broken, {support::open_walk, failed}},
      {"before the signal", DiscoveryState::predates_signal, {stale}},
      {"none", DiscoveryState::none, {[](Situation& s) {
         s.record.traversal = Fact<evidence::TraversalFacts>::none();
       }}},
  };
  for (const Case& c : cases) {
    const Stages stages = examined(c.changes).stages;
    EXPECT_EQ(stages.discovery, c.state) << c.name;
    EXPECT_EQ(stages.started_at.has_value(), c.state != DiscoveryState::none) << c.name;
  }
  const Stages complete = examined().stages;
  EXPECT_EQ(complete.started_at, at(200));
  EXPECT_EQ(complete.completed_at, at(300));
  EXPECT_EQ(complete.pages, 1);
  EXPECT_EQ(complete.tools, 2);
}

TEST(Examine, shows_the_install_stage) {
  struct Case {
    std::string_view name;
    InstallState state;
    std::vector<Change> changes;
  };
  const auto match = [](Match m) { return [m](Situation& s) { s.record.comparison.match = m; }; };
  const auto held = [](Situation& s) {
    s.record.registry->installed = evidence::Stamp{at(150), 0};
  };
  const std::vector<Case> cases = {
      {"equal", InstallState::equal, {}},
      {"equal to a walk before the signal", InstallState::behind, {stale}},
      {"fetched and not installed", InstallState::behind, {match(Match::differs), held}},
      {"another set", InstallState::differs, {match(Match::differs)}},
      {"rejected", InstallState::differs, {match(Match::rejected)}},
      {"incomparable", InstallState::unknown, {match(Match::incomparable)}},
      {"rounded", InstallState::unknown, {match(Match::rounded)}},
      {"no witness", InstallState::unknown, {[](Situation& s) { s.record.registry = {}; }}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(examined(c.changes).stages.install, c.state) << c.name;
  EXPECT_EQ(examined().stages.installed_at, at(400));
  EXPECT_EQ(examined().stages.witness, "client");
}

TEST(Examine, grades_severity_by_what_a_call_would_meet) {
  const std::string a(support::tool_a);
  const std::string b(support::tool_b);
  const std::string reworded = R"({"name":"b","description":"x","inputSchema":{"type":"object"}})";
  const std::string narrow =
      R"({"name":"b","inputSchema":{"type":"object","properties":{"p":{"type":"string"}}}})";
  struct Case {
    std::string_view name;
    Severity severity;
    std::vector<Change> changes;
  };
  const std::vector<Case> cases = {
      {"green", Severity::none, {}},
      {"not known", Severity::low, {no_channel}},
      {"under way", Severity::low, {support::open_walk}},
      {"broken",
       Severity::medium,
       {support::open_walk, [](Situation& s) { s.record.traversal->reasons = {"page_error"}; }}},
      {"stale, and how is not known", Severity::medium, {stale}},
      {"a tool that is gone",
       Severity::high,
       {holds(support::tools({a, b, narrow, "{\"name\":\"c\"}"}))}},
      {"a tool that is new", Severity::low, {holds(support::tools({a}))}},
      {"a reworded description", Severity::low, {holds(support::tools({a, reworded}))}},
      {"the process is dead", Severity::high, {[](Situation& s) {
         signal(s, "transport_lost", 500);
       }}},
      {"the session is refused", Severity::high, {[](Situation& s) {
         signal(s, "session_refused", 500);
       }}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(to_string(examined(c.changes).severity), to_string(c.severity)) << c.name;
}

TEST(Examine, names_the_affected_tools_only_where_the_sides_differ) {
  const Result result = examined({holds(support::tools({support::tool_a}))});
  ASSERT_EQ(result.affected.size(), 1U);
  EXPECT_EQ(result.affected.front().name, "b");
  EXPECT_EQ(result.affected.front().change, registry::Change::added);
  EXPECT_THAT(result.next_action.affected, ElementsAre("b"));
  EXPECT_THAT(examined().affected, IsEmpty());
}

TEST(Examine, proposes_the_safest_next_step) {
  struct Case {
    std::string_view verb;
    bool approval;
    std::vector<Change> changes;
  };
  const auto reasons = [](std::vector<std::string> list) {
    return [list](Situation& s) { s.record.traversal->reasons = list; };
  };
  const std::vector<Case> cases = {
      {"none", false, {}},
      {"request_refresh", true, {stale}},
      {"wait", false, {support::open_walk}},
      {"resume_discovery", false, {support::open_walk, reasons({"cursor_not_followed"})}},
      {"resume_discovery", false, {support::open_walk, reasons({"page_limit"})}},
      {"restart_discovery",
       false,
       {support::open_walk, reasons({"cursor_not_followed", "inconsistent_traversal"})}},
      {"restart_discovery", false, {support::open_walk, reasons({"page_error"})}},
      {"restart_discovery", false, {support::awaited, reasons({"list_error"})}},
      {"restore_evidence", false, {no_channel}},
  };
  for (const Case& c : cases) {
    const NextAction action = examined(c.changes).next_action;
    EXPECT_EQ(action.verb, c.verb);
    EXPECT_EQ(action.requires_approval, c.approval) << c.verb;
    EXPECT_FALSE(action.text.empty());
  }
}

TEST(Examine, grades_uncertainty_from_vantage_channel_and_snapshot) {
  const auto vantage = [](evidence::Vantage v) {
    return [v](Situation& s) { s.record.vantage = v; };
  };
  const auto two_pages = [](Situation& s) { s.record.pages->push_back(s.record.pages->front()); };
  const auto twice = [](Situation& s) { s.record.traversal->double_collect = true; };
  struct Case {
    std::string_view name;
    Grade grade;
    std::vector<Change> changes;
  };
  const std::vector<Case> cases = {
      {"inside, open channel, one page", Grade::low, {}},
      {"on the wire", Grade::medium, {vantage(evidence::Vantage::tap)}},
      {"a second connection", Grade::high, {vantage(evidence::Vantage::probe)}},
      {"not known from where", Grade::high, {[](Situation& s) { s.record.vantage = {}; }}},
      {"no channel", Grade::medium, {no_channel}},
      {"channel not known", Grade::high, {[](Situation& s) { s.record.channel = {}; }}},
      {"several pages", Grade::medium, {two_pages}},
      {"several pages, twice the same", Grade::low, {two_pages, twice}},
      {"several pages on the wire", Grade::high, {two_pages, vantage(evidence::Vantage::tap)}},
      {"no witness", Grade::medium, {[](Situation& s) { s.record.registry = {}; }}},
  };
  for (const Case& c : cases) {
    const Result result = examined(c.changes);
    EXPECT_EQ(to_string(result.uncertainty), to_string(c.grade)) << c.name;
    EXPECT_EQ(result.uncertain_because.empty(), c.grade == Grade::low) << c.name;
  }
}

TEST(Examine, says_how_long_it_holds) {
  const Result by_signal = examined();
  EXPECT_EQ(by_signal.basis, Basis::signal);
  EXPECT_EQ(by_signal.as_of, at(300));
  EXPECT_EQ(by_signal.valid_until, std::nullopt);
  const Result by_ttl =
      examined({modern, no_channel, [](Situation& s) { s.record.pages->front().ttl_ms = 5000; }});
  EXPECT_EQ(by_ttl.basis, Basis::ttl);
  EXPECT_EQ(by_ttl.valid_until, at(5300));
  EXPECT_EQ(examined({support::awaited}).as_of, std::nullopt);
}

TEST(Examine, lists_what_it_knew_and_what_it_missed) {
  const Result green = examined();
  EXPECT_THAT(green.facts_missing, IsEmpty());
  EXPECT_THAT(green.facts_used, Contains("registry"));
  const Result bare = examine("", evidence::Record{}, {}, Moment{at(0), "clock"});
  EXPECT_THAT(bare.facts_used, IsEmpty());
  EXPECT_THAT(bare.facts_missing, Contains("signal"));
  EXPECT_EQ(bare.verdict, Verdict::unverifiable);
  EXPECT_EQ(bare.discovered.has_value(), false);
}

TEST(WorstOf, is_the_first_of_the_worst_pairs_and_holds_them_all) {
  const auto pair = [](std::string server, Verdict verdict) {
    Result result;
    result.server = std::move(server);
    result.verdict = verdict;
    return result;
  };
  const Result worst =
      worst_of("file", {pair("green", Verdict::converged), pair("dim", Verdict::unverifiable),
                        pair("red", Verdict::stale), pair("half", Verdict::incomplete),
                        pair("red too", Verdict::stale)});
  EXPECT_EQ(worst.server, "red");
  EXPECT_EQ(worst.id, "file");
  EXPECT_EQ(worst.pairs.size(), 5U);
  const Result single = worst_of("file", {pair("one", Verdict::converged)});
  EXPECT_THAT(single.pairs, IsEmpty());
  EXPECT_EQ(single.server, "one");
}

}  // namespace
}  // namespace lockstep::verdict
