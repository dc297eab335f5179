#include "apps/lockstep/tool_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "lockstep/json/document.h"
#include "lockstep/recording/known_pointer.h"

namespace lockstep::app {
namespace {

using json::Value;
using Sources = std::vector<ToolSource>;

constexpr std::string_view record_schema = "lockstep.evidence/v1";

tl::unexpected<base::Error> no_tools(std::string message) {
  return base::failure("no_tools", std::move(message));
}

bool is_record(const Value& value) {
  return value["schema"].string() == record_schema || value["registry"].is_object() ||
         value["pages"].is_array();
}

// Several arrays of definitions as one set.
ToolSource set_of(const std::vector<Value>& arrays, const Asked& asked, std::string label) {
  ToolSource source;
  source.label = std::move(label);
  if (asked.digest_only) {
    source.digest = registry::digest_list(arrays, *asked.digest_only);
    if (source.digest) {
      source.nameless = source.digest->nameless;
      return source;
    }
  }
  std::vector<registry::Tool> tools;
  for (const Value& array : arrays)
    for (const Value& element : array.elements()) {
      auto tool = registry::read_tool(element);
      tool ? tools.push_back(std::move(*tool)) : static_cast<void>(++source.nameless);
    }
  source.tools = registry::ToolSet::of(std::move(tools));
  return source;
}

std::size_t tool_count(const ToolSource& source) {
  return source.digest ? source.digest->tools : source.tools->size();
}

ToolSource stated_by(const Value& set, std::string label) {
  ToolSource source;
  source.label = std::move(label);
  source.stated = {std::string(set["projection"].string()), std::string(set["digest"].string()),
                   set["toolCount"].integer()};
  return source;
}

std::optional<ToolSource> registry_side(const Value& record, const Asked& asked,
                                        const std::string& label) {
  const Value registry = record["registry"];
  if (registry["tools"].is_array()) return set_of({registry["tools"]}, asked, label + "registry");
  if (registry["digest"].is_string()) return stated_by(registry, label + "registry, as stated");
  return std::nullopt;
}

std::optional<ToolSource> discovered_side(const Value& record, const Asked& asked,
                                          const std::string& label) {
  std::vector<Value> arrays;
  const auto pages = record["pages"].elements();
  for (const Value& page : pages)
    if (page["tools"].is_array()) arrays.push_back(page["tools"]);
  if (!pages.empty() && arrays.size() == pages.size())
    return set_of(arrays, asked, label + "discovered");
  const Value discovered = record["discovered"];
  if (discovered["digest"].is_string())
    return stated_by(discovered, label + "discovered, as stated");
  return std::nullopt;
}

base::Result<ToolSource> from_record(const Value& record, const Asked& asked,
                                     const std::string& id) {
  const std::string label = id.empty() ? "" : id + ", ";
  std::optional<ToolSource> found;
  if (asked.side != Side::discovered) found = registry_side(record, asked, label);
  if (!found && asked.side != Side::registry) found = discovered_side(record, asked, label);
  if (found) return std::move(*found);
  return no_tools("the evidence record holds neither definitions nor a digest of that set");
}

// One document, without a look into lists of records.
base::Result<ToolSource> from_single(const Value& value, const Asked& asked) {
  if (value["record"].is_object())
    return from_record(value["record"], asked, std::string(value["id"].string()));
  if (value["tools"].is_array()) return set_of({value["tools"]}, asked, "");
  if (value["result"]["tools"].is_array()) return set_of({value["result"]["tools"]}, asked, "");
  if (value["error"].is_object()) return no_tools("the answer is an error and holds no tools");
  if (is_record(value)) return from_record(value, asked, "");
  return no_tools("holds no set of tools");
}

bool is_answer(const Value& value) {
  return value["result"]["tools"].is_array();
}
bool is_record_entry(const Value& value) {
  return value["record"].is_object() || (!value["name"].is_string() && is_record(value));
}

base::Result<Sources> from_records(std::span<const Value> entries, const Asked& asked) {
  Sources sources;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto source = from_single(entries[i], asked);
    if (!source) {
      base::Error error = source.error();
      error.pointer = fmt::format("/{}", i);
      return tl::unexpected(error);
    }
    if (entries[i]["id"].string().empty()) source->label = fmt::format("{}, {}", i, source->label);
    sources.push_back(std::move(*source));
  }
  return sources;
}

base::Result<Sources> from_document(const Value& root, const Asked& asked) {
  if (root["cases"].is_array()) return from_records(root["cases"].elements(), asked);
  if (!root.is_array()) {
    auto source = from_single(root, asked);
    if (!source) return tl::unexpected(source.error());
    Sources sources;
    sources.push_back(std::move(*source));
    return sources;
  }
  const auto elements = root.elements();
  if (!elements.empty() && std::ranges::all_of(elements, is_record_entry))
    return from_records(elements, asked);
  std::vector<Value> arrays;
  if (!elements.empty() && std::ranges::all_of(elements, is_answer))
    for (const Value& answer : elements)
      arrays.push_back(answer["result"]["tools"]);
  else
    arrays.push_back(root);
  Sources sources;
  sources.push_back(set_of(arrays, asked, ""));
  // Any list at all would be an empty set of tools; that is never what was meant.
  if (tool_count(sources.front()) == 0 && !elements.empty() && arrays.size() == 1)
    return no_tools("the list holds no tools");
  return sources;
}

// A file of lines: each line is a document.
base::Result<Sources> from_lines(std::string_view text, const Asked& asked) {
  Sources all;
  json::Parser parser;
  std::size_t start = 0;
  for (std::size_t line = 1; start < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view piece = text.substr(start, end - start);
    const auto fail = [&](base::Error error) {
      error.line = line;
      error.offset = start + error.offset.value_or(0);
      return tl::unexpected(std::move(error));
    };
    if (piece.find_first_not_of(" \t\r") != std::string_view::npos) {
      const auto document = parser.parse(piece);
      if (!document) return fail(recording::without_peer_names(document.error()));
      auto sources = from_document(document->root(), asked);
      if (!sources) return fail(sources.error());
      for (ToolSource& source : *sources) {
        source.label =
            fmt::format("line {}{}{}", line, source.label.empty() ? "" : ", ", source.label);
        all.push_back(std::move(source));
      }
    }
    start = end + 1;
  }
  return all;
}

}  // namespace

base::Result<Sources> read_tool_sources(std::string_view text, const Asked& asked,
                                        std::size_t bytes_max) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  const auto document = json::Document::parse(text, {.bytes_max = bytes_max});
  if (document) return from_document(document->root(), asked);
  // The whole is no JSON; if its first line alone is, it is a file of lines.
  const std::string_view first = text.substr(0, text.find('\n'));
  if (first.size() < text.size() && json::Document::parse(first, {.bytes_max = bytes_max}))
    return from_lines(text, asked);
  return tl::unexpected(recording::without_peer_names(document.error()));
}

base::Result<Sources> read_tool_file(Machine& machine, const std::string& path, const Asked& asked,
                                     std::size_t bytes_max) {
  const auto text = read_file(machine, path, bytes_max);
  if (!text) return tl::unexpected(text.error());
  return read_tool_sources(*text, asked, bytes_max);
}

}  // namespace lockstep::app
