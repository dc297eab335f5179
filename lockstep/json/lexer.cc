#include "lockstep/json/lexer.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace lockstep::json {
namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

const char* skip_digits(const char* text) {
  while (is_digit(*text))
    ++text;
  return text;
}

constexpr std::array<bool, 256> token_ends = [] {
  std::array<bool, 256> table{};
  for (const char byte : std::string_view(" \t\n\r,:[]{}")) {
    table[static_cast<unsigned char>(byte)] = true;
  }
  return table;
}();

/// The byte that a one-letter escape stands for, or 0.
char short_escape(char letter) {
  switch (letter) {
    case '"':
    case '\\':
    case '/':
      return letter;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

/// The value of `\uXXXX` at `at`, or -1 when there is none.
std::int32_t escaped_unit(const char* at, const char* end) {
  if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
  std::int32_t unit = 0;
  for (std::size_t i = 2; i < 6; ++i) {
    const char byte = at[i];
    const char lower = static_cast<char>(byte | 0x20);
    if (!is_digit(byte) && (lower < 'a' || lower > 'f')) return -1;
    unit = unit * 16 + (is_digit(byte) ? byte - '0' : lower - 'a' + 10);
  }
  return unit;
}

bool is_high_surrogate(std::int32_t unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low_surrogate(std::int32_t unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

char* append_utf8(char* out, std::int32_t point) {
  const auto tail = [point](int shift) {
    return static_cast<char>(0x80 | ((point >> shift) & 0x3F));
  };
  if (point < 0x80) {
    *out++ = static_cast<char>(point);
    return out;
  }
  if (point < 0x800) {
    *out++ = static_cast<char>(0xC0 | (point >> 6));
  } else if (point < 0x10000) {
    *out++ = static_cast<char>(0xE0 | (point >> 12));
    *out++ = tail(6);
  } else {
    *out++ = static_cast<char>(0xF0 | (point >> 18));
    *out++ = tail(12);
    *out++ = tail(6);
  }
  *out++ = tail(0);
  return out;
}

/// Decodes the `\u` escape at `in`, with its second half where it has one, and moves both on.
std::optional<EscapeError> decode_unicode(const char*& in, const char* end, char*& out) {
  std::int32_t point = escaped_unit(in, end);
  if (point < 0) return EscapeError{EscapeError::Kind::unknown_escape, in};
  const char* const at = in;
  in += 6;
  if (is_high_surrogate(point)) {
    const std::int32_t low = escaped_unit(in, end);
    if (!is_low_surrogate(low)) return EscapeError{EscapeError::Kind::lone_surrogate, at};
    point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
    in += 6;
  } else if (is_low_surrogate(point)) {
    return EscapeError{EscapeError::Kind::lone_surrogate, at};
  }
  out = append_utf8(out, point);
  return std::nullopt;
}

}  // namespace

const char* scan_number(const char* text) {
  if (*text == '-') ++text;
  if (!is_digit(*text)) return nullptr;
  text = *text == '0' ? text + 1 : skip_digits(text);
  if (*text == '.') {
    if (!is_digit(text[1])) return nullptr;
    text = skip_digits(text + 1);
  }
  if (*text == 'e' || *text == 'E') {
    ++text;
    if (*text == '+' || *text == '-') ++text;
    if (!is_digit(*text)) return nullptr;
    text = skip_digits(text);
  }
  return text;
}

bool ends_token(char byte) {
  return token_ends[static_cast<unsigned char>(byte)];
}

std::optional<EscapeError> unescape_in_place(char* first, char*& end) {
  const char* in = first;
  char* out = first;
  while (in != end) {
    // Here `in` stands on a backslash.
    if (end - in < 2) return EscapeError{EscapeError::Kind::unknown_escape, in};
    if (in[1] == 'u') {
      if (auto error = decode_unicode(in, end, out)) return error;
    } else {
      const char byte = short_escape(in[1]);
      if (byte == 0) return EscapeError{EscapeError::Kind::unknown_escape, in};
      *out++ = byte;
      in += 2;
    }
    const void* next = std::memchr(in, '\\', static_cast<std::size_t>(end - in));
    const char* const stop = next == nullptr ? end : static_cast<const char*>(next);
    const auto plain = static_cast<std::size_t>(stop - in);
    std::memmove(out, in, plain);
    out += plain;
    in = stop;
  }
  end = out;
  return std::nullopt;
}

}  // namespace lockstep::json
