#include "lockstep/json/decimal.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace lockstep::json {
namespace {

constexpr std::int64_t magnitude_max = 1'000'000'000'000'000'000;

std::string_view without_leading_zeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

/// Adds a number of less than 10^18 to the digits of a larger one.
void add_to_digits(std::string& digits, std::int64_t carry) {
  for (std::size_t i = digits.size(); i-- > 0 && carry != 0;) {
    carry += digits[i] - '0';
    const std::int64_t digit = ((carry % 10) + 10) % 10;
    digits[i] = static_cast<char>('0' + digit);
    carry = (carry - digit) / 10;
  }
  if (carry > 0) digits.insert(0, std::to_string(carry));
  digits.erase(0, digits.find_first_not_of('0'));
}

/// The sum of an exponent as it is written (`+007`) and a number of less than 10^11.
std::string sum(std::string_view written, std::int64_t added) {
  const bool negative = written.starts_with('-');
  if (negative || written.starts_with('+')) written.remove_prefix(1);
  written = without_leading_zeros(written);
  constexpr std::size_t digits_of_int64 = 18;
  if (written.size() <= digits_of_int64) {
    std::int64_t value = 0;
    std::from_chars(written.data(), written.data() + written.size(), value);
    return std::to_string((negative ? -value : value) + added);
  }
  std::string digits(written);
  add_to_digits(digits, negative ? -added : added);
  return negative ? "-" + digits : digits;
}

}  // namespace

std::int64_t Decimal::magnitude() const {
  std::int64_t value = 0;
  const auto [end, code] =
      std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
  if (code != std::errc()) value = exponent.starts_with('-') ? -magnitude_max : magnitude_max;
  value = std::clamp(value, -magnitude_max, magnitude_max);
  value += static_cast<std::int64_t>(digits.size()) - 1;
  return std::clamp(value, -magnitude_max, magnitude_max);
}

Decimal decompose(std::string_view lexeme) {
  Decimal out;
  out.negative = lexeme.starts_with('-');
  if (out.negative) lexeme.remove_prefix(1);
  const std::size_t exponent_at = std::min(lexeme.find_first_of("eE"), lexeme.size());
  const std::string_view mantissa = lexeme.substr(0, exponent_at);
  const std::string_view exponent =
      exponent_at == lexeme.size() ? "0" : lexeme.substr(exponent_at + 1);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::string_view fraction =
      point == mantissa.size() ? std::string_view() : mantissa.substr(point + 1);
  std::string digits(mantissa.substr(0, point));
  digits += fraction;
  const std::size_t last = digits.find_last_not_of('0');
  if (last == std::string::npos) return Decimal{};
  const std::size_t trailing = digits.size() - 1 - last;
  digits.resize(last + 1);
  out.digits = without_leading_zeros(digits);
  out.exponent = sum(
      exponent, static_cast<std::int64_t>(trailing) - static_cast<std::int64_t>(fraction.size()));
  return out;
}

}  // namespace lockstep::json
