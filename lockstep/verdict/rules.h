#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "lockstep/verdict/facts.h"
#include "lockstep/verdict/reason.h"

namespace lockstep::verdict {

/// Reasons that hold, in the order of the rules; each once. Fixed room: a group has fewer rules.
class Reasons {
 public:
  void add(Reason reason) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (list_[i] == reason) return;
    }
    if (count_ < list_.size()) list_[count_++] = reason;
  }
  bool empty() const { return count_ == 0; }
  Reason front() const { return list_[0]; }
  const Reason* begin() const { return list_.data(); }
  const Reason* end() const { return list_.data() + count_; }

 private:
  std::array<Reason, 32> list_{};
  std::size_t count_ = 0;
};

// Each group gives what holds of it, the first being its reason.

/// The registry is disproved: it predates a signal, or differs from what was found.
Reasons stale_rules(const Facts& facts);
/// The traversal that counts did not reach its end. Holds `in_progress` where nothing else does.
Reasons incomplete_rules(const Facts& facts);
/// What is missing or doubtful.
Reasons unverifiable_rules(const Facts& facts);
/// Why it is green; asked only when nothing else holds.
Reason converged_rule(const Facts& facts);

/// Each of the last three walks was followed by a signal before the next one began.
bool not_quiescent(const Facts& facts);
/// A stale reason is younger than the settling time: the client still may be about to react.
bool is_settling(const Facts& facts, Reason reason);
/// The code of an answer of T that could not be read, while its time has not run out.
std::optional<Reason> unread_answer(const Facts& facts);

}  // namespace lockstep::verdict
