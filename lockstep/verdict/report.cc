#include "lockstep/verdict/report.h"

namespace lockstep::verdict {
namespace {

// Whether a result inside `pairs` may hold pairs of its own: it may not, so nothing recurses.
enum class Depth { whole, pair };

void write_text(json::Writer& writer, std::string_view name, std::string_view text) {
  writer.key(name);
  text.empty() ? writer.null() : writer.string(text);
}

void write_time(json::Writer& writer, std::string_view name,
                const std::optional<base::TimePoint>& time) {
  writer.key(name);
  time ? writer.string(base::format_rfc3339(*time)) : writer.null();
}

void write_count(json::Writer& writer, std::string_view name,
                 const std::optional<std::int64_t>& count) {
  writer.key(name);
  count ? writer.integer(*count) : writer.null();
}

template <class Strings>
void write_strings(json::Writer& writer, std::string_view name, const Strings& strings) {
  writer.key(name).begin_array();
  for (const auto& text : strings)
    writer.string(text);
  writer.end_array();
}

void write_stages(json::Writer& writer, const Stages& stages) {
  writer.key("stages").begin_object();
  writer.key("signal").begin_object();
  writer.key("state").string(to_string(stages.signal));
  write_text(writer, "kind", stages.signal_kind);
  write_time(writer, "at", stages.signal_at);
  writer.end_object();
  writer.key("discovery").begin_object();
  writer.key("state").string(to_string(stages.discovery));
  write_time(writer, "startedAt", stages.started_at);
  write_time(writer, "completedAt", stages.completed_at);
  write_count(writer, "pages", stages.pages);
  write_count(writer, "tools", stages.tools);
  writer.end_object();
  writer.key("install").begin_object();
  writer.key("state").string(to_string(stages.install));
  write_time(writer, "installedAt", stages.installed_at);
  write_text(writer, "witness", stages.witness);
  writer.end_object();
  writer.end_object();
}

void write_set(json::Writer& writer, std::string_view name, const std::optional<SetSummary>& set) {
  writer.key(name);
  if (!set) {
    writer.null();
    return;
  }
  writer.begin_object();
  write_text(writer, "projection", set->projection);
  write_text(writer, "digest", set->digest);
  if (set->tool_count) writer.key("toolCount").integer(*set->tool_count);
  writer.end_object();
}

void write_member_changes(json::Writer& writer, const std::vector<registry::MemberChange>& list) {
  writer.key("members").begin_array();
  for (const auto& member : list)
    writer.string(member.pointer);
  writer.end_array();
  writer.key("details").begin_array();
  for (const auto& member : list) {
    writer.begin_object();
    writer.key("member").string(member.pointer);
    writer.key("class").string(registry::to_string(member.compatibility));
    write_text(writer, "why", member.why);
    writer.end_object();
  }
  writer.end_array();
}

}  // namespace

void write_changes(json::Writer& writer, const std::vector<registry::ToolChange>& tools) {
  writer.begin_array();
  for (const auto& tool : tools) {
    writer.begin_object();
    writer.key("name").string(tool.name);
    writer.key("change").string(registry::to_string(tool.change));
    writer.key("class").string(registry::to_string(tool.compatibility));
    write_member_changes(writer, tool.members);
    writer.key("guidanceOnly").boolean(tool.guidance_only);
    writer.key("againstSafety").boolean(tool.against_safety);
    writer.end_object();
  }
  writer.end_array();
}

namespace {

void write_grades(json::Writer& writer, const Result& result) {
  writer.key("severity").string(to_string(result.severity));
  writer.key("uncertainty").begin_object();
  writer.key("grade").string(to_string(result.uncertainty));
  write_strings(writer, "because", result.uncertain_because);
  writer.end_object();
  writer.key("freshness").begin_object();
  write_time(writer, "asOf", result.as_of);
  writer.key("basis").string(to_string(result.basis));
  write_time(writer, "validUntil", result.valid_until);
  writer.end_object();
}

void write_findings(json::Writer& writer, const std::vector<Finding>& findings) {
  writer.key("findings").begin_array();
  for (const Finding& finding : findings) {
    writer.begin_object();
    writer.key("code").string(finding.code);
    writer.key("facts").string(finding.facts);
    writer.end_object();
  }
  writer.end_array();
}

void write_next_action(json::Writer& writer, const NextAction& action) {
  writer.key("nextAction").begin_object();
  write_text(writer, "verb", action.verb);
  write_text(writer, "text", action.text);
  writer.key("requiresApproval").boolean(action.requires_approval);
  write_strings(writer, "affected", action.affected);
  writer.end_object();
}

void write_members(json::Writer& writer, const Result& result) {
  write_text(writer, "id", result.id);
  write_text(writer, "client", result.client);
  write_text(writer, "server", result.server);
  write_text(writer, "vantage", result.vantage);
  writer.key("verdict").string(to_string(result.verdict));
  writer.key("reason").string(to_string(result.reason));
  write_stages(writer, result.stages);
  write_set(writer, "discovered", result.discovered);
  write_set(writer, "registry", result.registry);
  writer.key("affected");
  write_changes(writer, result.affected);
  write_grades(writer, result);
  write_findings(writer, result.findings);
  write_next_action(writer, result.next_action);
  write_strings(writer, "notEstablished", not_established());
  write_text(writer, "evidence", result.evidence);
}

void write_one(json::Writer& writer, const Result& result, Depth depth) {
  writer.begin_object();
  write_members(writer, result);
  writer.key("pairs").begin_array();
  if (depth == Depth::whole)
    for (const Result& pair : result.pairs)
      write_one(writer, pair, Depth::pair);
  writer.end_array();
  writer.key("now").string(base::format_rfc3339(result.now));
  write_text(writer, "nowFrom", result.now_from);
  writer.end_object();
}

// The moment that all results share; nullptr when there is none.
const Result* common_moment(const std::vector<Result>& results) {
  if (results.empty()) return nullptr;
  for (const Result& result : results)
    if (result.now != results.front().now || result.now_from != results.front().now_from)
      return nullptr;
  return &results.front();
}

}  // namespace

void write_result(json::Writer& writer, const Result& result) {
  write_one(writer, result, Depth::whole);
}

std::string write_report(const std::vector<Result>& results, std::size_t indent) {
  std::string out;
  json::Writer writer(out, indent);
  const Result* moment = common_moment(results);
  writer.begin_object();
  writer.key("schema").string("lockstep.report/v1");
  writer.key("rules").string(rules_version);
  write_time(writer, "now", moment ? std::optional(moment->now) : std::nullopt);
  write_text(writer, "nowFrom", moment ? std::string_view(moment->now_from) : std::string_view());
  writer.key("results").begin_array();
  for (const Result& result : results)
    write_result(writer, result);
  writer.end_array();
  writer.end_object();
  return out;
}

}  // namespace lockstep::verdict
