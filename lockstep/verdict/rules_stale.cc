#include <algorithm>

#include "lockstep/verdict/rules.h"

namespace lockstep::verdict {

namespace {

using evidence::Match;
using evidence::Order;

bool cache_holds(const Facts& facts) {
  return facts.expiry && facts.now < *facts.expiry;
}

bool seen_by_client(const Facts& facts) {
  return facts.record.vantage.has_value() && *facts.record.vantage == evidence::Vantage::client;
}

/// A registry that came from a cache, or from another context, without a list of its own.
bool cache_reused(const Facts& facts) {
  if (facts.tools_not_offered()) {
    return facts.record.registry.has_value() && !facts.registry_empty();
  }
  if (!facts.record.traversal.has_value()) return false;
  if (facts.record.traversal->origin == "cache" && !cache_holds(facts)) return true;
  return facts.contexts_differ && seen_by_client(facts) && !facts.public_pages;
}

/// T had ended when the signal came; a walk that nobody finished was still under way.
bool ended_before_signal(const Facts& facts) {
  const evidence::Record& record = facts.record;
  if (record.traversal->outcome == evidence::WalkOutcome::failed) return true;
  if (!record.discovery_completed.has_value()) return false;
  return order_of(*record.discovery_completed, facts.signal, record.uncertainty) != Order::after;
}

Reason reason_of_signal(const Facts& facts) {
  const std::string_view kind = facts.signal_kind;
  if (kind == "transport_lost") return Reason::transport_dead;
  if (kind == "session_refused") return Reason::session_not_renewed;
  if (kind == "session_opened" || kind == "session_changed") {
    return Reason::session_changed_without_discovery;
  }
  if (kind == "channel_reopened") return Reason::gap_not_covered;
  if (kind == "ttl_expired" && facts.channel != ChannelState::open) {
    return Reason::ttl_expired_served;
  }
  return ended_before_signal(facts) ? Reason::no_refetch : Reason::traversal_predates_signal;
}

/// T's set was installed, and then a set of an older walk.
bool older_installed_last(const Facts& facts) {
  const auto& installs = facts.record.installs;
  if (installs.size() < 2 || !facts.record.traversal.has_value()) return false;
  const std::string& walk = facts.record.traversal->id;
  const evidence::InstallFacts& last = installs.back();
  if (walk.empty() || last.of_traversal.empty() || last.of_traversal == walk) return false;
  return std::any_of(installs.begin(), installs.end() - 1,
                     [&](const auto& install) { return install.of_traversal == walk; });
}

bool held_before_end(const Facts& facts) {
  const auto& installed = facts.record.registry->installed;
  if (!installed || !facts.record.discovery_completed.has_value()) return false;
  return order_of(*installed, *facts.record.discovery_completed, facts.record.uncertainty) ==
         Order::before;
}

void add_difference(const Facts& facts, Reasons& reasons) {
  switch (facts.record.comparison.match) {
    case Match::forbidden:
      return reasons.add(Reason::forbidden_tool_installed);
    case Match::collision:
      return reasons.add(Reason::name_collision);
    case Match::invalid_excluded:
      return reasons.add(Reason::invalid_definition_excluded);
    case Match::rejected:
      return reasons.add(Reason::list_rejected);
    case Match::differs:
      if (older_installed_last(facts)) reasons.add(Reason::older_result_installed_last);
      if (held_before_end(facts)) reasons.add(Reason::fetched_not_installed);
      if (reasons.empty()) reasons.add(Reason::registry_differs);
      return;
    case Match::unknown:
    case Match::incomparable:
    case Match::equal:
    case Match::equal_excluded:
    case Match::rounded:
    case Match::conflicting:
      return;
  }
}

}  // namespace

bool not_quiescent(const Facts& facts) {
  const auto& walks = facts.record.recent_walks;
  if (walks.size() < 3) return false;
  for (std::size_t i = walks.size() - 3; i < walks.size(); ++i) {
    if (!walks[i].signal_after.has_value()) return false;
    // Who orders by sequence notes a signal only at the walk that it followed.
    const bool next_began_first = !facts.record.sequenced && i + 1 < walks.size() &&
                                  walks[i + 1].started_at < *walks[i].signal_after;
    if (next_began_first) return false;
  }
  return true;
}

bool is_settling(const Facts& facts, Reason reason) {
  if (facts.settle_ms() <= 0) return false;
  const evidence::Record& record = facts.record;
  if (reason == Reason::no_refetch) return facts.age_ms(facts.signal.at) < facts.settle_ms();
  if (reason == Reason::fetched_not_installed && record.discovery_completed.has_value()) {
    return facts.age_ms(record.discovery_completed->at) < facts.settle_ms();
  }
  if (reason == Reason::cursor_not_followed && record.pages.has_value() && !record.pages->empty() &&
      record.pages->back().received_at) {
    return facts.age_ms(*record.pages->back().received_at) < facts.settle_ms();
  }
  return false;
}

Reasons stale_rules(const Facts& facts) {
  Reasons reasons;
  if (cache_reused(facts)) reasons.add(Reason::cache_reused_without_traversal);
  if (facts.tools_not_offered()) {
    const bool lost =
        facts.signal_kind == "transport_lost" || facts.signal_kind == "session_refused";
    if (lost && facts.record.registry.has_value()) reasons.add(reason_of_signal(facts));
    return reasons;
  }
  if (facts.relation == Relation::before) {
    reasons.add(reason_of_signal(facts));
    return reasons;
  }
  const bool newest_is_t = facts.relation == Relation::after;
  // Sets compare within one context only, or where every page says that it is everybody's.
  const bool comparable = !facts.contexts_differ || (seen_by_client(facts) && facts.public_pages);
  if (newest_is_t && facts.complete() && comparable) add_difference(facts, reasons);
  return reasons;
}

}  // namespace lockstep::verdict
