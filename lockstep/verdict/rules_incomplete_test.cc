#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/verdict/rules.h"
#include "tests/support/rules.h"

namespace lockstep::verdict {
namespace {

using evidence::WalkOutcome;
using support::after;
using support::at;
using support::awaited;
using support::Change;
using support::names;
using support::observe;
using support::open_walk;
using support::Situation;
using testing::ElementsAre;
using testing::IsEmpty;

/// In the order of the rules.
const std::vector<Reason> walk_reasons = {
    Reason::hop_altered_request, Reason::invalid_result,
    Reason::invalid_cursor_type, Reason::traversal_not_from_start,
    Reason::list_error,          Reason::page_error,
    Reason::page_limit,          Reason::cursor_cycle,
    Reason::cursor_restart,      Reason::inconsistent_traversal,
    Reason::list_timeout,        Reason::cursor_not_followed,
};

Change because(Reason reason) {
  return [reason](Situation& s) { s.record.traversal->reasons.emplace_back(to_string(reason)); };
}
Change outcome(WalkOutcome outcome) {
  return [outcome](Situation& s) { s.record.traversal->outcome = outcome; };
}
Change later(std::int64_t ms) {
  return [ms](Situation& s) { s.now = at(ms); };
}

std::vector<std::string> incomplete(const std::vector<Change>& changes) {
  return names(incomplete_rules(after(changes).facts()));
}

TEST(IncompleteRules, give_each_reason_that_the_walk_gave_cause_for) {
  for (const Reason reason : walk_reasons)
    EXPECT_THAT(incomplete({open_walk, because(reason)}),
                ElementsAre(std::string(to_string(reason))));
}

TEST(IncompleteRules, yield_to_one_another_in_the_order_of_the_list) {
  for (std::size_t i = 0; i < walk_reasons.size(); ++i) {
    for (std::size_t j = i + 1; j < walk_reasons.size(); ++j) {
      const std::string first(to_string(walk_reasons[i]));
      const std::string second(to_string(walk_reasons[j]));
      EXPECT_THAT(incomplete({open_walk, because(walk_reasons[j]), because(walk_reasons[i])}),
                  ElementsAre(first, second));
    }
  }
}

TEST(IncompleteRules, say_in_progress_where_nothing_else_is_known) {
  EXPECT_THAT(incomplete({open_walk}), ElementsAre("in_progress"));
  EXPECT_THAT(incomplete({awaited}), ElementsAre("in_progress"));
}

TEST(IncompleteRules, count_the_time_that_an_answer_or_the_client_takes) {
  const auto timeout = [](Situation& s) { s.policy.request_timeout_ms = 500; };
  struct Case {
    std::string_view name;
    std::string reason;
    std::vector<Change> changes;
  };
  const std::vector<Case> cases = {
      {"30 s by default, an answer", "in_progress", {awaited, later(30'199)}},
      {"and then", "list_timeout", {awaited, later(30'200)}},
      {"by policy", "in_progress", {awaited, timeout, later(699)}},
      {"and then", "list_timeout", {awaited, timeout, later(700)}},
      {"an open cursor", "in_progress", {open_walk, later(30'299)}},
      {"and then", "cursor_not_followed", {open_walk, later(30'300)}},
      {"an open cursor by policy", "cursor_not_followed", {open_walk, timeout, later(800)}},
      {"not known when the page came",
       "in_progress",
       {open_walk, later(90'000),
        [](Situation& s) { s.record.pages->front().received_at.reset(); }}},
      {"the last page left nothing open",
       "in_progress",
       {open_walk, later(90'000),
        [](Situation& s) {
          s.record.pages->front().next_cursor = evidence::Fact<std::string>::none();
        }}},
      {"the clock was before the request", "in_progress", {awaited, later(0)}},
  };
  for (const Case& c : cases)
    EXPECT_THAT(incomplete(c.changes), ElementsAre(c.reason)) << c.name;
}

TEST(IncompleteRules, let_a_cursor_settle) {
  const auto settle = [](Situation& s) { s.policy.settle_ms = 1000; };
  const Change left = because(Reason::cursor_not_followed);
  EXPECT_THAT(incomplete({open_walk, left, settle, later(1299)}), ElementsAre("in_progress"));
  EXPECT_THAT(incomplete({open_walk, left, settle, later(1300)}),
              ElementsAre("cursor_not_followed"));
  EXPECT_THAT(incomplete({open_walk, because(Reason::page_error), settle, later(1299)}),
              ElementsAre("page_error"))
      << "what failed does not settle";
}

TEST(IncompleteRules, name_a_failure_without_a_reason_by_the_page_it_struck) {
  EXPECT_THAT(incomplete({open_walk, outcome(WalkOutcome::failed)}), ElementsAre("page_error"));
  EXPECT_THAT(incomplete({awaited, outcome(WalkOutcome::failed)}), ElementsAre("list_error"));
  EXPECT_THAT(incomplete({awaited, outcome(WalkOutcome::failed),
                          [](Situation& s) { s.record.pages = {}; }}),
              ElementsAre("list_error"));
}

TEST(IncompleteRules, say_nothing_of_a_walk_that_is_complete_or_not_asked_for) {
  const Change reason = because(Reason::page_error);
  EXPECT_THAT(incomplete({}), IsEmpty());
  EXPECT_THAT(incomplete({reason}), IsEmpty());
  EXPECT_THAT(incomplete({open_walk, reason,
                          [](Situation& s) { support::signal(s, "list_changed", 500); }}),
              IsEmpty())
      << "a signal came after it: stale";
  EXPECT_THAT(incomplete({open_walk, reason,
                          [](Situation& s) {
                            s.record.traversal = evidence::Fact<evidence::TraversalFacts>::none();
                          }}),
              IsEmpty());
  EXPECT_THAT(incomplete({open_walk, reason,
                          [](Situation& s) {
                            s.record.tools = evidence::Fact<evidence::Fact<bool>>::none();
                          }}),
              IsEmpty());
}

const std::vector<Reason> unread = {
    Reason::batch_not_allowed, Reason::undecodable_frame,     Reason::frame_too_large,
    Reason::invalid_utf8,      Reason::invalid_unicode,       Reason::ambiguous_json,
    Reason::limit_exceeded,    Reason::uncorrelated_response, Reason::duplicate_response,
};

TEST(UnreadAnswer, makes_the_walk_unknown_and_not_incomplete_until_its_time_is_over) {
  for (const Reason reason : unread) {
    const std::vector<Change> changes = {awaited, because(reason)};
    EXPECT_EQ(unread_answer(after(changes).facts()), reason) << to_string(reason);
    EXPECT_THAT(incomplete(changes), IsEmpty()) << to_string(reason);
    std::vector<Change> over = changes;
    over.push_back(later(30'200));
    EXPECT_EQ(unread_answer(after(over).facts()), std::nullopt) << to_string(reason);
    EXPECT_THAT(incomplete(over), ElementsAre("list_timeout")) << to_string(reason);
  }
}

TEST(UnreadAnswer, leaves_what_the_walk_shows_besides) {
  EXPECT_THAT(incomplete({awaited, because(Reason::invalid_utf8), because(Reason::cursor_cycle)}),
              ElementsAre("cursor_cycle"));
}

TEST(UnreadAnswer, is_the_first_of_several_in_the_order_of_the_list) {
  for (std::size_t i = 0; i + 1 < unread.size(); ++i) {
    EXPECT_EQ(unread_answer(after({awaited, because(unread[i + 1]), because(unread[i])}).facts()),
              unread[i]);
  }
}

TEST(UnreadAnswer, may_be_told_by_a_hand_written_doubt_since_the_walk_began) {
  const auto seen = [](std::int64_t ms) {
    return [ms](Situation& s) { observe(s, "invalid_utf8", ms); };
  };
  EXPECT_EQ(unread_answer(after({awaited, seen(250)}).facts()), Reason::invalid_utf8);
  EXPECT_EQ(unread_answer(after({awaited, seen(150)}).facts()), std::nullopt);
  EXPECT_EQ(unread_answer(after({seen(250)}).facts()), std::nullopt) << "the walk is complete";
  const auto sequenced = [](Situation& s) { s.record.sequenced = true; };
  EXPECT_EQ(unread_answer(after({awaited, seen(250), sequenced}).facts()), std::nullopt)
      << "an observer would have put it into the walk";
}

TEST(UnreadAnswer, spoils_a_complete_walk_that_was_answered_twice) {
  EXPECT_EQ(unread_answer(after({because(Reason::duplicate_response)}).facts()),
            Reason::duplicate_response);
  EXPECT_EQ(unread_answer(after({}).facts()), std::nullopt);
}

}  // namespace
}  // namespace lockstep::verdict
