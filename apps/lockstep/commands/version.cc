#include <fmt/format.h>

#include "apps/lockstep/build.h"
#include "apps/lockstep/command.h"
#include "lockstep/registry/digest.h"
#include "lockstep/verdict/report.h"

namespace lockstep::app {
namespace {

int run_version(const Arguments&, Machine& machine) {
  machine.out(fmt::format(
      "lockstep {}\nrules {}, projections {} and {}\nbuilt with {}, {}, for {}\n", version,
      verdict::rules_version, registry::projection_name(registry::Projection::tools_v1),
      registry::projection_name(registry::Projection::tools_full_v1), build_compiler, build_type,
      build_platform));
  return 0;
}

}  // namespace

const Command& version_command() {
  static const Command command = {
      .name = "version",
      .summary = "Print the version of the program, its rules and its projections.",
      .words = "",
      .description =
          "Prints the version of the program, of the rules that it judges by, and the "
          "projections that its digests cover.",
      .options = {},
      .run = run_version};
  return command;
}

}  // namespace lockstep::app
