#include "lockstep/verdict/result.h"

#include "lockstep/base/check.h"

namespace lockstep::verdict {

std::string_view to_string(SignalState state) {
  switch (state) {
    case SignalState::none:
      return "none";
    case SignalState::seen:
      return "seen";
    case SignalState::unobservable:
      return "unobservable";
  }
  LOCKSTEP_CHECK(false);
}

std::string_view to_string(DiscoveryState state) {
  switch (state) {
    case DiscoveryState::none:
      return "none";
    case DiscoveryState::running:
      return "running";
    case DiscoveryState::complete:
      return "complete";
    case DiscoveryState::broken:
      return "broken";
    case DiscoveryState::predates_signal:
      return "predates_signal";
  }
  LOCKSTEP_CHECK(false);
}

std::string_view to_string(InstallState state) {
  switch (state) {
    case InstallState::unknown:
      return "unknown";
    case InstallState::behind:
      return "behind";
    case InstallState::equal:
      return "equal";
    case InstallState::differs:
      return "differs";
  }
  LOCKSTEP_CHECK(false);
}

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::none:
      return "none";
    case Severity::low:
      return "low";
    case Severity::medium:
      return "medium";
    case Severity::high:
      return "high";
  }
  LOCKSTEP_CHECK(false);
}

std::string_view to_string(Grade grade) {
  switch (grade) {
    case Grade::low:
      return "low";
    case Grade::medium:
      return "medium";
    case Grade::high:
      return "high";
  }
  LOCKSTEP_CHECK(false);
}

std::string_view to_string(Basis basis) {
  switch (basis) {
    case Basis::signal:
      return "signal";
    case Basis::ttl:
      return "ttl";
    case Basis::policy:
      return "policy";
    case Basis::none:
      return "none";
  }
  LOCKSTEP_CHECK(false);
}

const std::vector<std::string_view>& not_established() {
  static const std::vector<std::string_view> facts = {
      "reachability", "authorization", "tool_behaviour", "external_effect", "task_outcome"};
  return facts;
}

}  // namespace lockstep::verdict
