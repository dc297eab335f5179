#include "apps/lockstep/parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>

namespace lockstep::app {
namespace {

struct Slot {
  const Option* option = nullptr;
  CLI::Option* parsed = nullptr;
  std::string value;
};

std::string spelling(const Option& option) {
  return option.letter.empty() ? std::string(option.name)
                               : fmt::format("{},{}", option.letter, option.name);
}

void add(CLI::App& app, const Option& option, Slot& slot) {
  slot.option = &option;
  if (option.value.empty()) {
    slot.parsed = app.add_flag(spelling(option));
    return;
  }
  slot.parsed = app.add_option(spelling(option), slot.value)
                    ->type_name(std::string(option.value))
                    ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

base::Result<Arguments> collect(const Command& command, std::vector<std::string> words,
                                const std::deque<Slot>& slots) {
  Arguments arguments;
  for (const Slot& slot : slots) {
    if (slot.parsed->count() == 0) continue;
    const auto& choices = slot.option->choices;
    if (!choices.empty() && std::ranges::count(choices, slot.value) == 0)
      return base::failure(
          "usage", fmt::format("{} cannot be `{}` (expected {})", slot.option->name, slot.value,
                               fmt::join(choices, ", ")));
    arguments.values.emplace(slot.option->name, slot.value);
  }
  if (words.size() < command.words_min)
    return base::failure("usage", fmt::format("{} needs {}", command.name, command.words));
  if (words.size() > command.words_max)
    return base::failure(
        "usage", fmt::format("{} has no use for `{}`", command.name, words[command.words_max]));
  arguments.words = std::move(words);
  return arguments;
}

}  // namespace

base::Result<Arguments> parse(const Command& command, const std::vector<std::string>& words) {
  CLI::App app;
  app.set_help_flag();
  std::deque<Slot> slots;
  for (const Option& option : command.options)
    add(app, option, slots.emplace_back());
  app.allow_extras();
  try {
    // CLI11 takes the words from the back.
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::Error& error) {
    return base::failure("usage", error.what());
  }
  std::vector<std::string> rest = app.remaining();
  const auto separator = std::ranges::find(rest, "--");
  const auto unknown = std::find_if(rest.begin(), separator, [](const std::string& word) {
    return word.size() > 1 && word.front() == '-';
  });
  if (unknown != separator)
    return base::failure("usage", fmt::format("{} has no option `{}`", command.name, *unknown));
  if (separator != rest.end()) rest.erase(separator);
  return collect(command, std::move(rest), slots);
}

}  // namespace lockstep::app
