#include <array>

#include "lockstep/verdict/rules.h"

namespace lockstep::verdict {

namespace {

/// In the order of the rules; `list_timeout` and what follows also arise from the time alone.
constexpr std::array walk_reasons = {
    Reason::hop_altered_request, Reason::invalid_result,
    Reason::invalid_cursor_type, Reason::traversal_not_from_start,
    Reason::list_error,          Reason::page_error,
    Reason::page_limit,          Reason::cursor_cycle,
    Reason::cursor_restart,      Reason::inconsistent_traversal,
    Reason::list_timeout,        Reason::cursor_not_followed,
};

constexpr std::array unread_reasons = {
    Reason::batch_not_allowed, Reason::undecodable_frame,     Reason::frame_too_large,
    Reason::invalid_utf8,      Reason::invalid_unicode,       Reason::ambiguous_json,
    Reason::limit_exceeded,    Reason::uncorrelated_response, Reason::duplicate_response,
};

bool timed_out(const Facts& facts) {
  const auto& since = facts.record.traversal->waiting_since;
  return since && facts.age_ms(*since) >= facts.timeout_ms();
}

/// Nobody followed the open cursor for as long as a request may take.
bool cursor_abandoned(const Facts& facts) {
  const evidence::Record& record = facts.record;
  if (record.traversal->waiting_since || !record.pages.has_value() || record.pages->empty()) {
    return false;
  }
  const evidence::PageFacts& last = record.pages->back();
  return last.next_cursor.has_value() && last.received_at &&
         facts.age_ms(*last.received_at) >= facts.timeout_ms();
}

/// A doubt about bytes that came while the walk waited for an answer.
bool observed_since_start(const Facts& facts, Reason reason) {
  const evidence::Record& record = facts.record;
  const std::string_view code = to_string(reason);
  for (const evidence::Observed& seen : record.observed) {
    if (seen.code != code) continue;
    if (order_of(seen.stamp, *record.discovery_started) == evidence::Order::after) return true;
  }
  return false;
}

}  // namespace

std::optional<Reason> unread_answer(const Facts& facts) {
  if (facts.relation == Relation::no_walk) return std::nullopt;
  const bool waiting = !facts.complete();
  if (waiting && timed_out(facts)) return std::nullopt;
  for (const Reason reason : unread_reasons) {
    if (facts.has_walk_reason(reason)) return reason;
    const bool in_place = waiting && !facts.record.sequenced && observed_since_start(facts, reason);
    if (in_place) return reason;
  }
  return std::nullopt;
}

Reasons incomplete_rules(const Facts& facts) {
  Reasons reasons;
  if (facts.relation == Relation::no_walk || facts.relation == Relation::before) return reasons;
  if (facts.complete() || facts.tools_not_offered()) return reasons;
  for (const Reason reason : walk_reasons) {
    bool holds = facts.has_walk_reason(reason);
    if (reason == Reason::list_timeout) holds = holds || timed_out(facts);
    if (reason == Reason::cursor_not_followed) {
      holds = (holds || cursor_abandoned(facts)) && !is_settling(facts, reason);
    }
    if (holds) reasons.add(reason);
  }
  if (!reasons.empty() || unread_answer(facts)) return reasons;
  if (facts.record.traversal->outcome == evidence::WalkOutcome::failed) {
    const bool first = !facts.record.pages.has_value() || facts.record.pages->empty();
    reasons.add(first ? Reason::list_error : Reason::page_error);
  } else {
    reasons.add(Reason::in_progress);
  }
  return reasons;
}

}  // namespace lockstep::verdict
