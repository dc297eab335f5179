// Keywords that hold a number: bounds, steps, counts.

#include <optional>

#include "lockstep/json/number.h"
#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/keyword_judgement.h"

namespace lockstep::registry {
namespace {

using json::Value;

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

/// A count from a keyword or, when it is absent, `otherwise`; nullopt when it is malformed.
std::optional<std::int64_t> count_of(const Value* value, std::int64_t otherwise) {
  if (value == nullptr) return otherwise;
  const auto count = value->integer();
  return count && *count >= 0 ? count : std::nullopt;
}

}  // namespace

Judgement judge_lower_bound(const Value& before, const Value& after) {
  return judge_bound(before, after, lower_names);
}

Judgement judge_upper_bound(const Value& before, const Value& after) {
  return judge_bound(before, after, upper_names);
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

Judgement judge_count(const Value* before, const Value* after, std::int64_t otherwise,
                      Limit limit) {
  const auto old_count = count_of(before, otherwise);
  const auto new_count = count_of(after, otherwise);
  if (!old_count || !new_count) return malformed;
  const int order = static_cast<int>(*new_count > *old_count) - (*new_count < *old_count);
  return bound_judgement(limit == Limit::least ? order : -order);
}

Judgement judge_contained(const Value& before, const Value& after, std::string_view keyword,
                          std::int64_t otherwise, Limit limit) {
  const Value* was = before.find("contains");
  const Value* is = after.find("contains");
  if (was == nullptr || is == nullptr || !same_value(*was, *is)) {
    return {Effect::unknown, "count of a changed contains"};
  }
  return judge_count(before.find(keyword), after.find(keyword), otherwise, limit);
}

}  // namespace lockstep::registry
