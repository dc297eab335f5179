#include "apps/lockstep/help.h"

#include <fmt/format.h>

#include "apps/lockstep/command.h"
#include "apps/lockstep/layout.h"
#include "apps/lockstep/messages.h"
#include "lockstep/verdict/reason.h"

namespace lockstep::app {
namespace {

std::string reason_help(verdict::Reason reason, std::size_t columns) {
  return fmt::format("{} ({})\n\n", to_string(reason), to_string(verdict_of(reason))) +
         hanging("", explanation(reason), columns) + "\n" +
         hanging("", "What would change the verdict:", columns) +
         hanging("  ", remedy(reason), columns);
}

std::string reason_list(std::size_t columns) {
  std::string out;
  for (int i = 0; i < verdict::reason_count; ++i) {
    const auto reason = static_cast<verdict::Reason>(i);
    const std::string verdict(to_string(verdict_of(reason)));
    out += hanging("  " + pad(verdict, 14), to_string(reason), columns);
  }
  return out;
}

std::optional<std::string> page(std::string_view name, std::size_t columns) {
  if (const Command* command = find_command(name)) return command_help(*command, columns);
  for (const Topic& topic : topics())
    if (topic.name == name)
      return topic_help(topic, columns) + (name == "verdicts" ? reason_list(columns) : "");
  if (const auto reason = verdict::parse_reason(name)) return reason_help(*reason, columns);
  return std::nullopt;
}

int run_help(const Arguments& arguments, Machine& machine) {
  const std::size_t columns = text_columns(machine);
  if (arguments.words.empty()) {
    machine.out(program_help(columns));
    return 0;
  }
  const std::string& name = arguments.words.front();
  const auto text = page(name, columns);
  if (text) {
    machine.out(*text);
    return 0;
  }
  machine.err(error_line({}, {"usage", "there is no help on `" + name +
                                           "` (expected a command, a topic or a reason)"}));
  return status_error;
}

std::vector<std::string_view> subjects() {
  std::vector<std::string_view> names = {"audit",      "explain", "digest", "diff",
                                         "completion", "help",    "version"};
  for (const Topic& topic : topics())
    names.push_back(topic.name);
  for (int i = 0; i < verdict::reason_count; ++i)
    names.push_back(to_string(static_cast<verdict::Reason>(i)));
  return names;
}

}  // namespace

const Command& help_command() {
  static const Command command = {
      .name = "help",
      .summary = "Explain a command, a topic such as exit-codes, or a reason.",
      .words = "[COMMAND|TOPIC|REASON]",
      .words_max = 1,
      .description =
          "Without a word: the list of commands and topics. With one: the help of that command, "
          "the "
          "page of that topic (exit-codes, inputs, limits, policy, verdicts, environment), or what "
          "a reason such as no_refetch says and what would change it.",
      .options = {},
      .word_choices = subjects(),
      .run = run_help};
  return command;
}

}  // namespace lockstep::app
