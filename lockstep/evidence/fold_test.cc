#include "lockstep/evidence/fold.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/evidence/record_json.h"
#include "tests/support/story.h"

namespace lockstep::evidence {
namespace {

using support::at;
using support::Story;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using Lines = std::vector<std::string>;

Lines operator+(Lines a, const Lines& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string tools(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) {
    text += (text.size() > 1 ? "," : "") + std::string(R"({"name":")") + name +
            R"(","inputSchema":{"type":"object"}})";
  }
  return text + ']';
}

const Lines legacy = {
    "opening initialize transport=stdio",
    "negotiated version=2025-11-25 era=legacy transport=stdio offer=tools,listChanged",
    "channel_opened stdio", "initialized"};
const Lines legacy_http = {
    "opening initialize transport=streamable-http",
    "negotiated version=2025-11-25 era=legacy transport=streamable-http offer=tools,listChanged",
    "initialized"};
const Lines modern_http = {
    "opening discover transport=streamable-http",
    "negotiated version=2026-07-28 era=modern transport=streamable-http offer=tools,listChanged"};
const Lines modern_stdio = {
    "opening discover transport=stdio",
    "negotiated version=2026-07-28 era=modern transport=stdio offer=tools,listChanged"};

Lines listed(const std::string& id, const std::vector<std::string>& names,
             const std::string& more = "") {
  return {"list_requested #" + id,
          "list_answered #" + id + R"( {"tools":)" + tools(names) + more + "}"};
}

std::string installed(const std::vector<std::string>& names) {
  return "installed " + tools(names);
}

std::vector<std::string> codes(const Record& record) {
  std::vector<std::string> list;
  for (const Observed& seen : record.observed)
    list.push_back(seen.code);
  return list;
}

std::string signal_of(const Lines& lines) {
  const Record record = Story().tell(lines).record();
  if (!record.signal.has_value()) return "none";
  return record.signal->kind;
}

TEST(Fold, tells_a_session_from_its_opening_to_the_installed_registry) {
  Fold::Setup setup;
  setup.client.id = "agent";
  setup.server.id = "tickets";
  setup.witness = "adapter";
  Story story(setup);
  const Record record = story
                            .tell(legacy + Lines{"signal list_changed"} + listed("i1", {"a"}) +
                                  Lines{installed({"a"})})
                            .record();
  EXPECT_EQ(record.client.id, "agent");
  EXPECT_EQ(record.server.id, "tickets");
  EXPECT_EQ(record.session->transport, session::Transport::stdio);
  EXPECT_EQ(record.session->era, protocol::Era::legacy);
  EXPECT_EQ(record.session->opened_at, at(10));
  EXPECT_TRUE(record.session->closed_at.is_none());
  EXPECT_EQ(record.session->handshake, Handshake::complete);
  EXPECT_EQ(record.protocol_version, "2025-11-25");
  EXPECT_TRUE(**record.tools);
  EXPECT_EQ(record.channel->kind, "stdio");
  EXPECT_EQ(record.channel->opened, (Stamp{at(30), 3}));
  EXPECT_TRUE(record.channel->ended_at.is_none());
  EXPECT_EQ(*record.notification_at, at(50));
  EXPECT_EQ(record.signal->kind, "list_changed");
  EXPECT_EQ(record.signal->stamp, (Stamp{at(50), 5}));
  EXPECT_EQ(*record.discovery_started, (Stamp{at(60), 6}));
  EXPECT_EQ(*record.discovery_completed, (Stamp{at(70), 7}));
  EXPECT_EQ(record.traversal->outcome, WalkOutcome::complete);
  EXPECT_THAT(record.traversal->reasons, IsEmpty());
  EXPECT_EQ(record.registry->witness, "adapter");
  EXPECT_EQ(record.registry->installed, (Stamp{at(80), 8}));
  EXPECT_EQ(record.registry->of_traversal, record.traversal->id);
  EXPECT_EQ(record.registry->digest, record.discovered->digest);
  EXPECT_EQ(record.comparison.match, Match::equal);
  EXPECT_TRUE(record.sequenced);
  EXPECT_THAT(record.contradictions, IsEmpty());
}

TEST(Fold, may_be_asked_at_any_time_and_again_later) {
  Story story;
  const Lines lines = legacy + listed("i1", {"a"}) +
                      Lines{installed({"a"}), "signal list_changed"} +
                      listed("i2", {"b"}, R"(,"nextCursor":"x")") + Lines{"accessed", "closed"};
  for (std::size_t n = 0; n < lines.size(); ++n) {
    story.tell(lines[n]);
    Story fresh;
    fresh.tell(Lines(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(n) + 1));
    EXPECT_EQ(write_record(story.record(), Detail::full),
              write_record(fresh.record(), Detail::full));
    EXPECT_THAT(story.record().contradictions, IsEmpty()) << lines[n];
  }
}

TEST(Fold, knows_what_calls_for_a_refresh) {
  struct Case {
    std::string_view kind;
    Lines lines;
  };
  const Lines ttl = listed("i1", {"a"}, R"(,"ttlMs":1000)");
  const std::vector<Case> cases = {
      {"session_opened", legacy},
      {"list_changed", legacy + Lines{"signal list_changed"}},
      {"poll_due", legacy + Lines{"polled"}},
      {"session_refused", legacy_http + Lines{"session_refused"}},
      {"session_changed", legacy_http + Lines{"session_changed session_id"}},
      {"transport_lost", legacy + Lines{"connection_lost process_exit"}},
      {"reconnect", legacy + Lines{"connection_opened server_restart"}},
      {"reconnect", legacy + Lines{"connection_lost eof", "connection_opened reconnect"} + legacy},
      {"session_opened", legacy + Lines{"closed"} + legacy},
      {"channel_reopened",
       legacy_http + Lines{"channel_opened get", "channel_lost get", "channel_opened get"}},
      {"channel_reopened",
       modern_http + Lines{"subscribe_requested #i9", "channel_opened listen #i9",
                           "channel_lost listen #i9", "subscribe_requested #i10",
                           "channel_opened listen #i10"}},
      {"ttl_expired", modern_http + ttl + Lines{installed({"a"}), "+1000", "accessed"}},
      {"ttl_expired", modern_http + ttl + Lines{installed({"a"}), "+1000", "tool_called"}},
      {"ttl_expired", modern_http + listed("i1", {"a"}) + Lines{installed({"a"}), "accessed"}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(signal_of(c.lines), c.kind) << c.lines.back();
}

TEST(Fold, takes_no_refresh_to_be_due_where_none_is) {
  struct Case {
    std::string_view name;
    Lines lines;
  };
  const Lines ttl = listed("i1", {"a"}, R"(,"ttlMs":1000)");
  const Lines listening = {"subscribe_requested #i9", "channel_opened listen #i9"};
  const std::vector<Case> cases = {
      {"the first stream of a session", legacy_http + Lines{"channel_opened get"}},
      {"a second stream beside the first",
       legacy_http + Lines{"channel_opened get", "channel_opened get #i2"}},
      {"the end after the client's own close", legacy + Lines{"closed", "connection_lost exit"}},
      {"modern HTTP has no connection", modern_http + Lines{"connection_opened reconnect"}},
      {"modern HTTP asked again what the server offers", modern_http + modern_http},
      {"a use within the TTL", modern_http + ttl + Lines{installed({"a"}), "+900", "accessed"}},
      {"no TTL while a channel is open",
       modern_http + listening + listed("i1", {"a"}) + Lines{installed({"a"}), "accessed"}},
      {"a TTL of the legacy era says nothing",
       legacy + ttl + Lines{installed({"a"}), "+5000", "accessed"}},
      {"a walk after the expiry is under way",
       modern_http + ttl + Lines{installed({"a"}), "+1000", "list_requested #i2", "accessed"}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(signal_of(c.lines), "session_opened") << c.name;
}

TEST(Fold, counts_signals_in_a_row_until_a_walk_begins) {
  Story story;
  story.tell(legacy);
  for (int i = 0; i < 200; ++i)
    story.tell("signal list_changed");
  EXPECT_EQ(story.record().signal->count, 200);
  EXPECT_THAT(codes(story.record()), Contains("storm_coalesced"));
  story.tell(listed("i1", {"a"})).tell("signal list_changed");
  EXPECT_EQ(story.record().signal->count, 1);
}

TEST(Fold, orders_by_sequence_where_times_are_equal_or_run_backwards) {
  struct Case {
    std::string clock;  // between signal and request, and between the further steps
    std::string_view name;
  };
  for (const Case& c : {Case{"-10", "equal"}, Case{"-500", "backwards"}}) {
    SCOPED_TRACE(c.name);
    const std::string& step = c.clock;
    Story after;
    const Record covered =
        after
            .tell(legacy + Lines{step, "signal list_changed", step, "list_requested #i1", step,
                                 R"(list_answered #i1 {"tools":[]})", step, installed({})})
            .record();
    EXPECT_THAT(covered.contradictions, IsEmpty());
    EXPECT_EQ(order_of(covered.signal->stamp, *covered.discovery_started), Order::before);
    EXPECT_EQ(covered.traversal->outcome, WalkOutcome::complete);
    Story before;
    const Record uncovered =
        before.tell(legacy + listed("i1", {}) + Lines{step, "signal list_changed"}).record();
    EXPECT_THAT(uncovered.contradictions, IsEmpty());
    EXPECT_EQ(order_of(uncovered.signal->stamp, *uncovered.discovery_started), Order::after);
  }
}

TEST(Fold, says_how_far_the_handshake_came) {
  struct Case {
    std::string_view name;
    Lines lines;
    Handshake handshake;
  };
  const Lines begun = {legacy[0], legacy[1]};
  const std::vector<Case> cases = {
      {"complete", legacy + listed("i1", {}), Handshake::complete},
      {"never completed", begun + listed("i1", {}), Handshake::incomplete},
      {"completed after the walk began", begun + listed("i1", {}) + Lines{"initialized"},
       Handshake::late},
      {"a walk after that is in order",
       begun + listed("i1", {}) + Lines{"initialized"} + listed("i2", {}), Handshake::complete},
      {"a new session needs its own", legacy + begun + listed("i1", {}), Handshake::incomplete},
      {"the modern era has none", modern_stdio + listed("i1", {}), Handshake::complete},
      {"not seen from the start", listed("i1", {}), Handshake::complete},
  };
  for (const Case& c : cases) {
    const Record record = Story().tell(c.lines).record();
    if (!record.session.has_value()) {
      EXPECT_EQ(c.name, "not seen from the start");
      continue;
    }
    EXPECT_EQ(record.session->handshake, c.handshake) << c.name;
  }
}

TEST(Fold, knows_a_channel_that_is_open_one_that_ended_and_one_that_never_was) {
  enum class State { open, ended, none, unknown };
  struct Case {
    std::string_view name;
    Lines lines;
    State state;
  };
  const std::string undeclared =
      "negotiated version=2025-11-25 era=legacy transport=stdio offer=tools";
  const std::vector<Case> cases = {
      {"open", legacy, State::open},
      {"the client closed", legacy + Lines{"closed"}, State::ended},
      {"the connection was lost", legacy + Lines{"connection_lost eof"}, State::ended},
      {"lost", legacy_http + Lines{"channel_opened get", "channel_lost get"}, State::ended},
      {"one of two lost",
       legacy_http + Lines{"channel_opened get", "channel_opened get #2", "channel_lost get"},
       State::open},
      {"refused", legacy_http + Lines{"channel_refused get"}, State::none},
      {"refused while another is open",
       legacy_http + Lines{"channel_opened get", "channel_refused get #2"}, State::open},
      {"never asked for, seen from the start", legacy_http, State::none},
      {"seen from the middle only", listed("i1", {}), State::unknown},
      {"not declared", Lines{legacy[0], undeclared, "channel_opened stdio"}, State::none},
      {"a new session has none at first", legacy_http + Lines{"channel_opened get"} + legacy_http,
       State::none},
  };
  for (const Case& c : cases) {
    const Fact<ChannelFacts> channel = Story().tell(c.lines).record().channel;
    const State state = channel.absent()                ? State::unknown
                        : channel.is_none()             ? State::none
                        : channel->ended_at.has_value() ? State::ended
                                                        : State::open;
    EXPECT_EQ(state, c.state) << c.name;
  }
}

TEST(Fold, keeps_the_facts_of_a_subscription) {
  Story story;
  story.tell(modern_http + Lines{"subscribe_requested #i9"});
  const Record asked = story.record();
  EXPECT_TRUE(asked.subscription->acknowledged_at.is_none());
  EXPECT_FALSE(asked.subscription->tools_list_changed);
  story.tell("channel_opened listen #i9");
  const Record open = story.record();
  EXPECT_EQ(*open.subscription->acknowledged_at, at(40));
  EXPECT_TRUE(open.subscription->tools_list_changed);
  EXPECT_TRUE(open.subscription->ended_at.is_none());
  story.tell("channel_lost listen #i9");
  EXPECT_EQ(*story.record().subscription->ended_at, at(50));
  EXPECT_TRUE(Story().tell(modern_http).record().subscription.is_none());
  EXPECT_TRUE(Story().tell(listed("i1", {})).record().subscription.absent());
}

TEST(Fold, knows_a_server_that_offers_no_tools) {
  const std::string none = "negotiated version=2025-11-25 era=legacy transport=stdio offer=none";
  EXPECT_TRUE(Story().tell(Lines{legacy[0], none}).record().tools.is_none());
  EXPECT_TRUE(Story().tell("signal list_changed").record().tools.absent());
}

TEST(Fold, stores_cursors_as_fingerprints_only) {
  Fold::Setup setup;
  setup.key = "a key";
  Story story(setup);
  story.tell(legacy + listed("i1", {"a"}, R"(,"nextCursor":"secret")") +
             Lines{"list_requested #i2 cursor=secret",
                   R"(list_answered #i2 {"tools":[],"nextCursor":""})"});
  const Record record = story.record();
  const std::vector<PageFacts>& pages = *record.pages;
  EXPECT_THAT(*pages[0].next_cursor, StartsWith("fp:"));
  EXPECT_EQ(*pages[0].next_cursor, *pages[1].cursor);
  EXPECT_NE(*pages[1].next_cursor, *pages[0].next_cursor);
  EXPECT_TRUE(pages[0].cursor.is_none());
  EXPECT_THAT(write_record(record, Detail::full), Not(testing::HasSubstr("secret")));
  Story other;
  other.tell(legacy + listed("i1", {"a"}, R"(,"nextCursor":"secret")"));
  EXPECT_NE(*other.record().pages->front().next_cursor, *pages[0].next_cursor);
}

TEST(Fold, says_how_a_walk_stands) {
  struct Case {
    Lines lines;
    WalkOutcome outcome;
    std::vector<std::string> reasons;
  };
  const Lines open = listed("i1", {"a"}, R"(,"nextCursor":"x")");
  const std::vector<Case> cases = {
      {{"list_requested #i1"}, WalkOutcome::pending, {}},
      {open, WalkOutcome::pending, {}},
      {open + Lines{installed({"a"})}, WalkOutcome::pending, {"cursor_not_followed"}},
      {open + Lines{"tool_called"}, WalkOutcome::pending, {"cursor_not_followed"}},
      {open + Lines{"closed"}, WalkOutcome::pending, {"cursor_not_followed"}},
      {open + Lines{"client_limit"}, WalkOutcome::failed, {"page_limit"}},
      {open + Lines{"list_requested #i2"}, WalkOutcome::pending, {"cursor_restart"}},
      {{"list_requested #i1", "list_failed error #i1"}, WalkOutcome::failed, {"list_error"}},
      {open + Lines{"list_requested #i2 cursor=x", "list_failed refused #i2"},
       WalkOutcome::failed,
       {"page_error"}},
      {{"list_requested #i1", "list_failed invalid_result #i1"},
       WalkOutcome::failed,
       {"invalid_result"}},
      {{"list_requested #i1", "list_given_up #i1"}, WalkOutcome::failed, {"list_timeout"}},
      {{"list_requested #i1", "list_unreadable invalid_utf8 #i1"},
       WalkOutcome::pending,
       {"invalid_utf8"}},
      {{"list_requested #i1 cursor=x"}, WalkOutcome::failed, {"traversal_not_from_start"}},
  };
  for (const Case& c : cases) {
    const Record record = Story().tell(legacy + c.lines).record();
    EXPECT_EQ(record.traversal->outcome, c.outcome) << c.lines.back();
    EXPECT_THAT(record.traversal->reasons, testing::UnorderedElementsAreArray(c.reasons))
        << c.lines.back();
    EXPECT_TRUE(record.discovery_completed.is_none()) << c.lines.back();
    EXPECT_THAT(record.contradictions, IsEmpty()) << c.lines.back();
  }
  const Record none = Story().tell(legacy).record();
  EXPECT_TRUE(none.traversal.is_none());
  EXPECT_TRUE(none.discovery_started.is_none());
  const Record waiting = Story().tell(legacy + Lines{"list_requested #i1"}).record();
  EXPECT_EQ(waiting.traversal->waiting_since, at(50));
}

TEST(Fold, does_not_move_installedAt_when_the_same_set_is_installed_again) {
  Story story;
  story.tell(legacy + listed("i1", {"a", "b"}) + Lines{installed({"a", "b"})});
  const Stamp first = *story.record().registry->installed;
  story.tell(installed({"b", "a"}));
  EXPECT_EQ(story.record().registry->installed, first);
  EXPECT_EQ(story.record().installs.size(), 2U);
  story.tell(installed({"a"}));
  EXPECT_EQ(story.record().registry->installed, (Stamp{at(story.now()), 9}));
  story.tell(installed({"a", "b"}));
  EXPECT_EQ(story.record().registry->installed, (Stamp{at(story.now()), 10}));
}

TEST(Fold, names_the_walk_whose_set_was_installed) {
  Story story;
  story.tell(legacy + listed("i1", {"a"}) + listed("i2", {"b"}));
  story.tell(Lines{installed({"b"}), installed({"a"}), installed({"c"})});
  std::vector<std::string> walks;
  for (const InstallFacts& install : story.record().installs)
    walks.push_back(install.of_traversal);
  EXPECT_THAT(walks, ElementsAre("w2", "w1", ""));
}

TEST(Fold, dates_a_cache_before_the_session_unless_its_TTL_still_holds) {
  const auto cached = [](const std::string& members) {
    return Story().tell(modern_http + Lines{"cache_filled " + members + tools({"a"})}).record();
  };
  const Record held = cached("ttl=5000 age=100 ");
  EXPECT_EQ(held.traversal->origin, "cache");
  EXPECT_EQ(held.discovery_started->sequence, 3U);
  EXPECT_EQ(held.pages->front().received_at, at(30 - 100));
  for (const std::string members : {"ttl=50 age=100 ", "ttl=100 age=100 ", "ttl=0 ", ""}) {
    const Record expired = cached(members);
    EXPECT_EQ(expired.traversal->origin, "cache") << members;
    EXPECT_EQ(order_of(*expired.discovery_started, expired.signal->stamp), Order::before)
        << members;
  }
  // After a walk of its own a cache is one more use of what was listed.
  const Record own = Story()
                         .tell(modern_http + listed("i1", {"a"}, R"(,"ttlMs":10)") +
                               Lines{"+1000", "cache_filled " + tools({"a"})})
                         .record();
  EXPECT_EQ(own.traversal->origin, "wire");
  EXPECT_EQ(own.signal->kind, "ttl_expired");
}

TEST(Fold, keeps_whom_the_registry_serves) {
  const Lines mine = {"list_requested #i1 auth=mine",
                      R"(list_answered #i1 {"tools":[],"cacheScope":"private"})"};
  EXPECT_EQ(
      Story().tell(modern_http + mine + Lines{"installed []"}).record().registry->auth_context,
      "mine");
  EXPECT_EQ(Story()
                .tell(modern_http + mine + Lines{"installed auth=theirs []"})
                .record()
                .registry->auth_context,
            "theirs");
  const Record used =
      Story().tell(modern_http + mine + Lines{"installed []", "accessed auth=theirs"}).record();
  EXPECT_EQ(used.registry->auth_context, "theirs");
  EXPECT_EQ(used.traversal->auth_context, "mine");
}

TEST(Fold, takes_its_part_of_a_merged_registry) {
  const std::string entries =
      R"([{"exposed":"t_a","tool":{"name":"a"}},{"exposed":"o_b","foreign":true,"tool":{"name":"b"}},)"
      R"({"tool":{"name":"c"}}])";
  const Record record =
      Story().tell(legacy + listed("i1", {"a"}) + Lines{"installed merged " + entries}).record();
  EXPECT_TRUE(record.registry->merged);
  EXPECT_EQ(record.registry->tool_count, 2);
  EXPECT_THAT(record.registry->exposed, ElementsAre("t_a", "c"));
  EXPECT_THAT(record.registry->exposed_elsewhere, ElementsAre("o_b"));
}

TEST(Fold, reads_a_declared_filter_in_each_of_its_forms) {
  Fold::Setup setup;
  setup.server.id = "tickets";
  const auto declared = [&](const std::string& text) {
    return Story(setup).tell("filter_declared " + text).record().policy;
  };
  EXPECT_THAT(declared(R"({"include":["a","b*"],"exclude":["c"]})").filter->include,
              ElementsAre("a", "b*"));
  EXPECT_THAT(declared(R"({"exclude":["c"]})").filter->exclude, ElementsAre("c"));
  EXPECT_THAT(declared(R"({"filter":["a"]})").filter->include, ElementsAre("a"));
  EXPECT_EQ(declared(R"({"prefix":"t_"})").name_prefix, "t_");
  EXPECT_EQ(declared(R"({"namePrefix":"t_"})").name_prefix, "t_");
  EXPECT_EQ(declared(R"({"mapping":"{server}.{name}"})").name_template, "{server}.{name}");
  EXPECT_EQ(declared(R"({"mapping":{"other":"o","tickets":"t_{name}"}})").name_template,
            "t_{name}");
  EXPECT_EQ(declared(R"({"mapping":{"other":"o","third":"t"}})").name_template, std::nullopt);
}

TEST(Fold, reports_what_is_odd_about_a_page) {
  struct Case {
    std::string_view code;
    bool modern;
    std::string result;
  };
  const std::string hints = R"("ttlMs":1000,"cacheScope":"private","resultType":"complete")";
  const std::vector<Case> cases = {
      {"missing_cache_hints", true, R"({"tools":[],"resultType":"complete","ttlMs":1})"},
      {"missing_cache_hints", true,
       R"({"tools":[],"resultType":"complete","cacheScope":"public"})"},
      {"invalid_cache_hints", true,
       R"({"tools":[],"resultType":"complete","ttlMs":-1,"cacheScope":"public"})"},
      {"invalid_cache_hints", true,
       R"({"tools":[],"resultType":"complete","ttlMs":1,"cacheScope":""})"},
      {"missing_result_type", true, R"({"tools":[],"ttlMs":1,"cacheScope":"public"})"},
      {"nameless_entry", false, R"({"tools":[7,{"title":"x"}]})"},
      {"duplicate_name", false, R"({"tools":[{"name":"a"},{"name":"a"}]})"},
      {"lossy_number", false,
       R"({"tools":[{"name":"a","inputSchema":{"maximum":9223372036854775807}}]})"},
      {"suspicious_text", false, R"({"tools":[{"name":"a","description":"\u202e"}]})"},
  };
  for (const Case& c : cases) {
    Story story;
    story.tell(c.modern ? modern_http : legacy);
    story.tell(Lines{"list_requested #i1", "list_answered #i1 " + c.result});
    EXPECT_THAT(codes(story.record()), ElementsAre(std::string(c.code))) << c.result;
  }
  Story clean;
  clean.tell(modern_http +
             Lines{"list_requested #i1", R"(list_answered #i1 {"tools":[],)" + hints + "}"});
  EXPECT_THAT(codes(clean.record()), IsEmpty());
  Story mixed;
  mixed.tell(modern_http +
             Lines{"list_requested #i1",
                   R"(list_answered #i1 {"tools":[],"nextCursor":"x",)" + hints + "}",
                   "list_requested #i2 cursor=x",
                   R"(list_answered #i2 {"tools":[],"resultType":"complete","ttlMs":1,)"
                   R"("cacheScope":"public"})"});
  EXPECT_THAT(codes(mixed.record()), ElementsAre("mixed_cache_scope"));
}

TEST(Fold, notices_changes_that_nothing_announced_and_sets_that_come_back) {
  Story story;
  story.tell(legacy + listed("i1", {"a"}) + Lines{"signal list_changed"} + listed("i2", {"b"}));
  EXPECT_THAT(codes(story.record()), IsEmpty()) << "announced";
  story.tell(Lines{"polled"} + listed("i3", {"c"}));
  EXPECT_THAT(codes(story.record()), ElementsAre("unannounced_change"));
  story.tell(Lines{"signal list_changed"} + listed("i4", {"a"}));
  EXPECT_THAT(codes(story.record()), Contains("reverted"));
}

TEST(Fold, forgets_defects_of_a_negotiation_that_was_made_good) {
  Story story;
  story.tell(Lines{"opening discover transport=stdio", "defect no_common_version"});
  EXPECT_THAT(codes(story.record()), ElementsAre("no_common_version"));
  story.tell(legacy);
  EXPECT_THAT(codes(story.record()), IsEmpty());
}

TEST(Fold, tells_findings_from_evidence_and_a_probe_from_a_session) {
  Story story;
  story.tell("finding noise_on_stream");
  EXPECT_FALSE(story.fold().has_evidence());
  story.tell("opening discover transport=stdio");
  EXPECT_TRUE(story.fold().has_evidence());
  EXPECT_TRUE(story.fold().only_probe());
  story.tell("list_requested #i1");
  EXPECT_FALSE(story.fold().only_probe());
}

TEST(Fold, does_not_grow_with_the_number_of_walks) {
  Story story;
  story.tell(legacy);
  std::size_t early = 0;
  for (int i = 1; i <= 10'000; ++i) {
    const std::string id = "i" + std::to_string(i);
    story.tell(listed(id, {"a", "t" + std::to_string(i % 100)}));
    story.tell(installed({"a", "t" + std::to_string(i % 100)})).tell("signal list_changed");
    if (i == 100) early = write_record(story.record(), Detail::full).size();
  }
  const Record record = story.record();
  EXPECT_EQ(record.recent_walks.size(), 3U);
  EXPECT_EQ(record.installs.size(), 4U);
  EXPECT_EQ(record.pages->size(), 1U);
  EXPECT_LE(record.observed.size(), 64U);
  // Only the digits of times, identities and sequence numbers grow.
  EXPECT_LE(write_record(record, Detail::full).size(), early + 128);
  EXPECT_EQ(record.recent_walks.back().id, "w10000");
}

TEST(Fold, does_not_grow_with_the_number_of_findings_and_channels) {
  Story story;
  story.tell(legacy_http);
  for (int i = 0; i < 5'000; ++i)
    story.tell("finding code_" + std::to_string(i));
  EXPECT_EQ(story.record().observed.size(), 64U);
  for (int i = 0; i < 5'000; ++i)
    story.tell("channel_opened listen #i" + std::to_string(i));
  EXPECT_TRUE(story.record().channel->ended_at.is_none());
  // Of channels that nobody lost only so many are remembered, and losing these is losing all.
  for (int i = 0; i < 4'096; ++i)
    story.tell("channel_lost listen #i" + std::to_string(i));
  EXPECT_TRUE(story.record().channel->ended_at.has_value());
}

}  // namespace
}  // namespace lockstep::evidence
