#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::json {

/// ECMAScript's text of a double (Number::toString, ECMA-262 section 6.1.6.1.20), as RFC 8785
/// section 3.2.2.3 asks. `value` is finite.
std::string ecmascript_number(double value);
/// The same, appended.
void append_ecmascript_number(std::string& out, double value);

/// The double nearest to a JSON number; nullopt beyond the range of doubles. Underflow gives 0.
std::optional<double> to_double(std::string_view lexeme);

/// The exact decimal value of a JSON number in one normal form (sign, digits without leading and
/// trailing zeros, exponent): equal exactly for equal values. `0`, `-0` and `0e9` are `0`.
std::string exact_decimal(std::string_view lexeme);

/// True when the RFC 8785 text of the number is the same decimal value as the number.
bool is_exact_in_rfc8785(std::string_view lexeme);

}  // namespace lockstep::json
