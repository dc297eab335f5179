#pragma once

#include <string>
#include <vector>

#include "lockstep/json/value.h"
#include "lockstep/registry/diff.h"

namespace lockstep::registry {

/// Which side of a call a schema describes: what a caller sends or what it gets back.
enum class Direction : std::uint8_t { input, output };

/// Compares two JSON Schemas (draft-07 or 2020-12, told apart by `$schema`, 2020-12 by default) and
/// lists every changed place with its class. Input: accepting less is breaking. Output: promising
/// less is breaking. No `$ref` outside the document is followed; recursion is bounded.
/// Pointers start with `prefix`.
std::vector<MemberChange> compare_schemas(const json::Value& before, const json::Value& after,
                                          Direction direction, const std::string& prefix);

}  // namespace lockstep::registry
