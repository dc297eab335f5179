#include "lockstep/verdict/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "lockstep/json/document.h"

namespace lockstep::verdict {
namespace {

base::TimePoint at(std::string_view text) {
  return base::parse_rfc3339(text).value();
}

Result stale_result() {
  Result result;
  result.id = "same_name_changed_schema";
  result.client = "agent";
  result.server = "tickets";
  result.vantage = "client";
  result.verdict = Verdict::stale;
  result.reason = Reason::fetched_not_installed;
  result.stages.signal = SignalState::seen;
  result.stages.signal_kind = "list_changed";
  result.stages.signal_at = at("2026-07-20T09:20:00.000Z");
  result.stages.discovery = DiscoveryState::complete;
  result.stages.started_at = at("2026-07-20T09:20:00.010Z");
  result.stages.completed_at = at("2026-07-20T09:20:00.090Z");
  result.stages.pages = 1;
  result.stages.tools = 1;
  result.stages.install = InstallState::behind;
  result.stages.installed_at = at("2026-07-20T09:05:00.092Z");
  result.stages.witness = "client";
  result.discovered = SetSummary{"mcp-tools/v1", "sha256:c3", 1};
  result.registry = SetSummary{"mcp-tools/v1", "sha256:c4", 1};
  registry::ToolChange change;
  change.name = "read_ticket";
  change.compatibility = registry::Compatibility::breaking;
  change.members = {{"/description", registry::Compatibility::compatible, true, false, "reworded"},
                    {"/inputSchema/required", registry::Compatibility::breaking, false, false,
                     "required argument added"}};
  result.affected = {change};
  result.severity = Severity::high;
  result.as_of = at("2026-07-20T09:20:00.090Z");
  result.basis = Basis::signal;
  result.next_action = {"request_refresh", "Ask for one refresh.", true, {"read_ticket"}};
  result.evidence = "sha256:e1";
  result.now = at("2026-07-20T09:20:00.999Z");
  result.now_from = "input";
  return result;
}

std::string compact(const Result& result) {
  std::string out;
  json::Writer writer(out);
  write_result(writer, result);
  return out;
}

TEST(Report, writes_every_member_in_the_order_of_the_format) {
  EXPECT_EQ(
      compact(stale_result()),
      R"({"id":"same_name_changed_schema","client":"agent","server":"tickets","vantage":"client",)"
      R"("verdict":"stale","reason":"fetched_not_installed","stages":{"signal":{"state":"seen",)"
      R"("kind":"list_changed","at":"2026-07-20T09:20:00.000Z"},"discovery":{"state":"complete",)"
      R"("startedAt":"2026-07-20T09:20:00.010Z","completedAt":"2026-07-20T09:20:00.090Z",)"
      R"("pages":1,"tools":1},"install":{"state":"behind",)"
      R"("installedAt":"2026-07-20T09:05:00.092Z","witness":"client"}},)"
      R"("discovered":{"projection":"mcp-tools/v1","digest":"sha256:c3","toolCount":1},)"
      R"("registry":{"projection":"mcp-tools/v1","digest":"sha256:c4","toolCount":1},)"
      R"("affected":[{"name":"read_ticket","change":"changed","class":"breaking",)"
      R"("members":["/description","/inputSchema/required"],"details":[{"member":"/description",)"
      R"("class":"compatible","why":"reworded"},{"member":"/inputSchema/required",)"
      R"("class":"breaking","why":"required argument added"}],"guidanceOnly":false,)"
      R"("againstSafety":false}],"severity":"high","uncertainty":{"grade":"low","because":[]},)"
      R"("freshness":{"asOf":"2026-07-20T09:20:00.090Z","basis":"signal","validUntil":null},)"
      R"("findings":[],"nextAction":{"verb":"request_refresh","text":"Ask for one refresh.",)"
      R"("requiresApproval":true,"affected":["read_ticket"]},"notEstablished":["reachability",)"
      R"("authorization","tool_behaviour","external_effect","task_outcome"],)"
      R"("evidence":"sha256:e1","pairs":[],"now":"2026-07-20T09:20:00.999Z","nowFrom":"input"})");
}

TEST(Report, writes_null_for_what_is_not_known) {
  const auto document = json::Document::parse(compact(Result{}));
  ASSERT_TRUE(document.has_value());
  const json::Value root = document->root();
  for (const char* name :
       {"id", "client", "server", "vantage", "discovered", "registry", "evidence", "nowFrom"}) {
    ASSERT_NE(root.find(name), nullptr) << name;
    EXPECT_TRUE(root[name].is_null()) << name;
  }
  const json::Value stages = root["stages"];
  EXPECT_EQ(stages["signal"]["state"].string(), "none");
  EXPECT_TRUE(stages["signal"].find("at")->is_null());
  EXPECT_TRUE(stages["discovery"].find("pages")->is_null());
  EXPECT_TRUE(stages["install"].find("witness")->is_null());
  EXPECT_TRUE(root["freshness"].find("asOf")->is_null());
  EXPECT_TRUE(root["nextAction"].find("verb")->is_null());
}

TEST(Report, keeps_hostile_text_inside_its_strings) {
  Result result = stale_result();
  result.server = "a\"],\"verdict\":\"converged\x1b[2J\n\xff";
  result.findings = {{"order_changed", "tool \"x\"\r\n"}};
  const auto document = json::Document::parse(compact(result));
  ASSERT_TRUE(document.has_value());
  EXPECT_EQ(document->root()["verdict"].string(), "stale");
  EXPECT_EQ(document->root()["server"].string(),
            "a\"],\"verdict\":\"converged\x1b[2J\n\xef\xbf\xbd");
  EXPECT_EQ(compact(result).find('\x1b'), std::string::npos);
}

TEST(Report, writes_pairs_one_level_deep) {
  Result pair = stale_result();
  pair.id = "inner";
  pair.pairs = {stale_result()};
  Result worst = stale_result();
  worst.pairs = {pair, pair};
  const auto document = json::Document::parse(compact(worst));
  ASSERT_TRUE(document.has_value());
  const auto pairs = document->root()["pairs"].elements();
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0]["id"].string(), "inner");
  EXPECT_TRUE(pairs[0]["pairs"].is_array());
  EXPECT_TRUE(pairs[0]["pairs"].elements().empty());
}

TEST(Report, names_the_moment_only_when_all_results_share_it) {
  const auto head = [](const std::vector<Result>& results) {
    const auto document = json::Document::parse(write_report(results));
    const json::Value root = document.value().root();
    return std::string(root["now"].string()) + "|" + std::string(root["nowFrom"].string());
  };
  Result later = stale_result();
  later.now = at("2026-07-20T10:00:00Z");
  Result elsewhere = stale_result();
  elsewhere.now_from = "clock";
  EXPECT_EQ(head({stale_result(), stale_result()}), "2026-07-20T09:20:00.999Z|input");
  EXPECT_EQ(head({stale_result(), later}), "|");
  EXPECT_EQ(head({stale_result(), elsewhere}), "|");
  EXPECT_EQ(head({}), "|");
}

TEST(Report, is_one_object_with_schema_rules_and_results) {
  const auto document = json::Document::parse(write_report({stale_result()}, 0));
  ASSERT_TRUE(document.has_value());
  const json::Value root = document->root();
  EXPECT_EQ(root["schema"].string(), "lockstep.report/v1");
  EXPECT_EQ(root["rules"].string(), rules_version);
  ASSERT_EQ(root["results"].elements().size(), 1U);
  EXPECT_EQ(root["results"].elements()[0]["reason"].string(), "fetched_not_installed");
}

}  // namespace
}  // namespace lockstep::verdict
