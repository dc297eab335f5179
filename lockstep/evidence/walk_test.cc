#include "lockstep/evidence/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/texts.h"

namespace lockstep::evidence {
namespace {

using protocol::CursorKind;
using support::at;
using support::parse;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using Set = std::shared_ptr<const registry::ToolSet>;

Set set_of(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names)
    text += (text.size() > 1 ? "," : "") + std::string(R"({"name":")") + name + R"("})";
  return std::make_shared<const registry::ToolSet>(
      registry::ToolSet::read(parse(text + "]")->root()));
}

/// Walks with a sequence of their own, each step 10 ms after the one before.
class Steps {
 public:
  Steps() = default;
  explicit Steps(Walks::Limits limits) : walks(limits) {}

  Stamp now() {
    ++sequence_;
    return Stamp{at(static_cast<std::int64_t>(sequence_) * 10), sequence_};
  }
  Walk& ask(const std::string& id, const std::optional<std::string>& cursor = {},
            const std::string& auth = {}) {
    return walks.requested(now(), id, cursor, auth);
  }
  Walk* page(const std::string& id, const std::vector<std::string>& names,
             const std::optional<std::string>& next = {}) {
    protocol::ListResult page;
    page.valid = true;
    page.next_kind = next ? CursorKind::text : CursorKind::none;
    page.next_cursor = next.value_or("");
    return walks.answered(now(), id, page, set_of(names));
  }
  Walk* broken_cursor(const std::string& id) {
    protocol::ListResult page;
    page.valid = true;
    page.next_kind = CursorKind::invalid;
    return walks.answered(now(), id, page, set_of({"a"}));
  }
  void signal(bool list_changed = true) { walks.signalled(now(), list_changed); }
  const Walk& last() const { return walks.all().back(); }

  Walks walks;

 private:
  std::uint64_t sequence_ = 0;
};

TEST(Walk, of_one_page_is_complete_with_its_answer) {
  Steps steps;
  steps.ask("i1");
  EXPECT_TRUE(steps.last().open());
  EXPECT_FALSE(steps.last().complete);
  const Walk* walk = steps.page("i1", {"a", "b"});
  ASSERT_NE(walk, nullptr);
  EXPECT_TRUE(walk->complete);
  EXPECT_FALSE(walk->open());
  EXPECT_THAT(walk->reasons, IsEmpty());
  EXPECT_EQ(walk->set->size(), 2U);
  EXPECT_EQ(walk->started.sequence, 1U);
  EXPECT_EQ(walk->ended.sequence, 2U);
  EXPECT_EQ(steps.walks.newest_complete(), walk);
}

TEST(Walk, joins_pages_along_the_cursors_the_empty_one_included) {
  Steps steps;
  steps.ask("i1");
  steps.page("i1", {"a"}, "");
  EXPECT_TRUE(steps.last().open());
  steps.ask("i2", "");
  steps.page("i2", {"b"}, "x");
  steps.ask("i3", "x");
  steps.page("i3", {"c"});
  ASSERT_EQ(steps.walks.all().size(), 1U);
  EXPECT_TRUE(steps.last().complete);
  EXPECT_EQ(steps.last().pages.size(), 3U);
  EXPECT_EQ(steps.last().set->size(), 3U);
  EXPECT_EQ(*steps.last().pages[1].cursor, "");
  EXPECT_TRUE(steps.last().pages[2].next_cursor.is_none());
}

/// What goes wrong in a walk, the reason that it leaves, and whether the walk is over for good.
TEST(Walk, keeps_the_reason_of_whatever_goes_wrong) {
  struct Case {
    std::string_view reason;
    bool fatal;
    std::function<void(Steps&)> story;
  };
  const std::vector<Case> cases = {
      {"traversal_not_from_start", true, [](Steps& s) { s.ask("i1", "left over"); }},
      {"list_error", false,
       [](Steps& s) {
         s.ask("i1");
         s.walks.failed(s.now(), "i1", "error");
       }},
      {"list_error", false,
       [](Steps& s) {
         s.ask("i1");
         s.walks.failed(s.now(), "i1", "refused");
       }},
      {"page_error", false,
       [](Steps& s) {
         s.ask("i1");
         s.page("i1", {"a"}, "x");
         s.ask("i2", "x");
         s.walks.failed(s.now(), "i2", "error");
       }},
      {"invalid_result", true,
       [](Steps& s) {
         s.ask("i1");
         s.walks.failed(s.now(), "i1", "invalid_result");
       }},
      {"hop_altered_request", true,
       [](Steps& s) {
         s.ask("i1");
         s.walks.failed(s.now(), "i1", "hop_altered_request");
       }},
      {"invalid_cursor_type", true,
       [](Steps& s) {
         s.ask("i1");
         s.broken_cursor("i1");
       }},
      {"cursor_cycle", true,
       [](Steps& s) {
         s.ask("i1");
         s.page("i1", {"a"}, "x");
         s.ask("i2", "x");
         s.page("i2", {"b"}, "x");
       }},
      {"cursor_cycle", true,
       [](Steps& s) {
         s.ask("i1");
         s.page("i1", {"a"}, "x");
         s.ask("i2", "x");
         s.page("i2", {"b"}, "y");
         s.ask("i3", "x");
       }},
      {"inconsistent_traversal", true,
       [](Steps& s) {
         s.ask("i1");
         s.page("i1", {"a"}, "x");
         s.ask("i2", "x");
         s.page("i2", {"a"}, "y");
       }},
      {"list_timeout", true,
       [](Steps& s) {
         s.ask("i1");
         s.walks.given_up("i1");
       }},
      {"page_limit", false,
       [](Steps& s) {
         s.ask("i1");
         s.page("i1", {"a"}, "x");
         s.walks.limited();
       }},
      {"cursor_not_followed", false,
       [](Steps& s) {
         s.ask("i1");
         s.page("i1", {"a"}, "x");
         s.walks.went_on();
       }},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.reason);
    Steps steps;
    c.story(steps);
    EXPECT_THAT(steps.last().reasons, Contains(std::string(c.reason)));
    EXPECT_FALSE(steps.last().complete);
    EXPECT_EQ(is_fatal(c.reason), c.fatal);
    EXPECT_EQ(steps.walks.newest_complete(), nullptr);
  }
}

TEST(Walk, is_never_complete_after_what_is_fatal) {
  Steps steps;
  steps.ask("i1");
  steps.page("i1", {"a"}, "x");
  steps.ask("i2", "x");
  steps.page("i2", {"a"});
  EXPECT_FALSE(steps.last().complete);
  EXPECT_THAT(steps.last().reasons, ElementsAre("inconsistent_traversal"));
}

TEST(Walk, may_ask_for_a_failed_page_again) {
  Steps steps;
  steps.ask("i1");
  steps.page("i1", {"a"}, "x");
  steps.ask("i2", "x");
  steps.walks.failed(steps.now(), "i2", "error");
  steps.ask("i3", "x");
  EXPECT_THAT(steps.last().reasons, IsEmpty());
  steps.page("i3", {"b"});
  EXPECT_TRUE(steps.last().complete);
}

TEST(Walk, that_was_left_and_taken_up_again_is_whole) {
  Steps steps;
  steps.ask("i1");
  steps.page("i1", {"a"}, "x");
  steps.walks.went_on();
  steps.ask("i2", "x");
  steps.page("i2", {"b"});
  EXPECT_TRUE(steps.last().complete);
  EXPECT_THAT(steps.last().reasons, IsEmpty());
}

TEST(Walk, waits_for_its_answer_and_is_not_left_while_it_does) {
  Steps steps;
  steps.ask("i1");
  steps.page("i1", {"a"}, "x");
  steps.ask("i2", "x");
  steps.walks.went_on();
  EXPECT_THAT(steps.last().reasons, IsEmpty());
  EXPECT_TRUE(steps.last().awaiting.contains("i2"));
}

TEST(Walk, that_begins_over_an_open_cursor_is_a_restart_unless_something_called_for_it) {
  struct Case {
    std::string_view name;
    bool restarted;
    std::function<void(Steps&)> between;
  };
  const std::vector<Case> cases = {
      {"nothing", true, [](Steps&) {}},
      {"a signal", false, [](Steps& s) { s.signal(); }},
      {"a poll", false, [](Steps& s) { s.signal(false); }},
      {"an error", false,
       [](Steps& s) {
         s.ask("i2", "x");
         s.walks.failed(s.now(), "i2", "error");
       }},
  };
  for (const Case& c : cases) {
    Steps steps;
    steps.ask("i1");
    steps.page("i1", {"a"}, "x");
    c.between(steps);
    steps.ask("i9");
    EXPECT_EQ(steps.last().restarted, c.restarted) << c.name;
  }
  Steps whole;
  whole.ask("i1");
  whole.page("i1", {"a"});
  whole.ask("i2");
  EXPECT_FALSE(whole.last().restarted) << "a complete walk leaves nothing open";
}

TEST(Walk, keeps_an_unreadable_answer_until_a_readable_one_comes) {
  Steps steps;
  steps.ask("i1");
  steps.walks.unreadable("i1", "invalid_utf8");
  EXPECT_EQ(steps.last().unreadable.at("i1"), "invalid_utf8");
  steps.page("i1", {"a"});
  EXPECT_TRUE(steps.last().complete);
  EXPECT_THAT(steps.last().unreadable, IsEmpty());
  // A second, different answer spoils what is complete.
  steps.walks.unreadable("i1", "duplicate_response");
  EXPECT_THAT(steps.last().reasons, ElementsAre("duplicate_response"));
}

TEST(Walk, that_the_client_gave_up_has_failed_whatever_the_wire_says_later) {
  Steps steps;
  steps.ask("i1");
  steps.walks.given_up("i1");
  EXPECT_EQ(steps.page("i1", {"a"}), nullptr);
  EXPECT_FALSE(steps.last().complete);

  Steps late;
  late.ask("i1");
  late.page("i1", {"a"});
  late.walks.given_up("i1");
  EXPECT_FALSE(late.last().complete) << "the answer came, and the client did not take it";

  Steps taken;
  taken.ask("i1");
  taken.page("i1", {"a"});
  taken.walks.mark_installed(taken.last().id);
  taken.walks.given_up("i1");
  EXPECT_TRUE(taken.last().complete) << "what it installed it took";
}

TEST(Walk, of_several_pages_is_confirmed_or_refuted_by_the_next_one) {
  const auto two_pages = [](Steps& s, const std::string& second) {
    s.ask("a");
    s.page("a", {"a"}, "x");
    s.ask("b", "x");
    s.page("b", {second});
  };
  Steps same;
  two_pages(same, "b");
  two_pages(same, "b");
  EXPECT_TRUE(same.last().complete);
  EXPECT_TRUE(same.last().double_collect);

  Steps different;
  two_pages(different, "b");
  two_pages(different, "c");
  for (const Walk& walk : different.walks.all()) {
    EXPECT_FALSE(walk.complete);
    EXPECT_THAT(walk.reasons, ElementsAre("inconsistent_traversal"));
  }

  for (const bool list_changed : {true, false}) {
    Steps changed;
    two_pages(changed, "b");
    changed.signal(list_changed);
    two_pages(changed, "c");
    EXPECT_TRUE(changed.last().complete) << "a signal between them explains the difference";
    EXPECT_FALSE(changed.last().double_collect);
  }

  Steps installed;
  two_pages(installed, "b");
  installed.walks.install_seen(installed.now());
  two_pages(installed, "c");
  EXPECT_TRUE(installed.last().complete) << "two walks that were each installed are no double one";

  Steps single;
  for (const std::string name : {"a", "b"}) {
    single.ask("i");
    single.page("i", {name});
  }
  EXPECT_TRUE(single.last().complete) << "one page is a snapshot by itself";
  EXPECT_FALSE(single.last().double_collect);
}

TEST(Walks, name_the_newest_complete_one_after_the_signal_or_the_one_begun_last) {
  Steps steps;
  EXPECT_EQ(steps.walks.current({}, ""), nullptr);
  steps.ask("i1");
  steps.page("i1", {"a"});
  const std::string first = steps.last().id;
  EXPECT_EQ(steps.walks.current({}, "")->id, first);
  const Stamp signal = steps.now();
  steps.walks.signalled(signal, true);
  EXPECT_EQ(steps.walks.current(signal, "")->id, first) << "none began after it: the last one";
  steps.ask("i2");
  steps.page("i2", {"a"});
  const std::string second = steps.last().id;
  steps.ask("i3");
  EXPECT_EQ(steps.walks.current(signal, "")->id, second) << "complete and after it";
  const Stamp later = steps.now();
  EXPECT_EQ(steps.walks.current(later, "")->id, steps.last().id) << "begun last, unfinished";
}

TEST(Walks, count_only_those_of_the_context_in_question_where_it_walked) {
  Steps steps;
  steps.ask("i1", {}, "mine");
  steps.page("i1", {"a"});
  const std::string mine = steps.last().id;
  steps.ask("i2", {}, "theirs");
  steps.page("i2", {"b"});
  EXPECT_EQ(steps.walks.current({}, "mine")->id, mine);
  EXPECT_EQ(steps.walks.current({}, "theirs")->id, steps.last().id);
  EXPECT_EQ(steps.walks.current({}, "nobody")->id, steps.last().id);
}

TEST(Walks, note_the_first_signal_after_each) {
  Steps steps;
  steps.signal();
  steps.ask("i1");
  EXPECT_FALSE(steps.last().signal_after);
  steps.signal(false);
  EXPECT_FALSE(steps.last().signal_after) << "only what the server announced counts";
  steps.signal();
  const auto first = steps.last().signal_after;
  ASSERT_TRUE(first);
  steps.signal();
  EXPECT_EQ(steps.last().signal_after, first);
  steps.ask("i2");
  EXPECT_FALSE(steps.last().signal_after);
}

TEST(Walks, take_a_registry_from_a_cache_for_a_walk_of_its_own_kind) {
  Steps steps;
  const Walk& walk = steps.walks.cached(steps.now(), set_of({"a"}), 1000, at(-500));
  EXPECT_EQ(walk.origin, "cache");
  EXPECT_TRUE(walk.complete);
  EXPECT_EQ(walk.expiry(), at(500));
  EXPECT_FALSE(steps.walks.has_wire_walk());
  steps.ask("i1");
  EXPECT_TRUE(steps.walks.has_wire_walk());
}

TEST(Walk, expires_with_the_earliest_of_its_pages_if_all_of_them_do) {
  Walk walk;
  const auto page = [&](std::int64_t received, std::optional<std::int64_t> ttl) {
    PageFacts facts;
    facts.received_at = at(received);
    facts.ttl_ms = ttl;
    walk.pages.push_back(facts);
  };
  EXPECT_EQ(walk.expiry(), std::nullopt);
  page(0, 500);
  page(100, 300);
  EXPECT_EQ(walk.expiry(), at(400));
  page(0, INT64_MAX);
  EXPECT_EQ(walk.expiry(), at(400));
  page(0, 0);
  EXPECT_EQ(walk.expiry(), std::nullopt);
  walk.pages.back().ttl_ms.reset();
  EXPECT_EQ(walk.expiry(), std::nullopt);
}

TEST(Walks, forget_the_oldest_but_not_the_newest_complete_one) {
  Steps steps(Walks::Limits{.walks_max = 3});
  steps.ask("i1");
  steps.page("i1", {"a"});
  const std::string complete = steps.last().id;
  for (int i = 2; i < 50; ++i)
    steps.ask("i" + std::to_string(i));
  EXPECT_EQ(steps.walks.all().size(), 3U);
  ASSERT_NE(steps.walks.newest_complete(), nullptr);
  EXPECT_EQ(steps.walks.newest_complete()->id, complete);
  EXPECT_EQ(steps.walks.all().back().id, "w49");
}

TEST(Walks, stop_at_the_page_limit) {
  Steps steps(Walks::Limits{.pages_max = 3});
  steps.ask("i0");
  for (int i = 0; i < 10; ++i) {
    steps.page("i" + std::to_string(i), {"t" + std::to_string(i)}, "c" + std::to_string(i));
    steps.ask("i" + std::to_string(i + 1), "c" + std::to_string(i));
  }
  const Walk& first = steps.walks.all().front();
  EXPECT_EQ(first.pages.size(), 3U);
  EXPECT_THAT(first.reasons, Contains("limit_exceeded"));
  EXPECT_EQ(steps.walks.newest_complete(), nullptr);
}

TEST(Walks, hold_no_more_of_an_endless_walk_than_their_limits_say) {
  Steps steps(Walks::Limits{.pages_max = 3});
  steps.ask("first");
  steps.page("first", {"a"}, "x");
  // The same cursor for ever, never answered, and answered for ever.
  for (int i = 0; i < 5'000; ++i)
    steps.ask("u" + std::to_string(i), "x");
  for (int i = 0; i < 5'000; ++i) {
    const std::string id = "v" + std::to_string(i);
    steps.ask(id, "x");
    steps.page(id, {"a"}, "x");
  }
  for (const Walk& walk : steps.walks.all()) {
    EXPECT_LE(walk.awaiting.size(), 3U);
    EXPECT_LE(walk.answered.size(), 3U);
    EXPECT_LE(walk.used_cursors.size(), 3U);
    EXPECT_FALSE(walk.complete);
  }
}

}  // namespace
}  // namespace lockstep::evidence
