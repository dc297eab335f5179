#include <csignal>
#include <exception>
#include <string>
#include <vector>

#include "apps/lockstep/posix_machine.h"
#include "apps/lockstep/program.h"

/// The wiring: the only place that meets the real machine.
int main(int count, char** words) {
  // A reader that went away ends the program quietly, even where the parent ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  lockstep::app::PosixMachine machine;
  try {
    return lockstep::app::run(std::vector<std::string>(words + (count > 0 ? 1 : 0), words + count),
                              machine);
  } catch (const std::exception&) {
    machine.err("lockstep: ended early: out of memory, or a fault of the program\n");
    return 2;
  }
}
