#pragma once

#include <cstdint>

#include "lockstep/json/value.h"

namespace lockstep::json {

/// Same kinds, members, elements and strings, and numbers of the same text (`1` and `1.0` are not
/// the same). Iterative.
bool same(const Value& a, const Value& b);

/// Equal values in the sense of same() have equal hashes. Quick, and no protection against a sender
/// who looks for collisions: confirm with same().
std::uint64_t structural_hash(const Value& value);

}  // namespace lockstep::json
