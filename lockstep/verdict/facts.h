#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lockstep/evidence/record.h"
#include "lockstep/verdict/result.h"

namespace lockstep::verdict {

/// How the traversal T stands to the newest signal S.
enum class Relation : std::uint8_t {
  no_walk,  ///< no traversal is known
  before,   ///< T began before S
  after,    ///< T began after S, or no signal is known
  unclear,  ///< the times do not prove an order
};

enum class ChannelState : std::uint8_t {
  open,  ///< open from the start of T until now
  none,  ///< known not to be
  unknown,
};

/// What the rules ask of a record, worked out once.
struct Facts {
  const evidence::Record& record;
  const evidence::Policy& policy;
  base::TimePoint now;

  /// Newest change signal; empty kind when none is known.
  std::string_view signal_kind;
  evidence::Stamp signal;
  bool signal_known = false;  ///< `signal` and `notificationAt` are both known, none included
  Relation relation = Relation::no_walk;
  ChannelState channel = ChannelState::unknown;
  bool channel_unclear = false;  ///< it is open, perhaps not since the start of T
  /// Earliest end of a page's TTL, where every page has a positive one.
  std::optional<base::TimePoint> expiry = std::nullopt;
  std::optional<base::TimePoint> policy_bound = std::nullopt;
  bool public_pages = false;
  bool contexts_differ = false;
  /// One side's authorization context is known and the other's is not.
  bool context_unknown = false;
  Basis basis = Basis::none;
  std::optional<base::TimePoint> valid_until = std::nullopt;

  bool tools_not_offered() const { return record.tools.is_none(); }
  bool complete() const {
    return record.traversal.has_value() &&
           record.traversal->outcome == evidence::WalkOutcome::complete;
  }
  bool has_walk_reason(Reason reason) const;
  /// Milliseconds since a moment, at least 0.
  std::int64_t age_ms(base::TimePoint since) const;
  std::int64_t settle_ms() const { return policy.settle_ms.value_or(0); }
  std::int64_t timeout_ms() const { return policy.request_timeout_ms.value_or(30'000); }
  bool registry_empty() const {
    return record.registry.has_value() && record.registry->tool_count == 0;
  }
};

Facts gather(const evidence::Record& record, const evidence::Policy& policy, base::TimePoint now);

}  // namespace lockstep::verdict
