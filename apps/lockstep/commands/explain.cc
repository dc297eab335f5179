#include "apps/lockstep/audit_call.h"
#include "apps/lockstep/auditor.h"
#include "apps/lockstep/command.h"
#include "apps/lockstep/explain_view.h"

namespace lockstep::app {
namespace {

std::unique_ptr<View> make_view(const Arguments& arguments, Machine& machine) {
  if (arguments.value_or("--output", "text") == "json") return make_explain_json_view(machine);
  return make_explain_view(machine, typography(arguments.value_or("--color", "auto"), machine));
}

int run(const Arguments& arguments, Machine& machine) {
  return run_audit(arguments, machine, make_view);
}

std::vector<Option> options() {
  std::vector<Option> all = {
      {"--output", "-o", "FORM", "How to print the explanations.", {"text", "json"}}};
  for (Option& option : audit_options())
    all.push_back(std::move(option));
  return all;
}

}  // namespace

const Command& explain_command() {
  static const Command command = {
      .name = "explain",
      .summary = "Tell which rule gave a verdict, and what would change it.",
      .words = "FILE...",
      .words_min = 1,
      .words_max = any_number,
      .description =
          "Takes the inputs of audit and tells for each of them which rule gave the "
          "verdict, the facts that it used, the facts that were missing, and what would "
          "change the verdict. The exit status is that of audit.\n",
      .options = options(),
      .run = run};
  return command;
}

}  // namespace lockstep::app
