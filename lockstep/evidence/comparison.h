#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/registry/diff.h"

namespace lockstep::evidence {

struct Record;

/// What is known between the discovered set (after declared filters and permitted exclusions) and
/// the registry.
enum class Match : std::uint8_t {
  unknown,           ///< one side is not known
  incomparable,      ///< digests of different projections
  equal,             ///<
  equal_excluded,    ///< equal without the tools that such a client must leave out
  rounded,           ///< they differ only by numbers of which one is rounded
  conflicting,       ///< equal but for names that the server defined twice
  forbidden,         ///< the registry holds a tool that such a client must leave out
  collision,         ///< two tools fell on one exposed name
  invalid_excluded,  ///< only tools with invalid definitions are missing
  rejected,          ///< the registry is empty, the discovered set is not
  differs,           ///< anything else
};
std::string_view to_string(Match match);
std::optional<Match> parse_match(std::string_view text);

struct Comparison {
  Match match = Match::unknown;
  /// Typed clients dropped members that their revision does not define, and nothing else differs.
  bool undefined_members_dropped = false;
  bool order_changed = false;
  /// Only digests were at hand: how the sides differ could not be looked at.
  bool digests_only = false;
  /// From the registry to the discovered set. Filled by affected_tools() or read from a record.
  std::vector<registry::ToolChange> affected;
};

/// True when the two sides are known to differ.
bool is_difference(Match match);

Comparison compare(const Record& record);

/// The digest that the registry should have: of the discovered set after declared filters, names
/// and the permitted exclusion. Needs `discovered_set`.
std::string expected_digest(const Record& record);

/// What an agent with this registry would find different, sorted by name.
std::vector<registry::ToolChange> affected_tools(const Record& record);

}  // namespace lockstep::evidence
