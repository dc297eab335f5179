#include <fmt/format.h>

#include "apps/lockstep/explain_view.h"
#include "apps/lockstep/layout.h"
#include "apps/lockstep/wording.h"
#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

class ExplainView final : public View {
 public:
  ExplainView(Machine& machine, const Typography& typography)
      : machine_(machine), typography_(typography) {}

  void result(const verdict::Result& result) override {
    if (any_) out("\n");
    any_ = true;
    green_ = green_ || result.verdict == verdict::Verdict::converged;
    one(result);
    for (const auto& pair : result.pairs) {
      out("\n");
      one(pair);
    }
  }

  void finish() override {
    if (green_) out("\n" + hanging("", boundary_sentence(), typography_.columns));
  }

 private:
  void one(const verdict::Result& result) {
    const std::string title = hanging("", title_words(result), typography_.columns);
    out(tinted(std::string_view(title).substr(0, title.size() - 1), Tint::strong, typography_) +
        "\n");
    out(tinted_verdict(hanging("  " + pad("verdict", label_width), verdict_words(result.verdict),
                               typography_.columns),
                       result.verdict, typography_));
    line("rule", fmt::format("{}: {}", to_string(result.reason), explanation(result.reason)));
    line("judged at", base::format_rfc3339(result.now) + from(result));
    facts(result);
    for (const auto& finding : result.findings)
      line("finding", base::escape_visible(finding.code + ": " + finding.facts));
    for (const auto& doubt : result.uncertain_because)
      line("doubt", base::escape_visible(doubt));
    line("would change", remedy(result.reason));
    line("next step", base::escape_visible(result.next_action.text) +
                          (result.next_action.requires_approval ? " (needs approval)" : ""));
  }

  void facts(const verdict::Result& result) {
    line("signal", signal_words(result.stages));
    line("discovery", discovery_words(result.stages));
    line("install", install_words(result.stages));
    line("freshness", freshness_words(result));
    list("facts used", result.facts_used);
    list("missing", result.facts_missing);
  }

  void list(std::string_view label, const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names)
      text += (text.empty() ? "" : ", ") + base::escape_visible(name);
    line(label, text.empty() ? "none" : text);
  }

  void line(std::string_view label, std::string_view text) {
    out(hanging("  " + pad(label, label_width), text, typography_.columns));
  }

  static std::string from(const verdict::Result& result) {
    return result.now_from.empty() ? "" : ", from the " + base::escape_visible(result.now_from);
  }

  void out(std::string_view text) { machine_.out(text); }

  static constexpr std::size_t label_width = 14;
  Machine& machine_;
  Typography typography_;
  bool any_ = false;
  bool green_ = false;
};

}  // namespace

std::unique_ptr<View> make_explain_view(Machine& machine, const Typography& typography) {
  return std::make_unique<ExplainView>(machine, typography);
}

}  // namespace lockstep::app
