// Whether one of two sets has rounded the numbers of the other.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "lockstep/json/document.h"
#include "lockstep/json/number.h"
#include "lockstep/registry/diff.h"
#include "lockstep/registry/exact_text.h"

namespace lockstep::registry {
namespace {

using json::Value;

/// One number is the double nearest to the other, by its exact value or as ECMAScript writes it.
bool is_rounding(const Value& a, const Value& b) {
  const auto x = json::to_double(a.lexeme());
  const auto y = json::to_double(b.lexeme());
  if (!x || !y || *x != *y) return false;
  const std::string text = json::exact_decimal(json::ecmascript_number(*x));
  const std::string value = json::exact_decimal(fmt::format("{:.1080f}", *x));
  return std::ranges::any_of(std::array{a.lexeme(), b.lexeme()}, [&](std::string_view lexeme) {
    const std::string exact = json::exact_decimal(lexeme);
    return exact == text || exact == value;
  });
}

constexpr std::array<std::string_view, 6> compared_members = {
    "title", "description", "inputSchema", "outputSchema", "annotations", "execution"};

using Pair = std::pair<const Value*, const Value*>;

/// Puts the parts of two containers side by side; false when they have other parts.
bool open_children(const Value& left, const Value& right, std::vector<Pair>& open) {
  const auto elements = left.elements();
  const auto members = left.members();
  if (elements.size() != right.elements().size()) return false;
  if (members.size() != right.members().size()) return false;
  for (std::size_t i = 0; i < elements.size(); ++i)
    open.emplace_back(&elements[i], &right.elements()[i]);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].name != right.members()[i].name) return false;
    open.emplace_back(&members[i].value, &right.members()[i].value);
  }
  return true;
}

/// Equal but for numbers of which one is rounded.
bool same_but_rounded(const Value& a, const Value& b) {
  std::vector<Pair> open = {{&a, &b}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (left->kind() != right->kind()) return false;
    if (left->is_array() || left->is_object()) {
      if (!open_children(*left, *right, open)) return false;
    } else if (!same_value(*left, *right)) {
      if (!left->is_number() || !is_rounding(*left, *right)) return false;
    }
  }
  return true;
}

/// The projected members of two tools, compared in the same way.
bool same_but_rounded(const Tool& a, const Tool& b) {
  const auto left = json::Document::parse(a.definition);
  const auto right = json::Document::parse(b.definition);
  return left && right && std::ranges::all_of(compared_members, [&](std::string_view name) {
           return same_but_rounded(left->root()[name], right->root()[name]);
         });
}

}  // namespace

bool only_rounded_numbers_differ(const ToolSet& a, const ToolSet& b) {
  if (a.size() != b.size() || a.same_set(b)) return false;
  return std::ranges::all_of(a.tools(), [&](const Tool& tool) {
    const Tool* other = b.find(tool.name);
    if (other == nullptr) return false;
    return tool.same_definition(*other) || same_but_rounded(tool, *other);
  });
}

}  // namespace lockstep::registry
