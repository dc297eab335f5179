// A digest depends on what the tools say and on nothing else: not on the order of tools or members
// or on how numbers and strings are spelled; and equal sets are those with equal digests, unless a
// number was rounded.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/base/hash.h"
#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"
#include "lockstep/registry/tool.h"

namespace {

using namespace lockstep;
using namespace lockstep::registry;

struct Open {
  json::Value value;
  std::size_t left;
};

void begin(json::Writer& writer, const json::Value& value, std::vector<Open>& open) {
  if (value.is_array()) {
    writer.begin_array();
    open.push_back({value, value.elements().size()});
  } else if (value.is_object()) {
    writer.begin_object();
    open.push_back({value, value.members().size()});
  } else {
    writer.value(value);
  }
}

/// The same value, the members of its objects in falling order.
std::string with_members_reversed(const json::Value& value) {
  std::string text;
  json::Writer writer(text);
  std::vector<Open> open;
  begin(writer, value, open);
  while (!open.empty()) {
    const json::Value container = open.back().value;
    if (open.back().left == 0) {
      container.is_array() ? writer.end_array() : writer.end_object();
      open.pop_back();
      continue;
    }
    const std::size_t left = open.back().left--;
    if (container.is_array()) {
      begin(writer, container.elements()[container.elements().size() - left], open);
    } else {
      writer.key(container.members()[left - 1].name);
      begin(writer, container.members()[left - 1].value, open);
    }
  }
  return text;
}

std::string with_all_reversed(const json::Value& tools) {
  std::string text = "[";
  for (std::size_t i = tools.elements().size(); i > 0; --i) {
    if (text.size() > 1) text += ',';
    text += with_members_reversed(tools.elements()[i - 1]);
  }
  return text + "]";
}

void check_equal_digests(const ToolSet& a, const ToolSet& b) {
  LOCKSTEP_CHECK(a.duplicates() == b.duplicates());
  LOCKSTEP_CHECK(a.conflicts() == b.conflicts());
  LOCKSTEP_CHECK(a.nameless() == b.nameless());
  // Of two definitions of one name the first counts, so there order does matter.
  if (!a.conflicts().empty()) return;
  LOCKSTEP_CHECK(a.same_set(b) && b.same_set(a));
  LOCKSTEP_CHECK(a.digest() == b.digest());
  LOCKSTEP_CHECK(a.lossy() == b.lossy());
  if (!a.duplicates().empty()) return;
  LOCKSTEP_CHECK(a.digest(Projection::tools_full_v1) == b.digest(Projection::tools_full_v1));
}

void check_tool(const Tool& tool) {
  LOCKSTEP_CHECK(tool.digest.bytes == base::sha256(tool.projected));
  const auto read = parse_digest(to_string(tool.digest));
  LOCKSTEP_CHECK(read && *read == tool.digest);
  const auto document = json::Document::parse(tool.definition);
  LOCKSTEP_CHECK(document.has_value());
  const auto again = read_tool(document->root());
  LOCKSTEP_CHECK(again && again->same_definition(tool));
  LOCKSTEP_CHECK(again->full_digest() == tool.full_digest());
}

/// Sets of one tool are equal exactly when their digests are, unless a number was rounded.
void check_pair(const json::Value& first, const json::Value& second) {
  const auto a = read_tool(first);
  const auto b = read_tool(second);
  if (!a || !b) return;
  const ToolSet one = ToolSet::of({*a});
  const ToolSet two = ToolSet::of({*b});
  const bool equal = one.digest() == two.digest();
  if (one.same_set(two)) LOCKSTEP_CHECK(equal);
  if (equal && !one.lossy() && !two.lossy()) LOCKSTEP_CHECK(one.same_set(two));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = json::Document::parse(text, {.depth_max = 64});
  if (!document) return 0;
  const json::Value& root = document->root();
  const json::Value tools = root.is_array() ? root : root["tools"];
  const ToolSet set = ToolSet::read(tools);
  LOCKSTEP_CHECK(set.size() + set.nameless() <= tools.elements().size());
  const auto reversed = json::Document::parse(with_all_reversed(tools));
  LOCKSTEP_CHECK(reversed.has_value());
  check_equal_digests(set, ToolSet::read(reversed->root()));
  for (const Tool& tool : set.tools())
    check_tool(tool);
  for (std::size_t i = 1; i < tools.elements().size(); ++i)
    check_pair(tools.elements()[i - 1], tools.elements()[i]);
  return 0;
}
