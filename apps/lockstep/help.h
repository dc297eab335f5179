#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "apps/lockstep/command.h"

namespace lockstep::app {

/// What `lockstep help` prints.
std::string program_help(std::size_t columns);
/// What `lockstep help COMMAND` and `lockstep COMMAND --help` print.
std::string command_help(const Command& command, std::size_t columns);

/// A page of help beside the commands: `exit-codes`, `inputs`, …
struct Topic {
  std::string_view name;
  std::string_view summary;
  /// Lines; one that begins with a blank is kept as it stands, others are wrapped.
  std::string_view text;
};
const std::vector<Topic>& topics();
std::string topic_help(const Topic& topic, std::size_t columns);

}  // namespace lockstep::app
