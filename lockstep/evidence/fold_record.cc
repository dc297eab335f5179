// The record of what was folded so far.
#include <algorithm>
#include <utility>

#include "lockstep/evidence/fingerprint.h"
#include "lockstep/evidence/fold.h"

namespace lockstep::evidence {

namespace {

constexpr std::size_t recent_walks_max = 3;

template <class T>
Fact<T> known_or_none(const std::optional<T>& value) {
  return value ? Fact<T>(*value) : Fact<T>::none();
}

WalkOutcome outcome_of(const Walk& walk) {
  if (walk.complete) return WalkOutcome::complete;
  const bool failed = std::any_of(walk.reasons.begin(), walk.reasons.end(), [](const auto& reason) {
    return is_fatal(reason) || reason == "page_error" || reason == "list_error" ||
           reason == "page_limit";
  });
  return failed ? WalkOutcome::failed : WalkOutcome::pending;
}

}  // namespace

Record Fold::record() const {
  Record record;
  record.client = setup_.client;
  record.server = setup_.server;
  record.vantage = setup_.vantage;
  record.policy = setup_.policy;
  record.sequenced = true;
  record.protocol_version = version_;
  record.observed = observed_;
  record.installs = installs_;
  const std::optional<Stamp> signalled =
      signal_ ? std::optional<Stamp>(signal_->stamp) : std::nullopt;
  const Walk* walk = walks_.current(signalled, registry_ ? registry_->auth_context : "");
  put_session(record, walk);
  put_channel(record);
  put_signal(record);
  if (walk != nullptr) {
    put_walk(record, *walk);
  } else {
    record.discovery_started = Fact<Stamp>::none();
    record.discovery_completed = Fact<Stamp>::none();
    record.pages = std::vector<PageFacts>();
    record.traversal = Fact<TraversalFacts>::none();
  }
  put_registry(record);
  settle(record);
  return record;
}

void Fold::put_session(Record& record, const Walk* walk) const {
  SessionFacts session;
  session.transport = transport_;
  session.era = era_;
  session.opened_at = opened_at_;
  session.closed_at = known_or_none(closed_at_);
  session.auth_context = auth_;
  if (initialize_seen_) {
    if (!initialized_) {
      session.handshake = Handshake::incomplete;
    } else if (walk != nullptr && walk->started.sequence > opened_sequence_ &&
               order_of(*initialized_, walk->started) == Order::after) {
      session.handshake = Handshake::late;
    }
  }
  if (transport_ || era_ || opened_at_) record.session = session;
  if (offer_) {
    record.tools = offer_->tools ? Fact<Fact<bool>>(Fact<bool>(offer_->list_changed))
                                 : Fact<Fact<bool>>::none();
  } else if (subscription_ && subscription_->tools_list_changed) {
    record.tools = Fact<Fact<bool>>(Fact<bool>(true));
  } else if (walk != nullptr && walk->origin == "wire" && !walk->pages.empty()) {
    // Who answers with a list offers tools; whether it announces changes is not known.
    record.tools = Fact<Fact<bool>>(Fact<bool>());
  }
}

void Fold::put_channel(Record& record) const {
  const bool undeclared = offer_ && !offer_->list_changed && !modern();
  if (channel_ && !undeclared) {
    record.channel = *channel_;
  } else if (channel_refused_ || undeclared || from_start_) {
    record.channel = Fact<ChannelFacts>::none();
  }
  if (subscription_) {
    record.subscription = *subscription_;
  } else if (from_start_) {
    record.subscription = Fact<SubscriptionFacts>::none();
  }
}

void Fold::put_signal(Record& record) const {
  record.notification_at = known_or_none(notification_at_);
  record.signal = known_or_none(signal_);
}

void Fold::put_walk(Record& record, const Walk& walk) const {
  record.discovery_started = walk.started;
  record.discovery_completed = walk.complete ? Fact<Stamp>(walk.ended) : Fact<Stamp>::none();
  std::vector<PageFacts> pages = walk.pages;
  for (PageFacts& page : pages) {
    for (Fact<std::string>* cursor : {&page.cursor, &page.next_cursor}) {
      if (cursor->has_value()) *cursor = fingerprint(setup_.key, **cursor);
    }
  }
  record.pages = std::move(pages);
  TraversalFacts facts;
  facts.id = walk.id;
  facts.outcome = outcome_of(walk);
  facts.reasons.assign(walk.reasons.begin(), walk.reasons.end());
  for (const auto& [id, code] : walk.unreadable)
    facts.reasons.push_back(code);
  if (walk.restarted && !walk.complete) facts.reasons.emplace_back("cursor_restart");
  facts.auth_context = walk.auth;
  facts.origin = walk.origin;
  facts.double_collect = walk.double_collect;
  for (const auto& [id, since] : walk.awaiting) {
    if (!facts.waiting_since || since < *facts.waiting_since) facts.waiting_since = since;
  }
  record.traversal = std::move(facts);
  record.discovered_set = walk.set;
  const auto& all = walks_.all();
  const std::size_t skip = all.size() > recent_walks_max ? all.size() - recent_walks_max : 0;
  for (std::size_t i = skip; i < all.size(); ++i) {
    WalkFacts recent;
    recent.id = all[i].id;
    recent.started_at = all[i].started.at;
    recent.ended_at =
        all[i].complete ? Fact<base::TimePoint>(all[i].ended.at) : Fact<base::TimePoint>::none();
    recent.signal_after = known_or_none(all[i].signal_after);
    record.recent_walks.push_back(std::move(recent));
  }
}

void Fold::put_registry(Record& record) const {
  record.registry = registry_ ? Fact<RegistryFacts>(*registry_) : Fact<RegistryFacts>::none();
}

}  // namespace lockstep::evidence
