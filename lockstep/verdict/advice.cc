#include "lockstep/verdict/advice.h"

namespace lockstep::verdict {

namespace {

Severity severity_of_changes(const std::vector<registry::ToolChange>& changes) {
  Severity worst = Severity::none;
  for (const registry::ToolChange& change : changes) {
    Severity one = Severity::low;
    const bool unsafe = change.against_safety;
    if (change.change == registry::Change::removed || unsafe ||
        change.compatibility == registry::Compatibility::breaking) {
      one = Severity::high;
    } else if (change.compatibility == registry::Compatibility::unknown && !change.guidance_only) {
      one = Severity::medium;
    }
    if (one > worst) worst = one;
  }
  return worst;
}

/// Resuming is safe only when nothing was signalled since, and no page failed or contradicted.
bool can_resume(const Facts& facts, Reason reason) {
  if (reason != Reason::cursor_not_followed && reason != Reason::page_limit) return false;
  return facts.record.pages.has_value() && !facts.record.pages->empty() &&
         facts.record.traversal->reasons.size() <= 1;
}

}  // namespace

Severity severity_of(const Result& result) {
  switch (result.verdict) {
    case Verdict::converged:
      return Severity::none;
    case Verdict::unverifiable:
      return Severity::low;
    case Verdict::incomplete:
      return result.reason == Reason::in_progress ? Severity::low : Severity::medium;
    case Verdict::stale:
      break;
  }
  const bool all_gone = result.reason == Reason::transport_dead ||
                        result.reason == Reason::session_not_renewed ||
                        result.reason == Reason::name_collision;
  if (all_gone) return Severity::high;
  const Severity known = severity_of_changes(result.affected);
  return known == Severity::none ? Severity::medium : known;
}

NextAction next_action(const Facts& facts, const Result& result) {
  NextAction action;
  for (const registry::ToolChange& change : result.affected) {
    action.affected.push_back(change.name);
  }
  switch (result.verdict) {
    case Verdict::converged:
      action.verb = "none";
      action.text = "Go on. Checks of calls, effects and outcomes stay separate.";
      return action;
    case Verdict::stale:
      action.verb = "request_refresh";
      action.requires_approval = true;
      action.text =
          "Stop selecting the affected definitions and ask for one bounded refresh; inspect before "
          "retrying consequential work.";
      return action;
    case Verdict::incomplete:
      if (result.reason == Reason::in_progress) {
        action.verb = "wait";
        action.text = "Wait for the traversal under way, then judge again.";
      } else if (can_resume(facts, result.reason)) {
        action.verb = "resume_discovery";
        action.text =
            "Resume from the expected cursor if the client can; otherwise restart discovery once "
            "from the first page.";
      } else {
        action.verb = "restart_discovery";
        action.text = "Restart discovery once from the first page.";
      }
      return action;
    case Verdict::unverifiable:
      action.verb = "restore_evidence";
      action.text =
          "Report the signal as unavailable; reconnect, or schedule a controlled refresh by "
          "policy.";
      return action;
  }
  return action;
}

}  // namespace lockstep::verdict
