// Any record that can be read is judged, at any moment; it is green only with every fact that green
// needs; it is judged alike when it is written and read again; and taking a fact away from it never
// leads to green.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/evidence/record_json.h"
#include "lockstep/json/document.h"
#include "lockstep/verdict/examine.h"
#include "lockstep/verdict/facts.h"
#include "lockstep/verdict/judge.h"
#include "tests/properties/record_text.h"

#ifdef LOCKSTEP_LIBFUZZER
#include "fuzz/record_mutator.h"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return lockstep::fuzz::mutate_record(data, size, max_size, seed, sizeof(std::int64_t));
}
#endif

namespace {

using namespace lockstep;

/// Green without one of these would be a guess.
void check_green(const evidence::Record& record, base::TimePoint now) {
  LOCKSTEP_CHECK(record.contradictions.empty());
  LOCKSTEP_CHECK(record.session.has_value());
  LOCKSTEP_CHECK(!record.signal.absent() && !record.notification_at.absent());
  LOCKSTEP_CHECK(record.registry.has_value());
  LOCKSTEP_CHECK(!record.tools.absent());
  if (record.tools.is_none()) {
    LOCKSTEP_CHECK(record.registry->tool_count == 0);
    return;
  }
  LOCKSTEP_CHECK(record.discovery_started.has_value() && record.discovery_completed.has_value());
  LOCKSTEP_CHECK(record.pages.has_value() && !record.pages->empty());
  LOCKSTEP_CHECK(!record.pages->back().next_cursor.has_value());
  LOCKSTEP_CHECK(record.traversal.has_value() &&
                 record.traversal->outcome == evidence::WalkOutcome::complete);
  const auto match = record.comparison.match;
  LOCKSTEP_CHECK(match == evidence::Match::equal || match == evidence::Match::equal_excluded);
  const verdict::Facts facts = verdict::gather(record, record.policy, now);
  LOCKSTEP_CHECK(facts.relation == verdict::Relation::after);
  LOCKSTEP_CHECK(facts.basis != verdict::Basis::none);
}

/// nullopt where the text is no record.
std::optional<evidence::Record> read(std::string_view text) {
  const auto document = json::Document::parse(text, {.bytes_max = 8u << 20, .depth_max = 64});
  if (!document) return std::nullopt;
  auto record = evidence::read_record(document->root());
  if (!record) return std::nullopt;
  return std::move(*record);
}

void check_moment(const evidence::Record& record, base::TimePoint now) {
  const verdict::Judgement judgement = verdict::judge(record, record.policy, now);
  if (judgement.verdict() == verdict::Verdict::converged) check_green(record, now);
  const auto result = verdict::examine("x", record, {}, {now, "option"});
  LOCKSTEP_CHECK(result.reason == judgement.reason);
  for (const auto detail : {evidence::Detail::full, evidence::Detail::digests}) {
    const auto again = read(evidence::write_record(record, detail));
    LOCKSTEP_CHECK(again.has_value());
    LOCKSTEP_CHECK(verdict::judge(*again, again->policy, now).reason == judgement.reason);
  }
}

/// A record that contradicts itself is no evidence, and what is left of it may well hold together.
/// A record by hand, without a traversal, says nothing of its channel by leaving it out.
void check_no_way_to_green(std::string_view text, const evidence::Record& record,
                           base::TimePoint now) {
  const verdict::Reason before = verdict::judge(record, record.policy, now).reason;
  const bool green = verdict::verdict_of(before) == verdict::Verdict::converged;
  if (green || before == verdict::Reason::contradictory_record) return;
  const auto document = json::Document::parse(text);
  const bool by_hand = document->root().find("traversal") == nullptr;
  for (const properties::Lessened& less : properties::lessen(text)) {
    if (by_hand && less.taken == "channel") continue;
    const auto left = read(less.text);
    if (!left) continue;
    LOCKSTEP_CHECK(verdict::judge(*left, left->policy, now).verdict() !=
                   verdict::Verdict::converged);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The last eight bytes are the moment, the rest is the record.
  std::int64_t moment = 0;
  if (size < sizeof moment) return 0;
  size -= sizeof moment;
  std::memcpy(&moment, data + size, sizeof moment);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto record = read(text);
  if (!record) return 0;
  std::vector<base::TimePoint> moments = {base::TimePoint{moment}};
  if (record->registry.has_value() && record->registry->installed) {
    moments.push_back(record->registry->installed->at);
  }
  if (record->discovery_completed.has_value()) moments.push_back(record->discovery_completed->at);
  for (const base::TimePoint now : moments) {
    check_moment(*record, now);
    check_no_way_to_green(text, *record, now);
  }
  return 0;
}
