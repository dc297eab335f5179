#pragma once

#include "lockstep/json/value.h"

namespace lockstep::registry {

/// Whether a definition has the form that `Tool` has in the schemas of the legacy revisions
/// (2024-11-05 to 2025-11-25; a member that only the later ones define is held to those). There
/// every property of an object schema is an object: `{"properties": {"payload": true}}` is refused.
bool is_valid_legacy_tool(const json::Value& definition);

/// The same by 2026-07-28: of `inputSchema` only `type: "object"` and a string `$schema` are asked,
/// of `outputSchema` only the latter.
bool is_valid_modern_tool(const json::Value& definition);

}  // namespace lockstep::registry
