#include "lockstep/evidence/comparison.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "lockstep/evidence/exposure.h"
#include "lockstep/evidence/record.h"
#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"

namespace lockstep::evidence {

namespace {

using registry::Tool;
using registry::ToolSet;

constexpr std::array<std::pair<Match, std::string_view>, 11> names = {{
    {Match::unknown, "unknown"},
    {Match::incomparable, "incomparable"},
    {Match::equal, "equal"},
    {Match::equal_excluded, "equal_excluded"},
    {Match::rounded, "rounded"},
    {Match::conflicting, "conflicting"},
    {Match::forbidden, "forbidden"},
    {Match::collision, "collision"},
    {Match::invalid_excluded, "invalid_excluded"},
    {Match::rejected, "rejected"},
    {Match::differs, "differs"},
}};

bool is_modern(const Record& record) {
  return record.session.has_value() && record.session->era == protocol::Era::modern;
}

bool is_modern_http(const Record& record) {
  return is_modern(record) && record.session->transport == session::Transport::streamable_http;
}

bool valid(const Record& record, const Tool& tool) {
  return is_modern(record) ? tool.valid_modern : tool.valid_legacy;
}

/// The tool under another name, for registries that rename what they hold.
Tool renamed(const Tool& tool, const std::string& name) {
  if (name == tool.name) return tool;
  auto parsed = json::Document::parse(tool.definition);
  if (!parsed) return tool;
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  for (const json::Member& member : parsed->root().members()) {
    writer.key(member.name);
    if (member.name == "name") {
      writer.string(name);
    } else {
      writer.value(member.value);
    }
  }
  writer.end_object();
  auto again = json::Document::parse(text);
  if (!again) return tool;
  auto read = registry::read_tool(again->root());
  return read ? std::move(*read) : tool;
}

/// What the client may expose: after declared filters and the permitted exclusion, renamed as
/// declared where the registry speaks of exposed names.
struct Expected {
  ToolSet set;
  std::set<std::string, std::less<>> forbidden;
  /// Exposed name of each expected tool, by its name in `set`.
  bool any_filtered = false;
};

Expected expected_of(const Record& record, const ToolSet& discovered) {
  Expected expected;
  const bool rename = !record.registry.has_value() || !record.registry->merged;
  std::vector<Tool> tools;
  for (const Tool& tool : discovered.tools()) {
    if (record.policy.filter && !keeps(*record.policy.filter, tool.name)) {
      expected.any_filtered = true;
      continue;
    }
    const auto shown = exposed_name(record.policy, record.server.id, tool.name);
    if (is_modern_http(record) && tool.header_refused) {
      expected.forbidden.insert(rename && shown ? *shown : tool.name);
      continue;
    }
    tools.push_back(rename && shown ? renamed(tool, *shown) : tool);
  }
  expected.set = ToolSet::of(std::move(tools));
  return expected;
}

struct Differences {
  std::vector<const Tool*> missing;
  std::vector<const Tool*> extra;
  std::vector<std::pair<const Tool*, const Tool*>> changed;  // held, offered
  bool none() const { return missing.empty() && extra.empty() && changed.empty(); }
};

Differences differences(const ToolSet& held, const ToolSet& offered) {
  Differences found;
  for (const Tool& tool : offered.tools()) {
    const Tool* same_name = held.find(tool.name);
    if (same_name == nullptr) {
      found.missing.push_back(&tool);
    } else if (!same_name->same_definition(tool)) {
      found.changed.emplace_back(same_name, &tool);
    }
  }
  for (const Tool& tool : held.tools()) {
    if (offered.find(tool.name) == nullptr) found.extra.push_back(&tool);
  }
  return found;
}

/// Two tools fell on one exposed name, or one is gone because another took its name.
bool collides(const Record& record, const Differences& found) {
  const RegistryFacts& registry = *record.registry;
  const bool renamed_set =
      registry.merged || record.policy.name_prefix || record.policy.name_template;
  if (!renamed_set) return false;
  std::vector<std::string> taken = registry.exposed_elsewhere;
  if (registry.merged) {
    taken.insert(taken.end(), registry.exposed.begin(), registry.exposed.end());
  } else {
    for (const Tool& tool : registry.tools->tools())
      taken.push_back(tool.name);
  }
  std::sort(taken.begin(), taken.end());
  if (registry.merged && std::adjacent_find(taken.begin(), taken.end()) != taken.end()) return true;
  for (const Tool* tool : found.missing) {
    for (const std::string& name : possible_names(record.policy, record.server.id, tool->name)) {
      if (is_taken(taken, name)) return true;
    }
  }
  return false;
}

bool only_conflicts(const ToolSet& discovered, const Differences& found) {
  const auto conflicting = [&](const Tool* tool) {
    const auto& list = discovered.conflicts();
    return std::find(list.begin(), list.end(), tool->name) != list.end();
  };
  if (discovered.conflicts().empty()) return false;
  return found.missing.empty() && found.extra.empty() &&
         std::all_of(found.changed.begin(), found.changed.end(),
                     [&](const auto& pair) { return conflicting(pair.second); });
}

bool only_undefined_dropped(const Record& record, const Differences& found) {
  if (!found.missing.empty() || !found.extra.empty() || record.protocol_version.empty()) {
    return false;
  }
  return std::all_of(found.changed.begin(), found.changed.end(), [&](const auto& pair) {
    return registry::only_undefined_members_dropped(*pair.first, *pair.second,
                                                    record.protocol_version);
  });
}

bool order_changed(const ToolSet& held, const ToolSet& offered) {
  return !std::equal(held.tools().begin(), held.tools().end(), offered.tools().begin(),
                     offered.tools().end(),
                     [](const Tool& a, const Tool& b) { return a.name == b.name; });
}

Match difference_of(const Record& record, const ToolSet& discovered, const Expected& expected,
                    const Differences& found, Comparison& comparison) {
  const ToolSet& held = *record.registry->tools;
  if (collides(record, found)) return Match::collision;
  const bool invalid_only = !found.missing.empty() && found.extra.empty() &&
                            found.changed.empty() &&
                            std::none_of(found.missing.begin(), found.missing.end(),
                                         [&](const Tool* tool) { return valid(record, *tool); });
  if (invalid_only) return Match::invalid_excluded;
  if (held.empty() && !expected.set.empty()) return Match::rejected;
  if (only_undefined_dropped(record, found)) {
    comparison.undefined_members_dropped = true;
    return expected.forbidden.empty() ? Match::equal : Match::equal_excluded;
  }
  if (registry::only_rounded_numbers_differ(held, expected.set)) return Match::rounded;
  if (only_conflicts(discovered, found)) return Match::conflicting;
  return Match::differs;
}

Comparison compare_sets(const Record& record) {
  Comparison comparison;
  const ToolSet& discovered = *record.discovered_set;
  const ToolSet& held = *record.registry->tools;
  const Expected expected = expected_of(record, discovered);
  const auto holds_forbidden = [&](const Tool& tool) {
    return expected.forbidden.contains(tool.name);
  };
  if (std::any_of(held.tools().begin(), held.tools().end(), holds_forbidden)) {
    comparison.match = Match::forbidden;
    return comparison;
  }
  const Differences found = differences(held, expected.set);
  if (found.none() && !(record.registry->merged && collides(record, found))) {
    comparison.match = expected.forbidden.empty() ? Match::equal : Match::equal_excluded;
    if (!discovered.conflicts().empty()) comparison.match = Match::conflicting;
    comparison.order_changed = order_changed(held, expected.set);
    return comparison;
  }
  comparison.match = difference_of(record, discovered, expected, found, comparison);
  return comparison;
}

Comparison compare_digests(const Record& record) {
  Comparison comparison;
  comparison.digests_only = true;
  const DiscoveredFacts& discovered = *record.discovered;
  const RegistryFacts& registry = *record.registry;
  if (registry.digest.empty() || discovered.digest.empty()) return comparison;
  if (registry.projection != discovered.projection) {
    comparison.match = Match::incomparable;
    return comparison;
  }
  const std::string& wanted =
      discovered.expected_digest.empty() ? discovered.digest : discovered.expected_digest;
  const bool lossy = has_observed(record, "lossy_number");
  const bool exact_known = !discovered.exact_digest.empty() && !registry.exact_digest.empty();
  if (registry.digest == wanted) {
    const bool exact_differs = exact_known && discovered.exact_digest != registry.exact_digest;
    const bool unsure = lossy && !exact_known;
    comparison.match = exact_differs || unsure ? Match::rounded : Match::equal;
    if (comparison.match == Match::equal && wanted != discovered.digest && is_modern_http(record) &&
        !record.policy.filter) {
      comparison.match = Match::equal_excluded;
    }
    return comparison;
  }
  comparison.match = registry.tool_count == 0 ? Match::rejected : Match::differs;
  return comparison;
}

}  // namespace

std::string_view to_string(Match match) {
  for (const auto& [value, name] : names) {
    if (value == match) return name;
  }
  return {};
}

std::optional<Match> parse_match(std::string_view text) {
  for (const auto& [value, name] : names) {
    if (name == text) return value;
  }
  return std::nullopt;
}

bool is_difference(Match match) {
  return match == Match::forbidden || match == Match::collision ||
         match == Match::invalid_excluded || match == Match::rejected || match == Match::differs;
}

Comparison compare(const Record& record) {
  if (!record.registry.has_value()) return {};
  if (record.discovered_set && record.registry->tools) return compare_sets(record);
  if (!record.discovered.has_value()) return {};
  return compare_digests(record);
}

std::string expected_digest(const Record& record) {
  const Expected expected = expected_of(record, *record.discovered_set);
  if (!expected.any_filtered && expected.forbidden.empty() && !record.policy.name_prefix &&
      !record.policy.name_template) {
    return registry::to_string(record.discovered_set->digest());
  }
  return registry::to_string(expected.set.digest());
}

std::vector<registry::ToolChange> affected_tools(const Record& record) {
  if (!record.registry.has_value() || !record.registry->tools || !record.discovered_set) {
    return record.comparison.affected;
  }
  const Expected expected = expected_of(record, *record.discovered_set);
  std::vector<registry::ToolChange> changes = registry::diff(*record.registry->tools, expected.set);
  return changes;
}

}  // namespace lockstep::evidence
