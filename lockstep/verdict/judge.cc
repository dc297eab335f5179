#include "lockstep/verdict/judge.h"

#include "lockstep/verdict/rules.h"

namespace lockstep::verdict {

namespace {

/// Rules that add nothing once a stale or incomplete reason stands: they say only what green needs.
bool is_about_freshness(Reason reason) {
  return reason == Reason::no_change_channel || reason == Reason::freshness_unbounded ||
         reason == Reason::evidence_expired;
}

void add_notes(const Reasons& reasons, Reason chosen, std::vector<Note>& notes) {
  const bool green_only = verdict_of(chosen) != Verdict::unverifiable;
  for (const Reason reason : reasons) {
    if (reason == chosen || (green_only && is_about_freshness(reason))) continue;
    notes.push_back(Note{to_string(reason), {}});
  }
}

void add_observed(const evidence::Record& record, Reason chosen, std::vector<Note>& notes) {
  for (const std::string& contradiction : record.contradictions) {
    notes.push_back(Note{"contradictory_record", contradiction});
  }
  for (const evidence::Observed& seen : record.observed) {
    bool listed = seen.code == to_string(chosen);
    for (const Note& note : notes)
      listed = listed || note.code == seen.code;
    if (!listed) notes.push_back(Note{seen.code, "observed"});
  }
  if (record.comparison.order_changed) notes.push_back(Note{"order_changed", "registry"});
  if (record.comparison.undefined_members_dropped) {
    notes.push_back(Note{"undefined_member_dropped", "registry, protocolVersion"});
  }
}

Reason choose(const Facts& facts, const Reasons& stale, const Reasons& incomplete,
              const Reasons& unverifiable) {
  // A record that contradicts itself proves nothing, not even a fault.
  if (!facts.record.contradictions.empty()) return Reason::contradictory_record;
  if (!stale.empty()) {
    const Reason reason = stale.front();
    const bool by_signal =
        reason == Reason::no_refetch || reason == Reason::traversal_predates_signal;
    if (by_signal && not_quiescent(facts)) return Reason::not_quiescent;
    return is_settling(facts, reason) ? Reason::in_progress : reason;
  }
  if (!incomplete.empty()) return incomplete.front();
  if (!unverifiable.empty()) return unverifiable.front();
  return converged_rule(facts);
}

}  // namespace

Reason converged_rule(const Facts& facts) {
  const evidence::Record& record = facts.record;
  if (facts.tools_not_offered()) return Reason::tools_not_offered;
  if (facts.contexts_differ) return Reason::shared_public_cache;
  if (record.comparison.match == evidence::Match::equal_excluded) {
    return Reason::permitted_exclusion;
  }
  const bool empty = record.discovered.has_value() && record.discovered->tool_count == 0;
  return empty ? Reason::empty_catalog : Reason::fresh_full_traversal;
}

Judgement judge(const evidence::Record& record, const evidence::Policy& policy,
                base::TimePoint now) {
  const Facts facts = gather(record, policy, now);
  const Reasons stale = stale_rules(facts);
  const Reasons incomplete = incomplete_rules(facts);
  const Reasons unverifiable = unverifiable_rules(facts);
  Judgement judgement;
  judgement.reason = choose(facts, stale, incomplete, unverifiable);
  add_notes(stale, judgement.reason, judgement.notes);
  add_notes(incomplete, judgement.reason, judgement.notes);
  add_notes(unverifiable, judgement.reason, judgement.notes);
  add_observed(record, judgement.reason, judgement.notes);
  return judgement;
}

}  // namespace lockstep::verdict
