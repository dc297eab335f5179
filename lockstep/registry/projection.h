#pragma once

#include "lockstep/json/canonical.h"
#include "lockstep/json/value.h"
#include "lockstep/registry/digest.h"

namespace lockstep::registry {

/// Whether a projection keeps this top-level member of a definition.
bool is_projected(const json::Member& member, Projection projection);

/// Writes the members of a definition that a projection keeps, as one object.
void write_projected(json::CanonicalWriter& writer, const json::Value& definition,
                     Projection projection);

}  // namespace lockstep::registry
