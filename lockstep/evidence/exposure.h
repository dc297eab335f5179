#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/evidence/policy.h"

namespace lockstep::evidence {

/// Whether a filter keeps a tool of that name.
bool keeps(const Filter& filter, std::string_view name);

/// The name under which a client exposes a tool by what it declared; nullopt when the declaration
/// is no template that a program can apply.
std::optional<std::string> exposed_name(const Policy& policy, std::string_view server,
                                        std::string_view name);

/// Names that a tool may take in a registry whose way of renaming is not known: itself, the
/// declared template's, and both with characters outside `[A-Za-z0-9_-]` replaced by `_`, one by
/// one and in runs.
std::vector<std::string> possible_names(const Policy& policy, std::string_view server,
                                        std::string_view name);

/// Whether a tool's possible name, whole or cut off at some length, is among the sorted names that
/// a registry exposes.
bool is_taken(const std::vector<std::string>& taken, std::string_view possible);

}  // namespace lockstep::evidence
