#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/evidence/record.h"
#include "tests/support/records.h"

namespace lockstep::evidence {
namespace {

using support::at;
using support::green_modern_text;
using support::green_text;
using support::one_page;
using support::RecordText;
using support::registry_of;
using support::time_text;
using support::tool_a;
using support::tool_b;
using support::tools;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using Changes = std::vector<std::pair<std::string, std::string>>;

const std::string digest_of_none =
    "\"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\"";
const std::string digest_of_another = "\"sha256:" + std::string(64, '7') + '"';

Record read(const Changes& changes) {
  RecordText text = green_text();
  return text.set(changes).read();
}

std::string session(const std::string& members) {
  return R"({"era":"legacy","closedAt":null,"openedAt":)" + time_text(0) + members + "}";
}

std::string page(const std::string& cursor, const std::string& next, std::int64_t ms,
                 const std::string& tool_texts) {
  return R"({"cursor":)" + cursor + R"(,"nextCursor":)" + next + R"(,"receivedAt":)" +
         time_text(ms) + R"(,"tools":)" + tool_texts + '}';
}

TEST(Settle, finds_nothing_wrong_with_a_record_that_holds_together) {
  EXPECT_THAT(green_text().read().contradictions, IsEmpty());
  EXPECT_THAT(green_modern_text().read().contradictions, IsEmpty());
  EXPECT_EQ(green_text().read().comparison.match, Match::equal);
}

TEST(Settle, derives_the_channel_from_transport_and_capability) {
  enum class State { open, none, unknown };
  struct Case {
    std::string_view name;
    Changes changes;
    State state;
  };
  const std::string stdio = session(R"(,"transport":"stdio")");
  const std::vector<Case> cases = {
      {"stdio", {{"session", stdio}}, State::open},
      {"sse", {{"session", session(R"(,"transport":"sse")")}}, State::open},
      {"HTTP needs a GET stream that no member tells of",
       {{"session", session(R"(,"transport":"streamable-http")")}},
       State::unknown},
      {"not declared", {{"tools", R"({"listChanged":false})"}}, State::none},
      {"not known whether declared", {{"tools", "{}"}}, State::unknown},
      {"no capability known", {{"tools", ""}}, State::unknown},
      {"no tools offered", {{"tools", "null"}}, State::unknown},
      {"no session known", {{"session", ""}}, State::unknown},
      {"not known since when",
       {{"session", R"({"transport":"stdio","era":"legacy"})"}},
       State::unknown},
      {"a channel that is given stays", {{"channel", "null"}}, State::none},
  };
  for (const Case& c : cases) {
    const Record record = read(c.changes);
    const State state = record.channel.absent()    ? State::unknown
                        : record.channel.is_none() ? State::none
                                                   : State::open;
    EXPECT_EQ(state, c.state) << c.name;
    if (state == State::open) {
      EXPECT_EQ(record.channel->opened.at, at(0)) << c.name;
    }
  }
}

TEST(Settle, derives_the_channel_of_the_modern_era_from_the_subscription) {
  struct Case {
    std::string_view name;
    std::string subscription;
    std::string_view channel;
  };
  const std::string asked = R"({"requestedAt":)" + time_text(10);
  const std::string acknowledged = R"(,"acknowledgedAt":)" + time_text(20);
  const std::vector<Case> cases = {
      {"acknowledged", asked + acknowledged + R"(,"toolsListChanged":true,"endedAt":null})",
       "open"},
      {"not known whether it ended", asked + acknowledged + R"(,"toolsListChanged":true})",
       "unknown"},
      {"narrower than asked", asked + acknowledged + R"(,"toolsListChanged":false,"endedAt":null})",
       "none"},
      {"none", "null", "none"},
      {"not known", "", "unknown"},
  };
  for (const Case& c : cases) {
    RecordText text = green_modern_text();
    const Record record = text.set("subscription", c.subscription).read();
    const std::string_view channel = record.channel.absent()    ? "unknown"
                                     : record.channel.is_none() ? "none"
                                                                : "open";
    EXPECT_EQ(channel, c.channel) << c.name;
  }
}

TEST(Settle, derives_the_walk_from_times_and_pages) {
  const Record whole = read({});
  EXPECT_EQ(whole.traversal->outcome, WalkOutcome::complete);
  const Record waiting = read({{"discoveryCompletedAt", "null"}, {"pages", "[]"}});
  EXPECT_EQ(waiting.traversal->outcome, WalkOutcome::pending);
  EXPECT_EQ(waiting.traversal->waiting_since, at(200));
  EXPECT_TRUE(
      read({{"discoveryStartedAt", "null"}, {"discoveryCompletedAt", "null"}, {"pages", "[]"}})
          .traversal.absent());
}

TEST(Settle, sees_in_the_pages_what_broke_the_walk) {
  struct Case {
    std::string_view reason;
    Changes changes;
  };
  const std::string a = tools({tool_a});
  const std::string b = tools({tool_b});
  const std::vector<Case> cases = {
      {"traversal_not_from_start", {{"pages", '[' + page(R"("x")", "null", 300, a) + ']'}}},
      {"invalid_cursor_type",
       {{"discoveryCompletedAt", "null"}, {"pages", '[' + page("null", "7", 300, a) + ']'}}},
      {"cursor_cycle",
       {{"discoveryCompletedAt", "null"},
        {"pages",
         '[' + page("null", R"("x")", 250, a) + ',' + page(R"("x")", R"("x")", 300, b) + ']'}}},
      {"inconsistent_traversal",
       {{"pages",
         '[' + page("null", R"("x")", 250, a) + ',' + page(R"("x")", "null", 300, a) + ']'}}},
      {"cursor_not_followed",
       {{"discoveryCompletedAt", "null"}, {"pages", '[' + page("null", R"("x")", 300, a) + ']'}}},
      {"duplicate_name_conflict", {{"pages", one_page(tools({tool_a, support::tool_a_reworded}))}}},
  };
  for (const Case& c : cases) {
    const Record record = read(c.changes);
    EXPECT_THAT(record.traversal->reasons, Contains(std::string(c.reason))) << c.reason;
    const bool over = c.reason != "cursor_not_followed" && c.reason != "duplicate_name_conflict";
    EXPECT_EQ(record.traversal->outcome == WalkOutcome::failed, over) << c.reason;
    EXPECT_THAT(record.contradictions, IsEmpty()) << c.reason;
  }
}

TEST(Settle, computes_sets_digests_and_counts_from_the_tools) {
  const Record record = read({});
  EXPECT_EQ(record.discovered->digest, record.registry->digest);
  EXPECT_EQ(record.discovered->expected_digest, record.discovered->digest);
  EXPECT_EQ(record.discovered->projection, "mcp-tools/v1");
  EXPECT_EQ(record.discovered->tool_count, 2);
  EXPECT_EQ(record.registry->tool_count, 2);
  EXPECT_EQ(record.discovered_set->size(), 2U);
  const Record given = read({{"discovered", R"({"projection":"mcp-tools/v1"})"}});
  EXPECT_EQ(given.discovered->digest, record.discovered->digest);
  EXPECT_EQ(given.discovered->tool_count, 2) << "a count that was not given is made";
  EXPECT_THAT(given.contradictions, IsEmpty());
  const Record half = read({{"pages", R"([{"cursor":null,"nextCursor":null,"toolCount":2}])"}});
  EXPECT_TRUE(half.discovered.absent()) << "a page without its tools gives no set";
  EXPECT_FALSE(half.discovered_set);
}

TEST(Settle, knows_an_empty_registry_by_its_digest_and_no_other) {
  const auto registry = [](const std::string& digest, const std::string& more) {
    return R"({"digest":)" + digest + more + '}';
  };
  EXPECT_EQ(read({{"registry", registry(digest_of_none, "")}}).registry->tool_count, 0);
  EXPECT_EQ(read({{"registry", registry(digest_of_another, "")}}).registry->tool_count,
            std::nullopt);
  EXPECT_EQ(read({{"registry", registry(digest_of_none, R"(,"projection":"other")")}})
                .registry->tool_count,
            std::nullopt);
}

TEST(Settle, names_every_way_in_which_a_record_contradicts_itself) {
  struct Case {
    std::string_view contradiction;
    Changes changes;
  };
  const std::string a = tools({tool_a});
  const std::string b = tools({tool_b});
  const std::string first = page("null", R"("x")", 250, a);
  const std::string registry_tools = R"(,"tools":)" + a + '}';
  const std::vector<Case> cases = {
      {"discovered.digest is not the digest of the pages' tools",
       {{"discovered", R"({"toolCount":2,"digest":)" + digest_of_another + '}'}}},
      {"registry.digest is not the digest of registry.tools",
       {{"registry", R"({"digest":)" + digest_of_another + registry_tools}}},
      {"discovered.toolCount is not the number of the pages' tools",
       {{"discovered", R"({"toolCount":3})"}}},
      {"registry.toolCount is not that of its digest",
       {{"registry", R"({"toolCount":0,"digest":)" + digest_of_another + '}'}}},
      {"registry.toolCount is not that of its digest",
       {{"registry", R"({"toolCount":1,"digest":)" + digest_of_none + '}'}}},
      {"pages: toolCount is not the number of its tools",
       {{"pages", one_page(a, R"(,"toolCount":2)")}}},
      {"pages: a page does not follow the cursor of the page before",
       {{"pages", '[' + first + ',' + page(R"("y")", "null", 300, b) + ']'}}},
      {"pages: a page does not follow the cursor of the page before",
       {{"pages", '[' + first + ',' + page("null", "null", 300, b) + ']'}}},
      {"discoveryCompletedAt is null though the last page was read",
       {{"discoveryCompletedAt", "null"}}},
      {"discoveryCompletedAt is set though no page was read", {{"pages", "[]"}}},
      {"discoveryCompletedAt is set though the last page has a next cursor",
       {{"pages", '[' + page("null", R"("x")", 300, a) + ']'}}},
      {"discoveryCompletedAt is set though discoveryStartedAt is null",
       {{"discoveryStartedAt", "null"}}},
      {"discoveryCompletedAt is before discoveryStartedAt",
       {{"discoveryStartedAt", time_text(350)}}},
      {"pages: receivedAt runs backwards",
       {{"pages",
         '[' + page("null", R"("x")", 290, a) + ',' + page(R"("x")", "null", 280, b) + ']'}}},
      {"discoveryCompletedAt is before the last page's receivedAt",
       {{"discoveryCompletedAt", time_text(299)}}},
      {"session.closedAt is before session.openedAt",
       {{"session", R"({"openedAt":)" + time_text(9) + R"(,"closedAt":)" + time_text(8) + '}'}}},
      {"channel.endedAt is before channel.openedAt",
       {{"channel",
         R"({"kind":"stdio","openedAt":)" + time_text(9) + R"(,"endedAt":)" + time_text(8) + '}'}}},
      {"subscription.acknowledgedAt is before subscription.requestedAt",
       {{"subscription",
         R"({"requestedAt":)" + time_text(9) + R"(,"acknowledgedAt":)" + time_text(8) + '}'}}},
      {"traversal.outcome is complete though discoveryCompletedAt is null",
       {{"discoveryCompletedAt", "null"}, {"traversal", R"({"id":"w1","outcome":"complete"})"}}},
      {"traversal.outcome is pending though discoveryCompletedAt is set",
       {{"traversal", R"({"id":"w1","outcome":"pending"})"}}},
  };
  for (const Case& c : cases) {
    const Record record = read(c.changes);
    EXPECT_THAT(record.contradictions, Contains(std::string(c.contradiction)))
        << c.changes.front().first;
  }
}

TEST(Settle, takes_a_clock_that_steps_back_for_no_contradiction_where_a_sequence_orders) {
  const std::string sequence =
      R"({"source":"sequence","sequence":{"signal":1,"discoveryStartedAt":2,)"
      R"("discoveryCompletedAt":3,"installedAt":4}})";
  const Changes stepped = {{"discoveryCompletedAt", time_text(150)}};
  EXPECT_THAT(read(stepped).contradictions, testing::Not(IsEmpty()));
  Changes ordered = stepped;
  ordered.emplace_back("order", sequence);
  EXPECT_THAT(read(ordered).contradictions, IsEmpty());
  Changes reversed = ordered;
  reversed.back().second =
      R"({"source":"sequence","sequence":{"discoveryStartedAt":3,"discoveryCompletedAt":2}})";
  EXPECT_THAT(read(reversed).contradictions,
              ElementsAre("discoveryCompletedAt is before discoveryStartedAt"));
  Changes empty = stepped;
  empty.emplace_back("order", R"({"source":"sequence"})");
  EXPECT_THAT(read(empty).contradictions, testing::Not(IsEmpty()))
      << "the word alone orders nothing";
}

TEST(Settle, may_be_repeated) {
  Record record = read({{"discoveryCompletedAt", "null"}});
  const std::vector<std::string> once = record.contradictions;
  settle(record);
  EXPECT_EQ(record.contradictions, once);
}

TEST(Settle, takes_a_stored_comparison_where_it_saw_more_but_never_as_green_against_digests) {
  struct Case {
    std::string_view stored;
    bool same_digest;
    Match match;
  };
  const std::vector<Case> cases = {
      {"collision", false, Match::collision},     {"rejected", false, Match::rejected},
      {"differs", false, Match::differs},         {"differs", true, Match::differs},
      {"equal", false, Match::differs},           {"equal", true, Match::equal},
      {"unknown", false, Match::differs},         {"unknown", true, Match::equal},
      {"conflicting", false, Match::conflicting},
  };
  for (const Case& c : cases) {
    const std::string other =
        c.same_digest ? digest_of_another : "\"sha256:" + std::string(64, '8') + '"';
    const Record record =
        read({{"pages", R"([{"cursor":null,"nextCursor":null,"toolCount":2}])"},
              {"discovered", R"({"toolCount":2,"digest":)" + digest_of_another + '}'},
              {"registry", R"({"toolCount":2,"digest":)" + other + '}'},
              {"comparison", R"({"match":")" + std::string(c.stored) + R"(","affected":[]})"}});
    EXPECT_EQ(record.comparison.match, c.match) << c.stored;
    EXPECT_TRUE(record.comparison.digests_only) << c.stored;
  }
}

}  // namespace
}  // namespace lockstep::evidence
