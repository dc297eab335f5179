#pragma once

#include <string>
#include <vector>

#include "apps/lockstep/machine.h"

namespace lockstep::app {

/// Runs the command line, the program's own name left out, and gives the exit status.
int run(const std::vector<std::string>& words, Machine& machine);

}  // namespace lockstep::app
