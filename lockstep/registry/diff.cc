#include "lockstep/registry/diff.h"

#include <algorithm>
#include <array>
#include <utility>

#include "lockstep/json/document.h"
#include "lockstep/registry/annotations.h"
#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/schema_compat.h"

namespace lockstep::registry {
namespace {

using json::Value;

constexpr std::array<std::string_view, 6> compared_members = {
    "title", "description", "inputSchema", "outputSchema", "annotations", "execution"};

bool equal_members(const Value& held, const Value& offered) {
  if (held.is_null() || offered.is_null()) return held.is_null() && offered.is_null();
  return same_value(held, offered);
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
  if (name == "execution") return compare_execution(held, offered, changes);
  changes.push_back({.pointer = pointer,
                     .compatibility = Compatibility::compatible,
                     .guidance = true,
                     .why = "text changed"});
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
  constexpr std::string_view first = "2024-11-05";
  if (revision.size() != first.size() || revision < first) return true;
  if (member == "annotations") return revision >= "2025-03-26";
  if (member == "title" || member == "outputSchema") return revision >= "2025-06-18";
  if (member == "execution") return revision == "2025-11-25";
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

}  // namespace lockstep::registry
