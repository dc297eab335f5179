#include "apps/lockstep/tool_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::app {
namespace {

using testing::HasSubstr;

constexpr std::string_view tool_a = R"({"name":"a","inputSchema":{"type":"object"}})";
constexpr std::string_view tool_b = R"({"name":"b","inputSchema":{"type":"object"}})";
constexpr std::size_t limit = 1u << 20;

std::string fill(std::string text) {
  const auto replace = [&](std::string_view mark, std::string_view by) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
      text.replace(at, mark.size(), by);
  };
  replace("$A", tool_a);
  replace("$B", tool_b);
  return text;
}

std::vector<ToolSource> read(const std::string& text, std::optional<Side> side = std::nullopt) {
  auto sources = read_tool_sources(fill(text), {.side = side}, limit);
  EXPECT_TRUE(sources.has_value()) << text;
  return sources ? std::move(*sources) : std::vector<ToolSource>();
}

TEST(ToolSource, gives_the_same_set_for_every_form_of_a_registry) {
  const auto expected = read("[$A,$B]").front().tools->digest();
  for (const char* text :
       {"[$B,$A]", R"({"tools":[$A,$B]})", R"({"tools":[$A,$B],"nextCursor":null})",
        R"({"jsonrpc":"2.0","id":1,"result":{"tools":[$A,$B]}})",
        R"([{"id":1,"result":{"tools":[$A]}},{"id":2,"result":{"tools":[$B]}}])",
        R"({"schema":"lockstep.evidence/v1","registry":{"tools":[$A,$B]}})",
        R"({"schema":"lockstep.evidence/v1","pages":[{"tools":[$A]},{"tools":[$B]}]})",
        R"({"cases":[{"id":"x","record":{"registry":{"tools":[$A,$B]}}}]})"}) {
    const auto sources = read(text);
    ASSERT_EQ(sources.size(), 1U) << text;
    EXPECT_EQ(sources.front().tools->digest(), expected) << text;
  }
}

TEST(ToolSource, takes_the_side_of_a_record_that_is_asked_for) {
  const std::string record =
      R"({"schema":"lockstep.evidence/v1","registry":{"tools":[$A]},"pages":[{"tools":[$A,$B]}]})";
  EXPECT_EQ(read(record).front().tools->size(), 1U);
  EXPECT_EQ(read(record).front().label, "registry");
  EXPECT_EQ(read(record, Side::discovered).front().tools->size(), 2U);
  EXPECT_FALSE(read_tool_sources(R"({"schema":"lockstep.evidence/v1","registry":{}})",
                                 {.side = Side::discovered}, limit)
                   .has_value());
}

TEST(ToolSource, reads_a_digest_where_a_record_holds_no_definitions) {
  const auto sources = read(
      R"({"schema":"lockstep.evidence/v1","pages":[{"toolCount":2}],
          "discovered":{"projection":"mcp-tools/v1","digest":"sha256:ab","toolCount":2}})");
  ASSERT_EQ(sources.size(), 1U);
  EXPECT_FALSE(sources.front().tools.has_value());
  EXPECT_EQ(sources.front().stated.digest, "sha256:ab");
  EXPECT_EQ(sources.front().stated.tool_count, 2);
}

TEST(ToolSource, reads_several_records_from_a_list_or_from_lines) {
  const std::string one = R"({"schema":"lockstep.evidence/v1","registry":{"tools":[$A]}})";
  EXPECT_EQ(read("[" + one + "," + one + "]").size(), 2U);
  const auto lines = read(one + "\n\n" + one + "\n");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1].label, "line 3, registry");
}

TEST(ToolSource, counts_entries_that_are_no_tools) {
  EXPECT_EQ(read(R"([$A,{"title":"x"},7])").front().nameless, 2U);
}

TEST(ToolSource, refuses_what_holds_no_set_and_says_where) {
  const std::pair<const char*, const char*> cases[] = {
      {"{}", "no_tools"},
      {"7", "no_tools"},
      {"[1,2]", "no_tools"},
      {R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601}})", "no_tools"},
      {R"({"tools":[)", "syntax"},
      {R"({"tools":[],"tools":[]})", "duplicate_member"},
      {"", "empty_document"}};
  for (const auto& [text, code] : cases) {
    const auto sources = read_tool_sources(text, {}, limit);
    ASSERT_FALSE(sources.has_value()) << text;
    EXPECT_EQ(sources.error().code, code) << text;
  }
  const auto lines = read_tool_sources(fill("[$A]\n{\"tools\":[}\n"), {}, limit);
  ASSERT_FALSE(lines.has_value());
  EXPECT_EQ(lines.error().line, 2U);
}

TEST(ToolSource, takes_an_empty_list_as_the_empty_set) {
  EXPECT_TRUE(read("[]").front().tools->empty());
  EXPECT_TRUE(read(R"({"tools":[]})").front().tools->empty());
}

TEST(ToolSource, gives_only_the_digest_where_no_more_is_asked_for) {
  for (const char* shape : {"[$A,$B]", R"({"tools":[$B,$A]})",
                            R"([{"result":{"tools":[$A]}},{"result":{"tools":[$B]}}])"}) {
    const auto whole = read_tool_sources(fill(shape), {}, limit);
    const auto quick =
        read_tool_sources(fill(shape), {.digest_only = registry::Projection::tools_v1}, limit);
    ASSERT_TRUE(whole && quick) << shape;
    ASSERT_TRUE(quick->front().digest) << shape;
    EXPECT_FALSE(quick->front().tools) << shape;
    EXPECT_EQ(quick->front().digest->digest, whole->front().tools->digest()) << shape;
    EXPECT_EQ(quick->front().digest->tools, 2U) << shape;
  }
}

TEST(ToolSource, reads_the_tools_where_a_name_stands_twice) {
  const auto sources =
      read_tool_sources(fill("[$A,$A,$B]"), {.digest_only = registry::Projection::tools_v1}, limit);
  ASSERT_TRUE(sources);
  EXPECT_FALSE(sources->front().digest);
  EXPECT_EQ(sources->front().tools->size(), 2U);
}

}  // namespace
}  // namespace lockstep::app
