#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/lockstep/explain_view.h"
#include "apps/lockstep/memory_machine.h"
#include "apps/lockstep/view.h"
#include "lockstep/base/text.h"
#include "lockstep/json/document.h"

namespace lockstep::app {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view hostile = "x\x1b[31m\xe2\x80\xae<b>|`*\"&\r\n\xff\xef\xbf\xbe";

verdict::Result result_of(verdict::Reason reason, std::string id = "file.json") {
  verdict::Result result;
  result.id = std::move(id);
  result.client = "agent";
  result.server = "tickets";
  result.reason = reason;
  result.verdict = verdict_of(reason);
  result.next_action = {"request_refresh", "Ask for one refresh.", true, {}};
  result.now = base::parse_rfc3339("2026-07-20T09:00:00Z").value();
  result.now_from = "input";
  return result;
}

verdict::Result hostile_result() {
  const std::string text(hostile);
  verdict::Result result = result_of(verdict::Reason::registry_differs, text);
  result.client = text;
  result.server = text;
  result.vantage = text;
  result.findings = {{"order_changed", text}};
  result.uncertain_because = {text};
  result.facts_used = {text};
  result.facts_missing = {text};
  result.stages.witness = text;
  result.stages.signal = verdict::SignalState::seen;
  result.stages.signal_kind = text;
  result.next_action.text = text;
  result.next_action.affected = {text};
  registry::ToolChange change;
  change.name = text;
  change.members = {{text, registry::Compatibility::breaking, false, false, "narrowed"}};
  result.affected = {change};
  result.discovered = verdict::SetSummary{text, text, 1};
  result.pairs = {result};
  return result;
}

using Make = std::unique_ptr<View> (*)(Machine&);
const std::pair<const char*, Make> views[] = {
    {"table", [](Machine& m) { return make_table_view(m, {}); }},
    {"wide", [](Machine& m) { return make_wide_view(m, {}); }},
    {"explain", [](Machine& m) { return make_explain_view(m, {}); }},
    {"explain json", make_explain_json_view},
    {"json", make_json_view},
    {"jsonl", make_jsonl_view},
    {"yaml", make_yaml_view},
    {"junit", make_junit_view},
    {"markdown", make_markdown_view}};

std::string shown(Make make, const std::vector<verdict::Result>& results) {
  MemoryMachine machine;
  const auto view = make(machine);
  for (const auto& result : results)
    view->result(result);
  view->error({std::string(hostile), {"syntax", std::string(hostile)}});
  view->finish();
  return machine.output;
}

std::string table(const std::vector<verdict::Result>& results, const Typography& typography = {}) {
  MemoryMachine machine;
  const auto view = make_table_view(machine, typography);
  for (const auto& result : results)
    view->result(result);
  view->finish();
  return machine.output;
}

TEST(Views, let_no_hostile_character_of_a_peer_through) {
  for (const auto& [name, make] : views) {
    const std::string text = shown(make, {hostile_result()});
    ASSERT_FALSE(text.empty()) << name;
    EXPECT_EQ(base::find_invalid_utf8(text), std::nullopt) << name;
    for (const std::string_view bad : {"\x1b", "\xe2\x80\xae", "\r", "\xff"})
      EXPECT_EQ(text.find(bad), std::string::npos) << name;
  }
}

TEST(Views, show_nothing_that_markup_could_take_for_its_own) {
  EXPECT_THAT(shown(make_junit_view, {hostile_result()}), Not(HasSubstr("<b>")));
  const std::string markdown = shown(make_markdown_view, {hostile_result()});
  EXPECT_THAT(markdown, HasSubstr("\\<b\\>\\|\\`\\*"));
}

TEST(Views, name_verdict_and_reason_of_each_result) {
  for (const auto& [name, make] : views) {
    const std::string text = shown(
        make, {result_of(verdict::Reason::no_refetch), result_of(verdict::Reason::cursor_cycle)});
    for (const char* word : {"stale", "no_refetch", "incomplete", "cursor_cycle", "file"})
      EXPECT_THAT(text, HasSubstr(word)) << name;
  }
}

TEST(Views, say_what_green_does_not_prove) {
  for (const auto& [name, make] : views) {
    const std::string text = shown(make, {result_of(verdict::Reason::fresh_full_traversal)});
    const bool is_for_people =
        std::string_view(name) != "junit" && name != std::string("explain json");
    if (is_for_people) {
      EXPECT_THAT(text, HasSubstr("authorization")) << name;
    }
  }
}

TEST(JsonView, prints_one_report_and_yaml_the_same_data) {
  const auto document = json::Document::parse(shown(make_json_view, {hostile_result()}));
  ASSERT_TRUE(document.has_value());
  EXPECT_EQ(document->root()["schema"].string(), "lockstep.report/v1");
  EXPECT_THAT(shown(make_yaml_view, {}), HasSubstr("schema: \"lockstep.report/v1\"\n"));
}

TEST(JsonlView, prints_each_result_on_a_line_of_its_own) {
  const std::string text = shown(make_jsonl_view, {hostile_result(), hostile_result()});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST(JunitView, counts_failures_and_errors) {
  const std::string text = shown(make_junit_view, {result_of(verdict::Reason::no_refetch),
                                                   result_of(verdict::Reason::empty_catalog)});
  EXPECT_THAT(text,
              HasSubstr("<testsuite name=\"lockstep\" tests=\"3\" failures=\"1\" errors=\"1\""));
}

TEST(TableView, fits_its_columns_at_every_width) {
  std::vector<verdict::Result> results = {hostile_result(),
                                          result_of(verdict::Reason::fresh_full_traversal)};
  results.push_back(
      result_of(verdict::Reason::session_changed_without_discovery,
                "a/very/long/path/that/goes/on/and/on/日本語/until-it-is-too-wide.json"));
  registry::ToolChange change;
  change.name = std::string(200, 'n');
  results.back().affected = {change, change};
  for (std::size_t columns = 20; columns <= 100; ++columns) {
    const std::string text = table(results, {columns, false});
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = text.find('\n', start);
      const std::string line = text.substr(start, end - start);
      EXPECT_LE(base::display_width(line), columns) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
      start = end + 1;
    }
  }
}

TEST(TableView, drops_columns_on_a_narrow_terminal_but_never_the_verdict) {
  const auto results = {result_of(verdict::Reason::no_refetch)};
  EXPECT_THAT(table(results, {100, false}), HasSubstr("AFFECTED/NEXT STEP"));
  EXPECT_THAT(table(results, {60, false}), Not(HasSubstr("AFFECTED/NEXT STEP")));
  EXPECT_THAT(table(results, {30, false}), Not(HasSubstr("REASON")));
  EXPECT_THAT(table(results, {20, false}), HasSubstr("✗ stale"));
}

TEST(TableView, has_a_sign_and_a_word_beside_every_colour) {
  for (const bool colour : {false, true}) {
    const std::string text = table({result_of(verdict::Reason::no_refetch)}, {100, colour});
    EXPECT_THAT(text, HasSubstr("✗ stale"));
    EXPECT_EQ(text.find('\x1b') != std::string::npos, colour);
  }
}

TEST(TableView, sets_rows_beyond_those_it_holds_back_as_they_come) {
  std::vector<verdict::Result> results(
      1500, result_of(verdict::Reason::fresh_full_traversal, "one.jsonl"));
  const std::string text = table(results);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 1500 + 5);
  EXPECT_THAT(text, HasSubstr("1500 results: 1500 converged."));
}

TEST(TableView, tells_a_hundred_in_detail_and_says_how_many_more_there_are) {
  std::vector<verdict::Result> results(130, result_of(verdict::Reason::no_refetch));
  EXPECT_THAT(table(results), HasSubstr("30 more are not told in detail"));
}

TEST(Typography, has_colour_on_a_terminal_only_unless_told_otherwise) {
  MemoryMachine machine;
  EXPECT_FALSE(typography("auto", machine).colour);
  EXPECT_TRUE(typography("always", machine).colour);
  machine.terminal.out_is_terminal = true;
  EXPECT_TRUE(typography("auto", machine).colour);
  EXPECT_FALSE(typography("never", machine).colour);
  machine.variables["TERM"] = "dumb";
  EXPECT_FALSE(typography("auto", machine).colour);
  machine.variables = {{"NO_COLOR", "1"}};
  EXPECT_FALSE(typography("auto", machine).colour);
  EXPECT_TRUE(typography("always", machine).colour);
  machine.variables = {{"NO_COLOR", ""}};
  EXPECT_TRUE(typography("auto", machine).colour);
}

}  // namespace
}  // namespace lockstep::app
