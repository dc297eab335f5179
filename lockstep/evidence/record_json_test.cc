#include "lockstep/evidence/record_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/base/encoding.h"
#include "lockstep/base/hash.h"
#include "lockstep/json/canonical.h"
#include "tests/support/records.h"
#include "tests/support/story.h"

namespace lockstep::evidence {
namespace {

using support::at;
using support::green_modern_text;
using support::green_text;
using support::parse;
using support::RecordText;
using support::Story;
using support::time_text;
using testing::HasSubstr;
using testing::Not;

Record read_back(const Record& record, Detail detail) {
  const auto read = read_record(parse(write_record(record, detail))->root());
  EXPECT_TRUE(read) << write_record(record, detail);
  return read ? *read : Record{};
}

/// A record with every member that a Fold can know.
Record rich() {
  Fold::Setup setup;
  setup.client = {"agent", "Agent", "1.0"};
  setup.server = {"tickets", "", ""};
  setup.policy.max_age_ms = 900'000;
  setup.policy.filter = Filter{{"*"}, {"z"}};
  setup.key = "a key";
  Story story(setup);
  story.tell(std::vector<std::string>{
      "opening discover transport=streamable-http auth=hmac:aa",
      "negotiated version=2026-07-28 era=modern transport=streamable-http offer=tools,listChanged",
      "subscribe_requested #i9", "channel_opened listen #i9", "signal list_changed",
      "list_requested #i1 auth=hmac:aa",
      R"(list_answered #i1 {"tools":[{"name":"a","inputSchema":{"maximum":9223372036854775807}}],)"
      R"("nextCursor":"p2","ttlMs":60000,"cacheScope":"public","resultType":"complete"})",
      "list_requested #i2 cursor=p2 auth=hmac:aa",
      R"(list_answered #i2 {"tools":[{"name":"b"}],"ttlMs":0,"cacheScope":"private",)"
      R"("resultType":"complete"})",
      R"(installed merged [{"exposed":"t_a","tool":{"name":"a"}},)"
      R"({"exposed":"o","foreign":true,"tool":{"name":"o"}}])",
      "signal list_changed"});
  return story.record();
}

TEST(Record, reads_back_as_it_was_written) {
  for (const Record& record :
       {rich(), green_text().read(), green_modern_text().read(), Record{}, Story().record()}) {
    for (const Detail detail : {Detail::full, Detail::digests}) {
      const std::string text = write_record(record, detail);
      const Record again = read_back(record, detail);
      if (detail == Detail::full) {
        EXPECT_EQ(write_record(again, detail), text);
      } else {
        // The digests of single tools are for people: a reader does not keep them.
        EXPECT_EQ(again.discovered.has_value(), record.discovered.has_value());
        EXPECT_EQ(again.comparison.match, record.comparison.match);
      }
      EXPECT_EQ(again.contradictions, record.contradictions) << text;
    }
  }
}

TEST(Record, keeps_no_text_of_a_tool_unless_it_is_full) {
  const Record record = rich();
  const std::string digests = write_record(record);
  for (const std::string_view text : {"inputSchema", "maximum", "p2"})
    EXPECT_THAT(digests, Not(HasSubstr(std::string(text))));
  EXPECT_THAT(digests, HasSubstr("toolDigests"));
  EXPECT_THAT(write_record(record, Detail::full), HasSubstr("9223372036854775807"));
}

TEST(Record, says_null_for_none_and_leaves_out_what_is_not_known) {
  const Record unknown = Record{};
  for (const std::string_view member :
       {"session", "channel", "tools", "subscription", "notificationAt", "signal",
        "discoveryStartedAt", "pages", "traversal", "discovered", "registry", "vantage"}) {
    EXPECT_EQ(parse(write_record(unknown))->root().find(member), nullptr) << member;
    if (member == "vantage") continue;
    RecordText text = green_text();
    const Record none = text.set("traversal", "").set(member, "null").read();
    const auto written = parse(write_record(none));
    ASSERT_NE(written->root().find(member), nullptr) << member;
    const bool derived = member == "discovered";  // from the tools of the pages
    EXPECT_EQ(written->root()[member].is_null(), !derived) << member;
  }
}

TEST(Record, keeps_places_in_the_sequence_and_rounds_uncertainty_up) {
  Record record = green_text().read();
  record.sequenced = true;
  record.signal->stamp.sequence = 1;
  record.discovery_started->sequence = 2;
  record.discovery_completed->sequence = 3;
  record.registry->installed->sequence = 4;
  record.channel->opened.sequence = 5;
  record.observed.push_back(Observed{"noise_on_stream", Stamp{at(1), 6}});
  record.uncertainty = base::Duration{1};
  const Record again = read_back(record, Detail::full);
  EXPECT_EQ(again.signal->stamp.sequence, 1U);
  EXPECT_EQ(again.discovery_started->sequence, 2U);
  EXPECT_EQ(again.discovery_completed->sequence, 3U);
  EXPECT_EQ(again.registry->installed->sequence, 4U);
  EXPECT_EQ(again.channel->opened.sequence, 5U);
  EXPECT_EQ(again.observed.front().stamp, (Stamp{at(1), 6}));
  EXPECT_GE(again.uncertainty, record.uncertainty);
  record.uncertainty = base::milliseconds(7);
  EXPECT_EQ(read_back(record, Detail::full).uncertainty, base::milliseconds(7));
}

TEST(Record, carries_the_digest_of_its_own_canonical_text) {
  const std::string text = green_text().text();
  const Record record = green_text().read();
  const auto canonical = json::canonicalize(parse(text)->root());
  ASSERT_TRUE(canonical);
  EXPECT_EQ(record.digest, "sha256:" + base::to_hex(base::sha256(canonical->view())));
}

TEST(Record, is_recognised_by_its_schema_alone) {
  EXPECT_TRUE(looks_like_record(parse(R"({"schema":"lockstep.evidence/v1"})")->root()));
  EXPECT_FALSE(looks_like_record(parse(R"({"schema":"lockstep.evidence/v2"})")->root()));
  EXPECT_FALSE(looks_like_record(parse(R"({"session":{}})")->root()));
  EXPECT_FALSE(looks_like_record(parse("[]")->root()));
}

TEST(Record, ignores_members_that_it_does_not_know) {
  RecordText text = green_text();
  text.set("future", R"({"deep":[1,2,3]})");
  text.set("signal", R"({"kind":"list_changed","at":)" + time_text(100) + R"(,"future":1})");
  EXPECT_EQ(text.read().comparison.match, Match::equal);
}

TEST(Record, is_refused_with_the_pointer_of_a_member_of_a_wrong_form) {
  struct Case {
    std::string member;
    std::string text;
    std::string_view pointer;
  };
  const std::vector<Case> cases = {
      {"schema", R"("lockstep.evidence/v2")", "/schema"},
      {"client", R"("agent")", "/client"},
      {"server", R"({"id":7})", "/server/id"},
      {"vantage", R"("above")", "/vantage"},
      {"session", "[]", "/session"},
      {"session", R"({"transport":"pigeon"})", "/session/transport"},
      {"session", R"({"era":"bronze"})", "/session/era"},
      {"session", R"({"openedAt":"noon"})", "/session/openedAt"},
      {"session", R"({"closedAt":7})", "/session/closedAt"},
      {"session", R"({"handshake":"firm"})", "/session/handshake"},
      {"channel", R"({"kind":"stdio"})", "/channel/openedAt"},
      {"protocolVersion", "20251125", "/protocolVersion"},
      {"tools", "true", "/tools"},
      {"tools", R"({"listChanged":1})", "/tools/listChanged"},
      {"subscription", R"({"requestedAt":1})", "/subscription/requestedAt"},
      {"notificationAt", R"("")", "/notificationAt"},
      {"signal", R"({"kind":"list_changed"})", "/signal/at"},
      {"signal", R"({"at":"2026-07-20T09:00:00Z","count":"many"})", "/signal/count"},
      {"discoveryStartedAt", "false", "/discoveryStartedAt"},
      {"discoveryCompletedAt", R"("2026-13-01T00:00:00Z")", "/discoveryCompletedAt"},
      {"pages", "{}", "/pages"},
      {"pages", "[7]", "/pages/0"},
      {"pages", R"([{"cursor":7}])", "/pages/0/cursor"},
      {"pages", R"([{"receivedAt":7}])", "/pages/0/receivedAt"},
      {"pages", R"([{},{"toolCount":1.5}])", "/pages/1/toolCount"},
      {"pages", R"([{"ttlMs":"1"}])", "/pages/0/ttlMs"},
      {"pages", R"([{"tools":{}}])", "/pages/0/tools"},
      {"traversal", R"({"outcome":"lost"})", "/traversal/outcome"},
      {"traversal", "{}", "/traversal/outcome"},
      {"traversal", R"({"outcome":"complete","reason":7})", "/traversal/reason"},
      {"recentWalks", "{}", "/recentWalks"},
      {"recentWalks", R"([{"id":"w"}])", "/recentWalks/0/startedAt"},
      {"installs", R"([{}])", "/installs/0/at"},
      {"installs", R"([{"at":"2026-07-20T09:00:00Z","digest":"md5:0"}])", "/installs/0/digest"},
      {"discovered", R"({"digest":"sha256:00"})", "/discovered/digest"},
      {"discovered", R"({"expectedDigest":7})", "/discovered/expectedDigest"},
      {"registry", "{}", "/registry"},
      {"registry", R"({"digest":"SHA256:00"})", "/registry/digest"},
      {"registry", R"({"tools":7})", "/registry/tools"},
      {"comparison", R"({"match":"perhaps"})", "/comparison/match"},
      {"observed", R"([{"at":"2026-07-20T09:00:00Z"}])", "/observed/0/code"},
      {"observed", R"([{"code":"x","at":"then"}])", "/observed/0/at"},
      {"policy", R"({"maxAgeMs":-5})", "/policy/maxAgeMs"},
      {"order", "7", "/order"},
      {"order", R"({"uncertaintyMs":"some"})", "/order/uncertaintyMs"},
  };
  for (const Case& c : cases) {
    RecordText text = green_text();
    const auto read = read_record(parse(text.set(c.member, c.text).text())->root());
    ASSERT_FALSE(read) << c.member << ' ' << c.text;
    EXPECT_EQ(read.error().pointer, c.pointer) << c.text;
    EXPECT_THAT(read.error().code, c.member == "policy" ? "invalid_policy" : "invalid_record")
        << c.text;
  }
  for (const std::string_view text : {"[]", "null", "7"})
    EXPECT_FALSE(read_record(parse(text)->root())) << text;
}

TEST(Record, holds_lists_of_bounded_length) {
  std::string many = "[{}";
  for (int i = 0; i < 10'000; ++i)
    many += ",{}";
  RecordText text = green_text();
  const auto read = read_record(parse(text.set("pages", many + "]").text())->root());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().pointer, "/pages");
}

}  // namespace
}  // namespace lockstep::evidence
