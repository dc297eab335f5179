#include <array>

#include "lockstep/protocol/revision.h"
#include "lockstep/verdict/rules.h"

namespace lockstep::verdict {

namespace {

using evidence::Handshake;
using evidence::Match;
using evidence::Order;

constexpr std::array defects = {Reason::no_common_version, Reason::unsupported_version,
                                Reason::era_inconsistent};
constexpr std::array doubts = {Reason::batch_not_allowed, Reason::malformed_notification,
                               Reason::uncorrelated_notification, Reason::delivery_unobserved,
                               Reason::limit_exceeded};

/// What may have been a signal counts until a complete walk begins after it.
bool stands(const Facts& facts, const evidence::Observed& seen) {
  if (!facts.complete() || !facts.record.discovery_started.has_value()) return true;
  if (seen.stamp == evidence::Stamp{}) return true;
  const evidence::Stamp& started = *facts.record.discovery_started;
  return order_of(seen.stamp, started, facts.record.uncertainty) != Order::before;
}

void add_session(const Facts& facts, Reasons& reasons) {
  const evidence::Record& record = facts.record;
  const std::string& version = record.protocol_version;
  const bool unknown = !version.empty() && !protocol::parse_revision(version);
  for (const Reason defect : defects) {
    const bool named = defect == Reason::unsupported_version && unknown;
    if (named || has_observed(record, to_string(defect))) reasons.add(defect);
  }
  if (record.session.has_value() && record.session->handshake != Handshake::complete) {
    reasons.add(Reason::handshake_not_completed);
  }
}

void add_doubts(const Facts& facts, Reasons& reasons) {
  if (unread_answer(facts) == Reason::batch_not_allowed) reasons.add(Reason::batch_not_allowed);
  for (const Reason doubt : doubts) {
    const std::string_view code = to_string(doubt);
    for (const evidence::Observed& seen : facts.record.observed) {
      if (seen.code == code && stands(facts, seen)) reasons.add(doubt);
    }
  }
}

void add_answers(const Facts& facts, Reasons& reasons) {
  if (const auto unread = unread_answer(facts)) reasons.add(*unread);
  const bool conflict = facts.record.comparison.match == Match::conflicting ||
                        facts.has_walk_reason(Reason::duplicate_name_conflict);
  if (conflict) reasons.add(Reason::duplicate_name_conflict);
}

/// Nothing says what the traversal found.
bool discovery_missing(const Facts& facts) {
  const evidence::Record& record = facts.record;
  if (facts.relation == Relation::no_walk) return true;
  if (!facts.complete()) return false;
  if (!record.discovery_completed.has_value() || !record.pages.has_value()) return true;
  // Whether the last page was the end is not known.
  return !record.pages->empty() && record.pages->back().next_cursor.absent() &&
         !record.pages->back().next_cursor_invalid;
}

void add_sides(const Facts& facts, Reasons& reasons) {
  const evidence::Record& record = facts.record;
  if (discovery_missing(facts)) reasons.add(Reason::no_discovery);
  if (!record.registry.has_value() ||
      (facts.complete() && record.comparison.match == Match::unknown)) {
    reasons.add(Reason::registry_unknown);
  }
  if (record.comparison.match == Match::incomparable) reasons.add(Reason::projection_mismatch);
  if (record.comparison.match == Match::rounded) reasons.add(Reason::non_ijson_number);
  const bool from_client =
      record.vantage.has_value() && *record.vantage == evidence::Vantage::client;
  const bool foreign = facts.contexts_differ && !(from_client && facts.public_pages);
  if (foreign || facts.context_unknown) reasons.add(Reason::auth_context_mismatch);
}

void add_freshness(const Facts& facts, Reasons& reasons) {
  const evidence::Record& record = facts.record;
  const bool channel_unclear = facts.channel_unclear && facts.basis == Basis::none;
  if (facts.relation == Relation::unclear || channel_unclear) reasons.add(Reason::order_ambiguous);
  const bool public_cache = facts.contexts_differ && facts.public_pages;
  const bool ttl_ran_out = facts.expiry && facts.now >= *facts.expiry;
  const bool policy_ran_out = facts.policy_bound && facts.now >= *facts.policy_bound;
  const bool bounded =
      public_cache ? facts.expiry && facts.now < *facts.expiry : facts.basis != Basis::none;
  if (!bounded) {
    if (ttl_ran_out || policy_ran_out) {
      reasons.add(Reason::evidence_expired);
    } else if (facts.channel == ChannelState::none) {
      reasons.add(Reason::no_change_channel);
    } else {
      reasons.add(Reason::freshness_unbounded);
    }
  }
  const bool missing = !facts.signal_known || !record.session.has_value() || record.tools.absent();
  const bool modern_unknown = record.session.has_value() &&
                              record.session->era == protocol::Era::modern &&
                              record.subscription.absent() && facts.basis == Basis::signal;
  if (missing || modern_unknown) reasons.add(Reason::freshness_unbounded);
}

}  // namespace

Reasons unverifiable_rules(const Facts& facts) {
  Reasons reasons;
  if (!facts.record.contradictions.empty()) reasons.add(Reason::contradictory_record);
  add_session(facts, reasons);
  if (facts.tools_not_offered()) {
    if (!facts.record.registry.has_value()) reasons.add(Reason::registry_unknown);
    const bool over = facts.record.session.has_value() &&
                      facts.record.session->closed_at.has_value() &&
                      *facts.record.session->closed_at <= facts.now;
    if (over || !facts.record.session.has_value() || !facts.signal_known) {
      reasons.add(Reason::freshness_unbounded);
    }
    return reasons;
  }
  add_doubts(facts, reasons);
  add_answers(facts, reasons);
  add_sides(facts, reasons);
  add_freshness(facts, reasons);
  return reasons;
}

}  // namespace lockstep::verdict
