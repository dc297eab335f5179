#include "lockstep/registry/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lockstep/json/document.h"

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

/// A set of one tool with these further members.
ToolSet one(std::string_view members) {
  return set_of(R"([{"name":"t","inputSchema":{"type":"object"})" +
                (members.empty() ? "" : "," + std::string(members)) + "}]");
}

ToolChange change(std::string_view held, std::string_view offered) {
  auto changes = diff(one(held), one(offered));
  EXPECT_EQ(changes.size(), 1U) << held << " -> " << offered;
  return changes.empty() ? ToolChange() : changes.front();
}

std::vector<std::string> pointers(const ToolChange& change) {
  std::vector<std::string> all;
  for (const MemberChange& member : change.members)
    all.push_back(member.pointer);
  return all;
}

TEST(Diff, OfEqualSetsIsEmpty) {
  EXPECT_THAT(diff(one(R"("title":"T")"), one(R"("title":"T","description":null)")), IsEmpty());
  EXPECT_THAT(
      diff(set_of(R"([{"name":"a"},{"name":"b"}])"), set_of(R"([{"name":"b"},{"name":"a"}])")),
      IsEmpty());
}

TEST(Diff, TellsAddedRemovedAndChangedToolsSortedByName) {
  const auto changes = diff(set_of(R"([{"name":"c"},{"name":"b"},{"name":"same"}])"),
                            set_of(R"([{"name":"same"},{"name":"a"},{"name":"c","title":"C"}])"));
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[0].name, "a");
  EXPECT_EQ(changes[0].change, Change::added);
  EXPECT_EQ(changes[0].compatibility, Compatibility::compatible);
  EXPECT_EQ(changes[1].name, "b");
  EXPECT_EQ(changes[1].change, Change::removed);
  EXPECT_EQ(changes[1].compatibility, Compatibility::breaking);
  EXPECT_EQ(changes[2].name, "c");
  EXPECT_EQ(changes[2].change, Change::changed);
  EXPECT_FALSE(changes[0].guidance_only || changes[1].guidance_only);
  EXPECT_THAT(changes[0].members, IsEmpty());
  EXPECT_THAT(changes[1].members, IsEmpty());
}

TEST(Diff, NamesTheMembersOfTheDocumentedObservation) {
  const auto changes =
      diff(set_of(R"([{"name":"read_ticket","description":"Read one ticket","inputSchema":
        {"type":"object","properties":{"ticketId":{"type":"string"}},"required":["ticketId"]}}])"),
           set_of(R"([{"name":"read_ticket","description":"Read one ticket within a project",
        "inputSchema":{"type":"object","properties":{"ticketId":{"type":"string"},
        "projectId":{"type":"string"}},"required":["projectId","ticketId"]}}])"));
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].compatibility, Compatibility::breaking);
  EXPECT_FALSE(changes[0].guidance_only);
  EXPECT_THAT(pointers(changes[0]), ElementsAre("/description", "/inputSchema/properties/projectId",
                                                "/inputSchema/required"));
  EXPECT_TRUE(changes[0].members[0].guidance);
  EXPECT_EQ(changes[0].members[1].why, "required argument added");
  EXPECT_EQ(changes[0].members[2].compatibility, Compatibility::breaking);
}

TEST(Diff, OfTextsIsGuidanceOnly) {
  for (const std::string_view member :
       {R"("title":"T")", R"("description":"D")", R"("annotations":{"title":"T"})"}) {
    const ToolChange found = change("", member);
    EXPECT_TRUE(found.guidance_only) << member;
    EXPECT_EQ(found.compatibility, Compatibility::compatible) << member;
    EXPECT_FALSE(found.against_safety) << member;
  }
  const ToolChange mixed = change(R"("title":"T")", R"("execution":{})");
  EXPECT_FALSE(mixed.guidance_only);
}

TEST(Diff, SeesThatNumbersOfOneDoubleDiffer) {
  const auto bounded = [](std::string_view number) {
    return set_of(R"([{"name":"t","inputSchema":{"type":"object","properties":{"n":{"maximum":)" +
                  std::string(number) + "}}}}]");
  };
  const auto changes = diff(bounded("9007199254740993"), bounded("9007199254740992"));
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_THAT(pointers(changes[0]), ElementsAre("/inputSchema/properties/n/maximum"));
  EXPECT_EQ(changes[0].compatibility, Compatibility::breaking);
  EXPECT_THAT(diff(bounded("1e2"), bounded("100.0")), IsEmpty());
}

TEST(Diff, DoesNotCountMembersOutsideTheProjection) {
  EXPECT_THAT(diff(one(R"("_meta":{"a":1})"), one(R"("icons":[])")), IsEmpty());
}

TEST(Diff, EscapesNamesInPointers) {
  const auto changes =
      diff(one(R"("annotations":{"a/b~c":1})"), one(R"("annotations":{"a/b~c":2})"));
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_THAT(pointers(changes[0]), ElementsAre("/annotations/a~1b~0c"));
}

struct MemberCase {
  std::string_view held;
  std::string_view offered;
  std::string_view pointer;
  Compatibility compatibility;
  bool against_safety;
};
constexpr Compatibility compatible = Compatibility::compatible;
constexpr Compatibility unknown = Compatibility::unknown;
constexpr Compatibility breaking = Compatibility::breaking;

constexpr MemberCase member_cases[] = {
    // Hints: the defaults of the specification count.
    {"", R"("annotations":{"readOnlyHint":true})", "/annotations/readOnlyHint", compatible, false},
    {R"("annotations":{"readOnlyHint":true})", "", "/annotations/readOnlyHint", compatible, true},
    {"", R"("annotations":{"destructiveHint":false})", "/annotations/destructiveHint", compatible,
     false},
    {R"("annotations":{"destructiveHint":false})", "", "/annotations/destructiveHint", compatible,
     true},
    {"", R"("annotations":{"destructiveHint":true})", "/annotations/destructiveHint", compatible,
     false},
    {R"("annotations":{"openWorldHint":false})", R"("annotations":{"openWorldHint":true})",
     "/annotations/openWorldHint", compatible, true},
    {R"("annotations":{"idempotentHint":true})", R"("annotations":{"idempotentHint":false})",
     "/annotations/idempotentHint", compatible, true},
    {R"("annotations":{"idempotentHint":true})", R"("annotations":{"idempotentHint":"yes"})",
     "/annotations/idempotentHint", unknown, true},
    {"", R"("annotations":{"later":true})", "/annotations/later", unknown, false},
    {"", R"("annotations":{})", "/annotations", compatible, false},
    {R"("annotations":{})", R"("annotations":[])", "/annotations", unknown, false},
    // Which ways to call a tool takes.
    {"", R"("execution":{"taskSupport":"forbidden"})", "/execution/taskSupport", compatible, false},
    {"", R"("execution":{"taskSupport":"optional"})", "/execution/taskSupport", compatible, false},
    {"", R"("execution":{"taskSupport":"required"})", "/execution/taskSupport", breaking, false},
    {R"("execution":{"taskSupport":"required"})", R"("execution":{"taskSupport":"optional"})",
     "/execution/taskSupport", compatible, false},
    {R"("execution":{"taskSupport":"optional"})", R"("execution":{})", "/execution/taskSupport",
     breaking, false},
    {"", R"("execution":{"taskSupport":"later"})", "/execution/taskSupport", unknown, false},
    {"", R"("execution":{"later":1})", "/execution/later", unknown, false},
    {"", R"("execution":7)", "/execution", unknown, false},
    // What a result promises.
    {"", R"("outputSchema":{"type":"object"})", "/outputSchema", compatible, false},
    {R"("outputSchema":{"type":"object"})", "", "/outputSchema", breaking, false},
    {R"("outputSchema":{"type":"object","required":["a"]})", R"("outputSchema":{"type":"object"})",
     "/outputSchema/required", breaking, false},
    {R"("outputSchema":{"type":"object"})", R"("outputSchema":{"type":"object","required":["a"]})",
     "/outputSchema/required", compatible, false},
};

TEST(Diff, ClassifiesEveryMemberOfATool) {
  for (const MemberCase& test : member_cases) {
    const ToolChange found = change(test.held, test.offered);
    SCOPED_TRACE(std::string(test.held) + " -> " + std::string(test.offered));
    ASSERT_THAT(pointers(found), ElementsAre(test.pointer));
    EXPECT_EQ(found.members[0].compatibility, test.compatibility);
    EXPECT_EQ(found.members[0].against_safety, test.against_safety);
    EXPECT_FALSE(found.members[0].guidance);
    EXPECT_FALSE(found.members[0].why.empty());
    EXPECT_EQ(found.compatibility, test.compatibility);
    EXPECT_EQ(found.against_safety, test.against_safety);
  }
}

TEST(Diff, OfAToolWithoutAnInputSchemaCannotTell) {
  const auto changes = diff(set_of(R"([{"name":"t"}])"), one(""));
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_THAT(pointers(changes[0]), ElementsAre("/inputSchema"));
  EXPECT_EQ(changes[0].compatibility, unknown);
}

struct DroppedCase {
  std::string_view held;
  std::string_view offered;
  std::string_view revision;
  bool dropped;
};

constexpr DroppedCase dropped_cases[] = {
    {"", R"("annotations":{})", "2024-11-05", true},
    {"", R"("annotations":{})", "2025-03-26", false},
    {"", R"("title":"T")", "2025-03-26", true},
    {"", R"("title":"T")", "2025-06-18", false},
    {"", R"("outputSchema":{"type":"object"})", "2025-03-26", true},
    {"", R"("outputSchema":{"type":"object"})", "2025-11-25", false},
    {"", R"("execution":{})", "2025-06-18", true},
    {"", R"("execution":{})", "2025-11-25", false},
    {"", R"("execution":{})", "2026-07-28", true},
    {"", R"("execution":{},"title":"T")", "2025-03-26", true},
    {"", R"("execution":{},"title":"T")", "2025-06-18", false},
    // The other way round nothing was dropped.
    {R"("execution":{})", "", "2025-06-18", false},
    // A change beside the loss is a difference.
    {R"("description":"a")", R"("description":"b","execution":{})", "2025-06-18", false},
    {R"("annotations":{})", R"("annotations":{"title":"T"})", "2024-11-05", false},
    {"", R"("description":"d")", "2024-11-05", false},
    {"", "", "2024-11-05", false},
    {"", R"("title":null)", "2024-11-05", false},
    {"", R"("annotations":{})", "", false},
    {"", R"("annotations":{})", "DRAFT", false},
};

TEST(UndefinedMembers, AloneMayBeDroppedByATypedClient) {
  for (const DroppedCase& test : dropped_cases) {
    const ToolSet held = one(test.held);
    const ToolSet offered = one(test.offered);
    EXPECT_EQ(only_undefined_members_dropped(held.tools()[0], offered.tools()[0], test.revision),
              test.dropped)
        << test.held << " -> " << test.offered << " in " << test.revision;
  }
}

struct RoundedCase {
  std::string_view a;
  std::string_view b;
  bool rounded;
};

constexpr RoundedCase rounded_cases[] = {
    {"9007199254740993", "9007199254740992", true},
    {"9223372036854775807", "9223372036854775808", true},
    // As ECMAScript writes it, and with all its digits.
    {"12345678901234567890", "12345678901234567000", true},
    {"12345678901234567890", "12345678901234567168", true},
    {"0.1", "0.1000000000000000055511151231257827021181583404541015625", true},
    {"0.10000000000000000001", "0.1", true},
    // Both within one double, neither of them the double.
    {"12345678901234567890", "12345678901234567891", false},
    {"9007199254740993", "9007199254740994", false},
    {"1", "2", false},
    {"1", "1.0", false},
    {"1e400", "1e401", false},
};

TEST(RoundedNumbers, AreToldFromOtherDifferences) {
  const auto with_number = [](std::string_view number) {
    return set_of(R"([{"name":"a"},{"name":"t","inputSchema":{"type":"object","x":[{"n":)" +
                  std::string(number) + "}]}}]");
  };
  for (const RoundedCase& test : rounded_cases) {
    EXPECT_EQ(only_rounded_numbers_differ(with_number(test.a), with_number(test.b)), test.rounded)
        << test.a << " and " << test.b;
    EXPECT_EQ(only_rounded_numbers_differ(with_number(test.b), with_number(test.a)), test.rounded)
        << test.b << " and " << test.a;
  }
}

TEST(RoundedNumbers, BesideAnotherDifferenceAreNotAll) {
  const ToolSet exact = set_of(R"([{"name":"t","inputSchema":{"n":9007199254740993}}])");
  for (const std::string_view other :
       {R"([{"name":"t","inputSchema":{"n":9007199254740992},"title":"T"}])",
        R"([{"name":"u","inputSchema":{"n":9007199254740992}}])",
        R"([{"name":"t","inputSchema":{"n":9007199254740992}},{"name":"u"}])",
        R"([{"name":"t","inputSchema":{"m":9007199254740992}}])",
        R"([{"name":"t","inputSchema":{"n":[9007199254740992]}}])"}) {
    EXPECT_FALSE(only_rounded_numbers_differ(exact, set_of(other))) << other;
  }
}

}  // namespace
}  // namespace lockstep::registry
