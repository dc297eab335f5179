#include "lockstep/registry/tool.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "lockstep/base/hash.h"
#include "lockstep/base/text.h"
#include "lockstep/framing/mcp_header.h"
#include "lockstep/json/canonical.h"
#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"
#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/projection.h"
#include "lockstep/registry/validity.h"

namespace lockstep::registry {
namespace {

std::string project_exactly(const json::Value& definition) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  for (const json::Member& member : definition.members()) {
    if (!is_projected(member, Projection::tools_v1)) continue;
    writer.key(member.name);
    write_exact(writer, member.value);
  }
  writer.end_object();
  return text;
}

/// Canonical text escapes only the controls below U+0020, so an escape other than of `"`, `\`, tab
/// and line ends is a control character.
bool escapes_control(std::string_view canonical) {
  std::size_t at = canonical.find('\\');
  while (at != std::string_view::npos && at + 1 < canonical.size()) {
    const char escaped = canonical[at + 1];
    if (escaped == 'u' || escaped == 'b' || escaped == 'f') return true;
    at = canonical.find('\\', at + 2);
  }
  return false;
}

bool is_printable_ascii(std::string_view text) {
  unsigned other = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    other |= static_cast<unsigned>(byte >= 0x7f) | static_cast<unsigned>(byte < 0x20);
  }
  return other == 0;
}

/// A definition of which the projection leaves out nothing.
bool is_projected_whole(const json::Value& definition) {
  return std::ranges::all_of(definition.members(), [](const json::Member& member) {
    return is_projected(member, Projection::tools_v1);
  });
}

/// Fills what follows from the texts of a tool. `writer` is used again for tool after tool.
void write_texts(const json::Value& definition, json::CanonicalWriter& writer, Tool& tool) {
  write_projected(writer, definition, Projection::tools_v1);
  // In front of the object may stand the comma after the one before.
  const std::string_view written = writer.written();
  tool.projected = written.substr(written.find('{'));
  tool.digest = {base::sha256(tool.projected)};
  if (writer.lossy()) tool.exact = project_exactly(definition);
  const bool plain = is_printable_ascii(tool.projected) && !escapes_control(tool.projected);
  tool.suspicious =
      !plain && (escapes_control(tool.projected) || base::is_suspicious(tool.projected));
  // Both forms write plain text and numbers in their canonical spelling alike.
  const bool same_text = plain && !writer.respelled() && is_projected_whole(definition);
  tool.definition = same_text ? tool.projected : json::to_text(definition);
  if (writer.respelled()) {
    writer = json::CanonicalWriter();
  } else {
    writer.drop_written();
  }
}

std::optional<Tool> read_tool(const json::Value& definition, json::CanonicalWriter& writer) {
  const json::Value* name = definition.find("name");
  if (name == nullptr || !name->is_string()) return std::nullopt;
  std::optional<Tool> tool(std::in_place);
  tool->name = name->string();
  write_texts(definition, writer, *tool);
  tool->valid_legacy = is_valid_legacy_tool(definition);
  tool->valid_modern = is_valid_modern_tool(definition);
  tool->header_refused = !framing::mcp_headers_valid(definition["inputSchema"]);
  return tool;
}

bool name_less(const Tool* a, const Tool* b) {
  return json::utf16_less(a->name, b->name);
}

/// The digest of tools that are already sorted; `text_of` gives the canonical text of one.
template <class Tools, class TextOf>
Digest digest_sorted(const Tools& sorted, TextOf text_of) {
  base::Sha256Stream hash;
  std::string_view separator = "[";
  for (const Tool* tool : sorted) {
    hash.add(separator);
    hash.add(text_of(*tool));
    separator = ",";
  }
  hash.add(sorted.empty() ? "[]" : "]");
  return {hash.finish()};
}

Digest digest_sorted(const std::vector<const Tool*>& sorted, Projection projection) {
  switch (projection) {
    case Projection::tools_v1:
      return digest_sorted(sorted,
                           [](const Tool& tool) -> const std::string& { return tool.projected; });
    case Projection::tools_full_v1:
      return digest_sorted(sorted, [](const Tool& tool) { return tool.full_text(); });
  }
  return {};
}

}  // namespace

std::string Tool::full_text() const {
  // The text was a document before, whatever limits that had: these can refuse none.
  const auto document = json::Document::parse(definition, {definition.size(), definition.size()});
  if (!document) return definition;
  json::CanonicalWriter writer;
  writer.value(document->root());
  return std::string(writer.written());
}

Digest Tool::full_digest() const {
  return {base::sha256(full_text())};
}

std::optional<Tool> read_tool(const json::Value& definition) {
  json::CanonicalWriter writer;
  return read_tool(definition, writer);
}

const Tool* ToolSet::find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(
      sorted_, name, json::utf16_less,
      [&](std::size_t position) { return std::string_view(tools_[position].name); });
  if (found == sorted_.end() || tools_[*found].name != name) return nullptr;
  return &tools_[*found];
}

Digest ToolSet::digest(Projection projection) const {
  std::vector<const Tool*> sorted;
  sorted.reserve(sorted_.size());
  for (const std::size_t position : sorted_)
    sorted.push_back(&tools_[position]);
  return digest_sorted(sorted, projection);
}

bool ToolSet::lossy() const {
  return std::ranges::any_of(tools_, [](const Tool& tool) { return !tool.exact.empty(); });
}

bool ToolSet::same_set(const ToolSet& other) const {
  return std::ranges::equal(sorted_, other.sorted_, [&](std::size_t mine, std::size_t theirs) {
    const Tool& a = tools_[mine];
    const Tool& b = other.tools_[theirs];
    return a.name == b.name && a.same_definition(b);
  });
}

ToolSet ToolSet::read(const json::Value& tools) {
  ToolSet set;
  set.tools_.reserve(tools.elements().size());
  json::CanonicalWriter writer;
  for (const json::Value& entry : tools.elements()) {
    if (auto tool = read_tool(entry, writer)) {
      set.tools_.push_back(std::move(*tool));
    } else {
      ++set.nameless_;
    }
  }
  set.index();
  return set;
}

ToolSet ToolSet::of(std::vector<Tool> tools) {
  ToolSet set;
  set.tools_ = std::move(tools);
  set.index();
  return set;
}

void ToolSet::index() {
  sorted_.resize(tools_.size());
  std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
  std::ranges::stable_sort(
      sorted_, [this](std::size_t a, std::size_t b) { return name_less(&tools_[a], &tools_[b]); });
  const auto same_name = [this](std::size_t a, std::size_t b) {
    return tools_[a].name == tools_[b].name;
  };
  if (std::ranges::adjacent_find(sorted_, same_name) == sorted_.end()) return;
  drop_repeated();
  index();
}

void ToolSet::drop_repeated() {
  std::vector<bool> repeated(tools_.size(), false);
  for (std::size_t first = 0; first < sorted_.size();) {
    const Tool& kept = tools_[sorted_[first]];
    bool conflict = false;
    std::size_t next = first + 1;
    for (; next < sorted_.size() && tools_[sorted_[next]].name == kept.name; ++next) {
      repeated[sorted_[next]] = true;
      conflict = conflict || !kept.same_definition(tools_[sorted_[next]]);
    }
    if (next - first > 1) (conflict ? conflicts_ : duplicates_).push_back(kept.name);
    first = next;
  }
  std::vector<Tool> kept;
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    if (!repeated[i]) kept.push_back(std::move(tools_[i]));
  }
  tools_ = std::move(kept);
}

Digest registry_digest(const std::vector<const Tool*>& tools, Projection projection) {
  std::vector<const Tool*> sorted = tools;
  std::ranges::stable_sort(sorted, name_less);
  return digest_sorted(sorted, projection);
}

}  // namespace lockstep::registry
