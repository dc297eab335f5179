#pragma once

#include <memory>

#include "apps/lockstep/view.h"

namespace lockstep::app {

/// Views that tell how a verdict came about instead of what to do with it.
std::unique_ptr<View> make_explain_view(Machine& machine, const Typography& typography);
/// `lockstep.explanation/v1` (docs/formats/report.md).
std::unique_ptr<View> make_explain_json_view(Machine& machine);

}  // namespace lockstep::app
