#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "apps/lockstep/command.h"
#include "apps/lockstep/inputs.h"
#include "apps/lockstep/view.h"
#include "lockstep/recording/audit.h"

namespace lockstep::app {

/// Counts what came out, for the exit status.
struct Tally {
  std::size_t results = 0;
  std::size_t errors = 0;
  std::optional<verdict::Verdict> worst;

  void add(verdict::Verdict verdict);
  int exit_status(std::optional<verdict::Verdict> fail_on) const;
};

/// Audits every input and hands the outcomes to the view; errors go to standard error too. An input
/// without any outcome is an error: nothing to judge is never green.
Tally audit_inputs(const std::vector<Input>& inputs, const recording::AuditOptions& options,
                   Machine& machine, View& view);

/// The whole of both commands: read the call, audit the words, show, give the exit status.
using MakeView = std::unique_ptr<View> (*)(const Arguments& arguments, Machine& machine);
int run_audit(const Arguments& arguments, Machine& machine, MakeView make_view);

}  // namespace lockstep::app
