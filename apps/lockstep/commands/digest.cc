#include <fmt/format.h>

#include "apps/lockstep/command.h"
#include "apps/lockstep/messages.h"
#include "apps/lockstep/size.h"
#include "apps/lockstep/tool_source.h"
#include "apps/lockstep/wording.h"
#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

struct Call {
  registry::Projection projection = registry::Projection::tools_v1;
  std::optional<Side> side;
  bool each_tool = false;
  std::size_t bytes_max = document_bytes_default;
};

void print_tools(const registry::ToolSet& tools, registry::Projection projection,
                 Machine& machine) {
  for (const registry::Tool& tool : tools.tools()) {
    const registry::Digest digest =
        projection == registry::Projection::tools_v1 ? tool.digest : tool.full_digest();
    machine.out(
        fmt::format("  {}  {}\n", registry::to_string(digest), base::escape_visible(tool.name)));
  }
}

// What a digest alone does not tell.
void print_notes(const std::string& path, const ToolSource& source, Machine& machine) {
  if (source.nameless > 0)
    machine.err(note_line(path, fmt::format("{} without a string `name`, left out",
                                            counted(source.nameless, "entry"))));
  if (source.tools)
    for (const std::string& name : source.tools->conflicts())
      machine.err(note_line(path, fmt::format("`{}` is listed again with another definition; the "
                                              "first one counts here",
                                              name)));
  if (source.digest ? source.digest->lossy : source.tools->lossy())
    machine.err(note_line(path,
                          "a number is beyond what RFC 8785 can keep; equal digests do not "
                          "prove equal definitions"));
}

void print_set(const std::string& name, const ToolSource& source, const Call& call,
               Machine& machine) {
  const auto digest = source.digest ? source.digest->digest : source.tools->digest(call.projection);
  const auto size = source.digest ? source.digest->tools : source.tools->size();
  machine.out(
      fmt::format("{}  {}  {}\n", registry::to_string(digest), counted(size, "tool"), name));
  if (call.each_tool) print_tools(*source.tools, call.projection, machine);
}

bool print_source(const std::string& path, const ToolSource& source, const Call& call,
                  Machine& machine) {
  std::string name = base::escape_visible(path);
  if (!source.label.empty()) name += fmt::format(" ({})", base::escape_visible(source.label));
  if (source.tools || source.digest) {
    print_set(name, source, call, machine);
    print_notes(path, source, machine);
    return true;
  }
  const bool usable = registry::parse_digest(source.stated.digest) &&
                      source.stated.projection == registry::projection_name(call.projection) &&
                      !call.each_tool;
  if (!usable) {
    machine.err(error_line(path, {"no_tools",
                                  "the record holds no definitions to make this digest "
                                  "from (expected a record with tools)"}));
    return false;
  }
  const auto count = source.stated.tool_count;
  machine.out(fmt::format("{}  {}  {}\n", source.stated.digest,
                          count ? counted(static_cast<std::size_t>(*count), "tool") : "? tools",
                          name));
  return true;
}

bool digest_file(const std::string& path, const Call& call, Machine& machine) {
  Asked asked = {.side = call.side};
  if (!call.each_tool) asked.digest_only = call.projection;
  const auto sources = read_tool_file(machine, path, asked, call.bytes_max);
  if (!sources) {
    machine.err(error_line(path, sources.error()));
    return false;
  }
  bool good = !sources->empty();
  for (const ToolSource& source : *sources)
    good = print_source(path, source, call, machine) && good;
  return good;
}

int run(const Arguments& arguments, Machine& machine) {
  Call call;
  const auto size = read_size_option(arguments, "--max-document", document_bytes_default);
  if (!size) {
    machine.err(error_line({}, size.error()));
    return status_error;
  }
  call.bytes_max = *size;
  if (arguments.value_or("--projection", "") ==
      registry::projection_name(registry::Projection::tools_full_v1))
    call.projection = registry::Projection::tools_full_v1;
  if (const auto side = arguments.value("--set"))
    call.side = *side == "registry" ? Side::registry : Side::discovered;
  call.each_tool = arguments.has("--tools");
  int status = 0;
  for (const std::string& path : arguments.words)
    if (!digest_file(path, call, machine)) status = status_error;
  return status;
}

}  // namespace

const Command& digest_command() {
  static const Command command = {
      .name = "digest",
      .summary = "Print the digest of a registry, a record or a tools/list result.",
      .words = "FILE...",
      .words_min = 1,
      .words_max = any_number,
      .description =
          "Prints for each file the digest of its set of tools, their number and the file's name. "
          "A file holds an array of tools, {\"tools\": [...]}, a result of tools/list or the "
          "JSON-RPC answer around it, or evidence records (one, an array, or one a line). Of a "
          "record the registry counts, or the discovered set where it has no registry. `-` is "
          "standard input.\n"
          "\n"
          "Exit status: 0, or 2 when a file has no digest.\n",
      .options = {{"--projection",
                   "",
                   "NAME",
                   "Which members of a tool count.",
                   {"mcp-tools/v1", "mcp-tools-full/v1"}},
                  {"--tools", "", "", "List the digest of each tool below that of its set."},
                  {"--set",
                   "",
                   "SIDE",
                   "Which set of an evidence record counts.",
                   {"registry", "discovered"}},
                  {"--max-document", "", "SIZE", "Refuse a file above this; 256M by default."}},
      .run = run};
  return command;
}

}  // namespace lockstep::app
