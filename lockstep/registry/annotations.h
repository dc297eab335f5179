#pragma once

#include <vector>

#include "lockstep/json/value.h"
#include "lockstep/registry/diff.h"

namespace lockstep::registry {

/// Adds what differs between two `annotations` members (JSON null: absent), key by key.
void compare_annotations(const json::Value& held, const json::Value& offered,
                         std::vector<MemberChange>& changes);

/// Adds what differs between two `execution` members (JSON null: absent), key by key.
void compare_execution(const json::Value& held, const json::Value& offered,
                       std::vector<MemberChange>& changes);

}  // namespace lockstep::registry
