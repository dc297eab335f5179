#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/base/result.h"

namespace lockstep::base {

/// A length of time in nanoseconds; may be negative.
struct Duration {
  std::int64_t nanoseconds = 0;
  auto operator<=>(const Duration&) const = default;
};

/// Milliseconds as a Duration; saturates instead of overflowing.
Duration milliseconds(std::int64_t count);

/// A moment in UTC: nanoseconds since 1970-01-01T00:00:00Z. Covers the years 1678 to 2261.
struct TimePoint {
  std::int64_t nanoseconds = 0;
  auto operator<=>(const TimePoint&) const = default;
};

/// Both saturate at the ends of the range instead of overflowing.
TimePoint operator+(TimePoint t, Duration d);
Duration operator-(TimePoint a, TimePoint b);

/// Reads RFC 3339, e.g. `2026-07-20T09:00:00.050Z` or with an offset `+02:00`; up to 9 fraction
/// digits count, further ones are cut. A leap second `:60` is read as `:59`. Error: `invalid_time`.
Result<TimePoint> parse_rfc3339(std::string_view text);

/// RFC 3339 in UTC with 3, 6 or 9 fraction digits, the fewest that lose nothing.
std::string format_rfc3339(TimePoint t);

/// For people: `450 ms`, `12 s`, `3 min`, `2 h`, `5 d` (rounded down, sign kept).
std::string format_duration(Duration d);

}  // namespace lockstep::base
