#include "lockstep/json/writer.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

#include "lockstep/base/check.h"

namespace lockstep::json {
namespace {

/// One character of UTF-8; `size` is 0 where the bytes are broken.
struct Character {
  std::uint32_t point = 0;
  std::size_t size = 0;
};

std::uint32_t byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

Character decode(std::string_view text, std::size_t at) {
  const std::uint32_t lead = byte_at(text, at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  std::uint32_t point = lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    const std::uint32_t byte = byte_at(text, at + i);
    if ((byte & 0xC0) != 0x80) return {};
    point = point << 6 | (byte & 0x3F);
  }
  constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (lead < 0xC0 || lead > 0xF4 || point < smallest[size] || point > 0x10FFFF || surrogate) {
    return {};
  }
  return {point, size};
}

/// Controls (C0, DEL, C1), bidi controls, zero-width characters, line and paragraph separators.
bool is_hidden(std::uint32_t point) {
  return point < 0x20 || (point >= 0x7F && point <= 0x9F) || point == 0xAD || point == 0x061C ||
         (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2060 && point <= 0x2069) || point == 0xFEFF;
}

bool is_plain_ascii(char byte) {
  return byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\';
}

void append_character(std::string& out, std::uint32_t point, std::string_view bytes) {
  switch (point) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (is_hidden(point)) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", point);
  } else {
    out += bytes;
  }
}

void append_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    std::size_t plain = at;
    while (plain < text.size() && is_plain_ascii(text[plain]))
      ++plain;
    out += text.substr(at, plain - at);
    at = plain;
    if (at == text.size()) break;
    const Character character = decode(text, at);
    if (character.size == 0) {
      out += "\xEF\xBF\xBD";
      ++at;
    } else {
      append_character(out, character.point, text.substr(at, character.size));
      at += character.size;
    }
  }
  out += '"';
}

}  // namespace

Writer& Writer::begin_object() {
  before_value();
  out_ += '{';
  levels_.push_back({true, true});
  return *this;
}

Writer& Writer::end_object() {
  LOCKSTEP_CHECK(!levels_.empty() && levels_.back().object && !after_key_);
  end('}');
  return *this;
}

Writer& Writer::begin_array() {
  before_value();
  out_ += '[';
  levels_.push_back({false, true});
  return *this;
}

Writer& Writer::end_array() {
  LOCKSTEP_CHECK(!levels_.empty() && !levels_.back().object);
  end(']');
  return *this;
}

Writer& Writer::key(std::string_view name) {
  LOCKSTEP_CHECK(!levels_.empty() && levels_.back().object && !after_key_);
  before_child();
  append_string(out_, name);
  out_ += indent_ > 0 ? ": " : ":";
  after_key_ = true;
  return *this;
}

Writer& Writer::string(std::string_view text) {
  before_value();
  append_string(out_, text);
  return *this;
}

Writer& Writer::integer(std::int64_t value) {
  before_value();
  fmt::format_to(std::back_inserter(out_), "{}", value);
  return *this;
}

Writer& Writer::boolean(bool value) {
  return raw(value ? "true" : "false");
}

Writer& Writer::null() {
  return raw("null");
}

Writer& Writer::raw(std::string_view json) {
  before_value();
  out_ += json;
  return *this;
}

Writer& Writer::value(const Value& value) {
  struct Open {
    Value value;
    std::size_t next = 0;
  };
  std::vector<Open> open;
  const auto begin = [&](const Value& next) {
    if (next.is_array() || next.is_object()) {
      next.is_array() ? begin_array() : begin_object();
      open.push_back({next});
    } else {
      scalar(next);
    }
  };
  begin(value);
  while (!open.empty()) {
    Open& top = open.back();
    const bool array = top.value.is_array();
    const std::size_t count = array ? top.value.elements().size() : top.value.members().size();
    if (top.next == count) {
      array ? end_array() : end_object();
      open.pop_back();
    } else if (array) {
      begin(top.value.elements()[top.next++]);
    } else {
      const Member& member = top.value.members()[top.next++];
      key(member.name);
      begin(member.value);
    }
  }
  return *this;
}

void Writer::scalar(const Value& value) {
  switch (value.kind()) {
    case Kind::string:
      string(value.string());
      return;
    case Kind::number:
      raw(value.lexeme());
      return;
    case Kind::boolean:
      boolean(value.boolean());
      return;
    case Kind::null:
    case Kind::array:
    case Kind::object:
      null();
      return;
  }
}

void Writer::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  LOCKSTEP_CHECK(levels_.empty() || !levels_.back().object);
  before_child();
}

void Writer::before_child() {
  if (levels_.empty()) return;
  if (!levels_.back().empty) out_ += ',';
  levels_.back().empty = false;
  line_break();
}

void Writer::end(char bracket) {
  const bool empty = levels_.back().empty;
  levels_.pop_back();
  if (!empty) line_break();
  out_ += bracket;
}

void Writer::line_break() {
  if (indent_ == 0) return;
  out_ += '\n';
  out_.append(indent_ * levels_.size(), ' ');
}

std::string to_text(const Value& value) {
  std::string out;
  Writer(out).value(value);
  return out;
}

}  // namespace lockstep::json
