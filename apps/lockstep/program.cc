#include "apps/lockstep/program.h"

#include <algorithm>
#include <iterator>

#include "apps/lockstep/command.h"
#include "apps/lockstep/help.h"
#include "apps/lockstep/messages.h"
#include "apps/lockstep/parse.h"

namespace lockstep::app {
namespace {

int run_command(const Command& command, const std::vector<std::string>& words, Machine& machine) {
  if (std::ranges::any_of(words.begin(), std::ranges::find(words, "--"),
                          [](const auto& word) { return word == "--help" || word == "-h"; })) {
    machine.out(command_help(command, text_columns(machine)));
    return 0;
  }
  const auto arguments = parse(command, words);
  if (!arguments) {
    machine.err(error_line({}, arguments.error()));
    machine.err("Try `lockstep help " + std::string(command.name) + "`.\n");
    return status_error;
  }
  return command.run(*arguments, machine);
}

int dispatch(const std::vector<std::string>& words, Machine& machine) {
  if (words.empty()) {
    machine.err(program_help(text_columns(machine)));
    return status_error;
  }
  const std::string& first = words.front();
  if (first == "--help" || first == "-h") return run_command(help_command(), {}, machine);
  if (first == "--version" || first == "-V") return run_command(version_command(), {}, machine);
  const Command* command = find_command(first);
  if (command == nullptr) {
    const std::string_view kind = first.starts_with('-') ? "option" : "command";
    machine.err(
        error_line({}, {"usage", "there is no " + std::string(kind) + " `" + first + "` here"}));
    machine.err("Try `lockstep help`.\n");
    return status_error;
  }
  return run_command(*command, {std::next(words.begin()), words.end()}, machine);
}

}  // namespace

const std::vector<const Command*>& commands() {
  static const std::vector<const Command*> all = {
      &audit_command(),      &explain_command(), &digest_command(), &diff_command(),
      &completion_command(), &help_command(),    &version_command()};
  return all;
}

const Command* find_command(std::string_view name) {
  const auto found =
      std::ranges::find_if(commands(), [&](const Command* each) { return each->name == name; });
  return found == commands().end() ? nullptr : *found;
}

std::optional<std::string> Arguments::value(std::string_view option) const {
  const auto found = values.find(option);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

std::string Arguments::value_or(std::string_view option, std::string_view otherwise) const {
  return value(option).value_or(std::string(otherwise));
}

int run(const std::vector<std::string>& words, Machine& machine) {
  const int status = dispatch(words, machine);
  if (machine.flush()) return status;
  machine.err(error_line({}, {"write_failed", "standard output cannot be written"}));
  return status_error;
}

}  // namespace lockstep::app
