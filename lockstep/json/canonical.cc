#include "lockstep/json/canonical.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

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

template <class Word>
bool needs_escape_at(const char* at) {
  // Spaces fill the rest of a shorter word.
  std::uint64_t word = each_byte(' ') << (8 * sizeof(Word) % 64);
  Word bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  word = sizeof(Word) == 8 ? bytes : word | bytes;
  return needs_escape(word);
}

/// True when no byte needs an escape. Ends are looked at a whole word at a time, twice where words
/// overlap: most strings are names of a few bytes.
bool is_plain(std::string_view text) {
  const char* const end = text.data() + text.size();
  if (text.size() < 4) return std::none_of(text.begin(), text.end(), must_escape);
  if (text.size() < 8) {
    return !needs_escape_at<std::uint32_t>(text.data()) && !needs_escape_at<std::uint32_t>(end - 4);
  }
  for (const char* at = text.data(); end - at >= 8; at += 8) {
    if (needs_escape_at<std::uint64_t>(at)) return false;
  }
  return !needs_escape_at<std::uint64_t>(end - 8);
}

/// How many bytes at the beginning stand for themselves.
std::size_t plain_prefix(std::string_view text) {
  std::size_t size = 0;
  while (size + 8 <= text.size() && !needs_escape_at<std::uint64_t>(text.data() + size))
    size += 8;
  while (size < text.size() && !must_escape(text[size]))
    ++size;
  return size;
}

void append_escape(std::string& out, char byte) {
  constexpr std::string_view hex = "0123456789abcdef";
  constexpr std::string_view short_bytes = "\b\t\n\f\r\"\\";
  constexpr std::string_view short_letters = "btnfr\"\\";
  out += '\\';
  if (const std::size_t at = short_bytes.find(byte); at != std::string_view::npos) {
    out += short_letters[at];
    return;
  }
  out += "u00";
  out += byte < 0x10 ? '0' : '1';
  out += hex[static_cast<unsigned char>(byte) & 0xF];
}

}  // namespace

void CanonicalWriter::begin_array() {
  comma();
  text_ += '[';
  need_comma_ = false;
}

void CanonicalWriter::end_array() {
  text_ += ']';
  need_comma_ = true;
}

void CanonicalWriter::begin_object() {
  comma();
  text_ += '{';
  need_comma_ = false;
}

void CanonicalWriter::end_object() {
  text_ += '}';
  need_comma_ = true;
}

void CanonicalWriter::name(std::string_view unescaped) {
  comma();
  string(unescaped);
  text_ += ':';
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

CanonicalText CanonicalWriter::finish() && {
  return CanonicalText(std::move(text_));
}

void CanonicalWriter::comma() {
  if (need_comma_) text_ += ',';
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
    text_ += value.boolean() ? "true" : "false";
  } else {
    text_ += "null";
  }
}

void CanonicalWriter::number(std::string_view lexeme) {
  if (is_short_integer(lexeme)) {
    text_ += lexeme;
    return;
  }
  const std::optional<double> nearest = to_double(lexeme);
  if (!nearest) {
    text_ += exact_decimal(lexeme);
    lossy_ = out_of_range_ = true;
    return;
  }
  append_ecmascript_number(text_, *nearest);
  lossy_ = lossy_ || !is_exact_in_rfc8785(lexeme);
}

void CanonicalWriter::string(std::string_view text) {
  text_ += '"';
  while (!is_plain(text)) {
    const std::size_t plain = plain_prefix(text);
    text_.append(text.data(), plain);
    append_escape(text_, text[plain]);
    text.remove_prefix(plain + 1);
  }
  text_.append(text);
  text_ += '"';
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
