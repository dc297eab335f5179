// How the walk goes into keywords that hold other schemas.

#include <algorithm>
#include <string>
#include <utility>

#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/merge_members.h"
#include "lockstep/registry/schema_comparison.h"

namespace lockstep::registry {
namespace {

using json::Value;

constexpr std::size_t bytes_of_work = 64;

bool accepts_all(const Value& schema) {
  return schema.boolean() || (schema.is_object() && schema.members().empty());
}

bool lists(const Value& schema, std::string_view name) {
  const Value required = schema["required"];
  return std::ranges::any_of(required.elements(),
                             [name](const Value& entry) { return entry.string() == name; });
}

/// What a further alternative or demand does to the whole.
Judgement judge_added(Rule rule) {
  if (rule == Rule::all_of) return {Effect::narrower, "demand added"};
  if (rule == Rule::any_of) return {Effect::perhaps_wider, "alternative added"};
  return {Effect::unknown, "alternatives changed"};
}

Judgement judge_removed(Rule rule) {
  if (rule == Rule::all_of) return {Effect::wider, "demand removed"};
  if (rule == Rule::any_of) return {Effect::perhaps_narrower, "alternative removed"};
  return {Effect::unknown, "alternatives changed"};
}

Scope scope_of(Rule rule, Scope outer) {
  if (rule == Rule::one_of) return Scope::opaque;
  if (rule == Rule::any_of) return std::max(outer, Scope::any_of);
  return outer;
}

struct Alternative {
  std::string text;
  std::size_t index;
};

std::vector<Alternative> sorted_alternatives(const Value& list) {
  std::vector<Alternative> sorted;
  for (const Value& schema : list.elements())
    sorted.push_back({exact_text(schema), sorted.size()});
  std::ranges::stable_sort(sorted, {}, &Alternative::text);
  return sorted;
}

std::size_t work_of(const std::vector<Alternative>& alternatives) {
  std::size_t work = 0;
  for (const Alternative& alternative : alternatives)
    work += 1 + alternative.text.size() / bytes_of_work;
  return work;
}

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// Alternatives that stand in both lists, and the indices of the others in their order.
struct Pairing {
  Pairs equal;
  std::vector<std::size_t> only_before;
  std::vector<std::size_t> only_after;
};

Pairing pair_up(const std::vector<Alternative>& before, const std::vector<Alternative>& after) {
  Pairing pairing;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.size() || j < after.size()) {
    if (j == after.size() || (i < before.size() && before[i].text < after[j].text)) {
      pairing.only_before.push_back(before[i++].index);
    } else if (i == before.size() || after[j].text < before[i].text) {
      pairing.only_after.push_back(after[j++].index);
    } else {
      pairing.equal.emplace_back(before[i++].index, after[j++].index);
    }
  }
  std::ranges::sort(pairing.only_before);
  std::ranges::sort(pairing.only_after);
  return pairing;
}

/// What is to be compared with what: equal ones (references in them may lead to other definitions)
/// and, where as many were replaced as came, the others in their order.
Pairs pairs_in_order(const Pairing& pairing) {
  Pairs pairs = pairing.equal;
  if (pairing.only_before.size() == pairing.only_after.size()) {
    for (std::size_t i = 0; i < pairing.only_before.size(); ++i)
      pairs.emplace_back(pairing.only_before[i], pairing.only_after[i]);
  }
  std::ranges::sort(pairs, {}, &Pairs::value_type::second);
  return pairs;
}

bool keeps_order(const Pairs& pairs) {
  return std::ranges::all_of(pairs, [](const auto& pair) { return pair.first == pair.second; });
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
  if (empty && old_map.kind() != new_map.kind()) record_.record(at, {Effect::same, "no properties"});
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
  if (accepts_all(schema)) return {input ? Effect::wider : Effect::unknown, why};
  if (others != nullptr && !accepts_all(*others)) return {Effect::unknown, why};
  if (!input) return {Effect::narrower, why};
  return {others == nullptr && !composed ? Effect::wider : Effect::unknown, why};
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

void SchemaComparison::compare_alternatives(Rule rule, const Value* before, const Value* after,
                                            const Place& at) {
  if (before == nullptr) return record_.record(at, {Effect::narrower, "demand added"});
  if (after == nullptr) return record_.record(at, {Effect::wider, "demand removed"});
  if (before->is_array() && after->is_array()) {
    return compare_alternative_lists(rule, *before, *after, at);
  }
  if (!same(*before, *after)) record_.record(at, {Effect::unknown, "keyword in a wrong form"});
}

void SchemaComparison::compare_alternative_lists(Rule rule, const Value& before,
                                                 const Value& after, const Place& at) {
  const auto old_sorted = sorted_alternatives(before);
  const auto new_sorted = sorted_alternatives(after);
  if (!record_.take(work_of(old_sorted) + work_of(new_sorted))) return;
  const Pairing pairing = pair_up(old_sorted, new_sorted);
  const Pairs in_order = pairs_in_order(pairing);
  const Place inside = at.in_scope(scope_of(rule, at.scope));
  for (const auto& [old_index, new_index] : in_order) {
    const std::string index = std::to_string(new_index);
    compare(before.elements()[old_index], after.elements()[new_index], inside.below(index));
  }
  const bool replaced = !pairing.only_before.empty() && !pairing.only_after.empty();
  if (pairing.only_before.size() == pairing.only_after.size()) {
    if (!keeps_order(in_order)) record_.record(at, {Effect::same, "order changed"});
  } else if (replaced) {
    record_.record(at, {Effect::unknown, "alternatives changed"});
  } else {
    record_.record(at, pairing.only_before.empty() ? judge_added(rule) : judge_removed(rule));
  }
}

}  // namespace lockstep::registry
