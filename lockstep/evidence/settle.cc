// What a record lets us derive, and where it contradicts itself (DESIGN section 3).
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "lockstep/base/encoding.h"
#include "lockstep/base/hash.h"
#include "lockstep/evidence/record.h"

namespace lockstep::evidence {

namespace {

using registry::Tool;
using registry::ToolSet;

constexpr std::string_view v1_name = "mcp-tools/v1";
/// Tools that one page may claim to hold; keeps sums far from overflow.
constexpr std::int64_t count_max = std::int64_t{1} << 40;

/// Digest over the tools with exact decimals, for sets whose numbers a double cannot hold.
std::string exact_digest(const ToolSet& set) {
  std::vector<const Tool*> tools;
  for (const Tool& tool : set.tools())
    tools.push_back(&tool);
  std::sort(tools.begin(), tools.end(),
            [](const Tool* a, const Tool* b) { return json::utf16_less(a->name, b->name); });
  base::Sha256Stream stream;
  for (const Tool* tool : tools) {
    stream.add(tool->exact.empty() ? tool->projected : tool->exact);
    stream.add("\n");
  }
  return "sha256:" + base::to_hex(stream.finish());
}

bool has_reason(const TraversalFacts& traversal, std::string_view reason) {
  const auto& list = traversal.reasons;
  return std::find(list.begin(), list.end(), reason) != list.end();
}

void add_reason(TraversalFacts& traversal, std::string_view reason) {
  if (!has_reason(traversal, reason)) traversal.reasons.emplace_back(reason);
}

/// One observer ordered its times by a sequence: the clock may step back between them.
bool is_placed(const Record& record) {
  return (record.discovery_started.has_value() && record.discovery_started->sequence != 0) ||
         (record.signal.has_value() && record.signal->stamp.sequence != 0) ||
         (record.channel.has_value() && record.channel->opened.sequence != 0);
}

/// The client installed something after the newest page, with a cursor still open.
bool went_on(const Record& record, const PageFacts& last) {
  if (is_placed(record) || !record.registry.has_value() || !record.registry->installed ||
      !last.received_at)
    return false;
  return record.registry->installed->at >= *last.received_at;
}

void derive_traversal(Record& record) {
  if (!record.traversal.absent() || !record.discovery_started.has_value()) return;
  TraversalFacts traversal;
  traversal.id = "w1";
  traversal.outcome =
      record.discovery_completed.has_value() ? WalkOutcome::complete : WalkOutcome::pending;
  const bool known = record.pages.has_value();
  if (known && record.pages->empty() && traversal.outcome == WalkOutcome::pending) {
    traversal.waiting_since = record.discovery_started->at;
  }
  if (record.session.has_value()) traversal.auth_context = record.session->auth_context;
  record.traversal = std::move(traversal);
}

/// What the pages themselves show about the walk.
void inspect_pages(Record& record) {
  if (!record.pages.has_value() || !record.traversal.has_value()) return;
  TraversalFacts& traversal = *record.traversal;
  const std::vector<PageFacts>& pages = *record.pages;
  std::set<std::string> names;
  std::set<std::string> used;
  bool first = true;
  for (const PageFacts& page : pages) {
    if (page.cursor.has_value()) {
      if (first) add_reason(traversal, "traversal_not_from_start");
      used.insert(*page.cursor);
    }
    if (page.next_cursor_invalid) add_reason(traversal, "invalid_cursor_type");
    if (page.next_cursor.has_value() && used.contains(*page.next_cursor)) {
      add_reason(traversal, "cursor_cycle");
    }
    if (page.tools) {
      for (const Tool& tool : page.tools->tools()) {
        if (!first && names.contains(tool.name)) add_reason(traversal, "inconsistent_traversal");
      }
      for (const Tool& tool : page.tools->tools())
        names.insert(tool.name);
      if (!page.tools->conflicts().empty()) add_reason(traversal, "duplicate_name_conflict");
    }
    first = false;
  }
  if (traversal.outcome == WalkOutcome::pending && !pages.empty() && !traversal.waiting_since &&
      pages.back().next_cursor.has_value() && went_on(record, pages.back())) {
    add_reason(traversal, "cursor_not_followed");
  }
  static constexpr std::array<std::string_view, 4> fatal = {
      "traversal_not_from_start", "invalid_cursor_type", "cursor_cycle", "inconsistent_traversal"};
  for (const std::string_view reason : fatal) {
    if (has_reason(traversal, reason)) traversal.outcome = WalkOutcome::failed;
  }
}

/// A record that Lockstep wrote names all that its writer knew: what it does not say of its channel
/// is not known. Only a small record by hand leaves an open channel to be derived.
enum class OpenChannel : std::uint8_t { derive, leave };

void derive_channel(Record& record, OpenChannel open) {
  if (!record.channel.absent() || !record.session.has_value()) return;
  const SessionFacts& session = *record.session;
  if (session.era == protocol::Era::modern) {
    if (!record.subscription.has_value()) {
      if (record.subscription.is_none()) record.channel = Fact<ChannelFacts>::none();
      return;
    }
    const SubscriptionFacts& subscription = *record.subscription;
    if (!subscription.tools_list_changed || subscription.acknowledged_at.is_none()) {
      record.channel = Fact<ChannelFacts>::none();
    } else if (open == OpenChannel::derive && subscription.acknowledged_at.has_value() &&
               !subscription.ended_at.absent()) {
      record.channel =
          ChannelFacts{"listen", Stamp{*subscription.acknowledged_at, 0}, subscription.ended_at};
    }
    return;
  }
  if (!record.tools.has_value() || !record.tools->has_value()) return;
  if (!**record.tools) {
    record.channel = Fact<ChannelFacts>::none();
    return;
  }
  const bool connected = session.transport == session::Transport::stdio ||
                         session.transport == session::Transport::sse;
  if (open == OpenChannel::derive && connected && session.opened_at) {
    record.channel = ChannelFacts{std::string(session::to_string(*session.transport)),
                                  Stamp{*session.opened_at, 0}, session.closed_at};
  }
}

/// The set of all pages, where every page carries its tools.
void derive_set(Record& record) {
  if (record.discovered_set || !record.pages.has_value() || record.pages->empty()) return;
  if (!record.traversal.has_value() || record.traversal->outcome != WalkOutcome::complete) return;
  std::vector<Tool> tools;
  for (const PageFacts& page : *record.pages) {
    if (!page.tools) return;
    tools.insert(tools.end(), page.tools->tools().begin(), page.tools->tools().end());
  }
  if (record.pages->size() == 1) {
    record.discovered_set = record.pages->front().tools;
  } else {
    record.discovered_set = std::make_shared<const ToolSet>(ToolSet::of(std::move(tools)));
  }
}

void contradict(Record& record, std::string_view what) {
  auto& list = record.contradictions;
  if (std::find(list.begin(), list.end(), what) == list.end()) list.emplace_back(what);
}

/// The digest of no tools at all says how many there are.
template <class Facts>
void count_none(Record& record, Facts& facts, std::string_view whose) {
  static const std::string none = registry::to_string(ToolSet().digest());
  if (facts.projection != v1_name || facts.digest.empty()) return;
  if (!facts.tool_count && facts.digest == none) facts.tool_count = 0;
  if (facts.tool_count && (*facts.tool_count == 0) != (facts.digest == none)) {
    contradict(record, whose);
  }
}

void derive_discovered(Record& record) {
  if (!record.discovered_set) return;
  const ToolSet& set = *record.discovered_set;
  const std::string digest = registry::to_string(set.digest());
  const std::string expected = expected_digest(record);
  if (record.discovered.absent() || record.discovered.is_none()) {
    DiscoveredFacts facts;
    facts.projection = std::string(v1_name);
    facts.digest = digest;
    facts.expected_digest = expected;
    facts.tool_count = static_cast<std::int64_t>(set.size());
    record.discovered = std::move(facts);
  } else {
    DiscoveredFacts& facts = *record.discovered;
    if (facts.projection == v1_name && !facts.digest.empty() && facts.digest != digest) {
      contradict(record, "discovered.digest is not the digest of the pages' tools");
    }
    if (facts.digest.empty()) facts.digest = digest;
    if (facts.expected_digest.empty()) facts.expected_digest = expected;
    if (!facts.tool_count) facts.tool_count = static_cast<std::int64_t>(set.size());
  }
  if (set.lossy()) record.discovered->exact_digest = exact_digest(set);
}

void derive_registry(Record& record) {
  if (!record.registry.has_value() || !record.registry->tools) return;
  RegistryFacts& facts = *record.registry;
  const std::string digest = registry::to_string(facts.tools->digest());
  if (facts.projection == v1_name && !facts.digest.empty() && facts.digest != digest) {
    contradict(record, "registry.digest is not the digest of registry.tools");
  }
  if (facts.digest.empty()) facts.digest = digest;
  facts.tool_count = static_cast<std::int64_t>(facts.tools->size());
  if (facts.tools->lossy()) facts.exact_digest = exact_digest(*facts.tools);
}

void check_chain(Record& record) {
  if (!record.pages.has_value()) return;
  const std::vector<PageFacts>& pages = *record.pages;
  for (std::size_t i = 1; i < pages.size(); ++i) {
    const Fact<std::string>& given = pages[i - 1].next_cursor;
    const Fact<std::string>& asked = pages[i].cursor;
    const bool both = given.has_value() && asked.has_value();
    const bool breaks = given.is_none() || asked.is_none() || (both && *given != *asked);
    if (breaks) contradict(record, "pages: a page does not follow the cursor of the page before");
  }
  if (!record.discovery_completed.has_value()) {
    const bool ended = record.discovery_completed.is_none() && !pages.empty() &&
                       pages.back().next_cursor.is_none() && !pages.back().next_cursor_invalid &&
                       record.traversal.has_value() &&
                       record.traversal->outcome == WalkOutcome::pending &&
                       record.traversal->reasons.empty();
    if (ended) contradict(record, "discoveryCompletedAt is null though the last page was read");
    return;
  }
  if (pages.empty()) {
    contradict(record, "discoveryCompletedAt is set though no page was read");
  } else if (pages.back().next_cursor.has_value() || pages.back().next_cursor_invalid) {
    contradict(record, "discoveryCompletedAt is set though the last page has a next cursor");
  }
}

void check_times(Record& record) {
  const auto later = [&](base::TimePoint first, base::TimePoint second, std::string_view what) {
    if (second < first) contradict(record, what);
  };
  const bool started = record.discovery_started.has_value();
  const bool completed = record.discovery_completed.has_value();
  if (completed && record.discovery_started.is_none()) {
    contradict(record, "discoveryCompletedAt is set though discoveryStartedAt is null");
  }
  if (started && completed) {
    if (order_of(*record.discovery_completed, *record.discovery_started) == Order::before) {
      contradict(record, "discoveryCompletedAt is before discoveryStartedAt");
    }
  }
  if (is_placed(record)) return;
  if (record.pages.has_value()) {
    std::optional<base::TimePoint> before;
    if (started && (!record.traversal.has_value() || record.traversal->origin == "wire")) {
      before = record.discovery_started->at;
    }
    for (const PageFacts& page : *record.pages) {
      if (!page.received_at) continue;
      if (before) later(*before, *page.received_at, "pages: receivedAt runs backwards");
      before = page.received_at;
    }
    if (completed && before) {
      later(*before, record.discovery_completed->at,
            "discoveryCompletedAt is before the last page's receivedAt");
    }
  }
  if (record.session.has_value() && record.session->opened_at &&
      record.session->closed_at.has_value()) {
    later(*record.session->opened_at, *record.session->closed_at,
          "session.closedAt is before session.openedAt");
  }
  if (record.channel.has_value() && record.channel->ended_at.has_value()) {
    later(record.channel->opened.at, *record.channel->ended_at,
          "channel.endedAt is before channel.openedAt");
  }
  if (record.subscription.has_value() && record.subscription->requested_at.has_value() &&
      record.subscription->acknowledged_at.has_value()) {
    later(*record.subscription->requested_at, *record.subscription->acknowledged_at,
          "subscription.acknowledgedAt is before subscription.requestedAt");
  }
}

void check_outcome(Record& record) {
  if (!record.traversal.has_value()) return;
  const WalkOutcome outcome = record.traversal->outcome;
  if (outcome == WalkOutcome::complete && record.discovery_completed.is_none()) {
    contradict(record, "traversal.outcome is complete though discoveryCompletedAt is null");
  }
  if (outcome == WalkOutcome::pending && record.discovery_completed.has_value()) {
    contradict(record, "traversal.outcome is pending though discoveryCompletedAt is set");
  }
}

/// The pages cannot hold fewer tools than the walk found; more they can, where names repeat.
void check_page_counts(Record& record) {
  const bool complete =
      record.traversal.has_value() && record.traversal->outcome == WalkOutcome::complete;
  if (!complete || !record.discovered.has_value() || !record.pages.has_value()) return;
  std::int64_t sum = 0;
  for (const PageFacts& page : *record.pages) {
    const bool usable = page.tool_count && *page.tool_count >= 0 && *page.tool_count < count_max;
    if (!usable) return;
    sum += *page.tool_count;
  }
  if (sum < record.discovered->tool_count) {
    contradict(record, "discovered.toolCount is more than its pages hold");
  }
}

void check_counts(Record& record) {
  if (record.pages.has_value()) {
    for (const PageFacts& page : *record.pages) {
      if (!page.tools || !page.tool_count) continue;
      const auto count = static_cast<std::int64_t>(page.tools->size() + page.tools->nameless());
      const bool exact = page.tools->duplicates().empty() && page.tools->conflicts().empty() &&
                         page.tools->nameless() == 0;
      const auto least = static_cast<std::int64_t>(page.tools->size());
      if (exact ? *page.tool_count != count : *page.tool_count < least) {
        contradict(record, "pages: toolCount is not the number of its tools");
      }
    }
  }
  const bool counted = record.discovered.has_value() && record.discovered->tool_count.has_value();
  if (counted && record.discovered_set &&
      *record.discovered->tool_count != static_cast<std::int64_t>(record.discovered_set->size())) {
    contradict(record, "discovered.toolCount is not the number of the pages' tools");
  }
}

/// A record carries what its writer saw when it still had all definitions. A reader takes it where
/// it has fewer, but never as green against digests that differ, unless the writer says why.
bool writer_saw_more(const Record& record, const Comparison& stored) {
  const Match now = record.comparison.match;
  if (stored.match == Match::conflicting) return is_difference(now);
  if (!record.comparison.digests_only || stored.match == Match::unknown) return false;
  const bool green = stored.match == Match::equal || stored.match == Match::equal_excluded;
  if (!green) return now != Match::incomparable;
  if (now == Match::rounded) {
    return record.discovered->exact_digest.empty() || record.registry->exact_digest.empty();
  }
  if (is_difference(now)) return stored.undefined_members_dropped;
  return now == Match::equal || now == Match::equal_excluded;
}

}  // namespace

bool has_observed(const Record& record, std::string_view code) {
  return std::any_of(record.observed.begin(), record.observed.end(),
                     [&](const Observed& seen) { return seen.code == code; });
}

std::string_view to_string(Vantage vantage) {
  switch (vantage) {
    case Vantage::client:
      return "client";
    case Vantage::tap:
      return "tap";
    case Vantage::probe:
      return "probe";
  }
  return {};
}

std::string_view to_string(WalkOutcome outcome) {
  switch (outcome) {
    case WalkOutcome::complete:
      return "complete";
    case WalkOutcome::pending:
      return "pending";
    case WalkOutcome::failed:
      return "failed";
  }
  return {};
}

void settle(Record& record) {
  const bool written = record.comparison.match != Match::unknown || record.traversal.has_value();
  const OpenChannel open = written ? OpenChannel::leave : OpenChannel::derive;
  derive_traversal(record);
  check_chain(record);
  inspect_pages(record);
  derive_channel(record, open);
  derive_set(record);
  check_counts(record);
  derive_discovered(record);
  check_page_counts(record);
  derive_registry(record);
  if (record.discovered.has_value()) {
    count_none(record, *record.discovered, "discovered.toolCount is not that of its digest");
  }
  if (record.registry.has_value()) {
    count_none(record, *record.registry, "registry.toolCount is not that of its digest");
  }
  check_times(record);
  check_outcome(record);
  const Comparison stored = std::move(record.comparison);
  record.comparison = compare(record);
  const bool digests_only = record.comparison.digests_only;
  if (writer_saw_more(record, stored)) record.comparison = stored;
  record.comparison.digests_only = digests_only;
}

}  // namespace lockstep::evidence
