#include "lockstep/registry/diff.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/lockstep/command.h"
#include "apps/lockstep/layout.h"
#include "apps/lockstep/messages.h"
#include "apps/lockstep/size.h"
#include "apps/lockstep/tool_source.h"
#include "apps/lockstep/view.h"
#include "apps/lockstep/wording.h"
#include "lockstep/base/text.h"
#include "lockstep/json/writer.h"
#include "lockstep/verdict/report.h"

namespace lockstep::app {
namespace {

struct Operand {
  std::string path;
  registry::ToolSet tools;
};

struct Comparison {
  Operand held;
  Operand offered;
  std::vector<registry::ToolChange> changes;
  bool order_changed = false;

  bool equal() const { return changes.empty(); }
};

// Exactly one set with its definitions, or the reason why there is none.
base::Result<registry::ToolSet> single_set(Machine& machine, const std::string& path,
                                           std::optional<Side> side, std::size_t bytes_max) {
  auto sources = read_tool_file(machine, path, {.side = side}, bytes_max);
  if (!sources) return tl::unexpected(sources.error());
  if (sources->size() != 1)
    return base::failure("no_tools",
                         fmt::format("holds {} sets of tools (expected one)", sources->size()));
  if (!sources->front().tools)
    return base::failure("no_tools",
                         "the record holds a digest only (expected a record with tools)");
  return std::move(*sources->front().tools);
}

bool order_differs(const registry::ToolSet& a, const registry::ToolSet& b) {
  return !std::ranges::equal(a.tools(), b.tools(), {}, &registry::Tool::name,
                             &registry::Tool::name);
}

void write_side(json::Writer& writer, std::string_view name, const Operand& side) {
  writer.key(name).begin_object();
  writer.key("file").string(side.path);
  writer.key("digest").string(registry::to_string(side.tools.digest()));
  writer.key("toolCount").integer(static_cast<std::int64_t>(side.tools.size()));
  writer.end_object();
}

std::string json_of(const Comparison& comparison) {
  std::string out;
  json::Writer writer(out, 2);
  writer.begin_object();
  writer.key("schema").string("lockstep.diff/v1");
  writer.key("projection").string(registry::projection_name(registry::Projection::tools_v1));
  writer.key("equal").boolean(comparison.equal());
  writer.key("orderChanged").boolean(comparison.order_changed);
  write_side(writer, "held", comparison.held);
  write_side(writer, "offered", comparison.offered);
  writer.key("tools");
  verdict::write_changes(writer, comparison.changes);
  writer.end_object();
  return out + "\n";
}

Tint tint_of(registry::Compatibility compatibility) {
  switch (compatibility) {
    case registry::Compatibility::compatible:
      return Tint::good;
    case registry::Compatibility::unknown:
      return Tint::open;
    case registry::Compatibility::breaking:
      return Tint::bad;
  }
  return Tint::open;
}

std::string_view sign_of(registry::Change change) {
  switch (change) {
    case registry::Change::added:
      return "+ added";
    case registry::Change::removed:
      return "- removed";
    case registry::Change::changed:
      return "~ changed";
  }
  return {};
}

std::string notes_of(const registry::MemberChange& member) {
  std::string text = base::escape_visible(member.pointer);
  text += fmt::format(" ({}", registry::to_string(member.compatibility));
  if (!member.why.empty()) text += fmt::format(": {}", member.why);
  if (member.against_safety) text += ", against safety";
  return text + ")";
}

std::string change_table(const registry::ToolChange& change, const Typography& set) {
  const std::string compatibility(registry::to_string(change.compatibility));
  const std::size_t name_width = set.columns > 40 ? set.columns - 25 : 15;
  std::string out = pad(sign_of(change.change), 11) +
                    tinted(pad(compatibility, 12), tint_of(change.compatibility), set) + "  " +
                    fit_start(base::escape_visible(change.name), name_width) + "\n";
  for (const auto& member : change.members)
    out += hanging(std::string(25, ' '), notes_of(member), set.columns);
  return out;
}

std::string side_line(const Operand& side, std::string_view label, const Typography& set) {
  return hanging(pad(label, 9),
                 fmt::format("{}, {}, {}", short_digest(registry::to_string(side.tools.digest())),
                             counted(side.tools.size(), "tool"), base::escape_visible(side.path)),
                 set.columns);
}

std::string table_of(const Comparison& comparison, const Typography& set) {
  std::string out;
  if (!comparison.equal()) {
    out += tinted("CHANGE     CLASS         TOOL", Tint::strong, set) + "\n";
    for (const auto& change : comparison.changes)
      out += change_table(change, set);
    out += "\n";
  }
  out += side_line(comparison.held, "held", set);
  out += side_line(comparison.offered, "offered", set);
  if (comparison.equal())
    out += comparison.order_changed ? "equal, in another order\n" : "equal\n";
  else
    out += fmt::format("{} different\n", counted(comparison.changes.size(), "tool"));
  return out;
}

int compare(const Arguments& arguments, Machine& machine, std::size_t bytes_max) {
  std::optional<Side> side;
  if (const auto name = arguments.value("--set"))
    side = *name == "registry" ? Side::registry : Side::discovered;
  std::vector<Operand> sides;
  for (const std::string& path : arguments.words) {
    auto tools = single_set(machine, path, side, bytes_max);
    if (tools)
      sides.push_back({path, std::move(*tools)});
    else
      machine.err(error_line(path, tools.error()));
  }
  if (sides.size() != 2) return status_error;
  Comparison comparison{std::move(sides[0]), std::move(sides[1]), {}, false};
  comparison.changes = registry::diff(comparison.held.tools, comparison.offered.tools);
  comparison.order_changed =
      comparison.equal() && order_differs(comparison.held.tools, comparison.offered.tools);
  const Typography set = typography(arguments.value_or("--color", "auto"), machine);
  machine.out(arguments.value_or("--output", "table") == "json" ? json_of(comparison)
                                                                : table_of(comparison, set));
  return comparison.equal() ? 0 : 1;
}

int run(const Arguments& arguments, Machine& machine) {
  const auto size = read_size_option(arguments, "--max-document", document_bytes_default);
  if (size) return compare(arguments, machine, *size);
  machine.err(error_line({}, size.error()));
  return status_error;
}

}  // namespace

const Command& diff_command() {
  static const Command command = {
      .name = "diff",
      .summary = "Compare two sets of tools and class each change.",
      .words = "HELD OFFERED",
      .words_min = 2,
      .words_max = 2,
      .description =
          "Compares the set of tools that an agent holds with the one that is offered, and says "
          "for "
          "each tool that differs whether a call that was right before it still is: compatible, "
          "breaking or unknown. The files are those that `lockstep digest` takes; the projection "
          "is "
          "mcp-tools/v1, numbers are compared by their exact decimal value, and the order of the "
          "tools does not count.\n"
          "\n"
          "Exit status: 0 equal, 1 different, 2 error.\n",
      .options = {{"--output", "-o", "FORM", "How to print the changes.", {"table", "json"}},
                  {"--set",
                   "",
                   "SIDE",
                   "Which set of an evidence record counts.",
                   {"registry", "discovered"}},
                  {"--color",
                   "",
                   "WHEN",
                   "Colour; auto is for a terminal and without NO_COLOR.",
                   {"auto", "always", "never"}},
                  {"--max-document", "", "SIZE", "Refuse a file above this; 256M by default."}},
      .run = run};
  return command;
}

}  // namespace lockstep::app
