#include "lockstep/registry/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lockstep/json/document.h"
#include "lockstep/json/number.h"
#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/merge_members.h"
#include "lockstep/registry/schema_compat.h"
#include "lockstep/registry/schema_reference.h"

namespace lockstep::registry {
namespace {

using json::Value;

constexpr std::array<std::string_view, 6> compared_members = {
    "title", "description", "inputSchema", "outputSchema", "annotations", "execution"};

/// A hint, what it is when absent, and the value that is the safer one.
struct Hint {
  std::string_view name;
  bool otherwise;
  bool safe;
};
constexpr std::array hints = {Hint{"destructiveHint", true, false},
                              Hint{"openWorldHint", true, false}, Hint{"readOnlyHint", false, true},
                              Hint{"idempotentHint", false, true}};

bool equal_members(const Value& held, const Value& offered) {
  if (held.is_null() || offered.is_null()) return held.is_null() && offered.is_null();
  return same_value(held, offered);
}

bool hint_of(const Value& annotations, const Hint& hint) {
  const Value value = annotations[hint.name];
  return value.is_boolean() ? value.boolean() : hint.otherwise;
}

bool turned_against_safety(const Value& held, const Value& offered, std::string_view name) {
  const auto hint = std::ranges::find(hints, name, &Hint::name);
  if (hint == hints.end()) return false;
  return hint_of(held, *hint) == hint->safe && hint_of(offered, *hint) != hint->safe;
}

void compare_annotations(const Value& held, const Value& offered,
                         std::vector<MemberChange>& changes) {
  merge_members(held, offered, [&](std::string_view name, const Value* was, const Value* is) {
    if (was != nullptr && is != nullptr && same_value(*was, *is)) return;
    MemberChange change;
    change.pointer = "/annotations";
    append_pointer_token(change.pointer, name);
    change.compatibility = Compatibility::compatible;
    change.guidance = true;
    change.against_safety = turned_against_safety(held, offered, name);
    change.why = change.against_safety ? "hint turned against safety" : "annotation changed";
    changes.push_back(std::move(change));
  });
}

void compare_schema_member(const Value& held, const Value& offered, Direction direction,
                           const std::string& pointer, std::vector<MemberChange>& changes) {
  if (!held.is_null() && !offered.is_null()) {
    auto found = compare_schemas(held, offered, direction, pointer);
    // A difference that no rule saw is still a difference.
    if (found.empty()) {
      found.push_back(MemberChange{.pointer = pointer, .why = "schema changed"});
    }
    std::move(found.begin(), found.end(), std::back_inserter(changes));
    return;
  }
  MemberChange change;
  change.pointer = pointer;
  const bool output = direction == Direction::output;
  if (output && held.is_null()) {
    change.compatibility = Compatibility::compatible;
    change.why = "output promised";
  } else {
    change.compatibility = output ? Compatibility::breaking : Compatibility::unknown;
    change.why = output ? "output no longer promised" : "schema added or removed";
  }
  changes.push_back(std::move(change));
}

void compare_member(std::string_view name, const Value& held, const Value& offered,
                    std::vector<MemberChange>& changes) {
  const std::string pointer = "/" + std::string(name);
  if (name == "inputSchema") {
    return compare_schema_member(held, offered, Direction::input, pointer, changes);
  }
  if (name == "outputSchema") {
    return compare_schema_member(held, offered, Direction::output, pointer, changes);
  }
  if (name == "annotations") return compare_annotations(held, offered, changes);
  MemberChange change;
  change.pointer = pointer;
  change.guidance = name == "title" || name == "description";
  change.compatibility = change.guidance ? Compatibility::compatible : Compatibility::unknown;
  change.why = change.guidance ? "text changed" : "member changed";
  changes.push_back(std::move(change));
}

void summarise(ToolChange& change) {
  change.compatibility = Compatibility::compatible;
  change.guidance_only = !change.members.empty();
  for (const MemberChange& member : change.members) {
    change.compatibility = std::max(change.compatibility, member.compatibility);
    change.guidance_only = change.guidance_only && member.guidance;
    change.against_safety = change.against_safety || member.against_safety;
  }
}

/// The member was introduced with, or taken away by, another revision.
bool is_defined(std::string_view member, std::string_view revision) {
  if (member == "annotations") return revision >= "2025-03-26";
  if (member == "title" || member == "outputSchema") return revision >= "2025-06-18";
  if (member == "execution") return revision == "2025-11-25";
  return true;
}

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

/// Equal but for numbers of which one is rounded.
bool same_but_rounded(const Value& a, const Value& b) {
  std::vector<std::pair<const Value*, const Value*>> open = {{&a, &b}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (left->kind() != right->kind()) return false;
    if (left->is_number()) {
      if (!same_value(*left, *right) && !is_rounding(*left, *right)) return false;
    } else if (left->is_array()) {
      if (left->elements().size() != right->elements().size()) return false;
      for (std::size_t i = 0; i < left->elements().size(); ++i) {
        open.emplace_back(&left->elements()[i], &right->elements()[i]);
      }
    } else if (left->is_object()) {
      if (left->members().size() != right->members().size()) return false;
      for (std::size_t i = 0; i < left->members().size(); ++i) {
        if (left->members()[i].name != right->members()[i].name) return false;
        open.emplace_back(&left->members()[i].value, &right->members()[i].value);
      }
    } else if (!same_value(*left, *right)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string_view to_string(Change change) {
  switch (change) {
    case Change::added:
      return "added";
    case Change::removed:
      return "removed";
    case Change::changed:
      return "changed";
  }
  return {};
}

std::string_view to_string(Compatibility compatibility) {
  switch (compatibility) {
    case Compatibility::compatible:
      return "compatible";
    case Compatibility::unknown:
      return "unknown";
    case Compatibility::breaking:
      return "breaking";
  }
  return {};
}

ToolChange diff_tool(const Tool& held, const Tool& offered) {
  ToolChange change;
  change.name = offered.name;
  const auto before = json::Document::parse(held.exact.empty() ? held.projected : held.exact);
  const auto after =
      json::Document::parse(offered.exact.empty() ? offered.projected : offered.exact);
  if (!before || !after) {
    change.members.push_back(MemberChange{.why = "definition too deep to compare"});
    return change;
  }
  const Value& was = before->root();
  const Value& is = after->root();
  if (held.name != offered.name) {
    change.members.push_back(MemberChange{
        .pointer = "/name", .compatibility = Compatibility::breaking, .why = "tool renamed"});
  }
  for (const std::string_view name : compared_members) {
    if (!equal_members(was[name], is[name])) {
      compare_member(name, was[name], is[name], change.members);
    }
  }
  std::ranges::sort(change.members, {}, &MemberChange::pointer);
  summarise(change);
  return change;
}

std::vector<ToolChange> diff(const ToolSet& held, const ToolSet& offered) {
  std::vector<ToolChange> changes;
  for (const Tool& tool : held.tools()) {
    if (offered.find(tool.name) != nullptr) continue;
    changes.push_back(ToolChange{
        .name = tool.name, .change = Change::removed, .compatibility = Compatibility::breaking});
  }
  for (const Tool& tool : offered.tools()) {
    const Tool* before = held.find(tool.name);
    if (before == nullptr) {
      changes.push_back(ToolChange{
          .name = tool.name, .change = Change::added, .compatibility = Compatibility::compatible});
    } else if (!before->same_definition(tool)) {
      changes.push_back(diff_tool(*before, tool));
    }
  }
  std::ranges::sort(changes, json::utf16_less, &ToolChange::name);
  return changes;
}

bool only_undefined_members_dropped(const Tool& held, const Tool& offered,
                                    std::string_view revision) {
  const auto before = json::Document::parse(held.exact.empty() ? held.projected : held.exact);
  const auto after =
      json::Document::parse(offered.exact.empty() ? offered.projected : offered.exact);
  if (!before || !after || held.name != offered.name) return false;
  bool dropped = false;
  for (const std::string_view name : compared_members) {
    const Value was = before->root()[name];
    const Value is = after->root()[name];
    if (equal_members(was, is)) continue;
    if (!was.is_null() || is_defined(name, revision)) return false;
    dropped = true;
  }
  return dropped;
}

bool only_rounded_numbers_differ(const ToolSet& a, const ToolSet& b) {
  if (a.size() != b.size() || a.same_set(b)) return false;
  for (const Tool& tool : a.tools()) {
    const Tool* other = b.find(tool.name);
    if (other == nullptr) return false;
    if (tool.same_definition(*other)) continue;
    const auto left = json::Document::parse(tool.definition);
    const auto right = json::Document::parse(other->definition);
    if (!left || !right) return false;
    for (const std::string_view name : compared_members) {
      const Value x = left->root()[name];
      const Value y = right->root()[name];
      if (x.is_null() && y.is_null()) continue;
      if (!same_but_rounded(x, y)) return false;
    }
  }
  return true;
}

}  // namespace lockstep::registry
