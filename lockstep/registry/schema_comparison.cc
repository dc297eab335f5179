#include "lockstep/registry/schema_comparison.h"

#include <algorithm>
#include <utility>

#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/merge_members.h"
#include "lockstep/registry/schema_keywords.h"
#include "lockstep/registry/schema_reference.h"

namespace lockstep::registry {
namespace {

using json::Value;

constexpr std::size_t depth_max = 64;
constexpr std::size_t bytes_of_work = 64;

/// References let a small text ask for much work: it may ask for this much and, for each of its
/// values, this many times the work of looking at one.
constexpr std::size_t work_free = 1000;
constexpr std::size_t work_of_value = 16;

/// Beside some keyword of it the members that `properties` names are not all that is said of them.
bool composes(const Value& schema) {
  if (schema.find("$ref") != nullptr && !is_only_reference(schema)) return true;
  return std::ranges::any_of(schema.members(), [](const json::Member& member) {
    return is_composing(rule_of(member.name));
  });
}

std::size_t work_max(const Value& before, const Value& after) {
  return work_free + work_of_value * (count_values(before) + count_values(after));
}

bool is_container(const Value& value) {
  return value.is_array() || value.is_object();
}

}  // namespace

SchemaComparison::SchemaComparison(const Value& before, const Value& after, Direction direction,
                                   const std::string& prefix)
    : before_(before),
      after_(after),
      direction_(direction),
      prefix_(prefix),
      record_(direction, prefix, work_max(before, after)) {}

std::vector<MemberChange> SchemaComparison::run() {
  compare(before_, after_, Place{.token = prefix_});
  compare_deferred();
  const bool entangled =
      record_.holds_compatible() && (is_entangled(before_) || is_entangled(after_));
  if (entangled || cut_) record_.doubt();
  return std::move(record_).finish();
}

void SchemaComparison::compare(const Value& before, const Value& after, const Place& at) {
  if (!record_.take(1)) return;
  compared_.emplace(&before, &after);
  if (at.depth > depth_max) {
    cut_ = true;
    if (!same(before, after)) record_.record(at, {Effect::unknown, "nested too deeply to compare"});
    return;
  }
  Place here = at;
  here.composed = at.composed || composes(before) || composes(after);
  ++here.depth;
  const int scope = static_cast<int>(here.scope) * 2 + static_cast<int>(here.composed);
  if (!seen_.emplace(&before, &after, scope).second) return;
  if (!before.is_object() || !after.is_object()) {
    compare_booleans(before, after, here);
  } else if (compare_references(before, after, here)) {
    compare_keywords(before, after, here);
  }
}

void SchemaComparison::compare_booleans(const Value& before, const Value& after, const Place& at) {
  const auto is_schema = [](const Value& value) { return value.is_boolean() || value.is_object(); };
  const auto accepts_all = [](const Value& value) {
    return value.boolean() || (value.is_object() && value.members().empty());
  };
  if (same(before, after)) return;
  if (!is_schema(before) || !is_schema(after)) {
    record_.record(at, {Effect::unknown, "no schema"});
  } else if (accepts_all(before) && accepts_all(after)) {
    record_.record(at, {Effect::same, "accepts anything as before"});
  } else if (accepts_all(after) || (before.is_boolean() && !before.boolean())) {
    record_.record(at, {Effect::wider, "schema loosened"});
  } else {
    record_.record(at, {Effect::narrower, "schema tightened"});
  }
}

void SchemaComparison::compare_keywords(const Value& before, const Value& after, const Place& at) {
  merge_members(before, after, [&](std::string_view keyword, const Value*, const Value*) {
    if (record_.take(1)) compare_keyword(keyword, before, after, at);
  });
}

void SchemaComparison::compare_keyword(std::string_view keyword, const Value& before,
                                       const Value& after, const Place& at) {
  const Value* was = before.find(keyword);
  const Value* is = after.find(keyword);
  const Place place = at.below(keyword);
  const Rule rule = rule_of(keyword);
  switch (rule) {
    case Rule::schema:
      return compare_schema(was, is, place);
    case Rule::opaque:
      return compare_opaque(keyword, was, is, place);
    case Rule::items:
      return compare_items(was, is, place);
    case Rule::positions:
      return compare_positions(was, is, place);
    case Rule::properties:
      return compare_properties(before, after, place);
    case Rule::patterns:
      return compare_patterns(was, is, place);
    case Rule::all_of:
    case Rule::any_of:
    case Rule::one_of:
      return compare_alternatives(rule, was, is, place);
    case Rule::definitions:
      deferred_.push_back({was, is, place.pointer()});
      return;
    case Rule::reference:
      return;
    case Rule::guidance:
    case Rule::type:
    case Rule::values:
    case Rule::lower_bound:
    case Rule::upper_bound:
    case Rule::multiple:
    case Rule::count_min:
    case Rule::count_max:
    case Rule::contained_min:
    case Rule::contained_max:
    case Rule::unique:
    case Rule::required:
    case Rule::format:
    case Rule::assertion:
    case Rule::dependent:
    case Rule::dialect:
    case Rule::default_value:
    case Rule::header:
    case Rule::unknown:
      return compare_leaf(rule, keyword, before, after, place);
  }
}

void SchemaComparison::compare_leaf(Rule rule, std::string_view keyword, const Value& before,
                                    const Value& after, const Place& at) {
  const Value* was = before.find(keyword);
  const Value* is = after.find(keyword);
  if (was != nullptr && is != nullptr && same(*was, *is)) return;
  const Judgement judgement = judge_keyword(rule, keyword, before, after, direction_);
  if (rule == Rule::guidance) {
    record_.record_guidance(at, judgement.why);
  } else {
    record_.record(at, judgement);
  }
}

bool SchemaComparison::same(const Value& before, const Value& after) {
  if (before.kind() != after.kind()) return false;
  if (!is_container(before)) {
    record_.take(1 + (before.string().size() + after.string().size()) / bytes_of_work);
    return same_value(before, after);
  }
  const std::string was = exact_text(before);
  const std::string is = exact_text(after);
  record_.take(1 + (was.size() + is.size()) / bytes_of_work);
  return was == is;
}

}  // namespace lockstep::registry
