#include "lockstep/framing/http.h"

#include <algorithm>

#include "lockstep/base/encoding.h"
#include "lockstep/base/text.h"

namespace lockstep::framing {
namespace {

constexpr std::string_view base64_begin = "=?base64?";
constexpr std::string_view base64_end = "?=";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_without_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view without_white_space(std::string_view text) {
  constexpr std::string_view white_space = " \t\r\n";
  const std::size_t first = text.find_first_not_of(white_space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

bool is_printable_ascii(char c) {
  return c >= 0x20 && c <= 0x7e;
}

bool stands_for_itself(std::string_view value) {
  if (value.starts_with(' ') || value.ends_with(' ')) return false;
  if (value.starts_with(base64_begin) && value.ends_with(base64_end)) return false;
  return std::all_of(value.begin(), value.end(), is_printable_ascii);
}

}  // namespace

void Headers::add(std::string name, std::string value) {
  fields_.emplace_back(std::move(name), std::move(value));
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const auto& [field_name, value] : fields_) {
    if (equal_without_case(field_name, name)) return without_white_space(value);
  }
  return std::nullopt;
}

ContentType content_type(const Headers& headers) {
  const std::optional<std::string_view> field = headers.find("Content-Type");
  if (!field || field->empty()) return ContentType::none;
  const std::string_view media_type = without_white_space(field->substr(0, field->find(';')));
  if (equal_without_case(media_type, "application/json")) return ContentType::json;
  if (equal_without_case(media_type, "text/event-stream")) return ContentType::event_stream;
  return ContentType::other;
}

bool may_refuse_session(int status) {
  return status == 400 || status == 404 || status == 410 || status == 503;
}

std::optional<std::string> decode_header_value(std::string_view value) {
  const bool encoded = value.size() >= base64_begin.size() + base64_end.size() &&
                       value.starts_with(base64_begin) && value.ends_with(base64_end);
  if (!encoded) return std::string(value);
  value.remove_prefix(base64_begin.size());
  value.remove_suffix(base64_end.size());
  base::Result<std::string> decoded = base::from_base64(value);
  if (!decoded || base::find_invalid_utf8(*decoded)) return std::nullopt;
  return std::move(*decoded);
}

std::string encode_header_value(std::string_view value) {
  if (stands_for_itself(value)) return std::string(value);
  std::string encoded(base64_begin);
  encoded += base::to_base64(value);
  encoded += base64_end;
  return encoded;
}

}  // namespace lockstep::framing
