// How the walk goes into lists of schemas for one instance: allOf, anyOf, oneOf.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/schema_comparison.h"

namespace lockstep::registry {
namespace {

using json::Value;

constexpr std::size_t bytes_of_work = 64;

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

void SchemaComparison::compare_alternatives(Rule rule, const Value* before, const Value* after,
                                            const Place& at) {
  if (before == nullptr) return record_.record(at, {Effect::narrower, "demand added"});
  if (after == nullptr) return record_.record(at, {Effect::wider, "demand removed"});
  if (before->is_array() && after->is_array()) {
    return compare_alternative_lists(rule, *before, *after, at);
  }
  if (!same(*before, *after)) record_.record(at, {Effect::unknown, "keyword in a wrong form"});
}

void SchemaComparison::compare_alternative_lists(Rule rule, const Value& before, const Value& after,
                                                 const Place& at) {
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
