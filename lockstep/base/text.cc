#include "lockstep/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "lockstep/base/text_tables.h"

namespace lockstep::base {
namespace {

/// One code point at the front of a text, or (length 0) a byte that begins none.
struct Decoded {
  char32_t code = 0;
  std::size_t length = 0;
};

/// The second byte's range is where overlong forms, surrogates and all beyond U+10FFFF fall out
/// (Unicode, table 3-7).
struct SecondByte {
  unsigned char least = 0x80;
  unsigned char most = 0xbf;
};

SecondByte second_byte_after(unsigned char first) {
  switch (first) {
    case 0xe0:
      return {0xa0, 0xbf};
    case 0xed:
      return {0x80, 0x9f};
    case 0xf0:
      return {0x90, 0xbf};
    case 0xf4:
      return {0x80, 0x8f};
    default:
      return {};
  }
}

std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

Decoded decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = sequence_length(first);
  if (length == 1) return {first, 1};
  if (length == 0 || text.size() < length) return {};
  char32_t code = first & (0x7fu >> length);
  SecondByte allowed = second_byte_after(first);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < allowed.least || byte > allowed.most) return {};
    code = code << 6 | (byte & 0x3fu);
    allowed = {};
  }
  return {code, length};
}

template <class Ranges>
const auto* find_range(const Ranges& ranges, char32_t code) {
  const auto it = std::upper_bound(std::begin(ranges), std::end(ranges), code,
                                   [](char32_t c, const auto& range) { return c < range.first; });
  if (it == std::begin(ranges) || std::prev(it)->last < code) {
    return static_cast<decltype(&*it)>(nullptr);
  }
  return &*std::prev(it);
}

std::optional<HiddenKind> hidden_kind(char32_t code) {
  if (code >= 0x20 && code < 0x7f) return std::nullopt;
  if ((code & 0xfffe) == 0xfffe) return HiddenKind::noncharacter;
  const HiddenRange* range = find_range(hidden_ranges, code);
  return range == nullptr ? std::nullopt : std::optional(range->kind);
}

std::size_t width_of(char32_t code) {
  if (code < 0x300) return 1;
  if (find_range(zero_width_ranges, code) != nullptr) return 0;
  return find_range(wide_ranges, code) != nullptr ? 2 : 1;
}

/// The next piece of escaped text and its columns; takes its bytes off the front of `rest`.
struct Piece {
  std::string text;
  std::size_t columns = 0;
};

Piece next_piece(std::string_view& rest) {
  const Decoded decoded = decode(rest);
  const std::string_view bytes = rest.substr(0, std::max<std::size_t>(decoded.length, 1));
  rest.remove_prefix(bytes.size());
  Piece piece;
  if (decoded.length == 0) {
    piece.text = fmt::format("\\x{:02X}", static_cast<unsigned char>(bytes.front()));
  } else if (hidden_kind(decoded.code)) {
    piece.text = fmt::format("\\u{{{:04X}}}", static_cast<std::uint32_t>(decoded.code));
  } else if (decoded.code == '\\') {
    piece.text = "\\\\";
  } else {
    return {std::string(bytes), width_of(decoded.code)};
  }
  piece.columns = piece.text.size();
  return piece;
}

bool is_plain_ascii(char c) {
  return c >= 0x20 && c < 0x7f && c != '\\';
}

std::size_t count_plain_ascii(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain_ascii) -
                                  text.begin());
}

}  // namespace

std::optional<std::size_t> find_invalid_utf8(std::string_view bytes) {
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const std::size_t length = decode(rest).length;
    if (length == 0) return bytes.size() - rest.size();
    rest.remove_prefix(length);
  }
  return std::nullopt;
}

std::string escape_visible(std::string_view untrusted) {
  std::string out;
  out.reserve(untrusted.size());
  while (!untrusted.empty()) {
    const std::size_t plain = count_plain_ascii(untrusted);
    out += untrusted.substr(0, plain);
    untrusted.remove_prefix(plain);
    if (!untrusted.empty()) out += next_piece(untrusted).text;
  }
  return out;
}

std::string escape_visible(std::string_view untrusted, std::size_t columns) {
  if (columns == 0) return {};
  std::string out;
  std::size_t used = 0;
  std::size_t cut = 0;  // the longest beginning that leaves a column for the ellipsis
  while (!untrusted.empty()) {
    const Piece piece = next_piece(untrusted);
    used += piece.columns;
    if (used > columns) return out.substr(0, cut) + "…";
    out += piece.text;
    if (used < columns) cut = out.size();
  }
  return out;
}

std::size_t display_width(std::string_view escaped) {
  std::size_t columns = 0;
  while (!escaped.empty()) {
    const Decoded decoded = decode(escaped);
    columns += decoded.length == 0 ? 1 : width_of(decoded.code);
    escaped.remove_prefix(std::max<std::size_t>(decoded.length, 1));
  }
  return columns;
}

bool is_suspicious(std::string_view untrusted) {
  while (!untrusted.empty()) {
    const Decoded decoded = decode(untrusted);
    untrusted.remove_prefix(std::max<std::size_t>(decoded.length, 1));
    if (decoded.length == 0) continue;
    if (decoded.code == '\t' || decoded.code == '\n' || decoded.code == '\r') continue;
    const std::optional<HiddenKind> kind = hidden_kind(decoded.code);
    if (kind == HiddenKind::control || kind == HiddenKind::bidi || kind == HiddenKind::zero_width ||
        kind == HiddenKind::tag) {
      return true;
    }
  }
  return false;
}

}  // namespace lockstep::base
