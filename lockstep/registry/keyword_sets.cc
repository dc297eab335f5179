// Keywords that list what is accepted: types, values, names.

#include <algorithm>
#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/keyword_judgement.h"

namespace lockstep::registry {
namespace {

using json::Value;

/// One bit each for null, boolean, whole number, fraction, string, array, object.
using Types = std::bitset<7>;
constexpr std::size_t whole_bit = 2;
constexpr std::size_t fraction_bit = 3;

std::optional<Types> type_named(std::string_view name) {
  constexpr std::array<std::string_view, 7> names = {"null",   "boolean", "integer", "",
                                                     "string", "array",   "object"};
  Types types;
  if (name == "number") return types.set(whole_bit).set(fraction_bit);
  const auto found = std::ranges::find(names, name);
  if (name.empty() || found == names.end()) return std::nullopt;
  return types.set(static_cast<std::size_t>(found - names.begin()));
}

/// Types that `type` names; all when it is absent; nullopt when it is malformed.
std::optional<Types> declared_types(const Value& schema) {
  const Value* type = schema.find("type");
  if (type == nullptr) return Types().set();
  if (type->is_string()) return type_named(type->string());
  if (!type->is_array()) return std::nullopt;
  Types all;
  for (const Value& name : type->elements()) {
    const auto types = type_named(name.string());
    if (!types) return std::nullopt;
    all |= *types;
  }
  return all;
}

Types types_of(const Value& value) {
  switch (value.kind()) {
    case json::Kind::null:
      return Types().set(0);
    case json::Kind::boolean:
      return Types().set(1);
    case json::Kind::number:
      // A number that is no int64 may be whole all the same.
      return value.integer() ? Types().set(whole_bit) : Types().set(whole_bit).set(fraction_bit);
    case json::Kind::string:
      return Types().set(4);
    case json::Kind::array:
      return Types().set(5);
    case json::Kind::object:
      return Types().set(6);
  }
  return {};
}

/// Types that an accepted instance can have, seen from `type`, `enum` and `const`.
Types possible_types(const Value& schema, Types declared) {
  Types listed;
  const Value* values = schema.find("enum");
  if (const Value* constant = schema.find("const")) return declared & types_of(*constant);
  if (values == nullptr || !values->is_array()) return declared;
  for (const Value& value : values->elements())
    listed |= types_of(value);
  return declared & listed;
}

/// The listed values as sorted texts; nullopt when nothing is listed.
std::optional<std::vector<std::string>> listed_values(const Value& schema) {
  std::vector<std::string> texts;
  if (const Value* constant = schema.find("const")) {
    texts.push_back(exact_text(*constant));
    return texts;
  }
  const Value* values = schema.find("enum");
  if (values == nullptr) return std::nullopt;
  for (const Value& value : values->elements())
    texts.push_back(exact_text(value));
  std::ranges::sort(texts);
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

bool lists_badly(const Value& schema) {
  const Value* values = schema.find("enum");
  return values != nullptr && (!values->is_array() || schema.find("const") != nullptr);
}

/// Names as sorted views; nullopt when this is no array of strings.
std::optional<std::vector<std::string_view>> names_of(const Value* value) {
  std::vector<std::string_view> names;
  if (value == nullptr) return names;
  if (!value->is_array()) return std::nullopt;
  for (const Value& name : value->elements()) {
    if (!name.is_string()) return std::nullopt;
    names.push_back(name.string());
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

Judgement judge_type(const Value& before, const Value& after) {
  const auto old_types = declared_types(before);
  const auto new_types = declared_types(after);
  if (!old_types || !new_types) return malformed;
  const bool holds_old = (possible_types(before, *old_types) & ~*new_types).none();
  const bool held_by_old = (possible_types(after, *new_types) & ~*old_types).none();
  return worded(by_inclusion(holds_old, held_by_old), "same types", "type widened", "type narrowed",
                "type changed");
}

Judgement judge_values(const Value& before, const Value& after) {
  if (lists_badly(before) || lists_badly(after)) return malformed;
  const auto old_values = listed_values(before);
  const auto new_values = listed_values(after);
  const bool holds_old =
      !new_values || (old_values && std::ranges::includes(*new_values, *old_values));
  const bool held_by_old =
      !old_values || (new_values && std::ranges::includes(*old_values, *new_values));
  return worded(by_inclusion(holds_old, held_by_old), "same values", "values added",
                "values removed", "other values");
}

Judgement judge_required(const Value* before, const Value* after, Direction direction) {
  const auto old_names = names_of(before);
  const auto new_names = names_of(after);
  if (!old_names || !new_names) return malformed;
  const bool none_added = std::ranges::includes(*old_names, *new_names);
  const bool none_removed = std::ranges::includes(*new_names, *old_names);
  const bool input = direction == Direction::input;
  return worded(by_inclusion(none_added, none_removed), "same names in another order",
                input ? "argument no longer required" : "member no longer promised",
                input ? "required argument added" : "member newly promised",
                input ? "required argument added" : "member no longer promised");
}

}  // namespace lockstep::registry
