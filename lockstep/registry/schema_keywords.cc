#include "lockstep/registry/schema_keywords.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/json/number.h"
#include "lockstep/registry/exact_text.h"

namespace lockstep::registry {
namespace {

using json::Value;

struct Keyword {
  std::string_view name;
  Rule rule;
};

constexpr std::array keywords = {
    Keyword{"$comment", Rule::guidance},
    Keyword{"$defs", Rule::definitions},
    Keyword{"$ref", Rule::reference},
    Keyword{"$schema", Rule::dialect},
    Keyword{"additionalItems", Rule::opaque},
    Keyword{"additionalProperties", Rule::schema},
    Keyword{"allOf", Rule::all_of},
    Keyword{"anyOf", Rule::any_of},
    Keyword{"const", Rule::values},
    Keyword{"contains", Rule::opaque},
    Keyword{"default", Rule::default_value},
    Keyword{"definitions", Rule::definitions},
    Keyword{"dependencies", Rule::dependent},
    Keyword{"dependentRequired", Rule::assertion},
    Keyword{"dependentSchemas", Rule::dependent},
    Keyword{"deprecated", Rule::guidance},
    Keyword{"description", Rule::guidance},
    Keyword{"else", Rule::opaque},
    Keyword{"enum", Rule::values},
    Keyword{"examples", Rule::guidance},
    Keyword{"exclusiveMaximum", Rule::upper_bound},
    Keyword{"exclusiveMinimum", Rule::lower_bound},
    Keyword{"format", Rule::format},
    Keyword{"if", Rule::opaque},
    Keyword{"items", Rule::items},
    Keyword{"maxContains", Rule::contained_max},
    Keyword{"maxItems", Rule::count_max},
    Keyword{"maxLength", Rule::count_max},
    Keyword{"maxProperties", Rule::count_max},
    Keyword{"maximum", Rule::upper_bound},
    Keyword{"minContains", Rule::contained_min},
    Keyword{"minItems", Rule::count_min},
    Keyword{"minLength", Rule::count_min},
    Keyword{"minProperties", Rule::count_min},
    Keyword{"minimum", Rule::lower_bound},
    Keyword{"multipleOf", Rule::multiple},
    Keyword{"not", Rule::opaque},
    Keyword{"oneOf", Rule::one_of},
    Keyword{"pattern", Rule::assertion},
    Keyword{"patternProperties", Rule::patterns},
    Keyword{"prefixItems", Rule::positions},
    Keyword{"properties", Rule::properties},
    Keyword{"propertyNames", Rule::schema},
    Keyword{"required", Rule::required},
    Keyword{"then", Rule::opaque},
    Keyword{"title", Rule::guidance},
    Keyword{"type", Rule::type},
    Keyword{"uniqueItems", Rule::unique},
    Keyword{"x-mcp-header", Rule::header},
};
static_assert(std::ranges::is_sorted(keywords, {}, &Keyword::name));

constexpr Judgement malformed = {Effect::unknown, "keyword in a wrong form"};

/// The effect when the new set holds the old one, is held by it, both or neither.
Effect by_inclusion(bool holds_old, bool held_by_old) {
  if (holds_old && held_by_old) return Effect::same;
  if (holds_old) return Effect::wider;
  if (held_by_old) return Effect::narrower;
  return Effect::crossed;
}

Judgement worded(Effect effect, std::string_view same, std::string_view wider,
                 std::string_view narrower, std::string_view crossed) {
  switch (effect) {
    case Effect::same:
      return {effect, same};
    case Effect::wider:
    case Effect::perhaps_wider:
      return {effect, wider};
    case Effect::narrower:
    case Effect::perhaps_narrower:
      return {effect, narrower};
    case Effect::crossed:
    case Effect::unknown:
      return {effect, crossed};
  }
  return {};
}

// ---- type -------------------------------------------------------------------------------------

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

Judgement judge_type(const Value& before, const Value& after) {
  const auto old_types = declared_types(before);
  const auto new_types = declared_types(after);
  if (!old_types || !new_types) return malformed;
  const bool holds_old = (possible_types(before, *old_types) & ~*new_types).none();
  const bool held_by_old = (possible_types(after, *new_types) & ~*old_types).none();
  return worded(by_inclusion(holds_old, held_by_old), "same types", "type widened", "type narrowed",
                "type changed");
}

// ---- enum and const ---------------------------------------------------------------------------

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
  return texts;
}

bool lists_badly(const Value& schema) {
  const Value* values = schema.find("enum");
  return values != nullptr && (!values->is_array() || schema.find("const") != nullptr);
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

// ---- numbers ----------------------------------------------------------------------------------

/// -1, 0 or 1; nullopt when two different numbers cannot be told apart as doubles.
std::optional<int> compare_numbers(const Value& a, const Value& b) {
  if (same_value(a, b)) return 0;
  const auto x = a.integer();
  const auto y = b.integer();
  if (x && y) return *x < *y ? -1 : 1;
  const auto p = json::to_double(a.lexeme());
  const auto q = json::to_double(b.lexeme());
  if (!p || !q || *p == *q) return std::nullopt;
  return *p < *q ? -1 : 1;
}

/// Names of the two keywords of a bound, and the sign that makes "stricter" mean "greater".
struct BoundNames {
  std::string_view inclusive;
  std::string_view exclusive;
  int sign;
};
constexpr BoundNames lower_names = {"minimum", "exclusiveMinimum", 1};
constexpr BoundNames upper_names = {"maximum", "exclusiveMaximum", -1};

struct Bound {
  const Value* value = nullptr;  // nullptr: no bound
  bool exclusive = false;
};

/// 1 when `a` is stricter than `b`, -1 when looser, 0 when equal.
std::optional<int> compare_bounds(const Bound& a, const Bound& b, int sign) {
  if (a.value == nullptr || b.value == nullptr) {
    return static_cast<int>(a.value != nullptr) - static_cast<int>(b.value != nullptr);
  }
  const auto order = compare_numbers(*a.value, *b.value);
  if (!order) return std::nullopt;
  if (*order != 0) return *order * sign;
  return static_cast<int>(a.exclusive) - static_cast<int>(b.exclusive);
}

/// The stricter of the two keywords; nullopt when one is no number or they cannot be compared.
std::optional<Bound> bound_of(const Value& schema, const BoundNames& names) {
  const Bound inclusive = {schema.find(names.inclusive), false};
  const Bound exclusive = {schema.find(names.exclusive), true};
  for (const Bound& bound : {inclusive, exclusive}) {
    if (bound.value != nullptr && !bound.value->is_number()) return std::nullopt;
  }
  const auto order = compare_bounds(inclusive, exclusive, names.sign);
  if (!order) return std::nullopt;
  return *order > 0 ? inclusive : exclusive;
}

Judgement bound_judgement(std::optional<int> order) {
  if (!order) return {Effect::unknown, "bounds cannot be compared"};
  const Effect effect = *order == 0 ? Effect::same : *order < 0 ? Effect::wider : Effect::narrower;
  return worded(effect, "same bound", "bound loosened", "bound tightened", "");
}

Judgement judge_bound(const Value& before, const Value& after, const BoundNames& names) {
  const auto old_bound = bound_of(before, names);
  const auto new_bound = bound_of(after, names);
  if (!old_bound || !new_bound) return malformed;
  return bound_judgement(compare_bounds(*new_bound, *old_bound, names.sign));
}

Judgement judge_multiple(const Value* before, const Value* after) {
  if (before == nullptr) return {Effect::narrower, "multipleOf added"};
  if (after == nullptr) return {Effect::wider, "multipleOf removed"};
  const auto old_step = before->integer();
  const auto new_step = after->integer();
  if (!old_step || !new_step || *old_step <= 0 || *new_step <= 0) {
    return {Effect::unknown, "multipleOf changed"};
  }
  return worded(by_inclusion(*old_step % *new_step == 0, *new_step % *old_step == 0),
                "same multiple", "multipleOf loosened", "multipleOf tightened",
                "multipleOf changed");
}

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

/// A count from a keyword or, when it is absent, `otherwise`; nullopt when it is malformed.
std::optional<std::int64_t> count_of(const Value* value, std::int64_t otherwise) {
  if (value == nullptr) return otherwise;
  const auto count = value->integer();
  return count && *count >= 0 ? count : std::nullopt;
}

Judgement judge_count(const Value* before, const Value* after, std::int64_t otherwise, int sign) {
  const auto old_count = count_of(before, otherwise);
  const auto new_count = count_of(after, otherwise);
  if (!old_count || !new_count) return malformed;
  const int order = static_cast<int>(*new_count > *old_count) - (*new_count < *old_count);
  return bound_judgement(order * sign);
}

/// `minContains` or `maxContains`: in force only beside `contains`.
Judgement judge_contained(const Value& before, const Value& after, std::string_view keyword,
                          std::int64_t otherwise, int sign) {
  const Value* was = before.find("contains");
  const Value* is = after.find("contains");
  if (was == nullptr || is == nullptr || !same_value(*was, *is)) {
    return {Effect::unknown, "count of a changed contains"};
  }
  return judge_count(before.find(keyword), after.find(keyword), otherwise, sign);
}

// ---- the rest ---------------------------------------------------------------------------------

Judgement judge_unique(const Value* before, const Value* after) {
  for (const Value* value : {before, after}) {
    if (value != nullptr && !value->is_boolean()) return malformed;
  }
  const bool old_unique = before != nullptr && before->boolean();
  const bool new_unique = after != nullptr && after->boolean();
  return worded(by_inclusion(old_unique || !new_unique, new_unique || !old_unique),
                "same demand on repetitions", "repetitions allowed", "repetitions refused", "");
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

/// A keyword that makes one more demand by being there.
Judgement judge_demand(const Value* before, const Value* after) {
  if (before == nullptr) return {Effect::narrower, "demand added"};
  if (after == nullptr) return {Effect::wider, "demand removed"};
  return {Effect::unknown, "demand changed"};
}

/// Validators may take `format` as a demand or as a remark.
Judgement judge_format(const Value* before, const Value* after) {
  if (before == nullptr) return {Effect::perhaps_narrower, "format added"};
  if (after == nullptr) return {Effect::perhaps_wider, "format removed"};
  return {Effect::unknown, "format changed"};
}

/// The dialect of a `$schema`; absent is 2020-12; empty when it is not known.
std::string_view dialect_of(const Value* uri) {
  constexpr std::string_view newest = "2020-12";
  if (uri == nullptr) return newest;
  for (const std::string_view name :
       {newest, std::string_view("2019-09"), std::string_view("draft-07"),
        std::string_view("draft-06"), std::string_view("draft-04")}) {
    if (uri->string().find(name) != std::string_view::npos) return name;
  }
  return {};
}

Judgement judge_dialect(const Value* before, const Value* after) {
  const std::string_view old_dialect = dialect_of(before);
  if (old_dialect.empty() || old_dialect != dialect_of(after)) {
    return {Effect::unknown, "dialect changed"};
  }
  return {Effect::same, "same dialect"};
}

}  // namespace

Rule rule_of(std::string_view keyword) {
  const auto found = std::ranges::lower_bound(keywords, keyword, {}, &Keyword::name);
  return found != keywords.end() && found->name == keyword ? found->rule : Rule::unknown;
}

bool is_composing(Rule rule) {
  return rule == Rule::all_of || rule == Rule::any_of || rule == Rule::one_of ||
         rule == Rule::opaque || rule == Rule::patterns || rule == Rule::dependent;
}

Judgement judge_keyword(Rule rule, std::string_view keyword, const Value& before,
                        const Value& after, Direction direction) {
  const Value* was = before.find(keyword);
  const Value* is = after.find(keyword);
  switch (rule) {
    case Rule::type:
      return judge_type(before, after);
    case Rule::values:
      return judge_values(before, after);
    case Rule::lower_bound:
      return judge_bound(before, after, lower_names);
    case Rule::upper_bound:
      return judge_bound(before, after, upper_names);
    case Rule::multiple:
      return judge_multiple(was, is);
    case Rule::count_min:
      return judge_count(was, is, 0, 1);
    case Rule::count_max:
      return judge_count(was, is, no_limit, -1);
    case Rule::contained_min:
      return judge_contained(before, after, keyword, 1, 1);
    case Rule::contained_max:
      return judge_contained(before, after, keyword, no_limit, -1);
    case Rule::unique:
      return judge_unique(was, is);
    case Rule::required:
      return judge_required(was, is, direction);
    case Rule::format:
      return judge_format(was, is);
    case Rule::assertion:
    case Rule::dependent:
      return judge_demand(was, is);
    case Rule::dialect:
      return judge_dialect(was, is);
    case Rule::default_value:
      if (direction == Direction::output) return {Effect::same, "default changed"};
      return {Effect::unknown, "default changed"};
    case Rule::header:
      return {Effect::unknown, "header of the argument changed"};
    case Rule::guidance:
      return {Effect::same, "text changed"};
    case Rule::schema:
    case Rule::items:
    case Rule::opaque:
    case Rule::all_of:
    case Rule::any_of:
    case Rule::one_of:
    case Rule::positions:
    case Rule::properties:
    case Rule::patterns:
    case Rule::definitions:
    case Rule::reference:
    case Rule::unknown:
      break;
  }
  return {Effect::unknown, "keyword not understood"};
}

}  // namespace lockstep::registry
