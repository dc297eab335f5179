// How the walk follows references, and what becomes of definitions that none led to.

#include <string>

#include "lockstep/registry/merge_members.h"
#include "lockstep/registry/schema_comparison.h"
#include "lockstep/registry/schema_reference.h"

namespace lockstep::registry {

using json::Value;

bool SchemaComparison::compare_references(const Value& before, const Value& after,
                                          const Place& at) {
  const bool was = before.find("$ref") != nullptr;
  const bool is = after.find("$ref") != nullptr;
  if (was && is) compare_two_references(before, after, at);
  if (was != is) compare_one_reference(before, after, at);
  return was == is;
}

void SchemaComparison::compare_one_reference(const Value& before, const Value& after,
                                             const Place& at) {
  const Value* old_schema = resolve_chain(before_, before);
  const Value* new_schema = resolve_chain(after_, after);
  const Place reference = at.below("$ref");
  if (old_schema == nullptr || new_schema == nullptr) {
    record_.record(reference, {Effect::unknown, "reference cannot be followed"});
    return;
  }
  record_.record(reference, {Effect::same, "definition moved, compared in place"});
  compare(*old_schema, *new_schema, at);
}

void SchemaComparison::compare_two_references(const Value& before, const Value& after,
                                              const Place& at) {
  const Value old_name = before["$ref"];
  const Value new_name = after["$ref"];
  const Place reference = at.below("$ref");
  std::string old_pointer;
  std::string new_pointer;
  const Value* old_target = resolve_local(before_, old_name.string(), old_pointer);
  const Value* new_target = resolve_local(after_, new_name.string(), new_pointer);
  if (old_target == nullptr && new_target == nullptr && same(old_name, new_name)) return;
  if (old_target == nullptr || new_target == nullptr) {
    record_.record(reference, {Effect::unknown, "reference cannot be followed"});
    return;
  }
  if (old_pointer != new_pointer) {
    record_.record(reference, {Effect::same, "other definition, compared in place"});
    compare(*old_target, *new_target, at);
    return;
  }
  if (!same(old_name, new_name)) record_.record(reference, {Effect::same, "same definition"});
  const std::string pointer = prefix_ + new_pointer;
  compare(*old_target, *new_target, at.moved_to(pointer));
}

void SchemaComparison::compare_deferred() {
  // Comparing a definition may bring further ones to light; the list grows behind the index.
  for (std::size_t i = 0; i < deferred_.size(); ++i) {
    const Definitions definitions = deferred_[i];
    compare_definitions(definitions);
  }
}

void SchemaComparison::compare_definitions(const Definitions& definitions) {
  const Place map = {.token = definitions.pointer, .scope = Scope::opaque};
  const Value none;
  const Value& before = definitions.before == nullptr ? none : *definitions.before;
  const Value& after = definitions.after == nullptr ? none : *definitions.after;
  const auto well_formed = [](const Value* value) {
    return value == nullptr || value->is_object();
  };
  if (!well_formed(definitions.before) || !well_formed(definitions.after)) {
    if (!same(before, after)) record_.record(map, {Effect::unknown, "keyword in a wrong form"});
    return;
  }
  if (before.members().empty() && after.members().empty() && before.kind() != after.kind()) {
    record_.record(map.in_scope(Scope::plain), {Effect::same, "no definitions"});
  }
  merge_members(before, after, [&](std::string_view name, const Value* was, const Value* is) {
    const Place place = map.below(name);
    if (!record_.take(1)) return;
    if (was == nullptr || is == nullptr) {
      record_.record(place.in_scope(Scope::plain), {Effect::same, "definition added or removed"});
    } else if (!compared_.contains({was, is})) {
      compare(*was, *is, place);
    }
  });
}

}  // namespace lockstep::registry
