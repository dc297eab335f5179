#include "lockstep/registry/tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lockstep/base/encoding.h"
#include "lockstep/base/hash.h"
#include "lockstep/json/canonical.h"
#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"

namespace lockstep::registry {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

json::Document parsed(std::string_view text) {
  auto document = json::Document::parse(text);
  EXPECT_TRUE(document.has_value()) << text;
  return document ? std::move(*document) : json::Document();
}

ToolSet set_of(std::string_view tools) {
  return ToolSet::read(parsed(tools).root());
}

Tool tool_of(std::string_view definition) {
  auto tool = read_tool(parsed(definition).root());
  EXPECT_TRUE(tool.has_value()) << definition;
  return tool ? std::move(*tool) : Tool();
}

/// A definition with these further members.
std::string with(std::string_view members) {
  return R"({"name":"t","inputSchema":{"type":"object"})" +
         (members.empty() ? "" : "," + std::string(members)) + "}";
}

constexpr std::string_view read_ticket = R"([{"name":"read_ticket","description":"Read one ticket",
  "inputSchema":{"type":"object","properties":{"ticketId":{"type":"string"}},
                 "required":["ticketId"]}}])";
constexpr std::string_view read_ticket_in_project =
    R"([{"name":"read_ticket","description":"Read one ticket within a project",
  "inputSchema":{"required":["projectId","ticketId"],"type":"object",
    "properties":{"ticketId":{"type":"string"},"projectId":{"type":"string"}}}}])";

TEST(RegistryDigest, IsThatOfThePublishedAudit) {
  EXPECT_EQ(short_form(set_of(read_ticket).digest()), "c42521a2412558ca");
  EXPECT_EQ(short_form(set_of(read_ticket_in_project).digest()), "c3837b93f14b688f");
}

TEST(RegistryDigest, OfNoToolsIsThatOfAnEmptyArray) {
  for (const Projection projection : {Projection::tools_v1, Projection::tools_full_v1})
    EXPECT_EQ(set_of("[]").digest(projection).bytes, base::sha256("[]"));
}

TEST(RegistryDigest, DoesNotDependOnTheOrderOfTheTools) {
  const ToolSet one = set_of(R"([{"name":"b"},{"name":"a"},{"name":"ab"}])");
  const ToolSet other = set_of(R"([{"name":"ab"},{"name":"b"},{"name":"a"}])");
  EXPECT_EQ(one.digest(), other.digest());
  EXPECT_EQ(one.digest().bytes, base::sha256(R"([{"name":"a"},{"name":"ab"},{"name":"b"}])"));
  EXPECT_TRUE(one.same_set(other));
}

TEST(RegistryDigest, SortsNamesByUtf16CodeUnits) {
  // U+1F600 begins with a surrogate, which is less than U+FB33 as a code unit.
  const ToolSet set = set_of(R"([{"name":"\ufb33"},{"name":"\ud83d\ude00"}])");
  EXPECT_EQ(set.digest().bytes, base::sha256("[{\"name\":\"\U0001F600\"},{\"name\":\"\uFB33\"}]"));
  ASSERT_NE(set.find("\uFB33"), nullptr);
  ASSERT_NE(set.find("\U0001F600"), nullptr);
}

TEST(RegistryDigest, CoversInV1OnlyTheMembersOfTheProjection) {
  const Tool plain = tool_of(with(""));
  const Tool more = tool_of(with(R"("icons":[],"_meta":{"a":1},"future":true)"));
  EXPECT_EQ(plain.digest, more.digest);
  EXPECT_NE(plain.full_digest(), more.full_digest());
  EXPECT_TRUE(plain.same_definition(more));
  EXPECT_EQ(more.full_text(),
            R"({"_meta":{"a":1},"future":true,"icons":[],"inputSchema":{"type":"object"},)"
            R"("name":"t"})");
}

TEST(RegistryDigest, CoversEachMemberOfTheProjection) {
  const Digest plain = tool_of(with("")).digest;
  for (const std::string_view member :
       {R"("title":"T")", R"("description":"d")", R"("outputSchema":{"type":"object"})",
        R"("annotations":{})", R"("execution":{})"}) {
    EXPECT_NE(tool_of(with(member)).digest, plain) << member;
  }
}

TEST(RegistryDigest, LeavesOutANullMemberAtTheTopOnly) {
  EXPECT_EQ(tool_of(with(R"("description":null)")).digest, tool_of(with("")).digest);
  EXPECT_NE(tool_of(with(R"("description":null)")).full_digest(), tool_of(with("")).full_digest());
  EXPECT_NE(tool_of(with(R"("annotations":{"title":null})")).digest,
            tool_of(with(R"("annotations":{})")).digest);
}

TEST(RegistryDigest, OfAListIsThatOfTheSetWithTheSameTools) {
  const ToolSet set = set_of(R"([{"name":"b","x":1},{"name":"a"}])");
  const std::vector<const Tool*> tools = {set.find("b"), set.find("a")};
  for (const Projection projection : {Projection::tools_v1, Projection::tools_full_v1})
    EXPECT_EQ(registry_digest(tools, projection), set.digest(projection));
}

TEST(ToolSet, FindsToolsByNameAndKeepsTheirOrder) {
  const ToolSet set = set_of(R"([{"name":"c"},{"name":"a"},{"name":"b"}])");
  ASSERT_EQ(set.size(), 3U);
  EXPECT_EQ(set.tools()[0].name, "c");
  EXPECT_EQ(set.tools()[2].name, "b");
  for (const std::string_view name : {"a", "b", "c"}) {
    ASSERT_NE(set.find(name), nullptr) << name;
    EXPECT_EQ(set.find(name)->name, name);
  }
  EXPECT_EQ(set.find(""), nullptr);
  EXPECT_EQ(set.find("bb"), nullptr);
  EXPECT_EQ(set.find("d"), nullptr);
}

TEST(ToolSet, CountsWhatIsNoTool) {
  const ToolSet set = set_of(R"([{"name":"a"},{"inputSchema":{}},{"name":1},{"name":null},7,[]])");
  EXPECT_EQ(set.size(), 1U);
  EXPECT_EQ(set.nameless(), 5U);
  EXPECT_EQ(ToolSet::read(parsed(R"({"name":"a"})").root()).size(), 0U);
}

TEST(ToolSet, CountsEqualDefinitionsOfOneNameOnce) {
  const ToolSet set = set_of(R"([{"name":"b"},{"name":"a","description":"d","title":"t"},
                                 {"title":"t","name":"a","description":"\u0064"}])");
  EXPECT_EQ(set.size(), 2U);
  EXPECT_THAT(set.duplicates(), ElementsAre("a"));
  EXPECT_THAT(set.conflicts(), IsEmpty());
  EXPECT_EQ(set.digest(),
            set_of(R"([{"name":"a","description":"d","title":"t"},{"name":"b"}])").digest());
}

TEST(ToolSet, KeepsTheFirstOfDifferentDefinitionsAndNamesTheConflict) {
  const ToolSet set = set_of(R"([{"name":"z"},{"name":"a","title":"1"},{"name":"a","title":"1"},
                                 {"name":"a","title":"2"},{"name":"z"}])");
  EXPECT_EQ(set.size(), 2U);
  EXPECT_THAT(set.duplicates(), ElementsAre("z"));
  EXPECT_THAT(set.conflicts(), ElementsAre("a"));
  EXPECT_EQ(set.find("a")->projected, R"({"name":"a","title":"1"})");
}

TEST(ToolSet, MadeOfToolsIsTheSetThatWasRead) {
  const ToolSet read = set_of(R"([{"name":"b"},{"name":"a"},{"name":"b","title":"x"}])");
  std::vector<Tool> tools = read.tools();
  tools.push_back(tools.front());
  const ToolSet made = ToolSet::of(std::move(tools));
  EXPECT_TRUE(made.same_set(read));
  EXPECT_THAT(made.duplicates(), ElementsAre("b"));
  EXPECT_THAT(made.conflicts(), IsEmpty());
}

TEST(ToolSet, DiffersWhenANameOrADefinitionDoes) {
  const ToolSet set = set_of(R"([{"name":"a"},{"name":"b"}])");
  EXPECT_FALSE(set.same_set(set_of(R"([{"name":"a"}])")));
  EXPECT_FALSE(set.same_set(set_of(R"([{"name":"a"},{"name":"c"}])")));
  EXPECT_FALSE(set.same_set(set_of(R"([{"name":"a"},{"name":"b","title":"B"}])")));
}

TEST(Tool, KeepsTheWholeDefinitionWithItsNumbersAsTheyStood) {
  const Tool tool = tool_of(R"({"z":1.50,"name":"t","a":{"c":1e2,"b":null}})");
  EXPECT_EQ(tool.definition, R"({"a":{"b":null,"c":1e2},"name":"t","z":1.50})");
}

TEST(Tool, KeepsTheTextThatAWriterMakesOfTheDefinition) {
  const json::Document tools = parsed(R"([
    {"name":"a","title":"T"}, {"name":"b","inputSchema":{"maximum":1.0}},
    {"name":"c","inputSchema":{"maximum":0.5}}, {"name":"d","description":"tab\t \"q\" \\ /"},
    {"name":"e","description":"\u0001\b\f\u007f"}, {"name":"f","description":"\u202e\u2028ü"},
    {"name":"g","_meta":{"a":1}}, {"name":"h","title":null},
    {"name":"i","inputSchema":{"maximum":9007199254740993}}, {"name":"j","future":"\n"},
    {"name":"k","inputSchema":{"minimum":-0,"maximum":1e400}}, {"name":"l","title":"L"}])");
  const ToolSet set = ToolSet::read(tools.root());
  ASSERT_EQ(set.size(), tools.root().elements().size());
  for (std::size_t i = 0; i < set.size(); ++i) {
    EXPECT_EQ(set.tools()[i].definition, json::to_text(tools.root().elements()[i]));
    EXPECT_EQ(set.tools()[i].projected, read_tool(tools.root().elements()[i])->projected);
  }
}

/// A definition whose schema holds this number.
std::string bounded(std::string_view number) {
  return R"([{"name":"t","inputSchema":{"type":"object","maximum":)" + std::string(number) + "}}]";
}

TEST(LossyNumber, NeverMakesTwoDefinitionsLookEqual) {
  const ToolSet exact = set_of(bounded("9007199254740992"));
  const ToolSet rounded = set_of(bounded("9007199254740993"));
  EXPECT_EQ(exact.digest(), rounded.digest());
  EXPECT_FALSE(exact.same_set(rounded));
  EXPECT_FALSE(exact.lossy());
  EXPECT_TRUE(rounded.lossy());
  EXPECT_TRUE(exact.tools()[0].exact.empty());
  EXPECT_TRUE(rounded.same_set(set_of(bounded("9007199254740993.0"))));
}

TEST(LossyNumber, BeyondTheDoublesIsComparedByItsDecimalValue) {
  EXPECT_TRUE(set_of(bounded("1e400")).same_set(set_of(bounded("10e399"))));
  EXPECT_FALSE(set_of(bounded("1e400")).same_set(set_of(bounded("1e401"))));
  EXPECT_TRUE(set_of(bounded("1e400")).lossy());
}

TEST(LossyNumber, OutsideTheProjectionIsNone) {
  EXPECT_FALSE(set_of(R"([{"name":"t","_meta":{"n":9007199254740993}}])").lossy());
}

TEST(LossyNumber, InAnotherSpellingOfTheSameValueIsNone) {
  for (const std::string_view number : {"100", "1e2", "100.0", "0.1e3"}) {
    EXPECT_TRUE(set_of(bounded(number)).same_set(set_of(bounded("100")))) << number;
    EXPECT_FALSE(set_of(bounded(number)).lossy()) << number;
  }
}

TEST(Tool, IsSuspiciousWhenATextCanDeceiveAReader) {
  EXPECT_TRUE(tool_of(with(R"("description":"a\u200bb")")).suspicious);
  EXPECT_TRUE(tool_of(with(R"("description":"a\u202eb")")).suspicious);
  EXPECT_TRUE(tool_of(with(R"("description":"a\u0007b")")).suspicious);
  EXPECT_TRUE(tool_of(with(R"("description":"\\\\\\\u001b[2J")")).suspicious);
  EXPECT_TRUE(tool_of(with(R"("description":"a\bb")")).suspicious);
  EXPECT_TRUE(tool_of(with(R"("annotations":{"title":"a\u200bb"})")).suspicious);
  EXPECT_TRUE(tool_of(R"({"name":"a\u2066"})").suspicious);
  EXPECT_TRUE(tool_of(R"({"name":"t","inputSchema":{"properties":{"a\u200b":{}}}})").suspicious);
}

TEST(Tool, IsNotSuspiciousForPlainText) {
  EXPECT_FALSE(tool_of(with(R"("description":"a\tb\r\nc \"q\" \\u0007 \\b ü 漢字 é")")).suspicious);
  EXPECT_FALSE(tool_of(with(R"("_meta":{"x":"a\u200bb"})")).suspicious);
}

TEST(Tool, HeaderThatTheTransportRefusesIsToldWithoutLeavingTheToolOut) {
  const auto with_header = [](std::string_view header) {
    return tool_of(R"({"name":"t","inputSchema":{"type":"object","properties":{"p":
                    {"type":"string","x-mcp-header":)" +
                   std::string(header) + "}}}}");
  };
  EXPECT_FALSE(with_header(R"("Region")").header_refused);
  EXPECT_TRUE(with_header(R"("")").header_refused);
  EXPECT_TRUE(with_header(R"("a b")").header_refused);
  EXPECT_FALSE(tool_of(R"({"name":"t"})").header_refused);
}

struct ValidityCase {
  std::string_view definition;
  bool legacy;
  bool modern;
};

constexpr ValidityCase validity_cases[] = {
    {R"({"name":"t","inputSchema":{"type":"object"}})", true, true},
    {R"({"name":"","inputSchema":{"type":"object","properties":{},"required":[]}})", true, true},
    {R"({"name":"t"})", false, false},
    {R"({"name":"t","inputSchema":null})", false, false},
    {R"({"name":"t","inputSchema":true})", false, false},
    {R"({"name":"t","inputSchema":{}})", false, false},
    {R"({"name":"t","inputSchema":{"type":"string"}})", false, false},
    {R"({"name":"t","inputSchema":{"type":["object"]}})", false, false},
    {R"({"name":"t","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#"}})", false,
     false},
    {R"({"name":"t","inputSchema":{"type":"object","$schema":7}})", false, false},
    {R"({"name":"t","inputSchema":{"type":"object","properties":{"p":true}}})", false, true},
    {R"({"name":"t","inputSchema":{"type":"object","properties":[]}})", false, true},
    {R"({"name":"t","inputSchema":{"type":"object","required":null}})", false, true},
    {R"({"name":"t","inputSchema":{"type":"object","required":[1]}})", false, true},
    {R"({"name":"t","inputSchema":{"type":"object"},"description":null})", false, false},
    {R"({"name":"t","inputSchema":{"type":"object"},"title":1})", false, false},
    {R"({"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}})", false,
     true},
    {R"({"name":"t","inputSchema":{"type":"object"},"outputSchema":{}})", false, true},
    {R"({"name":"t","inputSchema":{"type":"object"},"outputSchema":true})", false, false},
    {R"({"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}})", true,
     true},
    {R"({"name":"t","inputSchema":{"type":"object"},"annotations":[]})", false, false},
    {R"({"name":"t","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"true"}})", false,
     false},
    {R"({"name":"t","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"new":1}})",
     true, true},
    {R"({"name":"t","inputSchema":{"type":"object"},"annotations":{"title":null}})", false, false},
    {R"({"name":"t","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}})", true,
     true},
    {R"({"name":"t","inputSchema":{"type":"object"},"execution":{"taskSupport":"maybe"}})", false,
     true},
    {R"({"name":"t","inputSchema":{"type":"object"},"execution":7})", false, true},
    {R"({"name":"t","inputSchema":{"type":"object"},"icons":[{"src":"a","theme":"dark"}]})", true,
     true},
    {R"({"name":"t","inputSchema":{"type":"object"},"icons":[{}]})", false, false},
    {R"({"name":"t","inputSchema":{"type":"object"},"_meta":[]})", false, false},
    {R"({"name":"t","inputSchema":{"type":"object"},"future":[]})", true, true},
};

TEST(Tool, IsValidAsTheSchemasOfTheErasSay) {
  for (const ValidityCase& test : validity_cases) {
    const Tool tool = tool_of(test.definition);
    EXPECT_EQ(tool.valid_legacy, test.legacy) << test.definition;
    EXPECT_EQ(tool.valid_modern, test.modern) << test.definition;
  }
}

TEST(Tool, NestedAsDeepAsADocumentMayBeIsRead) {
  std::string schema = R"({"type":"object"})";
  for (int i = 0; i < 400; ++i)
    schema = R"({"items":)" + schema + "}";
  const Tool tool = tool_of(R"({"name":"t","inputSchema":)" + schema + "}");
  EXPECT_EQ(tool.full_text(), tool.projected);
}

std::string shared_file(const std::string& name) {
  const char* shared = std::getenv("LOCKSTEP_SHARED");
  const char* source = std::getenv("LOCKSTEP_SOURCE");
  const std::string root = shared != nullptr   ? std::string(shared)
                           : source != nullptr ? std::string(source) + "/../shared"
                                               : "../shared";
  std::ifstream file(root + "/captures/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The hashes on which independent canonicalizers agree.
json::Document known_hashes() {
  const std::string text = shared_file("fixture-tools-1MB.jcs-sha256.json");
  return text.empty() ? json::Document() : parsed(text);
}

TEST(Tool, FullTextOfARealToolHasTheHashOnWhichOtherCanonicalizersAgree) {
  const json::Document known = known_hashes();
  if (known.root().is_null()) GTEST_SKIP() << "the fixture is not there";
  const json::Document document = parsed(shared_file("fixture-tools-real41.json"));
  const ToolSet set = ToolSet::read(document.root()["tools"]);
  EXPECT_EQ(set.size(), 41U);
  for (const Tool& tool : set.tools()) {
    EXPECT_EQ(base::to_hex(tool.full_digest().bytes), known.root()["perTool"][tool.name].string())
        << tool.name;
  }
}

TEST(ToolSet, OfAThousandRealToolsIsReadWhole) {
  const std::string text = shared_file("fixture-tools-1MB.json");
  if (text.empty()) GTEST_SKIP() << "the fixture is not there";
  const json::Document document = parsed(text);
  const auto whole = json::canonicalize(document.root());
  ASSERT_TRUE(whole.has_value());
  EXPECT_EQ(base::to_hex(base::sha256(whole->view())), known_hashes().root()["whole"].string());
  const ToolSet set = ToolSet::read(document.root()["tools"]);
  EXPECT_EQ(set.size(), 1050U);
  for (const Tool& tool : set.tools()) {
    EXPECT_TRUE(tool.valid_legacy && tool.valid_modern && !tool.header_refused) << tool.name;
    EXPECT_EQ(set.find(tool.name), &tool);
    EXPECT_EQ(json::to_text(parsed(tool.definition).root()), tool.definition);
  }
}

}  // namespace
}  // namespace lockstep::registry
