#include "lockstep/base/encoding.h"

#include <array>
#include <cstddef>

namespace lockstep::base {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> digit_values = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}();

std::uint32_t byte_at(std::string_view bytes, std::size_t i) {
  return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u;
}

tl::unexpected<Error> invalid_base64(std::string message, std::size_t offset) {
  return tl::unexpected<Error>(Error{"invalid_base64", std::move(message), offset});
}

std::size_t count_padding(std::string_view text) {
  if (text.ends_with("==")) return 2;
  return text.ends_with("=") ? 1 : 0;
}

}  // namespace

std::string to_hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

std::string to_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t group =
        byte_at(bytes, i) << 16 | byte_at(bytes, i + 1) << 8 | byte_at(bytes, i + 2);
    out += alphabet[group >> 18 & 63];
    out += alphabet[group >> 12 & 63];
    out += i + 1 < bytes.size() ? alphabet[group >> 6 & 63] : '=';
    out += i + 2 < bytes.size() ? alphabet[group & 63] : '=';
  }
  return out;
}

Result<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) {
    return invalid_base64("base64 text is no multiple of 4 characters", text.size());
  }
  const std::string_view digits = text.substr(0, text.size() - count_padding(text));
  std::string out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const std::int8_t value = digit_values[static_cast<unsigned char>(digits[i])];
    if (value < 0) return invalid_base64("a character outside the base64 alphabet", i);
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(bits >> count & 0xff);
      bits &= (1u << count) - 1;
    }
  }
  if (bits != 0) return invalid_base64("bits behind the last byte are not zero", digits.size() - 1);
  return out;
}

}  // namespace lockstep::base
