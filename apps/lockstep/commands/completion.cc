#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/lockstep/command.h"

namespace lockstep::app {
namespace {

// A text between single quotes of a shell.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool takes_file(const Option& option) {
  return option.value == "FILE";
}

std::string names() {
  std::string all;
  for (const Command* command : commands())
    all += (all.empty() ? "" : " ") + std::string(command->name);
  return all;
}

std::string bash_options(const Command& command) {
  std::string all = "--help";
  for (const Option& option : command.options) {
    all += fmt::format(" {}", option.name);
    if (!option.letter.empty()) all += fmt::format(" {}", option.letter);
  }
  return all;
}

std::string bash_values(const Command& command) {
  std::string cases;
  for (const Option& option : command.options) {
    if (option.value.empty()) continue;
    const std::string key = fmt::format("{}:{}", command.name, option.name);
    const std::string letter =
        option.letter.empty() ? "" : fmt::format("|{}:{}", command.name, option.letter);
    const std::string words =
        takes_file(option) ? "compopt -o default 2>/dev/null; COMPREPLY=()"
                           : fmt::format("COMPREPLY=($(compgen -W {} -- \"$current\"))",
                                         quoted(fmt::format("{}", fmt::join(option.choices, " "))));
    cases += fmt::format("    {}{}) {}; return ;;\n", key, letter, words);
  }
  return cases;
}

std::string bash_script() {
  std::string values;
  std::string words;
  for (const Command* command : commands()) {
    values += bash_values(*command);
    const std::string plain =
        command->word_choices.empty()
            ? (command->words.empty() ? "COMPREPLY=()"
                                      : "compopt -o default 2>/dev/null; COMPREPLY=()")
            : fmt::format("COMPREPLY=($(compgen -W {} -- \"$current\"))",
                          quoted(fmt::format("{}", fmt::join(command->word_choices, " "))));
    words += fmt::format(
        "    {0}) case \"$current\" in\n"
        "        -*) COMPREPLY=($(compgen -W {1} -- \"$current\")) ;;\n"
        "        *) {2} ;;\n      esac ;;\n",
        command->name, quoted(bash_options(*command)), plain);
  }
  return fmt::format(
      "# Completion of lockstep for bash: eval \"$(lockstep completion bash)\"\n"
      "_lockstep() {{\n"
      "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" previous=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
      "  local command=\"${{COMP_WORDS[1]}}\"\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W {0} -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"$command:$previous\" in\n{1}  esac\n"
      "  case \"$command\" in\n{2}  esac\n"
      "}}\n"
      "complete -F _lockstep lockstep\n",
      quoted(names()), values, words);
}

// Brackets and colons have a meaning of their own inside the specifications of _arguments.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_option(const Option& option) {
  std::string tail = fmt::format("[{}]", zsh_text(option.help));
  if (!option.value.empty())
    tail += fmt::format(
        ":{}:{}", option.value,
        takes_file(option) ? "_files" : fmt::format("({})", fmt::join(option.choices, " ")));
  std::string lines = fmt::format("      {} \\\n", quoted(std::string(option.name) + tail));
  if (!option.letter.empty())
    lines += fmt::format("      {} \\\n", quoted(std::string(option.letter) + tail));
  return lines;
}

std::string zsh_script() {
  std::string list;
  std::string cases;
  for (const Command* command : commands()) {
    list += fmt::format("    {}\n",
                        quoted(fmt::format("{}:{}", command->name, zsh_text(command->summary))));
    cases += fmt::format("    {}) _arguments \\\n", command->name);
    for (const Option& option : command->options)
      cases += zsh_option(option);
    const std::string words = command->word_choices.empty()
                                  ? "_files"
                                  : fmt::format("({})", fmt::join(command->word_choices, " "));
    cases += fmt::format("      '--help[Print this help.]' {} ;;\n",
                         command->words.empty() ? "" : quoted("*:word:" + words));
  }
  return fmt::format(
      "#compdef lockstep\n"
      "# Completion of lockstep for zsh: lockstep completion zsh > ~/.zfunc/_lockstep\n"
      "_lockstep() {{\n"
      "  local -a commands=(\n{0}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local name=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $name in\n{1}  esac\n"
      "}}\n"
      "if [ \"$funcstack[1]\" = _lockstep ]; then\n  _lockstep \"$@\"\nelse\n"
      "  compdef _lockstep lockstep\nfi\n",
      list, cases);
}

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_command(const Command& command) {
  const std::string inside =
      fmt::format("complete -c lockstep -n '__fish_seen_subcommand_from {}'", command.name);
  std::string out;
  for (const Option& option : command.options) {
    out += fmt::format("{} -l {}", inside, option.name.substr(2));
    if (!option.letter.empty()) out += fmt::format(" -s {}", option.letter.substr(1));
    if (takes_file(option))
      out += " -rF";
    else if (!option.value.empty())
      out += " -x";
    if (!option.choices.empty())
      out += fmt::format(" -a {}", fish_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
    out += fmt::format(" -d {}\n", fish_quoted(option.help));
  }
  if (!command.word_choices.empty())
    out += fmt::format("{} -f -a {}\n", inside,
                       fish_quoted(fmt::format("{}", fmt::join(command.word_choices, " "))));
  return out;
}

std::string fish_script() {
  std::string out =
      "# Completion of lockstep for fish: lockstep completion fish | source\n"
      "complete -c lockstep -n __fish_use_subcommand -f\n";
  for (const Command* command : commands())
    out += fmt::format("complete -c lockstep -n __fish_use_subcommand -a {} -d {}\n", command->name,
                       fish_quoted(command->summary));
  for (const Command* command : commands())
    out += fish_command(*command);
  return out;
}

int run(const Arguments& arguments, Machine& machine) {
  const std::string& shell = arguments.words.front();
  if (shell == "bash") {
    machine.out(bash_script());
  } else if (shell == "zsh") {
    machine.out(zsh_script());
  } else if (shell == "fish") {
    machine.out(fish_script());
  } else {
    machine.err("lockstep: completion is for another shell (expected bash, zsh or fish)\n");
    return status_error;
  }
  return 0;
}

}  // namespace

const Command& completion_command() {
  static const Command command = {
      .name = "completion",
      .summary = "Print a completion script for bash, zsh or fish.",
      .words = "bash|zsh|fish",
      .words_min = 1,
      .words_max = 1,
      .description =
          "Prints a script that lets the shell complete commands, options and their "
          "values.\n"
          "\n"
          "  bash  eval \"$(lockstep completion bash)\"\n"
          "  zsh   lockstep completion zsh > ~/.zfunc/_lockstep\n"
          "  fish  lockstep completion fish | source\n",
      .options = {},
      .word_choices = {"bash", "zsh", "fish"},
      .run = run};
  return command;
}

}  // namespace lockstep::app
