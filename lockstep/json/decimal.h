#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::json {

/// A JSON number taken apart: (-1)^negative * digits * 10^exponent, where `digits` has neither
/// leading nor trailing zeros and is empty for zero.
struct Decimal {
  bool negative = false;
  std::string digits;
  /// In decimal, with a minus where it is negative and no other sign or leading zero. A text, since
  /// hostile numbers have exponents of any length.
  std::string exponent = "0";

  /// The exponent of the first digit (`123` has 2), held between -10^18 and 10^18.
  std::int64_t magnitude() const;
};

/// Takes a JSON number apart in time linear in its length.
Decimal decompose(std::string_view lexeme);

}  // namespace lockstep::json
