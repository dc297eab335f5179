#include "apps/lockstep/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

constexpr std::size_t columns_max = 100;
constexpr std::size_t columns_min = 20;

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> expectations = {{
    {"syntax", "JSON by RFC 8259"},
    {"empty_document", "a JSON value"},
    {"duplicate_member", "each member name once in an object"},
    {"invalid_utf8", "UTF-8"},
    {"lone_surrogate", "surrogates in pairs"},
    {"trailing_bytes", "nothing behind the JSON value"},
    {"too_deep", "fewer arrays and objects inside one another"},
    {"too_large", "an input within the limit; see `lockstep help limits`"},
    {"invalid_time", "a time by RFC 3339, such as 2026-07-20T09:00:00Z"},
    {"invalid_policy", "a policy object; see `lockstep help policy`"},
    {"invalid_digest", "`sha256:` and 64 lower-case hex digits"},
    {"number_out_of_range", "a number that a double can hold"},
    {"not_found", "the path of a file or directory"},
    {"no_tools", "tools, an evidence record, or an answer to tools/list"},
    {"invalid_number", "a number in the range that its member allows"},
}};

std::optional<std::size_t> read_columns(const std::string& text) {
  std::size_t columns = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), columns);
  if (failed != std::errc() || end != text.data() + text.size() || columns == 0)
    return std::nullopt;
  return columns;
}

}  // namespace

std::string_view expectation(std::string_view code) {
  for (const auto& [known, text] : expectations)
    if (known == code) return text;
  return {};
}

std::string error_line(std::string_view file, const base::Error& error) {
  std::string line = "lockstep: ";
  if (!file.empty()) line += base::escape_visible(file);
  if (!file.empty() && error.line) line += fmt::format(":{}", *error.line);
  if (!file.empty()) line += ": ";
  if (error.offset) line += fmt::format("offset {}: ", *error.offset);
  if (!error.pointer.empty()) line += fmt::format("at {}: ", base::escape_visible(error.pointer));
  line += base::escape_visible(error.message.empty() ? error.code : error.message);
  const std::string_view expected = expectation(error.code);
  if (!expected.empty() && error.message.find("expected") == std::string::npos)
    line += fmt::format(" (expected {})", expected);
  return line + "\n";
}

std::string note_line(std::string_view file, std::string_view text) {
  return fmt::format("lockstep: {}: note: {}\n", base::escape_visible(file),
                     base::escape_visible(text));
}

std::size_t text_columns(const Machine& machine) {
  std::optional<std::size_t> columns;
  if (const auto variable = machine.variable("COLUMNS")) columns = read_columns(*variable);
  if (!columns) columns = machine.screen().columns;
  return std::clamp(columns.value_or(columns_max), columns_min, columns_max);
}

}  // namespace lockstep::app
