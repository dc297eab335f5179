#include "apps/lockstep/explain_view.h"
#include "lockstep/json/writer.h"
#include "lockstep/verdict/report.h"

namespace lockstep::app {
namespace {

enum class Depth { whole, pair };

void write_text(json::Writer& writer, std::string_view name, std::string_view text) {
  writer.key(name);
  text.empty() ? writer.null() : writer.string(text);
}

void write_names(json::Writer& writer, std::string_view name,
                 const std::vector<std::string>& names) {
  writer.key(name).begin_array();
  for (const auto& each : names)
    writer.string(each);
  writer.end_array();
}

void write_findings(json::Writer& writer, const verdict::Result& result) {
  writer.key("findings").begin_array();
  for (const auto& finding : result.findings) {
    writer.begin_object();
    writer.key("code").string(finding.code).key("facts").string(finding.facts);
    writer.end_object();
  }
  writer.end_array();
}

void write_step(json::Writer& writer, const verdict::NextAction& action) {
  writer.key("nextAction").begin_object();
  write_text(writer, "verb", action.verb);
  write_text(writer, "text", action.text);
  writer.key("requiresApproval").boolean(action.requires_approval);
  write_names(writer, "affected", action.affected);
  writer.end_object();
}

void write_one(json::Writer& writer, const verdict::Result& result, Depth depth) {
  writer.begin_object();
  write_text(writer, "id", result.id);
  write_text(writer, "client", result.client);
  write_text(writer, "server", result.server);
  writer.key("verdict").string(to_string(result.verdict));
  writer.key("reason").string(to_string(result.reason));
  writer.key("rule").string(explanation(result.reason));
  write_names(writer, "factsUsed", result.facts_used);
  write_names(writer, "factsMissing", result.facts_missing);
  writer.key("wouldChange").string(remedy(result.reason));
  write_findings(writer, result);
  write_step(writer, result.next_action);
  writer.key("pairs").begin_array();
  if (depth == Depth::whole)
    for (const auto& pair : result.pairs)
      write_one(writer, pair, Depth::pair);
  writer.end_array();
  writer.key("now").string(base::format_rfc3339(result.now));
  write_text(writer, "nowFrom", result.now_from);
  writer.end_object();
}

class ExplainJsonView final : public View {
 public:
  explicit ExplainJsonView(Machine& machine) : machine_(machine), writer_(text_, 2) {
    writer_.begin_object();
    writer_.key("schema").string("lockstep.explanation/v1");
    writer_.key("rules").string(verdict::rules_version);
    writer_.key("results").begin_array();
  }
  void result(const verdict::Result& result) override {
    write_one(writer_, result, Depth::whole);
    // What is written needs not wait for the rest.
    machine_.out(text_);
    text_.clear();
  }
  void finish() override {
    writer_.end_array();
    writer_.end_object();
    machine_.out(text_ + "\n");
  }

 private:
  Machine& machine_;
  std::string text_;
  json::Writer writer_;
};

}  // namespace

std::unique_ptr<View> make_explain_json_view(Machine& machine) {
  return std::make_unique<ExplainJsonView>(machine);
}

}  // namespace lockstep::app
