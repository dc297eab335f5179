#include "lockstep/base/time.h"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <optional>

namespace lockstep::base {
namespace {

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;
constexpr std::int64_t seconds_per_day = 86'400;

struct Date {
  std::int64_t year = 0;
  std::int64_t month = 0;
  std::int64_t day = 0;
};

// Both count in years that begin in March, so that the leap day is the last day of its year, and in
// eras of 400 years, which all have 146097 days.
std::int64_t days_since_1970(Date date) {
  const std::int64_t year = date.month <= 2 ? date.year - 1 : date.year;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t month = (date.month + 9) % 12;
  const std::int64_t day_of_year = (153 * month + 2) / 5 + date.day - 1;
  const std::int64_t day_of_era =
      year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + day_of_era - 719'468;
}

Date date_of(std::int64_t days) {
  const std::int64_t shifted = days + 719'468;
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146'096) / 146'097;
  const std::int64_t day_of_era = shifted - era * 146'097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month = (5 * day_of_year + 2) / 153;
  const std::int64_t civil_month = month < 10 ? month + 3 : month - 9;
  const std::int64_t year = year_of_era + era * 400 + (civil_month <= 2 ? 1 : 0);
  return {year, civil_month, day_of_year - (153 * month + 2) / 5 + 1};
}

std::int64_t days_in_month(std::int64_t year, std::int64_t month) {
  if (month == 2) {
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return leap ? 29 : 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Takes pieces off the front of a text; a piece that does not fit makes it fail for good.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::int64_t number(std::size_t digits, std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < digits; ++i)
      value = value * 10 + digit();
    if (value < least || value > most) failed_ = true;
    return value;
  }

  std::int64_t digit() {
    if (!at_digit()) {
      failed_ = true;
      return 0;
    }
    return text_[position_++] - '0';
  }

  char one_of(std::string_view allowed) {
    if (position_ >= text_.size() || allowed.find(text_[position_]) == std::string_view::npos) {
      failed_ = true;
      return '\0';
    }
    return text_[position_++];
  }

  bool at_digit() const {
    return position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '9';
  }
  bool at(char c) const { return position_ < text_.size() && text_[position_] == c; }
  bool whole() const { return !failed_ && position_ == text_.size(); }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

std::int64_t scan_fraction(Scanner& scanner) {
  if (!scanner.at('.')) return 0;
  scanner.one_of(".");
  std::int64_t nanoseconds = scanner.digit() * 100'000'000;
  for (std::int64_t unit = 10'000'000; scanner.at_digit(); unit /= 10) {
    nanoseconds += scanner.digit() * unit;
  }
  return nanoseconds;
}

std::int64_t scan_offset_seconds(Scanner& scanner) {
  const char sign = scanner.one_of("Zz+-");
  if (sign != '+' && sign != '-') return 0;
  const std::int64_t hours = scanner.number(2, 0, 23);
  scanner.one_of(":");
  const std::int64_t minutes = scanner.number(2, 0, 59);
  const std::int64_t seconds = (hours * 60 + minutes) * 60;
  return sign == '-' ? -seconds : seconds;
}

/// nullopt beyond the range of TimePoint.
std::optional<TimePoint> from_seconds(std::int64_t seconds, std::int64_t nanoseconds) {
  // For moments before 1970 the product alone can lie just below the range while the sum is in it.
  if (seconds < 0 && nanoseconds > 0) {
    seconds += 1;
    nanoseconds -= nanoseconds_per_second;
  }
  TimePoint t;
  if (__builtin_mul_overflow(seconds, nanoseconds_per_second, &t.nanoseconds)) return std::nullopt;
  if (__builtin_add_overflow(t.nanoseconds, nanoseconds, &t.nanoseconds)) return std::nullopt;
  return t;
}

std::string format_fraction(std::int64_t nanoseconds) {
  if (nanoseconds % 1'000'000 == 0) return fmt::format("{:03}", nanoseconds / 1'000'000);
  if (nanoseconds % 1'000 == 0) return fmt::format("{:06}", nanoseconds / 1'000);
  return fmt::format("{:09}", nanoseconds);
}

}  // namespace

Duration milliseconds(std::int64_t count) {
  Duration d;
  if (__builtin_mul_overflow(count, std::int64_t{1'000'000}, &d.nanoseconds)) {
    d.nanoseconds = count < 0 ? int64_min : int64_max;
  }
  return d;
}

TimePoint operator+(TimePoint t, Duration d) {
  TimePoint sum;
  if (__builtin_add_overflow(t.nanoseconds, d.nanoseconds, &sum.nanoseconds)) {
    sum.nanoseconds = d.nanoseconds < 0 ? int64_min : int64_max;
  }
  return sum;
}

Duration operator-(TimePoint a, TimePoint b) {
  Duration difference;
  if (__builtin_sub_overflow(a.nanoseconds, b.nanoseconds, &difference.nanoseconds)) {
    difference.nanoseconds = a < b ? int64_min : int64_max;
  }
  return difference;
}

Result<TimePoint> parse_rfc3339(std::string_view text) {
  Scanner scanner(text);
  Date date;
  date.year = scanner.number(4, 0, 9999);
  scanner.one_of("-");
  date.month = scanner.number(2, 1, 12);
  scanner.one_of("-");
  date.day = scanner.number(2, 1, days_in_month(date.year, date.month));
  scanner.one_of("Tt");
  const std::int64_t hour = scanner.number(2, 0, 23);
  scanner.one_of(":");
  const std::int64_t minute = scanner.number(2, 0, 59);
  scanner.one_of(":");
  std::int64_t second = scanner.number(2, 0, 60);
  if (second == 60) second = 59;
  const std::int64_t nanoseconds = scan_fraction(scanner);
  const std::int64_t offset = scan_offset_seconds(scanner);
  if (!scanner.whole()) return failure("invalid_time", "not a time in the form of RFC 3339");
  const std::int64_t seconds =
      days_since_1970(date) * seconds_per_day + (hour * 60 + minute) * 60 + second - offset;
  const std::optional<TimePoint> t = from_seconds(seconds, nanoseconds);
  if (!t) return failure("invalid_time", "a time outside the years 1678 to 2261");
  return *t;
}

std::string format_rfc3339(TimePoint t) {
  std::int64_t seconds = t.nanoseconds / nanoseconds_per_second;
  std::int64_t nanoseconds = t.nanoseconds % nanoseconds_per_second;
  if (nanoseconds < 0) {
    seconds -= 1;
    nanoseconds += nanoseconds_per_second;
  }
  std::int64_t days = seconds / seconds_per_day;
  std::int64_t second_of_day = seconds % seconds_per_day;
  if (second_of_day < 0) {
    days -= 1;
    second_of_day += seconds_per_day;
  }
  const Date date = date_of(days);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{}Z", date.year, date.month, date.day,
                     second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60,
                     format_fraction(nanoseconds));
}

std::string format_duration(Duration d) {
  const bool negative = d.nanoseconds < 0;
  const std::uint64_t magnitude = negative ? 0 - static_cast<std::uint64_t>(d.nanoseconds)
                                           : static_cast<std::uint64_t>(d.nanoseconds);
  const std::uint64_t ms = magnitude / 1'000'000;
  const std::string_view sign = negative && ms > 0 ? "-" : "";
  if (ms < 1'000) return fmt::format("{}{} ms", sign, ms);
  if (ms < 60'000) return fmt::format("{}{} s", sign, ms / 1'000);
  if (ms < 3'600'000) return fmt::format("{}{} min", sign, ms / 60'000);
  if (ms < 86'400'000) return fmt::format("{}{} h", sign, ms / 3'600'000);
  return fmt::format("{}{} d", sign, ms / 86'400'000);
}

}  // namespace lockstep::base
