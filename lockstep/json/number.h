#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::json {

// Numbers of JSON arrive here as their text, which must follow the grammar of RFC 8259 section 6 (a
// parsed value's lexeme does). The work is bounded by the length of the text, never by the size of
// an exponent.

/// ECMAScript's text of a double (Number::toString, ECMA-262 section 6.1.6.1.20), as RFC 8785
/// section 3.2.2.3 asks. `value` is finite.
std::string ecmascript_number(double value);
/// The same, appended.
void append_ecmascript_number(std::string& out, double value);

/// The double nearest to a JSON number; nullopt beyond the range of doubles. Underflow gives 0.
std::optional<double> to_double(std::string_view lexeme);

/// The value of a JSON number that is a whole number in the range of int64, in whatever form it is
/// written (`1`, `1.0`, `1e3`); nullopt for any other.
std::optional<std::int64_t> to_integer(std::string_view lexeme);

/// The exact decimal value of a JSON number in one normal form: sign, digits without leading and
/// trailing zeros, `e`, exponent (`1.50` is `15e-1`): equal exactly for equal values, and itself a
/// JSON number. `0`, `-0` and `0e9` are `0`.
std::string exact_decimal(std::string_view lexeme);

/// True for an integer of at most 15 digits in the form that RFC 8785 gives it (not `-0`): the text
/// needs no conversion.
bool is_short_integer(std::string_view lexeme);

/// True when the RFC 8785 text of the number is the same decimal value as the number.
bool is_exact_in_rfc8785(std::string_view lexeme);

}  // namespace lockstep::json
