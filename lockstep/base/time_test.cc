#include "lockstep/base/time.h"

#include <gtest/gtest.h>

#include <limits>

namespace lockstep::base {
namespace {

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();

struct TimeCase {
  std::string_view text;
  std::int64_t nanoseconds;
};

constexpr TimeCase readable[] = {
    {"1970-01-01T00:00:00Z", 0},
    {"1969-12-31T23:59:59.999999999Z", -1},
    {"2026-07-20T09:00:00.050Z", 1'784'538'000'050'000'000},
    {"2026-07-20T11:00:00.050+02:00", 1'784'538'000'050'000'000},
    {"2026-07-20T03:30:00.05-05:30", 1'784'538'000'050'000'000},
    {"2026-07-20t09:00:00.050z", 1'784'538'000'050'000'000},
    {"2026-07-20T09:00:00.1234567899Z", 1'784'538'000'123'456'789},  // further digits are cut
    {"2000-02-29T00:00:00Z", 951'782'400'000'000'000},
    {"2024-12-31T23:59:60Z", 1'735'689'599'000'000'000},  // a leap second
    {"2025-01-01T00:00:00-00:00", 1'735'689'600'000'000'000},
    {"1677-09-21T00:12:43.145224192Z", int64_min},
    {"2262-04-11T23:47:16.854775807Z", int64_max},
};

TEST(Time, Rfc3339IsReadToTheNanosecond) {
  for (const TimeCase& c : readable) {
    const auto t = parse_rfc3339(c.text);
    ASSERT_TRUE(t) << c.text;
    EXPECT_EQ(t->nanoseconds, c.nanoseconds) << c.text;
  }
}

TEST(Time, AnythingElseIsNoTime) {
  const std::string_view cases[] = {
      "",
      "2026-07-20",
      "2026-07-20T09:00:00",
      "2026-07-20 09:00:00Z",
      "2026-07-20T09:00Z",
      "2026-07-20T09:00:00.Z",
      "2026-07-20T09:00:00,5Z",
      "2026-07-20T09:00:00+0200",
      "2026-07-20T09:00:00+24:00",
      "2026-07-20T09:00:00+02:60",
      "2026-07-20T09:00:00ZZ",
      " 2026-07-20T09:00:00Z",
      "2026-07-20T09:00:00Z ",
      "2026-7-20T09:00:00Z",
      "+026-07-20T09:00:00Z",
      "2026-00-20T09:00:00Z",
      "2026-13-20T09:00:00Z",
      "2026-02-29T09:00:00Z",
      "2100-02-29T09:00:00Z",
      "2026-04-31T09:00:00Z",
      "2026-07-00T09:00:00Z",
      "2026-07-20T24:00:00Z",
      "2026-07-20T09:60:00Z",
      "2026-07-20T09:00:61Z",
      "1677-09-21T00:12:43.145224191Z",  // one below the range
      "2262-04-11T23:47:16.854775808Z",  // one above it
      "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
  };
  for (const std::string_view text : cases) {
    const auto t = parse_rfc3339(text);
    ASSERT_FALSE(t) << text;
    EXPECT_EQ(t.error().code, "invalid_time") << text;
  }
}

TEST(Time, IsWrittenWithTheFewestDigitsThatLoseNothing) {
  EXPECT_EQ(format_rfc3339({0}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(format_rfc3339({50'000'000}), "1970-01-01T00:00:00.050Z");
  EXPECT_EQ(format_rfc3339({50'000}), "1970-01-01T00:00:00.000050Z");
  EXPECT_EQ(format_rfc3339({50}), "1970-01-01T00:00:00.000000050Z");
  EXPECT_EQ(format_rfc3339({-1}), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(format_rfc3339({int64_min}), "1677-09-21T00:12:43.145224192Z");
  EXPECT_EQ(format_rfc3339({int64_max}), "2262-04-11T23:47:16.854775807Z");
}

TEST(Time, WhatIsWrittenReadsBack) {
  constexpr std::int64_t step = 86'399'999'999'999 * 7;  // wanders through every hour and month
  for (std::int64_t n = int64_min; n < int64_max - step; n += step) {
    const auto t = parse_rfc3339(format_rfc3339({n}));
    ASSERT_TRUE(t) << n;
    ASSERT_EQ(t->nanoseconds, n);
  }
}

TEST(Time, ArithmeticSaturates) {
  EXPECT_EQ(milliseconds(1500).nanoseconds, 1'500'000'000);
  EXPECT_EQ(milliseconds(int64_max).nanoseconds, int64_max);
  EXPECT_EQ(milliseconds(int64_min).nanoseconds, int64_min);
  EXPECT_EQ((TimePoint{5} + Duration{-7}).nanoseconds, -2);
  EXPECT_EQ((TimePoint{int64_max} + Duration{1}).nanoseconds, int64_max);
  EXPECT_EQ((TimePoint{int64_min} + Duration{-1}).nanoseconds, int64_min);
  EXPECT_EQ((TimePoint{5} - TimePoint{7}).nanoseconds, -2);
  EXPECT_EQ((TimePoint{int64_max} - TimePoint{-1}).nanoseconds, int64_max);
  EXPECT_EQ((TimePoint{int64_min} - TimePoint{1}).nanoseconds, int64_min);
}

TEST(Time, DurationsAreRoundedTowardsZeroInOneUnit) {
  EXPECT_EQ(format_duration({0}), "0 ms");
  EXPECT_EQ(format_duration({999'999}), "0 ms");
  EXPECT_EQ(format_duration({-999'999}), "0 ms");
  EXPECT_EQ(format_duration(milliseconds(450)), "450 ms");
  EXPECT_EQ(format_duration(milliseconds(999)), "999 ms");
  EXPECT_EQ(format_duration(milliseconds(12'999)), "12 s");
  EXPECT_EQ(format_duration(milliseconds(-12'999)), "-12 s");
  EXPECT_EQ(format_duration(milliseconds(60'000)), "1 min");
  EXPECT_EQ(format_duration(milliseconds(7'199'999)), "1 h");
  EXPECT_EQ(format_duration(milliseconds(86'400'000 * 5LL)), "5 d");
  EXPECT_EQ(format_duration({int64_min}), "-106751 d");
}

}  // namespace
}  // namespace lockstep::base
