#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/lockstep/machine.h"

namespace lockstep::app {

/// One option of a command, as help, completion and the parser see it.
struct Option {
  /// `--output`.
  std::string_view name;
  /// `-o`, or empty.
  std::string_view letter;
  /// What its value is called, `FILE` or `TIME`; empty for a switch.
  std::string_view value;
  std::string_view help;
  /// The values that it may have; empty for any.
  std::vector<std::string_view> choices = {};
};

/// What stood behind the command's name.
class Arguments {
 public:
  std::vector<std::string> words;
  std::map<std::string, std::string, std::less<>> values;

  bool has(std::string_view option) const { return values.contains(option); }
  std::optional<std::string> value(std::string_view option) const;
  /// The value, or what holds without it.
  std::string value_or(std::string_view option, std::string_view otherwise) const;
};

/// One command. Its file defines it, and program.cc lists it; parsing, help and completion follow.
struct Command {
  std::string_view name;
  /// One line for the list of commands.
  std::string_view summary;
  /// `FILE…`, for the usage line; empty for none.
  std::string_view words;
  std::size_t words_min = 0;
  std::size_t words_max = 0;
  /// Paragraphs; a line break ends one.
  std::string_view description;
  std::vector<Option> options;
  /// Words that completion offers in place of files.
  std::vector<std::string_view> word_choices = {};
  /// Runs it and gives the exit status.
  int (*run)(const Arguments& arguments, Machine& machine) = nullptr;
};

inline constexpr std::size_t any_number = static_cast<std::size_t>(-1);

const Command& audit_command();
const Command& explain_command();
const Command& digest_command();
const Command& diff_command();
const Command& completion_command();
const Command& help_command();
const Command& version_command();

/// All commands, in the order of the help.
const std::vector<const Command*>& commands();
const Command* find_command(std::string_view name);

/// Exit status of a wrong call and of an input that cannot be used.
inline constexpr int status_error = 2;

}  // namespace lockstep::app
