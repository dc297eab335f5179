// Any record that can be read is judged, at any moment and under any policy; and it is green only
// with every fact that green needs.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "lockstep/base/check.h"
#include "lockstep/evidence/record_json.h"
#include "lockstep/json/document.h"
#include "lockstep/verdict/examine.h"
#include "lockstep/verdict/judge.h"

namespace {

using namespace lockstep;

/// Green without one of these would be a guess.
void check_green(const evidence::Record& record) {
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
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The last eight bytes are the moment, the rest is the record.
  std::int64_t moment = 0;
  if (size < sizeof moment) return 0;
  size -= sizeof moment;
  std::memcpy(&moment, data + size, sizeof moment);
  const auto document =
      json::Document::parse(std::string_view(reinterpret_cast<const char*>(data), size),
                            {.bytes_max = 1u << 20, .depth_max = 64});
  if (!document) return 0;
  const auto record = evidence::read_record(document->root());
  if (!record) return 0;
  std::vector<base::TimePoint> moments = {base::TimePoint{moment}};
  if (record->registry.has_value() && record->registry->installed) {
    moments.push_back(record->registry->installed->at);
  }
  if (record->discovery_completed.has_value()) moments.push_back(record->discovery_completed->at);
  for (const base::TimePoint now : moments) {
    const verdict::Judgement judgement = verdict::judge(*record, record->policy, now);
    if (judgement.verdict() == verdict::Verdict::converged) check_green(*record);
    const auto result = verdict::examine("x", *record, {}, {now, "option"});
    LOCKSTEP_CHECK(result.reason == judgement.reason);
  }
  return 0;
}
