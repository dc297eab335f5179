#include "lockstep/registry/schema_compat.h"

#include "lockstep/registry/schema_comparison.h"

namespace lockstep::registry {

std::vector<MemberChange> compare_schemas(const json::Value& before, const json::Value& after,
                                          Direction direction, const std::string& prefix) {
  return SchemaComparison(before, after, direction, prefix).run();
}

}  // namespace lockstep::registry
