#pragma once

#include <string>
#include <vector>

#include "apps/lockstep/command.h"
#include "lockstep/base/result.h"

namespace lockstep::app {

/// Reads the words behind a command's name. `--` ends the options; `-` is a word; the last of an
/// option that is given twice counts. Error: `usage`.
base::Result<Arguments> parse(const Command& command, const std::vector<std::string>& words);

}  // namespace lockstep::app
