#include "lockstep/protocol/revision.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace lockstep::protocol {
namespace {

TEST(Revision, EveryPublishedOneReadsBack) {
  for (const Revision revision : all_revisions) {
    EXPECT_EQ(parse_revision(to_string(revision)), revision);
  }
}

TEST(Revision, TheirNamesAreInTheOrderOfTime) {
  std::vector<std::string_view> names;
  for (const Revision revision : all_revisions)
    names.push_back(to_string(revision));
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(names.front(), "2024-11-05");
  EXPECT_EQ(names.back(), "2026-07-28");
}

TEST(Revision, AnyOtherTextIsNone) {
  for (const std::string_view text :
       {"", "2025-11-26", "2025-11-25 ", "2025-11-2", "DRAFT-2026-v1", "1.0"}) {
    EXPECT_EQ(parse_revision(text), std::nullopt) << text;
  }
}

TEST(Revision, OnlyTheNewestIsModern) {
  for (const Revision revision : all_revisions) {
    const Era era = revision == Revision::r2026_07_28 ? Era::modern : Era::legacy;
    EXPECT_EQ(era_of(revision), era) << to_string(revision);
  }
  EXPECT_EQ(to_string(Era::legacy), "legacy");
  EXPECT_EQ(to_string(Era::modern), "modern");
}

TEST(Revision, OnlyOneAllowsBatches) {
  for (const Revision revision : all_revisions) {
    EXPECT_EQ(allows_batches(revision), revision == Revision::r2025_03_26) << to_string(revision);
  }
}

}  // namespace
}  // namespace lockstep::protocol
