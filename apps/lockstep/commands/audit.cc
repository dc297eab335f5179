#include "apps/lockstep/audit_call.h"
#include "apps/lockstep/auditor.h"
#include "apps/lockstep/command.h"
#include "apps/lockstep/view.h"

namespace lockstep::app {
namespace {

std::unique_ptr<View> make_view(const Arguments& arguments, Machine& machine) {
  const std::string form = arguments.value_or("--output", "table");
  if (form == "json") return make_json_view(machine);
  if (form == "jsonl") return make_jsonl_view(machine);
  if (form == "yaml") return make_yaml_view(machine);
  if (form == "junit") return make_junit_view(machine);
  if (form == "markdown") return make_markdown_view(machine);
  const Typography set = typography(arguments.value_or("--color", "auto"), machine);
  return form == "wide" ? make_wide_view(machine, set) : make_table_view(machine, set);
}

int run(const Arguments& arguments, Machine& machine) {
  return run_audit(arguments, machine, make_view);
}

std::vector<Option> options() {
  std::vector<Option> all = {{"--output",
                              "-o",
                              "FORM",
                              "How to print the results.",
                              {"table", "wide", "json", "jsonl", "yaml", "junit", "markdown"}}};
  for (Option& option : audit_options())
    all.push_back(std::move(option));
  return all;
}

}  // namespace

const Command& audit_command() {
  static const Command command = {
      .name = "audit",
      .summary = "Judge recorded evidence: is the registry what the server offers?",
      .words = "FILE...",
      .words_min = 1,
      .words_max = any_number,
      .description =
          "Reads evidence records, observations, wire transcripts, captures and HAR files, judges "
          "each pair of client and server, and prints the verdict, the reason and the safest next "
          "step. A directory stands for the files inside it, `-` for standard input; see `lockstep "
          "help inputs`.\n"
          "\n"
          "Exit status: 0 converged, 1 stale, 2 error or nothing to judge, 3 incomplete, 4 "
          "unverifiable; of several the worst, in the order 2, 1, 3, 4, 0.\n",
      .options = options(),
      .run = run};
  return command;
}

}  // namespace lockstep::app
