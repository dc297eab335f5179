#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "lockstep/json/value.h"
#include "lockstep/registry/digest.h"

namespace lockstep::registry {

/// What is asked of a set when only its digest is.
struct ListDigest {
  Digest digest;
  std::size_t tools = 0;
  /// Entries that were no objects or had no string `name`.
  std::size_t nameless = 0;
  /// A number in the projection is not what its RFC 8785 text says.
  bool lossy = false;
};

/// The registry digest straight from `tools` arrays that are one set together: the same as that of
/// the ToolSet which is read from them, several times faster. nullopt when a name stands in them
/// more than once: then the ToolSet has to decide what that means.
std::optional<ListDigest> digest_list(std::span<const json::Value> arrays, Projection projection);

}  // namespace lockstep::registry
