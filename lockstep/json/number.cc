#include "lockstep/json/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>

#include "lockstep/base/check.h"
#include "lockstep/json/decimal.h"

namespace lockstep::json {
namespace {

constexpr std::size_t exact_digits = 15;

/// The shortest digits that give the double again, and the exponent of the first one.
struct Shortest {
  std::array<char, 24> digits;
  std::size_t count = 0;
  int exponent = 0;
};

Shortest shortest(double positive) {
  std::array<char, 32> text;
  const auto [end, code] = std::to_chars(text.data(), text.data() + text.size(), positive,
                                         std::chars_format::scientific);
  LOCKSTEP_CHECK(code == std::errc());
  Shortest out;
  const char* in = text.data();
  for (; *in != 'e'; ++in) {
    if (*in != '.') out.digits[out.count++] = *in;
  }
  in += in[1] == '+' ? 2 : 1;
  std::from_chars(in, end, out.exponent);
  return out;
}

void append_with_exponent(std::string& out, const Shortest& number) {
  out += number.digits[0];
  if (number.count > 1) {
    out += '.';
    out.append(number.digits.data() + 1, number.count - 1);
  }
  out += number.exponent < 0 ? "e-" : "e+";
  std::array<char, 8> text;
  const int size = number.exponent < 0 ? -number.exponent : number.exponent;
  const auto [end, code] = std::to_chars(text.data(), text.data() + text.size(), size);
  out.append(text.data(), end);
}

/// Longer numbers and exponents are taken apart first: std::from_chars does not count far.
constexpr std::size_t plain_lexeme_max = 64;
constexpr std::size_t plain_exponent_max = 6;

bool is_plain(std::string_view lexeme) {
  if (lexeme.size() > plain_lexeme_max) return false;
  const std::size_t exponent_at = lexeme.find_first_of("eE");
  return exponent_at == std::string_view::npos || lexeme.size() - exponent_at <= plain_exponent_max;
}

/// Powers of ten that surely overflow, and that surely give 0.
constexpr std::int64_t magnitude_overflow = 310;
constexpr std::int64_t magnitude_underflow = -326;

std::optional<double> convert(const Decimal& decimal) {
  const double zero = decimal.negative ? -0.0 : 0.0;
  if (decimal.digits.empty()) return zero;
  const std::int64_t magnitude = decimal.magnitude();
  if (magnitude >= magnitude_overflow) return std::nullopt;
  if (magnitude <= magnitude_underflow) return zero;
  std::string text = decimal.negative ? "-" : "";
  text += decimal.digits[0];
  text += '.';
  text.append(decimal.digits, 1);
  text += 'e' + std::to_string(magnitude);
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc()) return value;
  // std::from_chars says out of range on both sides.
  if (magnitude > 0) return std::nullopt;
  return zero;
}

}  // namespace

std::string ecmascript_number(double value) {
  std::string out;
  append_ecmascript_number(out, value);
  return out;
}

void append_ecmascript_number(std::string& out, double value) {
  if (value == 0) {
    out += '0';
    return;
  }
  if (value < 0) out += '-';
  const Shortest number = shortest(value < 0 ? -value : value);
  const char* const digits = number.digits.data();
  const int count = static_cast<int>(number.count);
  const int point = number.exponent + 1;  // the digits that stand before the point
  if (point > 21 || point <= -6) {
    append_with_exponent(out, number);
  } else if (point <= 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-point), '0');
    out.append(digits, number.count);
  } else if (count <= point) {
    out.append(digits, number.count);
    out.append(static_cast<std::size_t>(point - count), '0');
  } else {
    out.append(digits, static_cast<std::size_t>(point));
    out += '.';
    out.append(digits + point, static_cast<std::size_t>(count - point));
  }
}

std::optional<double> to_double(std::string_view lexeme) {
  if (!is_plain(lexeme)) return convert(decompose(lexeme));
  double value = 0;
  const auto [end, code] = std::from_chars(lexeme.data(), lexeme.data() + lexeme.size(), value);
  return code == std::errc() ? value : convert(decompose(lexeme));
}

std::optional<std::int64_t> to_integer(std::string_view lexeme) {
  std::int64_t value = 0;
  const char* const last = lexeme.data() + lexeme.size();
  if (const auto plain = std::from_chars(lexeme.data(), last, value); plain.ptr == last) {
    return plain.ec == std::errc() ? std::optional(value) : std::nullopt;
  }
  const Decimal decimal = decompose(lexeme);
  if (decimal.digits.empty()) return 0;
  constexpr std::int64_t magnitude_of_int64 = 18;
  if (decimal.exponent.starts_with('-') || decimal.magnitude() > magnitude_of_int64) {
    return std::nullopt;
  }
  std::string text = decimal.negative ? "-" : "";
  text += decimal.digits;
  const std::size_t digits = static_cast<std::size_t>(decimal.magnitude()) + 1;
  text.append(digits - decimal.digits.size(), '0');
  const auto whole = std::from_chars(text.data(), text.data() + text.size(), value);
  return whole.ec == std::errc() ? std::optional(value) : std::nullopt;
}

std::string exact_decimal(std::string_view lexeme) {
  Decimal decimal = decompose(lexeme);
  if (decimal.digits.empty()) return "0";
  std::string out = decimal.negative ? "-" : "";
  out += decimal.digits;
  out += 'e';
  out += decimal.exponent;
  return out;
}

bool is_short_integer(std::string_view lexeme) {
  if (lexeme == "0") return true;
  if (lexeme.starts_with('-')) lexeme.remove_prefix(1);
  if (lexeme.size() > exact_digits || lexeme.starts_with('0')) return false;
  return std::all_of(lexeme.begin(), lexeme.end(),
                     [](char byte) { return byte >= '0' && byte <= '9'; });
}

bool is_exact_in_rfc8785(std::string_view lexeme) {
  // Fifteen digits always survive the way through a double and back.
  const bool has_exponent = lexeme.find_first_of("eE") != std::string_view::npos;
  if (!has_exponent && lexeme.size() <= exact_digits) return true;
  const std::optional<double> value = to_double(lexeme);
  return value && exact_decimal(ecmascript_number(*value)) == exact_decimal(lexeme);
}

}  // namespace lockstep::json
