#include "lockstep/registry/projection.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep::registry {

bool is_projected(const json::Member& member, Projection projection) {
  constexpr std::array<std::string_view, 7> names = {
      "annotations", "description", "execution", "inputSchema", "name", "outputSchema", "title"};
  switch (projection) {
    case Projection::tools_v1:
      return !member.value.is_null() && std::ranges::find(names, member.name) != names.end();
    case Projection::tools_full_v1:
      return true;
  }
  return false;
}

void write_projected(json::CanonicalWriter& writer, const json::Value& definition,
                     Projection projection) {
  writer.begin_object();
  for (const json::Member& member : definition.members()) {
    if (!is_projected(member, projection)) continue;
    writer.name(member.name);
    writer.value(member.value);
  }
  writer.end_object();
}

}  // namespace lockstep::registry
