#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::json {

/// The end of the JSON number (RFC 8259 section 6) that begins at `text`, or nullptr when none
/// does. Reads no further than the first byte that is no part of it, so the text must end in a byte
/// such as a space.
const char* scan_number(const char* text);

/// True for what may follow a number or literal: white space, a bracket, colon or comma.
bool ends_token(char byte);

/// What is wrong with an escape sequence, and where it begins.
struct EscapeError {
  enum class Kind : std::uint8_t { unknown_escape, lone_surrogate };
  Kind kind;
  const char* at;
};

/// Replaces the escape sequences in the bytes between the quotes of a string, in place, where
/// `first` is the first backslash; the result is never longer. Sets `end` to its end.
std::optional<EscapeError> unescape_in_place(char* first, char*& end);

}  // namespace lockstep::json
