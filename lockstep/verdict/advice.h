#pragma once

#include "lockstep/verdict/facts.h"
#include "lockstep/verdict/result.h"

namespace lockstep::verdict {

/// How much a difference would do to a call: a removed tool or a newly required argument weighs
/// more than a reworded description.
Severity severity_of(const Result& result);

/// The safest next step (DESIGN section 5). Nothing in it happens by itself.
NextAction next_action(const Facts& facts, const Result& result);

}  // namespace lockstep::verdict
