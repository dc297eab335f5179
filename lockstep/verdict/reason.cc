#include "lockstep/verdict/reason.h"

#include <array>
#include <cstddef>

#include "lockstep/base/check.h"

namespace lockstep::verdict {
namespace {

struct Entry {
  Reason reason;
  std::string_view name;
  Verdict verdict;
  std::string_view explanation;
  std::string_view remedy;
};

#define LOCKSTEP_REASON(name, verdict, explanation, remedy)    \
  Entry {                                                      \
    Reason::name, #name, Verdict::verdict, explanation, remedy \
  }

// In the order of the enumeration.
constexpr std::array<Entry, reason_count> entries = {
    LOCKSTEP_REASON(fresh_full_traversal, converged,
                    "After the newest change signal one traversal reached its last page, and the "
                    "registry holds exactly what it found.",
                    "A newer change signal, the end of the change channel, or the end of the "
                    "freshness bound would end it."),
    LOCKSTEP_REASON(empty_catalog, converged,
                    "A complete traversal found no tools, and the registry holds none of this "
                    "server.",
                    "A newer change signal, or a tool that appears on either side, would end it."),
    LOCKSTEP_REASON(tools_not_offered, converged,
                    "The server declares no tools, and the registry holds none of it.",
                    "A new session in which the server declares tools would end it."),
    LOCKSTEP_REASON(permitted_exclusion, converged,
                    "The registry holds what the traversal found, without the tools that a modern "
                    "Streamable HTTP client must leave out.",
                    "A newer change signal, or any other difference, would end it."),
    LOCKSTEP_REASON(shared_public_cache, converged,
                    "The list was obtained in another authorization context, every page of it is "
                    "public, and its time to live still runs.",
                    "The end of the time to live, or a page that is not public, would end it."),

    LOCKSTEP_REASON(no_refetch, stale,
                    "The server's set may have changed after the last traversal, and the client "
                    "has not listed the tools again.",
                    "A complete traversal begun after the signal, and its result installed."),
    LOCKSTEP_REASON(traversal_predates_signal, stale,
                    "The newest traversal was already under way when the change signal came, so "
                    "it may have missed the change.",
                    "One more traversal, begun after the signal, and its result installed."),
    LOCKSTEP_REASON(fetched_not_installed, stale,
                    "The client fetched the new list to its end, but its registry still holds "
                    "what it held before.",
                    "Evidence that the client installed the set that it fetched."),
    LOCKSTEP_REASON(older_result_installed_last, stale,
                    "The newest set was installed, and then the result of an older traversal "
                    "replaced it.",
                    "The newest set installed again, or a new traversal and its result installed."),
    LOCKSTEP_REASON(registry_differs, stale,
                    "The registry holds other definitions than the complete traversal found.",
                    "A registry with the digest of the discovered set, or the filter or mapping "
                    "declared that explains the difference."),
    LOCKSTEP_REASON(list_rejected, stale,
                    "The traversal found tools, and the client's registry holds none of them.",
                    "The client accepts the list, or the server mends the entry that the client "
                    "refuses."),
    LOCKSTEP_REASON(name_collision, stale,
                    "Two tools fall on one exposed name, so that at least one of them is hidden "
                    "or mixed up.",
                    "A prefix or mapping of names that keeps the servers' tools apart."),
    LOCKSTEP_REASON(invalid_definition_excluded, stale,
                    "The client left out tools whose definition is invalid, and the protocol "
                    "does not permit that exclusion.",
                    "The server sends valid definitions, or the client declares a filter."),
    LOCKSTEP_REASON(forbidden_tool_installed, stale,
                    "The registry holds a tool that a modern Streamable HTTP client must leave "
                    "out, because its x-mcp-header is invalid.",
                    "The client leaves that tool out, or the server mends its header names."),
    LOCKSTEP_REASON(ttl_expired_served, stale,
                    "The list was used after its time to live had run out, without a new "
                    "traversal and with no open change channel.",
                    "A traversal at the next use, and its result installed."),
    LOCKSTEP_REASON(cache_reused_without_traversal, stale,
                    "The registry was filled from a cache that is not valid for this session or "
                    "authorization context.",
                    "A complete traversal in this session and context, and its result installed."),
    LOCKSTEP_REASON(session_not_renewed, stale,
                    "The server no longer knows the session, and the client has not opened a new "
                    "one.",
                    "A new session, then a complete traversal and its result installed."),
    LOCKSTEP_REASON(session_changed_without_discovery, stale,
                    "A new session or endpoint took over, and the tools have not been listed in "
                    "it.",
                    "A complete traversal in the new session, and its result installed."),
    LOCKSTEP_REASON(gap_not_covered, stale,
                    "The change channel was lost and opened again, and no traversal began after "
                    "that; signals in the gap are lost.",
                    "A complete traversal begun after the channel opened again."),
    LOCKSTEP_REASON(transport_dead, stale,
                    "The process or connection of the server ended, and the client still offers "
                    "its tools.",
                    "A new connection and a complete traversal, or the tools taken out of the "
                    "registry."),

    LOCKSTEP_REASON(in_progress, incomplete,
                    "A traversal has begun after the signal and has not reached its last page "
                    "yet.",
                    "The rest of the pages, and the result installed."),
    LOCKSTEP_REASON(cursor_not_followed, incomplete,
                    "The server offered a further page, and the client went on without it.",
                    "The traversal continued from the open cursor to its last page."),
    LOCKSTEP_REASON(cursor_restart, incomplete,
                    "With a further page open the client began again at the first page, and has "
                    "not finished.",
                    "A traversal that follows every cursor to the last page."),
    LOCKSTEP_REASON(cursor_cycle, incomplete,
                    "The traversal used a cursor a second time, so it goes round in a circle.",
                    "A server that ends its list, and a traversal that reaches that end."),
    LOCKSTEP_REASON(invalid_cursor_type, incomplete,
                    "The server sent a nextCursor that is neither a string nor null, so the end "
                    "of the list is not known.",
                    "A nextCursor of the right type, and the traversal repeated."),
    LOCKSTEP_REASON(traversal_not_from_start, incomplete,
                    "The traversal began with a cursor and not at the first page.",
                    "A traversal whose first request carries no cursor."),
    LOCKSTEP_REASON(page_error, incomplete,
                    "A later page was answered with an error, and no traversal has ended well "
                    "since.",
                    "A traversal from the first page that reaches the last one."),
    LOCKSTEP_REASON(page_limit, incomplete,
                    "A limit of the client ended the traversal before the last page.",
                    "A limit that the list fits into, or a server that ends its list."),
    LOCKSTEP_REASON(list_error, incomplete,
                    "The request for the tools was answered with an error or refused, and no "
                    "traversal has ended well since.",
                    "A traversal that the server answers to the last page."),
    LOCKSTEP_REASON(list_timeout, incomplete,
                    "The request for the tools got no usable answer in time, or the client gave "
                    "it up.",
                    "A traversal that is answered in time, to the last page."),
    LOCKSTEP_REASON(invalid_result, incomplete,
                    "An answer of the traversal is readable but is no list of tools.",
                    "A result with a tools array of a known result type."),
    LOCKSTEP_REASON(inconsistent_traversal, incomplete,
                    "The pages contradict each other: the server's set changed while it was "
                    "being read.",
                    "A new traversal from the first page whose pages agree."),
    LOCKSTEP_REASON(hop_altered_request, incomplete,
                    "A hop passed the request on with another cursor than it came with.",
                    "A hop that passes cursors on unchanged, and the traversal repeated."),

    LOCKSTEP_REASON(no_discovery, unverifiable, "No traversal of the tools is known at all.",
                    "Evidence of a complete traversal."),
    LOCKSTEP_REASON(registry_unknown, unverifiable,
                    "A traversal is complete, and nothing says what the client's registry has "
                    "held since.",
                    "A witness of the registry: an adapter, the tools of a model request, or an "
                    "exported file."),
    LOCKSTEP_REASON(projection_mismatch, unverifiable,
                    "The two digests cover different members of the definitions and cannot be "
                    "compared.",
                    "Both digests in one projection, or the definitions themselves."),
    LOCKSTEP_REASON(no_change_channel, unverifiable,
                    "Both sides agreed, but no change signal could have arrived since, and "
                    "nothing else bounds how old the agreement may be.",
                    "An open change channel, a time to live, or a policy with maxAgeMs."),
    LOCKSTEP_REASON(freshness_unbounded, unverifiable,
                    "Both sides agreed, and it is not known whether a change signal could have "
                    "arrived since.",
                    "Evidence of the change channel, a time to live, or a policy with maxAgeMs."),
    LOCKSTEP_REASON(not_quiescent, unverifiable,
                    "Each of the last three traversals was followed by another change signal, so "
                    "no answer stands long enough to be judged.",
                    "A server that announces only real changes, then one quiet traversal."),
    LOCKSTEP_REASON(delivery_unobserved, unverifiable,
                    "A change signal was seen on the server's side of a hop only; whether it "
                    "reached the client is not known.",
                    "An observer on the client's side of the hop, or a later complete "
                    "traversal."),
    LOCKSTEP_REASON(auth_context_mismatch, unverifiable,
                    "The discovered set and the registry belong to different authorization "
                    "contexts, or to one that is not known.",
                    "Both sides observed in one authorization context."),
    LOCKSTEP_REASON(order_ambiguous, unverifiable,
                    "The order of two events decides, and their times do not tell it.",
                    "A sequence number of one observer, or times that do not overlap."),
    LOCKSTEP_REASON(contradictory_record, unverifiable,
                    "The record contradicts itself, so nothing in it can be relied upon.",
                    "A record that holds together."),
    LOCKSTEP_REASON(undecodable_frame, unverifiable,
                    "What stands in the place of an answer is no JSON.",
                    "An answer that can be read, in a new complete traversal."),
    LOCKSTEP_REASON(frame_too_large, unverifiable,
                    "An answer is larger than the limit for one message and was not read.",
                    "A larger limit or smaller pages, and the traversal repeated."),
    LOCKSTEP_REASON(invalid_utf8, unverifiable,
                    "An answer holds bytes that are no UTF-8, so what it says is not certain.",
                    "An answer in UTF-8, in a new complete traversal."),
    LOCKSTEP_REASON(invalid_unicode, unverifiable,
                    "An answer holds half of a surrogate pair, so what it says is not certain.",
                    "An answer of whole characters, in a new complete traversal."),
    LOCKSTEP_REASON(ambiguous_json, unverifiable,
                    "An answer names a member twice, and readers disagree about which one counts.",
                    "An answer with each member once, in a new complete traversal."),
    LOCKSTEP_REASON(non_ijson_number, unverifiable,
                    "The two sets differ only by numbers of which one is the rounded form of the "
                    "other.",
                    "Numbers that a double holds, or a witness that keeps every digit."),
    LOCKSTEP_REASON(uncorrelated_response, unverifiable,
                    "An answer came that belongs to no open request, while a request was open.",
                    "An answer with the id of its request, in a new complete traversal."),
    LOCKSTEP_REASON(uncorrelated_notification, unverifiable,
                    "A change signal came under a subscription that is not known.",
                    "A complete traversal begun after it."),
    LOCKSTEP_REASON(duplicate_response, unverifiable,
                    "One request was answered twice, and the answers differ.",
                    "A new complete traversal with one answer to each request."),
    LOCKSTEP_REASON(duplicate_name_conflict, unverifiable,
                    "One page lists a name twice with different definitions.",
                    "A server that lists each name once."),
    LOCKSTEP_REASON(malformed_notification, unverifiable,
                    "What came may have been a change signal, but its form is wrong.",
                    "A complete traversal begun after it."),
    LOCKSTEP_REASON(batch_not_allowed, unverifiable,
                    "A list answer or a change signal came in a batch, and this revision of the "
                    "protocol has none.",
                    "Single messages, in a new complete traversal."),
    LOCKSTEP_REASON(era_inconsistent, unverifiable,
                    "Messages of the legacy and of the modern protocol are mixed in one session.",
                    "A session that keeps to one of the two."),
    LOCKSTEP_REASON(unsupported_version, unverifiable,
                    "The negotiated revision of the protocol is not one that is known.",
                    "A known revision, negotiated in a new session."),
    LOCKSTEP_REASON(handshake_not_completed, unverifiable,
                    "The session was opened, and its opening exchange was not finished before "
                    "the traversal.",
                    "A session with a complete opening exchange, then a traversal."),
    LOCKSTEP_REASON(no_common_version, unverifiable,
                    "Client and server share no revision of the protocol.",
                    "A revision that both sides support."),
    LOCKSTEP_REASON(limit_exceeded, unverifiable,
                    "An answer goes beyond a limit of depth or size and was not read.",
                    "A larger limit or a smaller answer, and the traversal repeated."),
    LOCKSTEP_REASON(evidence_expired, unverifiable,
                    "The bound that kept the evidence fresh has run out, and no change channel "
                    "is open.",
                    "A new complete traversal, or a change channel."),
};

#undef LOCKSTEP_REASON

constexpr bool in_order() {
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i].reason != static_cast<Reason>(i) || entries[i].name.empty()) return false;
  return true;
}
static_assert(in_order(), "the table follows the enumeration");

const Entry& entry(Reason reason) {
  const auto index = static_cast<std::size_t>(reason);
  LOCKSTEP_CHECK(index < entries.size());
  return entries[index];
}

constexpr std::array verdicts = {Verdict::converged, Verdict::stale, Verdict::incomplete,
                                 Verdict::unverifiable};

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::converged:
      return "converged";
    case Verdict::stale:
      return "stale";
    case Verdict::incomplete:
      return "incomplete";
    case Verdict::unverifiable:
      return "unverifiable";
  }
  LOCKSTEP_CHECK(false);
}

std::optional<Verdict> parse_verdict(std::string_view text) {
  for (const Verdict verdict : verdicts)
    if (to_string(verdict) == text) return verdict;
  return std::nullopt;
}

std::string_view to_string(Reason reason) {
  return entry(reason).name;
}

std::optional<Reason> parse_reason(std::string_view text) {
  for (const Entry& candidate : entries)
    if (candidate.name == text) return candidate.reason;
  return std::nullopt;
}

Verdict verdict_of(Reason reason) {
  return entry(reason).verdict;
}
std::string_view explanation(Reason reason) {
  return entry(reason).explanation;
}
std::string_view remedy(Reason reason) {
  return entry(reason).remedy;
}

int exit_status(Verdict verdict) {
  switch (verdict) {
    case Verdict::converged:
      return 0;
    case Verdict::stale:
      return 1;
    case Verdict::incomplete:
      return 3;
    case Verdict::unverifiable:
      return 4;
  }
  LOCKSTEP_CHECK(false);
}

int badness(Verdict verdict) {
  switch (verdict) {
    case Verdict::stale:
      return 3;
    case Verdict::incomplete:
      return 2;
    case Verdict::unverifiable:
      return 1;
    case Verdict::converged:
      return 0;
  }
  LOCKSTEP_CHECK(false);
}

}  // namespace lockstep::verdict
