#include "lockstep/registry/schema_comparison.h"

#include <algorithm>
#include <utility>

#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/merge_members.h"
#include "lockstep/registry/schema_reference.h"

namespace lockstep::registry {
namespace {

using json::Value;

constexpr std::size_t depth_max = 64;

bool accepts_all(const Value& schema) {
  return (schema.is_boolean() && schema.boolean()) ||
         (schema.is_object() && schema.members().empty());
}

bool is_false(const Value& schema) {
  return schema.is_boolean() && !schema.boolean();
}

/// A keyword beside which the members that `properties` names are not all that is said of them.
bool is_composed(const Value& schema) {
  return std::ranges::any_of(schema.members(), [](const json::Member& member) {
    return is_composing(rule_of(member.name));
  });
}

}  // namespace

SchemaComparison::SchemaComparison(const Value& before, const Value& after, Direction direction,
                                   const std::string& prefix)
    : before_(before),
      after_(after),
      direction_(direction),
      prefix_(prefix),
      record_(direction, prefix) {}

std::vector<MemberChange> SchemaComparison::run() {
  compare(before_, after_, Place{nullptr, prefix_});
  compare_deferred();
  if (record_.holds_compatible() && (is_entangled(before_) || is_entangled(after_))) {
    record_.doubt();
  }
  return std::move(record_).finish();
}

bool SchemaComparison::same(const Value& before, const Value& after) {
  return record_.take(1) && same_value(before, after);
}

void SchemaComparison::compare(const Value& before, const Value& after, const Place& at) {
  if (!record_.take(1)) return;
  if (at.depth > depth_max) return record_.record(at, {Effect::unknown, "too deep to compare"});
  if (!seen_.emplace(&before, &after, static_cast<int>(at.scope)).second) return;
  compared_.emplace(&before, &after);
  if (before.is_boolean() || after.is_boolean()) return compare_booleans(before, after, at);
  if (!before.is_object() || !after.is_object()) {
    if (!same(before, after)) record_.record(at, {Effect::unknown, "no schema"});
    return;
  }
  if (compare_references(before, after, at)) compare_keywords(before, after, at);
}

void SchemaComparison::compare_booleans(const Value& before, const Value& after, const Place& at) {
  if (accepts_all(before) && accepts_all(after)) return;
  if (is_false(before) && is_false(after)) return;
  if (accepts_all(after) || is_false(before)) {
    return record_.record(at, {Effect::wider, "schema loosened"});
  }
  if (accepts_all(before) || is_false(after)) {
    return record_.record(at, {Effect::narrower, "schema tightened"});
  }
  record_.record(at, {Effect::unknown, "schema changed"});
}

bool SchemaComparison::compare_references(const Value& before, const Value& after,
                                          const Place& at) {
  const bool old_refers = before.find("$ref") != nullptr;
  const bool new_refers = after.find("$ref") != nullptr;
  if (!old_refers && !new_refers) return true;
  if (old_refers && new_refers) {
    if (same(before["$ref"], after["$ref"])) {
      compare_two_references(before, after, at);
      return true;
    }
  }
  compare_one_reference(before, after, at);
  return false;
}

/// One side refers and the other does not, or they refer to different places.
void SchemaComparison::compare_one_reference(const Value& before, const Value& after,
                                             const Place& at) {
  const Value* old_schema = resolve_chain(before_, before);
  const Value* new_schema = resolve_chain(after_, after);
  if (old_schema == nullptr || new_schema == nullptr) {
    return record_.record(at, {Effect::unknown, "reference changed"});
  }
  Place here = at;
  ++here.depth;
  compare(*old_schema, *new_schema, here);
}

/// Both refer to one place, whose definition may have changed.
void SchemaComparison::compare_two_references(const Value& before, const Value& after,
                                              const Place& at) {
  std::string pointer;
  const Value* old_schema = resolve_local(before_, before["$ref"].string(), pointer);
  const Value* new_schema = resolve_local(after_, after["$ref"].string(), pointer);
  if (old_schema == nullptr && new_schema == nullptr) return;
  if (old_schema == nullptr || new_schema == nullptr) {
    return record_.record(at.below("$ref"), {Effect::unknown, "reference leads elsewhere"});
  }
  const std::string place = prefix_ + pointer;
  compare(*old_schema, *new_schema, Place{nullptr, place, at.scope, at.composed, at.depth + 1});
}

void SchemaComparison::compare_keywords(const Value& before, const Value& after, const Place& at) {
  Place here = at;
  ++here.depth;
  here.composed = at.composed || is_composed(before) || is_composed(after);
  merge_members(before, after, [&](std::string_view keyword, const Value* was, const Value* is) {
    const bool refers = rule_of(keyword) == Rule::reference;
    if (refers) return;
    const Rule rule = rule_of(keyword);
    // Equal text may still lead through references to definitions that changed.
    const bool leaf = was != nullptr && is != nullptr && same(*was, *is);
    const bool descends = rule == Rule::schema || rule == Rule::items || rule == Rule::properties ||
                          rule == Rule::positions || rule == Rule::all_of || rule == Rule::any_of ||
                          rule == Rule::one_of;
    if (leaf && !descends) return;
    compare_keyword(keyword, before, after, here);
  });
}

void SchemaComparison::compare_keyword(std::string_view keyword, const Value& before,
                                       const Value& after, const Place& at) {
  const Value* was = before.find(keyword);
  const Value* is = after.find(keyword);
  const Place here = at.below(keyword);
  const Rule rule = rule_of(keyword);
  switch (rule) {
    case Rule::guidance:
      return record_.record_guidance(here, "text changed");
    case Rule::schema:
      return compare_schema(was, is, here);
    case Rule::items:
      return compare_items(was, is, here);
    case Rule::opaque:
      return compare_opaque(keyword, was, is, here);
    case Rule::all_of:
    case Rule::any_of:
    case Rule::one_of:
      return compare_alternatives(rule, was, is, here);
    case Rule::positions:
      return compare_positions(was, is, here);
    case Rule::properties:
      return compare_properties(before, after, at);
    case Rule::patterns:
      return compare_patterns(was, is, here);
    case Rule::definitions:
      deferred_.push_back(Definitions{was, is, here.pointer()});
      return;
    case Rule::reference:
      return;
    default:
      return compare_leaf(rule, keyword, before, after, here);
  }
}

void SchemaComparison::compare_leaf(Rule rule, std::string_view keyword, const Value& before,
                                    const Value& after, const Place& at) {
  record_.record(at, judge_keyword(rule, keyword, before, after, direction_));
}

void SchemaComparison::compare_schema(const Value* before, const Value* after, const Place& at) {
  if (before != nullptr && after != nullptr) return compare(*before, *after, at);
  const Value* present = before != nullptr ? before : after;
  if (accepts_all(*present)) return record_.record(at, {Effect::same, "schema that accepts all"});
  record_.record(at, before == nullptr ? Judgement{Effect::narrower, "schema added"}
                                       : Judgement{Effect::wider, "schema removed"});
}

void SchemaComparison::compare_opaque(std::string_view /*keyword*/, const Value* before,
                                      const Value* after, const Place& at) {
  if (before == nullptr || after == nullptr) {
    return record_.record(
        at, {Effect::unknown, before == nullptr ? "condition added" : "condition removed"});
  }
  Place here = at;
  here.scope = Scope::opaque;
  compare(*before, *after, here);
}

void SchemaComparison::compare_items(const Value* before, const Value* after, const Place& at) {
  const bool lists =
      (before != nullptr && before->is_array()) || (after != nullptr && after->is_array());
  if (lists) return compare_positions(before, after, at);
  compare_schema(before, after, at);
}

void SchemaComparison::compare_positions(const Value* before, const Value* after, const Place& at) {
  const bool comparable = before != nullptr && after != nullptr && before->is_array() &&
                          after->is_array() &&
                          before->elements().size() == after->elements().size();
  if (!comparable) return record_.record(at, {Effect::unknown, "positions changed"});
  for (std::size_t i = 0; i < before->elements().size(); ++i) {
    const std::string index = std::to_string(i);
    compare(before->elements()[i], after->elements()[i], at.below(index));
  }
}

void SchemaComparison::compare_properties(const Value& before, const Value& after,
                                          const Place& at) {
  static const Value nothing;
  const Value* was = before.find("properties");
  const Value* is = after.find("properties");
  const Place here = at.below("properties");
  const bool objects = (was == nullptr || was->is_object()) && (is == nullptr || is->is_object());
  if (!objects) return record_.record(here, {Effect::unknown, "properties in a wrong form"});
  merge_members(was == nullptr ? nothing : *was, is == nullptr ? nothing : *is,
                [&](std::string_view name, const Value* old_schema, const Value* new_schema) {
                  if (old_schema != nullptr && new_schema != nullptr) {
                    return compare(*old_schema, *new_schema, here.below(name));
                  }
                  if (old_schema != nullptr) {
                    return record_.record_breaking(here.below(name), "property removed");
                  }
                  record_property_added(before, after, name, here.below(name));
                });
}

/// A caller that does not know the new property does not send it; a caller that gets one more
/// member does not need it. That the new property is required is the matter of `required`.
void SchemaComparison::record_property_added(const Value& /*before*/, const Value& /*after*/,
                                             std::string_view /*name*/, const Place& at) {
  if (at.composed) return record_.record(at, {Effect::unknown, "property added"});
  const Effect effect = direction_ == Direction::input ? Effect::wider : Effect::narrower;
  record_.record(at, {effect, "property added"});
}

void SchemaComparison::compare_patterns(const Value* before, const Value* after, const Place& at) {
  const bool objects =
      before != nullptr && after != nullptr && before->is_object() && after->is_object();
  if (!objects) return record_.record(at, {Effect::unknown, "patterns changed"});
  merge_members(*before, *after,
                [&](std::string_view name, const Value* old_schema, const Value* new_schema) {
                  if (old_schema != nullptr && new_schema != nullptr) {
                    return compare(*old_schema, *new_schema, at.below(name));
                  }
                  record_.record(at.below(name), {Effect::unknown, "pattern added or removed"});
                });
}

void SchemaComparison::compare_alternatives(Rule rule, const Value* before, const Value* after,
                                            const Place& at) {
  const bool conjunction = rule == Rule::all_of;
  if (before == nullptr || after == nullptr) {
    const Effect effect = before == nullptr ? Effect::narrower : Effect::wider;
    return record_.record(at, {effect, before == nullptr ? "demand added" : "demand removed"});
  }
  if (!before->is_array() || !after->is_array()) {
    return record_.record(at, {Effect::unknown, "alternatives in a wrong form"});
  }
  const std::size_t common = std::min(before->elements().size(), after->elements().size());
  const Scope scope = conjunction            ? at.scope
                      : rule == Rule::any_of ? std::max(at.scope, Scope::any_of)
                                             : Scope::opaque;
  for (std::size_t i = 0; i < common; ++i) {
    const std::string index = std::to_string(i);
    Place here = at.below(index);
    here.scope = scope;
    here.composed = true;
    compare(before->elements()[i], after->elements()[i], here);
  }
  if (before->elements().size() == after->elements().size()) return;
  if (rule == Rule::one_of) return record_.record(at, {Effect::unknown, "alternatives changed"});
  const bool more = after->elements().size() > common;
  const bool wider = more != conjunction;
  record_.record(at, {wider ? Effect::perhaps_wider : Effect::unknown,
                      more ? "alternative added" : "alternative removed"});
}

void SchemaComparison::compare_deferred() {
  const std::vector<Definitions> all = std::move(deferred_);
  for (const Definitions& definitions : all)
    compare_definitions(definitions);
}

/// What no reference led to from both sides may still be used in a way that was not looked at.
void SchemaComparison::compare_definitions(const Definitions& definitions) {
  static const Value nothing;
  const Value& before = definitions.before == nullptr ? nothing : *definitions.before;
  const Value& after = definitions.after == nullptr ? nothing : *definitions.after;
  merge_members(before, after,
                [&](std::string_view name, const Value* old_schema, const Value* new_schema) {
                  if (old_schema == nullptr || new_schema == nullptr) return;
                  if (compared_.contains({old_schema, new_schema})) return;
                  if (same(*old_schema, *new_schema)) return;
                  const Place root{nullptr, definitions.pointer};
                  record_.record(root.below(name), {Effect::unknown, "definition changed"});
                });
}

}  // namespace lockstep::registry
