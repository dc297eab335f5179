#include "lockstep/registry/validity.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep::registry {
namespace {

using json::Value;

/// A member is absent or passes. JSON null is a value like any other and passes no test here.
template <class Test>
bool optional(const Value& object, std::string_view name, Test test) {
  const Value* member = object.find(name);
  return member == nullptr || test(*member);
}

bool is_string(const Value& value) {
  return value.is_string();
}
bool is_boolean(const Value& value) {
  return value.is_boolean();
}
bool is_object(const Value& value) {
  return value.is_object();
}

bool is_string_array(const Value& value) {
  return value.is_array() && std::ranges::all_of(value.elements(), is_string);
}

bool is_object_map(const Value& value) {
  return value.is_object() && std::ranges::all_of(value.members(), [](const json::Member& member) {
           return member.value.is_object();
         });
}

bool is_legacy_schema(const Value& schema) {
  return schema.is_object() && schema["type"].string() == "object" &&
         optional(schema, "properties", is_object_map) &&
         optional(schema, "required", is_string_array) && optional(schema, "$schema", is_string);
}

bool is_modern_input(const Value& schema) {
  return schema.is_object() && schema["type"].string() == "object" &&
         optional(schema, "$schema", is_string);
}

bool is_modern_output(const Value& schema) {
  return schema.is_object() && optional(schema, "$schema", is_string);
}

bool are_annotations(const Value& value) {
  constexpr std::array hints = {"destructiveHint", "idempotentHint", "openWorldHint",
                                "readOnlyHint"};
  return value.is_object() && optional(value, "title", is_string) &&
         std::ranges::all_of(
             hints, [&](std::string_view hint) { return optional(value, hint, is_boolean); });
}

bool is_execution(const Value& value) {
  return value.is_object() && optional(value, "taskSupport", [](const Value& support) {
           return support.string() == "forbidden" || support.string() == "optional" ||
                  support.string() == "required";
         });
}

bool is_icon(const Value& value) {
  return value.is_object() && value["src"].is_string() && optional(value, "mimeType", is_string) &&
         optional(value, "sizes", is_string_array) &&
         optional(value, "theme", [](const Value& theme) {
           return theme.string() == "dark" || theme.string() == "light";
         });
}

bool are_icons(const Value& value) {
  return value.is_array() && std::ranges::all_of(value.elements(), is_icon);
}

/// What all revisions that define the member ask of it.
bool has_common_form(const Value& definition) {
  return definition.is_object() && definition["name"].is_string() &&
         optional(definition, "title", is_string) &&
         optional(definition, "description", is_string) &&
         optional(definition, "annotations", are_annotations) &&
         optional(definition, "icons", are_icons) && optional(definition, "_meta", is_object);
}

}  // namespace

bool is_valid_legacy_tool(const Value& definition) {
  return has_common_form(definition) && is_legacy_schema(definition["inputSchema"]) &&
         optional(definition, "outputSchema", is_legacy_schema) &&
         optional(definition, "execution", is_execution);
}

bool is_valid_modern_tool(const Value& definition) {
  return has_common_form(definition) && is_modern_input(definition["inputSchema"]) &&
         optional(definition, "outputSchema", is_modern_output);
}

}  // namespace lockstep::registry
