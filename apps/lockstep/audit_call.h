#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/lockstep/command.h"
#include "lockstep/recording/audit.h"
#include "lockstep/verdict/reason.h"

namespace lockstep::app {

/// The options that audit and explain share, `--output` aside.
std::vector<Option> audit_options();

/// What those options say.
struct AuditCall {
  recording::AuditOptions options;
  std::optional<verdict::Verdict> fail_on;
};

/// Reads them, and the files that they name. On an error `file_at_fault` is the file whose content
/// it is about, or empty.
base::Result<AuditCall> read_audit_call(const Arguments& arguments, Machine& machine,
                                        std::string& file_at_fault);

}  // namespace lockstep::app
