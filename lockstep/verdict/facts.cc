#include "lockstep/verdict/facts.h"

#include <algorithm>

#include "lockstep/protocol/revision.h"

namespace lockstep::verdict {

namespace {

using evidence::Order;
using evidence::Record;

void find_signal(Facts& facts) {
  const Record& record = facts.record;
  facts.signal_known = !record.signal.absent() && !record.notification_at.absent();
  if (record.signal.has_value()) {
    facts.signal_kind = record.signal->kind;
    facts.signal = record.signal->stamp;
  }
  // By policy a reconnect calls for nothing; what the server announced still does.
  const bool waived = facts.signal_kind == "reconnect" &&
                      facts.policy.refresh_on_reconnect.has_value() &&
                      !*facts.policy.refresh_on_reconnect;
  if (waived) facts.signal_kind = {};
  if (!record.notification_at.has_value() || (!waived && facts.signal.sequence != 0)) return;
  const evidence::Stamp notified{*record.notification_at, 0};
  if (facts.signal_kind.empty() || facts.signal.at < notified.at) {
    facts.signal_kind = "list_changed";
    facts.signal = notified;
  }
}

Relation relation_of(const Facts& facts) {
  const Record& record = facts.record;
  if (!record.traversal.has_value() || !record.discovery_started.has_value()) {
    return Relation::no_walk;
  }
  if (facts.signal_kind.empty()) return Relation::after;
  switch (order_of(*record.discovery_started, facts.signal, record.uncertainty)) {
    case Order::before:
      return Relation::before;
    case Order::after:
      return Relation::after;
    case Order::unclear:
      break;
  }
  return Relation::unclear;
}

bool is_modern(const Record& record) {
  return record.session.has_value() && record.session->era == protocol::Era::modern;
}

ChannelState channel_of(Facts& facts) {
  const Record& record = facts.record;
  if (record.session.absent()) return ChannelState::unknown;
  const bool closed = record.session.has_value() && record.session->closed_at.has_value() &&
                      *record.session->closed_at <= facts.now;
  if (record.channel.is_none() || closed) return ChannelState::none;
  if (record.channel.absent()) return ChannelState::unknown;
  const evidence::ChannelFacts& channel = *record.channel;
  if (channel.ended_at.absent()) return ChannelState::unknown;
  if (channel.ended_at.has_value() && *channel.ended_at <= facts.now) return ChannelState::none;
  if (is_modern(record)) {
    if (record.subscription.absent()) return ChannelState::unknown;
    if (!record.subscription.has_value() || !record.subscription->tools_list_changed) {
      return ChannelState::none;
    }
  } else {
    if (!record.tools.has_value() || record.tools->absent()) return ChannelState::unknown;
    if (!record.tools->has_value() || !**record.tools) return ChannelState::none;
  }
  if (!record.discovery_started.has_value()) return ChannelState::open;
  switch (order_of(channel.opened, *record.discovery_started, record.uncertainty)) {
    case Order::before:
      return ChannelState::open;
    case Order::after:
      return ChannelState::none;
    case Order::unclear:
      break;
  }
  facts.channel_unclear = true;
  return ChannelState::unknown;
}

void find_ttl(Facts& facts) {
  const Record& record = facts.record;
  if (!record.pages.has_value() || record.pages->empty()) return;
  const bool counts =
      is_modern(record) || (record.traversal.has_value() && record.traversal->origin == "cache");
  facts.public_pages = true;
  std::optional<base::TimePoint> earliest;
  bool all = counts;
  for (const evidence::PageFacts& page : *record.pages) {
    facts.public_pages = facts.public_pages && page.scope == protocol::CacheScope::public_;
    if (!page.ttl_ms || *page.ttl_ms <= 0 || !page.received_at) {
      all = false;
      continue;
    }
    const base::TimePoint end = *page.received_at + base::milliseconds(*page.ttl_ms);
    if (!earliest || end < *earliest) earliest = end;
  }
  if (all) facts.expiry = earliest;
}

void find_contexts(Facts& facts) {
  const Record& record = facts.record;
  if (!record.registry.has_value() || !record.traversal.has_value()) return;
  const std::string& held = record.registry->auth_context;
  const std::string& listed = record.traversal->auth_context;
  if (record.traversal->origin == "cache") return;
  facts.contexts_differ = !held.empty() && !listed.empty() && held != listed;
  facts.context_unknown = held.empty() != listed.empty();
}

void find_basis(Facts& facts) {
  if (facts.channel == ChannelState::open) {
    facts.basis = Basis::signal;
  } else if (facts.expiry && facts.now < *facts.expiry) {
    facts.basis = Basis::ttl;
    facts.valid_until = facts.expiry;
  } else if (facts.policy_bound && facts.now < *facts.policy_bound) {
    facts.basis = Basis::policy;
    facts.valid_until = facts.policy_bound;
  }
}

}  // namespace

bool Facts::has_walk_reason(Reason reason) const {
  if (!record.traversal.has_value()) return false;
  const auto& reasons = record.traversal->reasons;
  const std::string_view name = to_string(reason);
  return std::any_of(reasons.begin(), reasons.end(),
                     [&](const std::string& entry) { return entry == name; });
}

std::int64_t Facts::age_ms(base::TimePoint since) const {
  const std::int64_t age = (now - since).nanoseconds / 1'000'000;
  return age < 0 ? 0 : age;
}

Facts gather(const Record& record, const evidence::Policy& policy, base::TimePoint now) {
  Facts facts{record, policy, now, {}, {}};
  find_signal(facts);
  facts.relation = relation_of(facts);
  facts.channel = channel_of(facts);
  find_ttl(facts);
  if (policy.max_age_ms && record.discovery_started.has_value()) {
    facts.policy_bound = record.discovery_started->at + base::milliseconds(*policy.max_age_ms);
  }
  find_contexts(facts);
  find_basis(facts);
  return facts;
}

}  // namespace lockstep::verdict
