#include "lockstep/verdict/facts.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/records.h"

namespace lockstep::verdict {
namespace {

using evidence::Fact;
using evidence::Policy;
using evidence::Record;
using evidence::Stamp;
using support::at;
using support::green_modern_text;
using support::green_text;
using Change = std::function<void(Record&)>;

Record green(const Change& change = [](Record&) {}) {
  Record record = green_text().read();
  change(record);
  return record;
}

Record modern(const Change& change = [](Record&) {}) {
  Record record = green_modern_text().read();
  change(record);
  return record;
}

evidence::SignalFacts signal(std::string kind, std::int64_t ms, std::uint64_t sequence = 0) {
  return {std::move(kind), Stamp{at(ms), sequence}, 1};
}

TEST(Facts, say_how_the_walk_stands_to_the_newest_signal) {
  struct Case {
    std::string_view name;
    Relation relation;
    Change change;
  };
  const std::vector<Case> cases = {
      {"listed after the signal", Relation::after, [](Record&) {}},
      {"no signal known", Relation::after,
       [](Record& r) {
         r.signal = Fact<evidence::SignalFacts>::none();
         r.notification_at = Fact<base::TimePoint>::none();
       }},
      {"signalled later", Relation::before, [](Record& r) { r.signal = signal("poll_due", 500); }},
      {"signalled inside the walk", Relation::before,
       [](Record& r) { r.signal = signal("poll_due", 250); }},
      {"notified later than the signal says", Relation::before,
       [](Record& r) { r.notification_at = at(500); }},
      {"at the same time", Relation::unclear,
       [](Record& r) { r.signal = signal("poll_due", 200); }},
      {"at the same time, ordered by sequence", Relation::after,
       [](Record& r) {
         r.signal = signal("poll_due", 200, 1);
         r.discovery_started->sequence = 2;
       }},
      {"ordered by sequence against the clock", Relation::before,
       [](Record& r) {
         r.signal = signal("poll_due", 100, 9);
         r.discovery_started->sequence = 2;
       }},
      {"a sequence on one side only orders nothing", Relation::unclear,
       [](Record& r) {
         r.signal = signal("poll_due", 200);
         r.discovery_started->sequence = 2;
       }},
      {"within the uncertainty of two observers", Relation::unclear,
       [](Record& r) { r.uncertainty = base::milliseconds(100); }},
      {"beyond it", Relation::after, [](Record& r) { r.uncertainty = base::milliseconds(99); }},
      {"no walk", Relation::no_walk,
       [](Record& r) { r.traversal = Fact<evidence::TraversalFacts>::none(); }},
      {"walk not known", Relation::no_walk, [](Record& r) { r.traversal = {}; }},
      {"not known when it began", Relation::no_walk, [](Record& r) { r.discovery_started = {}; }},
  };
  for (const Case& c : cases) {
    const Record record = green(c.change);
    EXPECT_EQ(gather(record, record.policy, at(1000)).relation, c.relation) << c.name;
  }
}

TEST(Facts, take_the_newer_one_of_signal_and_notification) {
  struct Case {
    std::string_view kind;
    std::int64_t at_ms;
    bool known;
    Change change;
  };
  const std::vector<Case> cases = {
      {"poll_due", 150, true, [](Record& r) { r.signal = signal("poll_due", 150); }},
      {"list_changed", 150, true,
       [](Record& r) {
         r.signal = signal("poll_due", 120);
         r.notification_at = at(150);
       }},
      {"list_changed", 150, true,
       [](Record& r) {
         r.signal = Fact<evidence::SignalFacts>::none();
         r.notification_at = at(150);
       }},
      {"list_changed", 150, false,
       [](Record& r) {
         r.signal = {};
         r.notification_at = at(150);
       }},
      {"poll_due", 150, false,
       [](Record& r) {
         r.signal = signal("poll_due", 150);
         r.notification_at = {};
       }},
      // The observer that ordered its stream says which one is the newest, not the clock.
      {"poll_due", 120, true,
       [](Record& r) {
         r.signal = signal("poll_due", 120, 7);
         r.notification_at = at(150);
       }},
  };
  for (const Case& c : cases) {
    const Record record = green(c.change);
    const Facts facts = gather(record, record.policy, at(1000));
    EXPECT_EQ(facts.signal_kind, c.kind);
    EXPECT_EQ(facts.signal.at, at(c.at_ms));
    EXPECT_EQ(facts.signal_known, c.known);
  }
}

TEST(Facts, waive_a_reconnect_by_policy_but_not_what_was_announced_before_it) {
  Policy policy;
  const Record reconnected = green([](Record& r) { r.signal = signal("reconnect", 500, 50); });
  EXPECT_EQ(gather(reconnected, policy, at(1000)).relation, Relation::before);
  policy.refresh_on_reconnect = true;
  EXPECT_EQ(gather(reconnected, policy, at(1000)).relation, Relation::before);
  policy.refresh_on_reconnect = false;
  EXPECT_EQ(gather(reconnected, policy, at(1000)).relation, Relation::after);
  const Record announced = green([](Record& r) {
    r.signal = signal("reconnect", 500, 50);
    r.notification_at = at(450);
  });
  EXPECT_EQ(gather(announced, policy, at(1000)).relation, Relation::before);
  EXPECT_EQ(gather(announced, policy, at(1000)).signal_kind, "list_changed");
  const Record polled = green([](Record& r) { r.signal = signal("poll_due", 500); });
  EXPECT_EQ(gather(polled, policy, at(1000)).relation, Relation::before);
}

TEST(Facts, count_a_channel_only_if_it_was_open_from_the_walk_until_now) {
  struct Case {
    std::string_view name;
    ChannelState state;
    Change change;
  };
  const std::vector<Case> cases = {
      {"open", ChannelState::open, [](Record&) {}},
      {"opened after the walk began", ChannelState::none,
       [](Record& r) {
         r.channel->opened = Stamp{at(250), 0};
       }},
      {"opened at the same moment", ChannelState::unknown,
       [](Record& r) {
         r.channel->opened = Stamp{at(200), 0};
       }},
      {"opened at the same moment and before it in the sequence", ChannelState::open,
       [](Record& r) {
         r.channel->opened = Stamp{at(200), 1};
         r.discovery_started->sequence = 2;
       }},
      {"ended", ChannelState::none, [](Record& r) { r.channel->ended_at = at(999); }},
      {"ends later than now", ChannelState::open,
       [](Record& r) { r.channel->ended_at = at(1001); }},
      {"not known whether it ended", ChannelState::unknown,
       [](Record& r) { r.channel->ended_at = {}; }},
      {"none", ChannelState::none,
       [](Record& r) { r.channel = Fact<evidence::ChannelFacts>::none(); }},
      {"not known", ChannelState::unknown, [](Record& r) { r.channel = {}; }},
      {"session not known", ChannelState::unknown, [](Record& r) { r.session = {}; }},
      {"session closed", ChannelState::none, [](Record& r) { r.session->closed_at = at(1000); }},
      {"listChanged not declared", ChannelState::none,
       [](Record& r) { r.tools = Fact<Fact<bool>>(Fact<bool>(false)); }},
      {"not known whether declared", ChannelState::unknown,
       [](Record& r) { r.tools = Fact<Fact<bool>>(Fact<bool>()); }},
      {"no capability known", ChannelState::unknown, [](Record& r) { r.tools = {}; }},
  };
  for (const Case& c : cases) {
    const Record record = green(c.change);
    EXPECT_EQ(gather(record, record.policy, at(1000)).channel, c.state) << c.name;
  }
  const std::vector<Case> modern_cases = {
      {"acknowledged", ChannelState::open, [](Record&) {}},
      {"not acknowledged for tools", ChannelState::none,
       [](Record& r) { r.subscription->tools_list_changed = false; }},
      {"no subscription", ChannelState::none,
       [](Record& r) { r.subscription = Fact<evidence::SubscriptionFacts>::none(); }},
      {"subscription not known", ChannelState::unknown, [](Record& r) { r.subscription = {}; }},
      {"what the server declares is not asked", ChannelState::open,
       [](Record& r) { r.tools = Fact<Fact<bool>>(Fact<bool>(false)); }},
  };
  for (const Case& c : modern_cases) {
    const Record record = modern(c.change);
    EXPECT_EQ(gather(record, record.policy, at(1000)).channel, c.state) << c.name;
  }
}

evidence::PageFacts page(std::optional<std::int64_t> ttl, std::int64_t received = 300,
                         protocol::CacheScope scope = protocol::CacheScope::public_) {
  evidence::PageFacts facts;
  facts.received_at = at(received);
  facts.ttl_ms = ttl;
  facts.scope = scope;
  return facts;
}

TEST(Facts, know_the_earliest_expiry_where_every_page_has_one) {
  struct Case {
    std::string_view name;
    std::vector<evidence::PageFacts> pages;
    std::optional<base::TimePoint> expiry;
  };
  const std::vector<Case> cases = {
      {"one page", {page(1000)}, at(1300)},
      {"the earliest", {page(1000, 100), page(500, 300)}, at(800)},
      {"one without", {page(1000), page(std::nullopt)}, std::nullopt},
      {"one of zero", {page(1000), page(0)}, std::nullopt},
      {"a negative one", {page(-5)}, std::nullopt},
      {"no pages", {}, std::nullopt},
  };
  for (const Case& c : cases) {
    const Record record = modern([&](Record& r) { r.pages = c.pages; });
    EXPECT_EQ(gather(record, record.policy, at(1000)).expiry, c.expiry) << c.name;
    const Record legacy = green([&](Record& r) { r.pages = c.pages; });
    EXPECT_EQ(gather(legacy, legacy.policy, at(1000)).expiry, std::nullopt)
        << "no TTL in the legacy era";
  }
}

TEST(Facts, call_pages_public_only_if_all_of_them_are) {
  using protocol::CacheScope;
  const auto all_public = [](std::vector<evidence::PageFacts> pages) {
    const Record record = modern([&](Record& r) { r.pages = pages; });
    return gather(record, record.policy, at(1000)).public_pages;
  };
  EXPECT_TRUE(all_public({page(1), page(1)}));
  for (const CacheScope scope : {CacheScope::absent, CacheScope::private_, CacheScope::invalid})
    EXPECT_FALSE(all_public({page(1), page(1, 300, scope)}));
  EXPECT_FALSE(all_public({}));
}

TEST(Facts, bound_freshness_by_signal_before_TTL_before_policy) {
  Policy policy;
  policy.max_age_ms = 1000;  // of a walk begun at 200
  const auto close = [](Record& r) { r.channel = Fact<evidence::ChannelFacts>::none(); };
  const auto with_ttl = [](Record& r) { r.pages = std::vector<evidence::PageFacts>{page(600)}; };
  struct Case {
    std::string_view name;
    bool channel;
    bool ttl;
    std::int64_t now;
    Basis basis;
    std::optional<base::TimePoint> until;
  };
  const std::vector<Case> cases = {
      {"a channel", true, true, 5000, Basis::signal, std::nullopt},
      {"a TTL", false, true, 899, Basis::ttl, at(900)},
      {"the TTL has run out", false, true, 900, Basis::policy, at(1200)},
      {"policy", false, false, 1199, Basis::policy, at(1200)},
      {"policy has run out", false, false, 1200, Basis::none, std::nullopt},
  };
  for (const Case& c : cases) {
    const Record record = modern([&](Record& r) {
      if (!c.channel) close(r);
      if (c.ttl) with_ttl(r);
    });
    const Facts facts = gather(record, policy, at(c.now));
    EXPECT_EQ(facts.basis, c.basis) << c.name;
    EXPECT_EQ(facts.valid_until, c.until) << c.name;
  }
}

TEST(Facts, compare_authorization_contexts_of_both_sides) {
  struct Case {
    std::string held;
    std::string listed;
    std::string origin;
    bool differ;
    bool unknown;
  };
  for (const Case& c : {Case{"", "", "wire", false, false}, Case{"a", "a", "wire", false, false},
                        Case{"a", "b", "wire", true, false}, Case{"a", "", "wire", false, true},
                        Case{"", "b", "wire", false, true}, Case{"a", "", "cache", false, false}}) {
    const Record record = green([&](Record& r) {
      r.registry->auth_context = c.held;
      r.traversal->auth_context = c.listed;
      r.traversal->origin = c.origin;
    });
    const Facts facts = gather(record, record.policy, at(1000));
    EXPECT_EQ(facts.contexts_differ, c.differ) << c.held << '/' << c.listed;
    EXPECT_EQ(facts.context_unknown, c.unknown) << c.held << '/' << c.listed;
  }
}

TEST(Facts, count_ages_from_zero_and_never_overflow) {
  const Record record = green();
  const Facts facts = gather(record, record.policy, at(1000));
  EXPECT_EQ(facts.age_ms(at(1)), 999);
  EXPECT_EQ(facts.age_ms(at(1001)), 0);
  EXPECT_GT(facts.age_ms(base::TimePoint{INT64_MIN}), 0);
  EXPECT_EQ(facts.settle_ms(), 0);
  EXPECT_EQ(facts.timeout_ms(), 30'000);
}

}  // namespace
}  // namespace lockstep::verdict
