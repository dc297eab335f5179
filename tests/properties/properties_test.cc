#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/evidence/record_json.h"
#include "lockstep/json/document.h"
#include "lockstep/verdict/examine.h"
#include "lockstep/verdict/judge.h"
#include "lockstep/verdict/report.h"
#include "tests/properties/generated_records.h"
#include "tests/properties/record_text.h"
#include "tests/support/recordings.h"

namespace lockstep::properties {
namespace {

using evidence::Detail;
using verdict::Reason;
using verdict::Verdict;

constexpr std::size_t generated_count = 2'000;

/// LOCKSTEP_SEED, or a fixed one: the same records on every run, others on demand.
std::uint64_t seed() {
  static const std::uint64_t value = [] {
    const char* text = std::getenv("LOCKSTEP_SEED");
    const std::uint64_t chosen = text == nullptr ? 20'260'720 : std::strtoull(text, nullptr, 10);
    std::printf("LOCKSTEP_SEED=%llu\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return value;
}

std::optional<evidence::Record> read(const std::string& text) {
  const auto document = json::Document::parse(text);
  if (!document) return std::nullopt;
  auto record = evidence::read_record(document->root());
  if (!record) return std::nullopt;
  return std::move(*record);
}

Reason reason_of(const evidence::Record& record, base::TimePoint now) {
  return verdict::judge(record, record.policy, now).reason;
}

/// nullopt: the text is refused as a record.
std::optional<Reason> reason_of(const std::string& text, base::TimePoint now) {
  const auto record = read(text);
  return record ? std::optional(reason_of(*record, now)) : std::nullopt;
}

bool is_green(std::optional<Reason> reason) {
  return reason && verdict::verdict_of(*reason) == Verdict::converged;
}

std::string name_of(std::optional<Reason> reason) {
  return reason ? std::string(to_string(*reason)) : "refused";
}

/// Every record of the tree, as it is written full and as digests.
const std::vector<Sample>& tree_samples() {
  static const std::vector<Sample> samples = [] {
    std::vector<Sample> all;
    std::vector<support::JudgedRecord> records = support::folded_records();
    for (support::JudgedRecord& record : support::written_records())
      records.push_back(std::move(record));
    for (const support::JudgedRecord& judged : records) {
      for (const auto& [detail, name] :
           {std::pair{Detail::full, " full"}, std::pair{Detail::digests, " digests"}}) {
        all.push_back(
            Sample{judged.id + name, evidence::write_record(judged.record, detail), judged.now});
      }
    }
    return all;
  }();
  return samples;
}

const std::vector<Sample>& generated_samples() {
  static const std::vector<Sample> samples = [] {
    Random random(seed());
    std::vector<Sample> all;
    for (std::size_t i = 0; i < generated_count; ++i)
      all.push_back(generate(random, i));
    return all;
  }();
  return samples;
}

/// No removal from a record that is not green leads to a green one. A record that contradicts
/// itself is no evidence, and what is left of it may well hold together.
void expect_no_way_to_green(const Sample& sample) {
  const auto before = reason_of(sample.text, sample.now);
  ASSERT_TRUE(before) << sample.id << " is refused: " << sample.text;
  if (is_green(before) || before == Reason::contradictory_record) return;
  // A record by hand, without a traversal, says nothing of its channel by leaving it out.
  const bool by_hand = without_member(sample.text, "traversal").size() == sample.text.size();
  for (const Lessened& less : lessen(sample.text)) {
    if (by_hand && less.taken == "channel") continue;
    const auto after = reason_of(less.text, sample.now);
    EXPECT_FALSE(is_green(after)) << sample.id << ": " << name_of(before) << " becomes "
                                  << name_of(after) << " without " << less.taken << "\n"
                                  << sample.text;
  }
}

TEST(Properties, TakingAFactAwayFromARecordOfTheTreeNeverLeadsToGreen) {
  ASSERT_GT(tree_samples().size(), 250U);
  for (const Sample& sample : tree_samples())
    expect_no_way_to_green(sample);
}

TEST(Properties, TakingAFactAwayFromAGeneratedRecordNeverLeadsToGreen) {
  for (const Sample& sample : generated_samples())
    expect_no_way_to_green(sample);
}

TEST(Properties, TakingASecondFactAwayNeverLeadsToGreenEither) {
  Random random(seed() + 1);
  for (const Sample& sample : generated_samples()) {
    const std::vector<Lessened> all = lessen(sample.text);
    const Lessened& less = all[below(random, all.size())];
    if (!reason_of(less.text, sample.now)) continue;
    expect_no_way_to_green(Sample{sample.id + " without " + less.taken, less.text, sample.now});
  }
}

TEST(Properties, AThirdOfTheGeneratedRecordsIsGreenAndTheOthersAreOfManyKinds) {
  std::map<Reason, std::size_t> reasons;
  std::size_t green = 0;
  for (const Sample& sample : generated_samples()) {
    const auto reason = reason_of(sample.text, sample.now);
    ASSERT_TRUE(reason) << sample.text;
    ++reasons[*reason];
    green += is_green(reason) ? 1 : 0;
  }
  std::printf("%zu of %zu green, %zu reasons\n", green, generated_count, reasons.size());
  for (const auto& [reason, count] : reasons)
    std::printf("  %s %zu\n", std::string(to_string(reason)).c_str(), count);
  EXPECT_GE(green * 3, generated_count);
  EXPECT_GE(reasons.size(), 35U);
  for (int i = 0; i <= static_cast<int>(Reason::shared_public_cache); ++i)
    EXPECT_TRUE(reasons.contains(static_cast<Reason>(i))) << to_string(static_cast<Reason>(i));
}

TEST(Properties, AFoldedRecordIsJudgedAlikeWhenItIsWrittenAndReadAgain) {
  for (const support::JudgedRecord& judged : support::folded_records()) {
    const Reason before = reason_of(judged.record, judged.now);
    for (const Detail detail : {Detail::full, Detail::digests}) {
      const std::string text = evidence::write_record(judged.record, detail);
      EXPECT_EQ(name_of(before), name_of(reason_of(text, judged.now)))
          << judged.id << (detail == Detail::full ? " full\n" : " digests\n") << text;
    }
  }
}

TEST(Properties, ARecordThatWasReadIsJudgedAlikeWhenItIsWrittenAndReadAgain) {
  for (const Sample& sample : generated_samples()) {
    const auto record = read(sample.text);
    ASSERT_TRUE(record);
    const Reason before = reason_of(*record, sample.now);
    for (const Detail detail : {Detail::full, Detail::digests}) {
      const std::string text = evidence::write_record(*record, detail);
      EXPECT_EQ(name_of(before), name_of(reason_of(text, sample.now)))
          << sample.id << (detail == Detail::full ? " full\n" : " digests\n") << sample.text << "\n"
          << text;
    }
  }
}

TEST(Properties, AFullRecordThatWasReadIsWrittenAsItStood) {
  for (const Sample& sample : generated_samples()) {
    const auto record = read(sample.text);
    ASSERT_TRUE(record);
    const std::string once = evidence::write_record(*record, Detail::full);
    const auto again = read(once);
    ASSERT_TRUE(again) << once;
    EXPECT_EQ(once, evidence::write_record(*again, Detail::full)) << sample.text;
  }
}

constexpr std::array moments = {std::numeric_limits<std::int64_t>::min(),
                                std::numeric_limits<std::int64_t>::min() + 1, std::int64_t{-1},
                                std::int64_t{0}, std::numeric_limits<std::int64_t>::max()};
constexpr std::array<std::int64_t, 6> durations = {
    std::numeric_limits<std::int64_t>::min(), -1, 0, 1, 1'000'000,
    std::numeric_limits<std::int64_t>::max()};

evidence::Policy odd_policy(Random& random) {
  evidence::Policy policy;
  const auto some = [&](std::optional<std::int64_t>& member) {
    if (chance(random, 0.5)) member = durations[below(random, durations.size())];
  };
  some(policy.max_age_ms);
  some(policy.settle_ms);
  some(policy.request_timeout_ms);
  if (chance(random, 0.5)) policy.refresh_on_reconnect = chance(random, 0.5);
  if (chance(random, 0.2)) policy.filter = evidence::Filter{{"*a*"}, {"**"}};
  if (chance(random, 0.2)) policy.name_template = "{name}{name";
  return policy;
}

TEST(Properties, AnyRecordThatCanBeReadCanBeJudgedReportedAndWritten) {
  Random random(seed() + 2);
  std::vector<Sample> all = generated_samples();
  all.insert(all.end(), tree_samples().begin(), tree_samples().end());
  std::size_t readable = 0;
  for (std::size_t i = 0; i < 8'000; ++i) {
    const Sample& sample = all[below(random, all.size())];
    const std::string text = mutate(sample.text, all[below(random, all.size())].text, random);
    const auto record = read(text);
    if (!record) continue;
    ++readable;
    const base::TimePoint now =
        chance(random, 0.5) ? sample.now : base::TimePoint{moments[below(random, moments.size())]};
    const evidence::Policy policy = odd_policy(random);
    const verdict::Judgement judgement = verdict::judge(*record, policy, now);
    const verdict::Result result =
        verdict::examine(sample.id, *record, policy, verdict::Moment{now, "input"});
    const std::string report = verdict::write_report({result});
    ASSERT_TRUE(json::Document::parse(report)) << report;
    ASSERT_FALSE(judgement.notes.size() > 100) << text;
    const auto again = read(evidence::write_record(*record, Detail::full));
    ASSERT_TRUE(again) << text;
  }
  EXPECT_GE(readable, 2'000U);
}

TEST(Properties, TakingAFactAwayFromAMutatedRecordNeverLeadsToGreen) {
  Random random(seed() + 3);
  const std::vector<Sample>& all = generated_samples();
  for (std::size_t i = 0; i < 3'000; ++i) {
    const Sample& sample = all[below(random, all.size())];
    const std::string text = mutate(sample.text, all[below(random, all.size())].text, random);
    if (!reason_of(text, sample.now)) continue;
    expect_no_way_to_green(Sample{"mutated " + sample.id, text, sample.now});
  }
}

}  // namespace
}  // namespace lockstep::properties
