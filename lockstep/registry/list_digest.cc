#include "lockstep/registry/list_digest.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "lockstep/base/hash.h"
#include "lockstep/json/canonical.h"
#include "lockstep/registry/projection.h"

namespace lockstep::registry {
namespace {

struct Entry {
  std::string_view name;
  const json::Value* definition;
};

std::vector<Entry> named_entries(std::span<const json::Value> arrays, std::size_t& nameless) {
  std::vector<Entry> entries;
  for (const json::Value& array : arrays) {
    entries.reserve(entries.size() + array.elements().size());
    for (const json::Value& definition : array.elements()) {
      const json::Value* name = definition.find("name");
      if (name != nullptr && name->is_string()) {
        entries.push_back({name->string(), &definition});
      } else {
        ++nameless;
      }
    }
  }
  return entries;
}

}  // namespace

std::optional<ListDigest> digest_list(std::span<const json::Value> arrays, Projection projection) {
  ListDigest result;
  std::vector<Entry> entries = named_entries(arrays, result.nameless);
  std::ranges::sort(entries, json::utf16_less, &Entry::name);
  const auto repeated = std::ranges::adjacent_find(entries, {}, &Entry::name);
  if (repeated != entries.end()) return std::nullopt;
  // Hashed while it is still in the processor's cache.
  constexpr std::size_t piece = std::size_t{1} << 15;
  base::Sha256Stream hash;
  json::CanonicalWriter writer;
  writer.begin_array();
  for (const Entry& entry : entries) {
    write_projected(writer, *entry.definition, projection);
    if (writer.written().size() < piece) continue;
    hash.add(writer.written());
    writer.drop_written();
  }
  writer.end_array();
  hash.add(writer.written());
  result.digest = {hash.finish()};
  result.tools = entries.size();
  result.lossy = writer.lossy();
  return result;
}

}  // namespace lockstep::registry
