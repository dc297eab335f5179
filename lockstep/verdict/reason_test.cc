#include "lockstep/verdict/reason.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "lockstep/verdict/result.h"

namespace lockstep::verdict {
namespace {

std::vector<Reason> every_reason() {
  std::vector<Reason> reasons;
  for (int i = 0; i < reason_count; ++i)
    reasons.push_back(static_cast<Reason>(i));
  return reasons;
}

TEST(Reason, has_a_unique_snake_case_name_that_reads_back) {
  std::set<std::string> names;
  for (const Reason reason : every_reason()) {
    const std::string name(to_string(reason));
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos)
        << name;
    EXPECT_EQ(parse_reason(name), reason);
  }
  EXPECT_EQ(parse_reason("No_Refetch"), std::nullopt);
  EXPECT_EQ(parse_reason(""), std::nullopt);
}

TEST(Reason, belongs_to_the_verdict_of_its_group) {
  std::map<Verdict, int> counts;
  for (const Reason reason : every_reason())
    ++counts[verdict_of(reason)];
  EXPECT_EQ(counts[Verdict::converged], 5);
  EXPECT_EQ(counts[Verdict::stale], 15);
  EXPECT_EQ(counts[Verdict::incomplete], 13);
  EXPECT_EQ(counts[Verdict::unverifiable], reason_count - 33);
  EXPECT_EQ(verdict_of(Reason::shared_public_cache), Verdict::converged);
  EXPECT_EQ(verdict_of(Reason::no_refetch), Verdict::stale);
  EXPECT_EQ(verdict_of(Reason::transport_dead), Verdict::stale);
  EXPECT_EQ(verdict_of(Reason::in_progress), Verdict::incomplete);
  EXPECT_EQ(verdict_of(Reason::hop_altered_request), Verdict::incomplete);
  EXPECT_EQ(verdict_of(Reason::no_discovery), Verdict::unverifiable);
  EXPECT_EQ(verdict_of(Reason::evidence_expired), Verdict::unverifiable);
}

TEST(Reason, is_explained_and_remedied_in_one_sentence_of_its_own) {
  std::set<std::string_view> sentences;
  for (const Reason reason : every_reason()) {
    for (const std::string_view sentence : {explanation(reason), remedy(reason)}) {
      EXPECT_THAT(std::string(sentence), testing::EndsWith(".")) << to_string(reason);
      EXPECT_GT(sentence.size(), 20U) << to_string(reason);
      EXPECT_EQ(sentence.find("  "), std::string_view::npos) << sentence;
    }
    EXPECT_TRUE(sentences.insert(explanation(reason)).second) << to_string(reason);
  }
}

TEST(Verdict, reads_back_from_its_name_only) {
  for (const Verdict verdict :
       {Verdict::converged, Verdict::stale, Verdict::incomplete, Verdict::unverifiable})
    EXPECT_EQ(parse_verdict(to_string(verdict)), verdict);
  for (const char* text : {"", "Stale", "green", "stale "})
    EXPECT_EQ(parse_verdict(text), std::nullopt) << text;
}

TEST(Verdict, has_the_exit_status_and_the_order_of_the_command_line) {
  EXPECT_EQ(exit_status(Verdict::converged), 0);
  EXPECT_EQ(exit_status(Verdict::stale), 1);
  EXPECT_EQ(exit_status(Verdict::incomplete), 3);
  EXPECT_EQ(exit_status(Verdict::unverifiable), 4);
  EXPECT_GT(badness(Verdict::stale), badness(Verdict::incomplete));
  EXPECT_GT(badness(Verdict::incomplete), badness(Verdict::unverifiable));
  EXPECT_GT(badness(Verdict::unverifiable), badness(Verdict::converged));
}

TEST(NotEstablished, names_what_green_does_not_prove) {
  EXPECT_THAT(not_established(),
              testing::ElementsAre("reachability", "authorization", "tool_behaviour",
                                   "external_effect", "task_outcome"));
}

}  // namespace
}  // namespace lockstep::verdict
