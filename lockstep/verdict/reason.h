#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::verdict {

/// The four answers. Disproof wins over missing evidence, and both win over green.
enum class Verdict : std::uint8_t { converged, stale, incomplete, unverifiable };
std::string_view to_string(Verdict verdict);
std::optional<Verdict> parse_verdict(std::string_view text);

/// Why. Stable names, one reason per verdict; docs/verdicts.md describes each.
enum class Reason : std::uint8_t {
  // converged
  fresh_full_traversal,
  empty_catalog,
  tools_not_offered,
  permitted_exclusion,
  shared_public_cache,
  // stale
  no_refetch,
  traversal_predates_signal,
  fetched_not_installed,
  older_result_installed_last,
  registry_differs,
  list_rejected,
  name_collision,
  invalid_definition_excluded,
  forbidden_tool_installed,
  ttl_expired_served,
  cache_reused_without_traversal,
  session_not_renewed,
  session_changed_without_discovery,
  gap_not_covered,
  transport_dead,
  // incomplete
  in_progress,
  cursor_not_followed,
  cursor_restart,
  cursor_cycle,
  invalid_cursor_type,
  traversal_not_from_start,
  page_error,
  page_limit,
  list_error,
  list_timeout,
  invalid_result,
  inconsistent_traversal,
  hop_altered_request,
  // unverifiable
  no_discovery,
  registry_unknown,
  projection_mismatch,
  no_change_channel,
  freshness_unbounded,
  not_quiescent,
  delivery_unobserved,
  auth_context_mismatch,
  order_ambiguous,
  contradictory_record,
  undecodable_frame,
  frame_too_large,
  invalid_utf8,
  invalid_unicode,
  ambiguous_json,
  non_ijson_number,
  uncorrelated_response,
  uncorrelated_notification,
  duplicate_response,
  duplicate_name_conflict,
  malformed_notification,
  batch_not_allowed,
  era_inconsistent,
  unsupported_version,
  handshake_not_completed,
  no_common_version,
  limit_exceeded,
  evidence_expired,
};
inline constexpr int reason_count = static_cast<int>(Reason::evidence_expired) + 1;

std::string_view to_string(Reason reason);
std::optional<Reason> parse_reason(std::string_view text);
/// The verdict that a reason belongs to.
Verdict verdict_of(Reason reason);
/// One sentence for people: what the reason says about the pair.
std::string_view explanation(Reason reason);
/// What would change the verdict, one sentence.
std::string_view remedy(Reason reason);

/// Exit status of the command line: 0 converged, 1 stale, 3 incomplete, 4 unverifiable.
int exit_status(Verdict verdict);
/// How bad a verdict is among several, worse is more: stale 3, incomplete 2, unverifiable 1,
/// converged 0.
int badness(Verdict verdict);

}  // namespace lockstep::verdict
