#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/time.h"
#include "lockstep/registry/diff.h"
#include "lockstep/verdict/reason.h"

namespace lockstep::verdict {

/// Something worth knowing beside the reason. Codes are reason names or the further codes of
/// docs/verdicts.md (`undeclared_signal`, `order_changed`, …).
struct Finding {
  std::string code;
  /// The facts it rests on: names of evidence members and times, in words of ours; text of a peer
  /// in it (tool names) is raw and must be escaped by whoever shows it.
  std::string facts;
  bool operator==(const Finding&) const = default;
};

enum class SignalState : std::uint8_t { none, seen, unobservable };
enum class DiscoveryState : std::uint8_t { none, running, complete, broken, predates_signal };
enum class InstallState : std::uint8_t { unknown, behind, equal, differs };
std::string_view to_string(SignalState state);
std::string_view to_string(DiscoveryState state);
std::string_view to_string(InstallState state);

/// The three stages of a refresh, each by itself.
struct Stages {
  SignalState signal = SignalState::none;
  std::string signal_kind;
  std::optional<base::TimePoint> signal_at;
  DiscoveryState discovery = DiscoveryState::none;
  std::optional<base::TimePoint> started_at;
  std::optional<base::TimePoint> completed_at;
  std::optional<std::int64_t> pages;
  std::optional<std::int64_t> tools;
  InstallState install = InstallState::unknown;
  std::optional<base::TimePoint> installed_at;
  std::string witness;
};

/// What is known of one side's set.
struct SetSummary {
  std::string projection;
  std::string digest;  // `sha256:…`
  std::optional<std::int64_t> tool_count;
};

enum class Severity : std::uint8_t { none, low, medium, high };
enum class Grade : std::uint8_t { low, medium, high };
enum class Basis : std::uint8_t { signal, ttl, policy, none };
std::string_view to_string(Severity severity);
std::string_view to_string(Grade grade);
std::string_view to_string(Basis basis);

struct NextAction {
  /// `none`, `wait`, `request_refresh`, `resume_discovery`, `restart_discovery`,
  /// `restore_evidence`.
  std::string verb;
  std::string text;
  bool requires_approval = false;
  std::vector<std::string> affected;  // raw tool names
};

/// Everything that a verdict says about one pair (DESIGN section 5).
struct Result {
  std::string id;
  std::string client;
  std::string server;
  std::string vantage;
  Verdict verdict = Verdict::unverifiable;
  Reason reason = Reason::no_discovery;
  Stages stages;
  std::optional<SetSummary> discovered;
  std::optional<SetSummary> registry;
  std::vector<registry::ToolChange> affected;
  Severity severity = Severity::none;
  Grade uncertainty = Grade::low;
  std::vector<std::string> uncertain_because;
  std::optional<base::TimePoint> as_of;
  Basis basis = Basis::none;
  std::optional<base::TimePoint> valid_until;
  std::vector<Finding> findings;
  NextAction next_action;
  /// Facts that the rules used, and facts that were missing; names of evidence members.
  std::vector<std::string> facts_used;
  std::vector<std::string> facts_missing;
  /// Digest of the evidence record that was judged.
  std::string evidence;
  base::TimePoint now;
  /// Where `now` came from: `option`, `input`, `recording`, `clock`.
  std::string now_from;
  /// Of several pairs the worst is this result, and all of them stand here.
  std::vector<Result> pairs;
};

/// What `converged` never proves: reachability, authorization, …
const std::vector<std::string_view>& not_established();

}  // namespace lockstep::verdict
