#include "lockstep/verdict/examine.h"

#include <algorithm>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/verdict/advice.h"
#include "lockstep/verdict/facts.h"
#include "lockstep/verdict/judge.h"

namespace lockstep::verdict {

namespace {

using evidence::Match;
using evidence::Record;
using evidence::WalkOutcome;

void fill_signal(const Facts& facts, Stages& stages) {
  if (!facts.signal_kind.empty()) {
    stages.signal = SignalState::seen;
    stages.signal_kind = std::string(facts.signal_kind);
    stages.signal_at = facts.signal.at;
  } else if (!facts.signal_known || facts.channel == ChannelState::unknown) {
    stages.signal = SignalState::unobservable;
  }
}

void fill_discovery(const Facts& facts, Stages& stages) {
  const Record& record = facts.record;
  if (facts.relation == Relation::no_walk) return;
  if (record.discovery_started.has_value()) stages.started_at = record.discovery_started->at;
  if (record.discovery_completed.has_value()) {
    stages.completed_at = record.discovery_completed->at;
  }
  if (record.pages.has_value()) {
    stages.pages = static_cast<std::int64_t>(record.pages->size());
    std::int64_t tools = 0;
    for (const evidence::PageFacts& page : *record.pages) {
      tools +=
          page.tools ? static_cast<std::int64_t>(page.tools->size()) : page.tool_count.value_or(0);
    }
    stages.tools = tools;
  }
  if (facts.relation == Relation::before) {
    stages.discovery = DiscoveryState::predates_signal;
    return;
  }
  switch (record.traversal->outcome) {
    case WalkOutcome::complete:
      stages.discovery = DiscoveryState::complete;
      return;
    case WalkOutcome::pending:
      stages.discovery =
          record.traversal->reasons.empty() ? DiscoveryState::running : DiscoveryState::broken;
      return;
    case WalkOutcome::failed:
      stages.discovery = DiscoveryState::broken;
      return;
  }
}

InstallState install_state(const Facts& facts, Reason reason) {
  switch (facts.record.comparison.match) {
    case Match::equal:
    case Match::equal_excluded:
      return facts.relation == Relation::before ? InstallState::behind : InstallState::equal;
    case Match::unknown:
    case Match::incomparable:
    case Match::rounded:
    case Match::conflicting:
      return InstallState::unknown;
    case Match::forbidden:
    case Match::collision:
    case Match::invalid_excluded:
    case Match::rejected:
    case Match::differs:
      break;
  }
  const bool behind = reason == Reason::fetched_not_installed ||
                      reason == Reason::older_result_installed_last ||
                      facts.relation == Relation::before;
  return behind ? InstallState::behind : InstallState::differs;
}

Stages stages_of(const Facts& facts, Reason reason) {
  Stages stages;
  fill_signal(facts, stages);
  fill_discovery(facts, stages);
  if (!facts.record.registry.has_value()) return stages;
  stages.install = install_state(facts, reason);
  stages.witness = facts.record.registry->witness;
  if (facts.record.registry->installed) {
    stages.installed_at = facts.record.registry->installed->at;
  }
  return stages;
}

void fill_sets(const Record& record, Result& result) {
  if (record.discovered.has_value() && !record.discovered->digest.empty()) {
    const evidence::DiscoveredFacts& facts = *record.discovered;
    result.discovered = SetSummary{facts.projection, facts.digest, facts.tool_count};
  }
  if (record.registry.has_value() && !record.registry->digest.empty()) {
    const evidence::RegistryFacts& facts = *record.registry;
    result.registry = SetSummary{facts.projection, facts.digest, facts.tool_count};
  }
}

/// Graded from vantage, change channel and snapshot strength.
void fill_uncertainty(const Facts& facts, Result& result) {
  const Record& record = facts.record;
  int points = 0;
  const auto because = [&](int weight, std::string_view why) {
    points += weight;
    result.uncertain_because.emplace_back(why);
  };
  if (!record.vantage.has_value() || *record.vantage == evidence::Vantage::probe) {
    because(2, "seen from outside the pair");
  } else if (*record.vantage == evidence::Vantage::tap) {
    because(1, "seen on the wire, not inside the client");
  }
  if (facts.channel == ChannelState::none) because(1, "no change channel");
  if (facts.channel == ChannelState::unknown) because(2, "not known whether a channel is open");
  const bool several = record.pages.has_value() && record.pages->size() > 1;
  const bool twice = record.traversal.has_value() && record.traversal->double_collect;
  if (several && !twice) because(1, "one walk of several pages is no snapshot");
  if (!record.registry.has_value()) because(1, "no witness of the registry");
  result.uncertainty = points == 0 ? Grade::low : points == 1 ? Grade::medium : Grade::high;
}

void fill_freshness(const Facts& facts, Result& result) {
  if (facts.record.discovery_completed.has_value()) {
    result.as_of = facts.record.discovery_completed->at;
  }
  result.basis = facts.basis;
  result.valid_until = facts.valid_until;
}

/// What each member of a record says, known or missing; for explanations.
void fill_facts(const Record& record, Result& result) {
  const auto put = [&](bool known, std::string_view name) {
    (known ? result.facts_used : result.facts_missing).emplace_back(name);
  };
  put(!record.session.absent(), "session");
  put(!record.channel.absent(), "channel");
  put(!record.tools.absent(), "tools");
  if (record.session.has_value() && record.session->era == protocol::Era::modern) {
    put(!record.subscription.absent(), "subscription");
  }
  put(!record.notification_at.absent(), "notificationAt");
  put(!record.signal.absent(), "signal");
  put(record.discovery_started.has_value(), "discoveryStartedAt");
  put(record.discovery_completed.has_value(), "discoveryCompletedAt");
  put(record.pages.has_value(), "pages");
  put(record.discovered.has_value(), "discovered");
  put(record.registry.has_value(), "registry");
}

}  // namespace

Result examine(std::string id, const Record& record, const evidence::Policy& policy,
               const Moment& moment) {
  const evidence::Policy merged = evidence::merge(record.policy, policy);
  const Judgement judgement = judge(record, merged, moment.now);
  const Facts facts = gather(record, merged, moment.now);
  Result result;
  result.id = std::move(id);
  result.client = record.client.id;
  result.server = record.server.id;
  if (record.vantage.has_value()) result.vantage = std::string(to_string(*record.vantage));
  result.reason = judgement.reason;
  result.verdict = judgement.verdict();
  result.stages = stages_of(facts, judgement.reason);
  fill_sets(record, result);
  if (is_difference(record.comparison.match)) result.affected = affected_tools(record);
  result.severity = severity_of(result);
  fill_uncertainty(facts, result);
  fill_freshness(facts, result);
  for (const Note& note : judgement.notes) {
    result.findings.push_back(Finding{std::string(note.code), std::string(note.facts)});
  }
  result.next_action = next_action(facts, result);
  fill_facts(record, result);
  result.evidence = record.digest;
  result.now = moment.now;
  result.now_from = std::string(moment.from);
  return result;
}

Result worst_of(std::string id, std::vector<Result> pairs) {
  LOCKSTEP_CHECK(!pairs.empty());
  const auto worst = std::max_element(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return badness(a.verdict) < badness(b.verdict);
  });
  Result result = *worst;
  result.id = std::move(id);
  if (pairs.size() > 1) result.pairs = std::move(pairs);
  return result;
}

}  // namespace lockstep::verdict
