#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/registry/tool.h"

namespace lockstep::registry {

enum class Change : std::uint8_t { added, removed, changed };
std::string_view to_string(Change change);

/// What a change does to a call that was right before it.
enum class Compatibility : std::uint8_t { compatible, unknown, breaking };
std::string_view to_string(Compatibility compatibility);

/// One changed member of a tool.
struct MemberChange {
  /// RFC 6901 pointer inside the definition, e.g. `/inputSchema/properties/projectId`.
  std::string pointer = {};
  Compatibility compatibility = Compatibility::unknown;
  /// Text for people or models only (title, description, annotation titles): no call changes.
  bool guidance = false;
  /// An annotation turned against safety: `destructiveHint` or `openWorldHint` became true,
  /// `readOnlyHint` or `idempotentHint` became false (defaults of the specification count).
  bool against_safety = false;
  /// Why, in a few words of ours: `required argument added`, `enum narrowed`, …
  std::string_view why = {};
};

struct ToolChange {
  std::string name;
  Change change = Change::changed;
  Compatibility compatibility = Compatibility::unknown;
  bool guidance_only = false;
  bool against_safety = false;
  std::vector<MemberChange> members = {};  // sorted by pointer; empty for added and removed
};

/// What an agent that holds `held` would find different in `offered`, sorted by name. A removed
/// tool is breaking, an added one compatible. Numbers are compared by their exact decimal value.
/// Members outside the v1 projection do not count.
std::vector<ToolChange> diff(const ToolSet& held, const ToolSet& offered);

/// The same for one tool under one name.
ToolChange diff_tool(const Tool& held, const Tool& offered);

/// Top-level members that `offered` has and `held` lacks are exactly members that `revision` (e.g.
/// `2025-03-26`) does not define, and nothing else differs (DESIGN section 4: a typed client may
/// drop `annotations` before 2025-03-26, `title` and `outputSchema` before 2025-06-18, `execution`
/// in all but 2025-11-25).
bool only_undefined_members_dropped(const Tool& held, const Tool& offered,
                                    std::string_view revision);

/// The two sets differ only by numbers of which one is the double nearest to the other's value.
bool only_rounded_numbers_differ(const ToolSet& a, const ToolSet& b);

}  // namespace lockstep::registry
