#include <fmt/format.h>

#include "apps/lockstep/messages.h"
#include "apps/lockstep/wording.h"

namespace lockstep::app {
namespace {

bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

// Takes text that is escaped visibly; a backslash before a sign keeps every markup from working.
std::string markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_ascii_punctuation(c)) out += '\\';
    out += c;
  }
  return out;
}

class MarkdownView final : public View {
 public:
  explicit MarkdownView(Machine& machine) : machine_(machine) {}

  void result(const verdict::Result& result) override {
    begin();
    std::string affected;
    for (const auto& change : result.affected)
      affected += (affected.empty() ? "" : "; ") + change_words(change);
    machine_.out(fmt::format("| {} | `{}` | {} | {} | {} | {} |\n", verdict_words(result.verdict),
                             to_string(result.reason), markdown(id_words(result)),
                             markdown(pair_words(result)), markdown(affected),
                             markdown(step_words(result))));
    green_ = green_ || result.verdict == verdict::Verdict::converged;
  }

  void error(const recording::InputError& error) override {
    begin();
    std::string line = error_line(error.name, error.error);
    line.pop_back();
    machine_.out(fmt::format("| not readable |  |  |  | {} |  |\n", markdown(line)));
  }

  void finish() override {
    begin();
    if (green_) machine_.out(fmt::format("\n{}\n", boundary_sentence()));
  }

 private:
  void begin() {
    if (started_) return;
    started_ = true;
    machine_.out(
        "| Verdict | Reason | Id | Pair | Affected | Next step |\n"
        "| --- | --- | --- | --- | --- | --- |\n");
  }

  Machine& machine_;
  bool started_ = false;
  bool green_ = false;
};

}  // namespace

std::unique_ptr<View> make_markdown_view(Machine& machine) {
  return std::make_unique<MarkdownView>(machine);
}

}  // namespace lockstep::app
