// How the walk goes into keywords that hold other schemas.

#include <algorithm>
#include <string>

#include "lockstep/registry/merge_members.h"
#include "lockstep/registry/schema_comparison.h"

namespace lockstep::registry {
namespace {

using json::Value;

bool accepts_all(const Value& schema) {
  return schema.boolean() || (schema.is_object() && schema.members().empty());
}

bool lists(const Value& schema, std::string_view name) {
  const Value required = schema["required"];
  return std::ranges::any_of(required.elements(),
                             [name](const Value& entry) { return entry.string() == name; });
}

}  // namespace

void SchemaComparison::compare_schema(const Value* before, const Value* after, const Place& at) {
  if (before != nullptr && after != nullptr) return compare(*before, *after, at);
  const Value& only = before == nullptr ? *after : *before;
  if (accepts_all(only)) {
    record_.record(at, {Effect::same, "accepts anything as before"});
  } else if (before == nullptr) {
    record_.record(at, {Effect::narrower, "schema tightened"});
  } else {
    record_.record(at, {Effect::wider, "schema loosened"});
  }
}

void SchemaComparison::compare_opaque(std::string_view keyword, const Value* before,
                                      const Value* after, const Place& at) {
  const Place place = at.in_scope(Scope::opaque);
  if (before != nullptr && after != nullptr) return compare(*before, *after, place);
  if (keyword != "not" && keyword != "contains") {
    record_.record(at, {Effect::unknown, "condition added or removed"});
  } else if (before == nullptr) {
    record_.record(at, {Effect::perhaps_narrower, "demand added"});
  } else {
    record_.record(at, {Effect::perhaps_wider, "demand removed"});
  }
}

void SchemaComparison::compare_items(const Value* before, const Value* after, const Place& at) {
  const bool by_position =
      (before != nullptr && before->is_array()) || (after != nullptr && after->is_array());
  return by_position ? compare_positions(before, after, at) : compare_schema(before, after, at);
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
  const Value old_map = before["properties"];
  const Value new_map = after["properties"];
  for (const Value* map : {before.find("properties"), after.find("properties")}) {
    if (map == nullptr || map->is_object()) continue;
    if (!same(old_map, new_map)) record_.record(at, {Effect::unknown, "keyword in a wrong form"});
    return;
  }
  const bool empty = old_map.members().empty() && new_map.members().empty();
  if (empty && old_map.kind() != new_map.kind())
    record_.record(at, {Effect::same, "no properties"});
  merge_members(old_map, new_map, [&](std::string_view name, const Value*, const Value*) {
    if (record_.take(1)) compare_property(name, before, after, at.below(name));
  });
}

void SchemaComparison::compare_property(std::string_view name, const Value& before,
                                        const Value& after, const Place& at) {
  const Value old_map = before["properties"];
  const Value new_map = after["properties"];
  const Value* was = old_map.find(name);
  const Value* is = new_map.find(name);
  const bool input = direction_ == Direction::input;
  if (was != nullptr && is != nullptr) {
    compare(*was, *is, at);
  } else if (is == nullptr) {
    record_.record_breaking(at, input ? "argument removed" : "member removed");
  } else if (input && lists(after, name) && !lists(before, name)) {
    record_.record_breaking(at, "required argument added");
  } else {
    record_.record(at, judge_new_property(before, *is, at.composed));
  }
}

/// A caller sends the arguments that the schema names. So a new optional one hurts nobody, unless
/// members beyond those named were invited, or named by another schema for the same object.
Judgement SchemaComparison::judge_new_property(const Value& before, const Value& schema,
                                               bool composed) const {
  const bool input = direction_ == Direction::input;
  const std::string_view why = input ? "optional argument added" : "member added";
  const Value* others = before.find("additionalProperties");
  if (before.find("patternProperties") != nullptr) return {Effect::unknown, why};
  if (others != nullptr && others->is_boolean() && !others->boolean()) return {Effect::wider, why};
  const bool accepts = accepts_all(schema);
  if (others != nullptr && !accepts_all(*others)) {
    return {input && accepts ? Effect::wider : Effect::unknown, why};
  }
  if (!input) return {Effect::narrower, why};
  return {accepts || (others == nullptr && !composed) ? Effect::wider : Effect::unknown, why};
}

void SchemaComparison::compare_patterns(const Value* before, const Value* after, const Place& at) {
  const Value none;
  const Value& old_map = before == nullptr ? none : *before;
  const Value& new_map = after == nullptr ? none : *after;
  for (const Value* map : {before, after}) {
    if (map == nullptr || map->is_object()) continue;
    if (!same(old_map, new_map)) record_.record(at, {Effect::unknown, "keyword in a wrong form"});
    return;
  }
  const bool empty = old_map.members().empty() && new_map.members().empty();
  if (empty && old_map.kind() != new_map.kind()) record_.record(at, {Effect::same, "no patterns"});
  merge_members(old_map, new_map, [&](std::string_view name, const Value* was, const Value* is) {
    if (record_.take(1)) compare_pattern(was, is, at.below(name));
  });
}

void SchemaComparison::compare_pattern(const Value* before, const Value* after, const Place& at) {
  if (before != nullptr && after != nullptr) return compare(*before, *after, at);
  record_.record(at, {Effect::unknown, "pattern of names added or removed"});
}

}  // namespace lockstep::registry
