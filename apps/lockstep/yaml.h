#pragma once

#include <string>
#include <string_view>

namespace lockstep::app {

/// YAML 1.2 in block style, out of compact JSON text that json::Writer made (no other text may come
/// in here). The order of the members stays; strings stay double-quoted, so that nothing in them
/// can be taken for YAML.
std::string yaml_of(std::string_view compact_json);

}  // namespace lockstep::app
