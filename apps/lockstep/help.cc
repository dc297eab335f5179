#include "apps/lockstep/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "apps/lockstep/layout.h"

namespace lockstep::app {
namespace {

constexpr std::size_t lead_width = 28;
constexpr Option help_option = {"--help", "-h", "", "Print this help."};

std::string entry(std::string_view lead, std::string_view text, std::size_t columns) {
  if (columns < 60) return fmt::format("  {}\n", lead) + hanging("      ", text, columns);
  const std::string first = "  " + std::string(lead);
  if (first.size() + 2 <= lead_width) return hanging(pad(first, lead_width), text, columns);
  return first + "\n" + hanging(std::string(lead_width, ' '), text, columns);
}

std::string option_entry(const Option& option, std::size_t columns) {
  std::string lead = option.letter.empty() ? "    " : std::string(option.letter) + ", ";
  lead += option.name;
  if (!option.value.empty()) lead += fmt::format(" {}", option.value);
  std::string text(option.help);
  if (!option.choices.empty()) text += fmt::format(" One of: {}.", fmt::join(option.choices, ", "));
  return entry(lead, text, columns);
}

std::string paragraphs(std::string_view text, std::size_t columns) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.empty())
      out += "\n";
    else if (line.front() == ' ' && line.size() <= columns)
      out += std::string(line) + "\n";
    else
      out += hanging("", line, columns);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

std::string program_help(std::size_t columns) {
  std::string out = hanging(
      "",
      "lockstep tells from evidence whether an agent's registry of tools is the one that its MCP "
      "servers offer.",
      columns);
  out += "\nUsage: lockstep COMMAND [OPTION]... [FILE]...\n\nCommands:\n";
  for (const Command* command : commands())
    out += entry(command->name, command->summary, columns);
  out += "\nTopics of `lockstep help`:\n";
  for (const Topic& topic : topics())
    out += entry(topic.name, topic.summary, columns);
  out += "\n";
  return out +
         hanging("", "`lockstep help COMMAND` and `lockstep help REASON` tell more.", columns);
}

std::string command_help(const Command& command, std::size_t columns) {
  std::string usage = fmt::format("lockstep {}", command.name);
  if (!command.options.empty()) usage += " [OPTION]...";
  if (!command.words.empty()) usage += fmt::format(" {}", command.words);
  std::string out = hanging("Usage: ", usage, columns) + "\n" +
                    paragraphs(command.description, columns) + "\nOptions:\n";
  for (const Option& option : command.options)
    out += option_entry(option, columns);
  return out + option_entry(help_option, columns);
}

std::string topic_help(const Topic& topic, std::size_t columns) {
  return paragraphs(topic.text, columns);
}

}  // namespace lockstep::app
