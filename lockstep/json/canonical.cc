#include "lockstep/json/canonical.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

#include "lockstep/base/check.h"
#include "lockstep/json/number.h"

namespace lockstep::json {
namespace {

constexpr std::uint64_t each_byte(std::uint8_t byte) {
  return std::uint64_t{0x0101'0101'0101'0101} * byte;
}

/// The high bit of each byte that equals `wanted`; bits above a hit may be set falsely.
std::uint64_t equal_bytes(std::uint64_t word, std::uint8_t wanted) {
  const std::uint64_t difference = word ^ each_byte(wanted);
  return (difference - each_byte(1)) & ~difference;
}

/// True when a byte of the eight is a control character, a quote or a backslash.
bool needs_escape(std::uint64_t word) {
  const std::uint64_t control = (word - each_byte(0x20)) & ~word;
  return ((control | equal_bytes(word, '"') | equal_bytes(word, '\\')) & each_byte(0x80)) != 0;
}

bool must_escape(char byte) {
  return static_cast<unsigned char>(byte) < 0x20 || byte == '"' || byte == '\\';
}

/// Copies a word of text and says whether it can stay as it is.
template <class Word>
bool copy_word(const char* from, char* to) {
  Word bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  std::memcpy(to, &bytes, sizeof bytes);
  // Spaces fill the rest of a shorter word.
  constexpr std::uint64_t fill = sizeof(Word) == 8 ? 0 : each_byte(' ') << 32;
  return !needs_escape(fill | bytes);
}

/// Copies the bytes at the beginning that stand for themselves and returns their number. Most
/// strings are names of a few bytes: their last word is copied once more, where it overlaps.
std::size_t copy_plain(std::string_view text, char* out) {
  const char* const in = text.data();
  const std::size_t size = text.size();
  std::size_t at = 0;
  if (size >= 8) {
    while (at + 8 <= size && copy_word<std::uint64_t>(in + at, out + at))
      at += 8;
    if (at + 8 > size && copy_word<std::uint64_t>(in + size - 8, out + size - 8)) return size;
  } else if (size >= 4) {
    const bool plain = copy_word<std::uint32_t>(in, out);
    if (copy_word<std::uint32_t>(in + size - 4, out + size - 4) && plain) return size;
  }
  for (; at < size && !must_escape(in[at]); ++at)
    out[at] = in[at];
  return at;
}

/// Writes the escape sequence of a byte, at most six bytes, and returns its length.
std::size_t write_escape(char* out, char byte) {
  constexpr std::string_view hex = "0123456789abcdef";
  constexpr std::string_view short_bytes = "\b\t\n\f\r\"\\";
  constexpr std::string_view short_letters = "btnfr\"\\";
  *out++ = '\\';
  if (const std::size_t at = short_bytes.find(byte); at != std::string_view::npos) {
    *out = short_letters[at];
    return 2;
  }
  const char digits[] = {'u', '0', '0', byte < 0x10 ? '0' : '1',
                         hex[static_cast<unsigned char>(byte) & 0xF]};
  std::memcpy(out, digits, sizeof digits);
  return 6;
}

}  // namespace

void CanonicalWriter::begin_array() {
  comma();
  put('[');
  need_comma_ = false;
}

void CanonicalWriter::end_array() {
  put(']');
  need_comma_ = true;
}

void CanonicalWriter::begin_object() {
  comma();
  put('{');
  need_comma_ = false;
}

void CanonicalWriter::end_object() {
  put('}');
  need_comma_ = true;
}

void CanonicalWriter::name(std::string_view unescaped) {
  comma();
  string(unescaped);
  put(':');
  need_comma_ = false;
}

void CanonicalWriter::value(const Value& value) {
  begin(value);
  while (!open_.empty()) {
    Open& open = open_.back();
    if (open.value.is_array()) {
      const auto elements = open.value.elements();
      if (open.next < elements.size()) {
        begin(elements[open.next++]);
        continue;
      }
      end_array();
    } else {
      const auto members = open.value.members();
      if (open.next < members.size()) {
        const Member& member = members[open.next++];
        name(member.name);
        begin(member.value);
        continue;
      }
      end_object();
    }
    open_.pop_back();
  }
}

void CanonicalWriter::drop_written() {
  size_ = 0;
  dropped_ = true;
}

CanonicalText CanonicalWriter::finish() && {
  LOCKSTEP_CHECK(!dropped_);
  text_.resize(size_);
  return CanonicalText(std::move(text_));
}

void CanonicalWriter::grow(std::size_t bytes) {
  constexpr std::size_t least = 256;
  text_.resize(std::max(2 * text_.size(), size_ + bytes + least));
}

void CanonicalWriter::put(std::string_view bytes) {
  std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
  size_ += bytes.size();
}

void CanonicalWriter::comma() {
  if (need_comma_) put(',');
}

void CanonicalWriter::begin(const Value& value) {
  if (value.is_array()) {
    begin_array();
    open_.push_back({value});
  } else if (value.is_object()) {
    begin_object();
    open_.push_back({value});
  } else {
    comma();
    scalar(value);
    need_comma_ = true;
  }
}

void CanonicalWriter::scalar(const Value& value) {
  if (value.is_string()) {
    string(value.string());
  } else if (value.is_number()) {
    number(value.lexeme());
  } else if (value.is_boolean()) {
    put(value.boolean() ? std::string_view("true") : std::string_view("false"));
  } else {
    put("null");
  }
}

void CanonicalWriter::number(std::string_view lexeme) {
  if (is_short_integer(lexeme)) {
    put(lexeme);
    return;
  }
  const std::optional<double> nearest = to_double(lexeme);
  if (!nearest) {
    put(exact_decimal(lexeme));
    lossy_ = out_of_range_ = respelled_ = true;
    return;
  }
  const std::string text = ecmascript_number(*nearest);
  put(text);
  respelled_ = respelled_ || text != lexeme;
  lossy_ = lossy_ || !is_exact_in_rfc8785(lexeme);
}

void CanonicalWriter::string(std::string_view text) {
  put('"');
  for (;;) {
    const std::size_t plain = copy_plain(text, room(text.size() + 8));
    size_ += plain;
    if (plain == text.size()) break;
    size_ += write_escape(text_.data() + size_, text[plain]);
    text.remove_prefix(plain + 1);
  }
  put('"');
}

base::Result<CanonicalText> canonicalize(const Value& value) {
  CanonicalWriter writer;
  writer.value(value);
  if (writer.out_of_range()) {
    return base::failure("number_out_of_range", "a number lies beyond the range of doubles");
  }
  return std::move(writer).finish();
}

}  // namespace lockstep::json
