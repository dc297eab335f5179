#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/lockstep/machine.h"
#include "lockstep/base/result.h"

namespace lockstep::app {

/// Files that are judged together: one file, or the processes of one pair.
struct Input {
  std::vector<std::string> parts;
  /// Why there is nothing to read here; `parts` then holds the path as it was given.
  std::optional<base::Error> error;
};

/// Turns the words of a command into inputs, in their order: directories become the files inside
/// them (sorted by name, deeper ones in place, hidden ones and other kinds of names left out), and
/// files `NAME.procN.jsonl` of one folder become one input at the place of the first.
std::vector<Input> find_inputs(const std::vector<std::string>& words, Machine& machine);

}  // namespace lockstep::app
