#include "lockstep/evidence/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/evidence/record.h"
#include "tests/support/records.h"

namespace lockstep::evidence {
namespace {

using support::green_modern_text;
using support::green_text;
using support::parse;
using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const registry::ToolSet> set_of(const std::vector<std::string>& tools) {
  std::string text = "[";
  for (const std::string& tool : tools)
    text += (text.size() > 1 ? "," : "") + tool;
  return std::make_shared<const registry::ToolSet>(
      registry::ToolSet::read(parse(text + "]")->root()));
}

std::string tool(const std::string& name, const std::string& more = "") {
  return R"({"name":")" + name + R"(","inputSchema":{"type":"object"})" + more + '}';
}

const std::string invalid = R"({"name":"bad","inputSchema":"object"})";
const std::string refused =
    R"({"name":"refused","inputSchema":{"type":"object","properties":{"p":{"type":"string",)"
    R"("x-mcp-header":"two words"}}}})";

/// Both sides' definitions in one record; what else it says comes by `change`.
struct Case {
  std::string_view name;
  std::vector<std::string> offered;
  std::vector<std::string> held;
  Match match;
  std::function<void(Record&)> change = [](Record&) {};
};

Record record_of(const Case& c, bool modern = false) {
  Record record = modern ? green_modern_text().read() : green_text().read();
  record.discovered_set = set_of(c.offered);
  record.registry->tools = set_of(c.held);
  c.change(record);
  return record;
}

void expect_matches(const std::vector<Case>& cases, bool modern = false) {
  for (const Case& c : cases)
    EXPECT_EQ(to_string(compare(record_of(c, modern)).match), to_string(c.match)) << c.name;
}

TEST(Match, has_a_name_that_reads_back) {
  for (int i = 0; i <= static_cast<int>(Match::differs); ++i) {
    const auto match = static_cast<Match>(i);
    EXPECT_FALSE(to_string(match).empty());
    EXPECT_EQ(parse_match(to_string(match)), match);
  }
  EXPECT_EQ(parse_match("Equal"), std::nullopt);
  EXPECT_EQ(parse_match(""), std::nullopt);
}

TEST(Comparison, tells_how_two_sets_of_definitions_differ) {
  const auto merged = [](Record& r) {
    r.registry->merged = true;
    r.registry->exposed = {"x"};
    r.registry->exposed_elsewhere = {"b"};
  };
  expect_matches({
      {"equal", {tool("a"), tool("b")}, {tool("a"), tool("b")}, Match::equal},
      {"another order", {tool("a"), tool("b")}, {tool("b"), tool("a")}, Match::equal},
      {"both empty", {}, {}, Match::equal},
      {"a member outside the projection",
       {tool("a", R"(,"_meta":{"v":1})")},
       {tool("a")},
       Match::equal},
      {"one is missing", {tool("a"), tool("b")}, {tool("a")}, Match::differs},
      {"one too many", {tool("a")}, {tool("a"), tool("b")}, Match::differs},
      {"one is changed", {tool("a")}, {tool("a", R"(,"description":"d")")}, Match::differs},
      {"the registry is empty", {tool("a"), invalid}, {}, Match::rejected},
      {"only what is invalid is missing",
       {tool("a"), invalid},
       {tool("a")},
       Match::invalid_excluded},
      {"nothing but what is invalid was offered", {invalid}, {}, Match::invalid_excluded},
      {"the invalid is missing and more",
       {tool("a"), tool("b"), invalid},
       {tool("a")},
       Match::differs},
      {"the server defined a name twice",
       {tool("a"), tool("a", R"(,"title":"t")")},
       {tool("a")},
       Match::conflicting},
      {"and the client took the second definition",
       {tool("a"), tool("a", R"(,"title":"t")")},
       {tool("a", R"(,"title":"t")")},
       Match::conflicting},
      {"and differs elsewhere too",
       {tool("a"), tool("a", R"(,"title":"t")"), tool("b")},
       {tool("a")},
       Match::differs},
      {"another server's tool took the name",
       {tool("a"), tool("b")},
       {tool("a")},
       Match::collision,
       merged},
  });
}

TEST(Comparison, puts_a_collision_before_every_other_difference) {
  const auto prefixed = [](Record& r) {
    r.registry->merged = true;
    r.registry->exposed_elsewhere = {"a_b"};
  };
  expect_matches({
      {"over an empty registry", {tool("a.b")}, {}, Match::collision, prefixed},
      {"over an invalid definition",
       {R"({"name":"a.b","inputSchema":7})"},
       {},
       Match::collision,
       prefixed},
      {"two own tools on one exposed name",
       {tool("a"), tool("b")},
       {tool("a"), tool("b")},
       Match::collision,
       [](Record& r) {
         r.registry->merged = true;
         r.registry->exposed = {"same", "same"};
       }},
      {"no renaming, no collision", {tool("a.b"), tool("a_b")}, {tool("a_b")}, Match::differs},
  });
}

TEST(Comparison, allows_the_one_exclusion_that_the_protocol_permits) {
  expect_matches(
      {
          {"left out", {tool("a"), refused}, {tool("a")}, Match::equal_excluded},
          {"held", {tool("a"), refused}, {tool("a"), refused}, Match::forbidden},
          {"held, and that is worse than any other difference",
           {tool("a"), refused},
           {refused},
           Match::forbidden},
          {"left out with another one",
           {tool("a"), tool("b"), refused},
           {tool("a")},
           Match::differs},
          {"over stdio nothing is excluded",
           {tool("a"), refused},
           {tool("a"), refused},
           Match::equal,
           [](Record& r) { r.session->transport = session::Transport::stdio; }},
      },
      true);
  expect_matches({{"in the legacy era neither",
                   {tool("a"), refused},
                   {tool("a")},
                   Match::differs,
                   [](Record& r) { r.session->transport = session::Transport::streamable_http; }}});
}

TEST(Comparison, expects_what_filters_and_names_declare) {
  const auto filter = [](Record& r) { r.policy.filter = Filter{{"a*"}, {"ab"}}; };
  expect_matches({
      {"filtered", {tool("a"), tool("ab"), tool("b")}, {tool("a")}, Match::equal, filter},
      {"too much filtered",
       {tool("a"), tool("ac"), tool("b")},
       {tool("a")},
       Match::differs,
       filter},
      {"filtered out and held",
       {tool("a"), tool("b")},
       {tool("a"), tool("b")},
       Match::differs,
       filter},
      {"prefixed",
       {tool("a")},
       {tool("t_a")},
       Match::equal,
       [](Record& r) { r.policy.name_prefix = "t_"; }},
      {"not prefixed",
       {tool("a")},
       {tool("a")},
       Match::differs,
       [](Record& r) { r.policy.name_prefix = "t_"; }},
      {"by a template",
       {tool("a")},
       {tool("tickets__a")},
       Match::equal,
       [](Record& r) { r.policy.name_template = "{server}__{name}"; }},
      {"a filter that keeps nothing", {tool("b")}, {}, Match::equal, filter},
  });
}

TEST(Comparison, forgives_only_members_that_the_revision_does_not_define) {
  const std::string rich = tool("a", R"(,"title":"T","annotations":{"readOnlyHint":true})");
  const auto revision = [](std::string version) {
    return [version](Record& r) { r.protocol_version = version; };
  };
  expect_matches({
      {"2024-11-05 has neither", {rich}, {tool("a")}, Match::equal, revision("2024-11-05")},
      {"2025-03-26 has annotations", {rich}, {tool("a")}, Match::differs, revision("2025-03-26")},
      {"and no titles",
       {rich},
       {tool("a", R"(,"annotations":{"readOnlyHint":true})")},
       Match::equal,
       revision("2025-03-26")},
      {"2025-11-25 has both", {rich}, {tool("a")}, Match::differs, revision("2025-11-25")},
      {"not known which", {rich}, {tool("a")}, Match::differs, revision("")},
  });
  const Comparison dropped =
      compare(record_of({"", {rich}, {tool("a")}, Match::equal, revision("2024-11-05")}));
  EXPECT_TRUE(dropped.undefined_members_dropped);
}

TEST(Comparison, keeps_rounded_numbers_apart_from_differences) {
  const auto maximum = [](const std::string& number) {
    return R"({"name":"a","inputSchema":{"type":"object","properties":{"p":{"maximum":)" + number +
           "}}}}";
  };
  expect_matches({
      {"rounded",
       {maximum("9223372036854775807")},
       {maximum("9223372036854775808")},
       Match::rounded},
      {"another number",
       {maximum("9223372036854775807")},
       {maximum("9223372036854775000")},
       Match::differs},
      {"the same written otherwise", {maximum("10")}, {maximum("1e1")}, Match::equal},
  });
}

TEST(Comparison, notes_a_changed_order_and_calls_it_no_difference) {
  EXPECT_TRUE(compare(record_of({"", {tool("a"), tool("b")}, {tool("b"), tool("a")}, Match::equal}))
                  .order_changed);
  EXPECT_FALSE(
      compare(record_of({"", {tool("a"), tool("b")}, {tool("a"), tool("b")}, Match::equal}))
          .order_changed);
}

Record digests(const std::function<void(Record&)>& change) {
  Record record = green_text().read();
  record.discovered_set.reset();
  record.registry->tools.reset();
  change(record);
  return record;
}

TEST(Comparison, looks_at_digests_where_definitions_are_not_at_hand) {
  struct DigestCase {
    std::string_view name;
    std::function<void(Record&)> change;
    Match match;
  };
  const std::vector<DigestCase> cases = {
      {"the same", [](Record&) {}, Match::equal},
      {"another", [](Record& r) { r.registry->digest = "sha256:00"; }, Match::differs},
      {"another projection", [](Record& r) { r.registry->projection = "mcp-tools-full/v1"; },
       Match::incomparable},
      {"no registry", [](Record& r) { r.registry = Fact<RegistryFacts>::none(); }, Match::unknown},
      {"registry not known", [](Record& r) { r.registry = {}; }, Match::unknown},
      {"nothing discovered", [](Record& r) { r.discovered = {}; }, Match::unknown},
      {"no digest on one side", [](Record& r) { r.discovered->digest.clear(); }, Match::unknown},
      {"as expected after a filter",
       [](Record& r) {
         r.policy.filter = Filter{{"a"}, {}};
         r.discovered->expected_digest = r.registry->digest = "sha256:00";
       },
       Match::equal},
      {"an empty registry",
       [](Record& r) {
         r.registry->digest = "sha256:00";
         r.registry->tool_count = 0;
       },
       Match::rejected},
      {"a registry whose size is not known",
       [](Record& r) {
         r.registry->digest = "sha256:00";
         r.registry->tool_count.reset();
       },
       Match::differs},
      {"equal by a lossy digest",
       [](Record& r) {
         r.observed.push_back(Observed{"lossy_number", {}});
       },
       Match::rounded},
      {"equal by the exact digests too",
       [](Record& r) {
         r.observed.push_back(Observed{"lossy_number", {}});
         r.discovered->exact_digest = r.registry->exact_digest = "sha256:01";
       },
       Match::equal},
      {"different by the exact digests",
       [](Record& r) {
         r.discovered->exact_digest = "sha256:01";
         r.registry->exact_digest = "sha256:02";
       },
       Match::rounded},
  };
  for (const DigestCase& c : cases) {
    const Comparison comparison = compare(digests(c.change));
    EXPECT_EQ(to_string(comparison.match), to_string(c.match)) << c.name;
    if (c.match == Match::differs) {
      EXPECT_TRUE(comparison.digests_only) << c.name;
    }
  }
}

TEST(Comparison, names_the_tools_that_an_agent_would_find_different) {
  const Record record = record_of({"",
                                   {tool("new"), tool("same"), tool("t", R"(,"description":"d")")},
                                   {tool("gone"), tool("same"), tool("t")},
                                   Match::differs});
  std::vector<std::string> found;
  for (const registry::ToolChange& change : affected_tools(record))
    found.push_back(change.name + ' ' + std::string(registry::to_string(change.change)));
  EXPECT_THAT(found, ElementsAre("gone removed", "new added", "t changed"));
  EXPECT_THAT(affected_tools(record_of({"", {tool("a")}, {tool("a")}, Match::equal})), IsEmpty());
  Record stored = digests([](Record& r) { r.comparison.affected.push_back({"a"}); });
  EXPECT_EQ(affected_tools(stored).front().name, "a") << "what the record's writer saw";
}

TEST(Comparison, gives_the_digest_that_the_registry_should_have) {
  const Record plain = record_of({"", {tool("a"), tool("b")}, {}, Match::rejected});
  EXPECT_EQ(expected_digest(plain), registry::to_string(plain.discovered_set->digest()));
  const Record filtered =
      record_of({"", {tool("a"), tool("b")}, {}, Match::rejected, [](Record& r) {
                   r.policy.filter = Filter{{"a"}, {}};
                   r.policy.name_prefix = "t_";
                 }});
  EXPECT_EQ(expected_digest(filtered), registry::to_string(set_of({tool("t_a")})->digest()));
}

}  // namespace
}  // namespace lockstep::evidence
