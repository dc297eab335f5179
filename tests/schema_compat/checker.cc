#include "checker.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lockstep/json/number.h"
#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/schema_reference.h"

namespace lockstep::schema_compat {
namespace {

using json::Value;
using registry::same_value;

double number(const Value& value) {
  return json::to_double(value.lexeme()).value_or(0);
}

bool is_whole(const Value& value) {
  return std::floor(number(value)) == number(value);
}

bool has_type(const Value& instance, std::string_view type) {
  switch (instance.kind()) {
    case json::Kind::null:
      return type == "null";
    case json::Kind::boolean:
      return type == "boolean";
    case json::Kind::number:
      return type == "number" || (type == "integer" && is_whole(instance));
    case json::Kind::string:
      return type == "string";
    case json::Kind::array:
      return type == "array";
    case json::Kind::object:
      return type == "object";
  }
  return false;
}

bool accepts_type(const Value& schema, const Value& instance) {
  const Value* type = schema.find("type");
  if (type == nullptr) return true;
  if (type->is_string()) return has_type(instance, type->string());
  return std::ranges::any_of(type->elements(),
                             [&](const Value& name) { return has_type(instance, name.string()); });
}

bool accepts_value(const Value& schema, const Value& instance) {
  const Value* constant = schema.find("const");
  const Value* values = schema.find("enum");
  if (constant != nullptr && !same_value(*constant, instance)) return false;
  return values == nullptr || std::ranges::any_of(values->elements(), [&](const Value& value) {
           return same_value(value, instance);
         });
}

/// Whether a count keeps to two keywords.
bool within(const Value& schema, std::size_t count, const char* least, const char* most) {
  const Value* min = schema.find(least);
  const Value* max = schema.find(most);
  return (min == nullptr || static_cast<double>(count) >= number(*min)) &&
         (max == nullptr || static_cast<double>(count) <= number(*max));
}

bool has_repeated(const Value& array) {
  const auto elements = array.elements();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (same_value(elements[i], elements[j])) return true;
    }
  }
  return false;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.starts_with('^')) return text.starts_with(pattern.substr(1));
  return text.find(pattern) != std::string_view::npos;
}

Checker::Checker(const Value& root)
    : root_(root), draft07_(root["$schema"].string().find("draft-07") != std::string_view::npos) {}

const Value& Checker::resolved(const Value& schema) const {
  const Value* reference = schema.find("$ref");
  if (reference == nullptr) return schema;
  std::string pointer;
  const Value* target = registry::resolve_local(root_, reference->string(), pointer);
  return target == nullptr ? schema : *target;
}

bool Checker::accepts(const Value& schema, const Value& instance) const {
  if (schema.is_boolean()) return schema.boolean();
  if (schema.find("$ref") != nullptr) {
    if (!accepts(resolved(schema), instance)) return false;
    if (draft07_) return true;
  }
  return accepts_type(schema, instance) && accepts_value(schema, instance) &&
         accepts_number(schema, instance) && accepts_string(schema, instance) &&
         accepts_array(schema, instance) && accepts_object(schema, instance) &&
         accepts_composed(schema, instance);
}

bool Checker::accepts_number(const Value& schema, const Value& instance) const {
  if (!instance.is_number()) return true;
  const double value = number(instance);
  const auto holds = [&](const char* keyword, auto test) {
    const Value* bound = schema.find(keyword);
    return bound == nullptr || test(value, number(*bound));
  };
  return holds("minimum", [](double x, double y) { return x >= y; }) &&
         holds("maximum", [](double x, double y) { return x <= y; }) &&
         holds("exclusiveMinimum", [](double x, double y) { return x > y; }) &&
         holds("exclusiveMaximum", [](double x, double y) { return x < y; }) &&
         holds("multipleOf", [](double x, double y) { return std::fmod(x, y) == 0; });
}

bool Checker::accepts_string(const Value& schema, const Value& instance) const {
  if (!instance.is_string()) return true;
  const Value* pattern = schema.find("pattern");
  return within(schema, instance.string().size(), "minLength", "maxLength") &&
         (pattern == nullptr || matches(pattern->string(), instance.string()));
}

bool Checker::accepts_array(const Value& schema, const Value& instance) const {
  if (!instance.is_array()) return true;
  const auto elements = instance.elements();
  if (!within(schema, elements.size(), "minItems", "maxItems")) return false;
  if (schema["uniqueItems"].boolean() && has_repeated(instance)) return false;
  const Value* items = schema.find("items");
  const bool by_position = draft07_ && items != nullptr && items->is_array();
  const Value positions = by_position ? *items : draft07_ ? Value() : schema["prefixItems"];
  const Value* others = by_position ? schema.find("additionalItems") : items;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const bool placed = i < positions.elements().size();
    const Value* one = placed ? &positions.elements()[i] : others;
    if (one != nullptr && !accepts(*one, elements[i])) return false;
  }
  return accepts_contained(schema, instance);
}

bool Checker::accepts_contained(const Value& schema, const Value& instance) const {
  const Value* contains = schema.find("contains");
  if (contains == nullptr) return true;
  const auto count = static_cast<std::size_t>(std::ranges::count_if(
      instance.elements(), [&](const Value& element) { return accepts(*contains, element); }));
  if (draft07_) return count > 0;
  if (schema.find("minContains") == nullptr && count == 0) return false;
  return within(schema, count, "minContains", "maxContains");
}

bool Checker::accepts_object(const Value& schema, const Value& instance) const {
  if (!instance.is_object()) return true;
  const Value required = schema["required"];
  const bool complete = std::ranges::all_of(required.elements(), [&](const Value& name) {
    return instance.find(name.string()) != nullptr;
  });
  return complete && within(schema, instance.members().size(), "minProperties", "maxProperties") &&
         accepts_dependents(schema, instance) &&
         std::ranges::all_of(instance.members(), [&](const json::Member& member) {
           return accepts_member(schema, member);
         });
}

bool Checker::accepts_member(const Value& schema, const json::Member& member) const {
  const Value named = schema["properties"];
  const Value patterns = schema["patternProperties"];
  bool spoken_of = false;
  if (const Value* own = named.find(member.name)) {
    spoken_of = true;
    if (!accepts(*own, member.value)) return false;
  }
  for (const json::Member& pattern : patterns.members()) {
    if (!matches(pattern.name, member.name)) continue;
    spoken_of = true;
    if (!accepts(pattern.value, member.value)) return false;
  }
  const Value* others = schema.find("additionalProperties");
  return spoken_of || others == nullptr || accepts(*others, member.value);
}

bool Checker::accepts_dependents(const Value& schema, const Value& instance) const {
  const Value dependents = schema[draft07_ ? "dependencies" : "dependentRequired"];
  return std::ranges::all_of(dependents.members(), [&](const json::Member& member) {
    return instance.find(member.name) == nullptr ||
           std::ranges::all_of(member.value.elements(), [&](const Value& name) {
             return instance.find(name.string()) != nullptr;
           });
  });
}

bool Checker::accepts_composed(const Value& schema, const Value& instance) const {
  const auto count = [&](const char* keyword) {
    return std::ranges::count_if(schema[keyword].elements(),
                                 [&](const Value& one) { return accepts(one, instance); });
  };
  if (count("allOf") != static_cast<std::ptrdiff_t>(schema["allOf"].elements().size()))
    return false;
  if (schema.find("anyOf") != nullptr && count("anyOf") == 0) return false;
  if (schema.find("oneOf") != nullptr && count("oneOf") != 1) return false;
  const Value* refused = schema.find("not");
  if (refused != nullptr && accepts(*refused, instance)) return false;
  const Value* condition = schema.find("if");
  if (condition == nullptr) return true;
  const Value* branch = schema.find(accepts(*condition, instance) ? "then" : "else");
  return branch == nullptr || accepts(*branch, instance);
}

namespace {

/// Schemas that speak of the same instance as `schemas`, these included.
std::vector<Value> all_speaking(const Checker& checker, std::vector<Value> schemas) {
  for (std::size_t i = 0; i < schemas.size(); ++i) {
    const Value schema = schemas[i];
    if (schema.find("$ref") != nullptr) schemas.push_back(checker.resolved(schema));
    for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
      for (const Value& one : schema[keyword].elements())
        schemas.push_back(one);
    }
    for (const char* keyword : {"not", "if", "then", "else"}) {
      if (const Value* one = schema.find(keyword)) schemas.push_back(*one);
    }
  }
  return schemas;
}

void add_for_member(const Value& schema, std::string_view name, std::vector<Value>& found) {
  if (const Value* own = schema["properties"].find(name)) found.push_back(*own);
  for (const json::Member& pattern : schema["patternProperties"].members()) {
    if (matches(pattern.name, name)) found.push_back(pattern.value);
  }
  if (const Value* others = schema.find("additionalProperties")) found.push_back(*others);
}

void add_for_elements(const Value& schema, std::vector<Value>& found) {
  for (const char* keyword : {"items", "prefixItems", "additionalItems", "contains"}) {
    const Value* held = schema.find(keyword);
    if (held == nullptr) continue;
    found.push_back(*held);
    for (const Value& one : held->elements())
      found.push_back(one);
  }
}

bool knows(const Checker& checker, const std::vector<Value>& schemas, const Value& instance) {
  const auto speaking = all_speaking(checker, schemas);
  for (const json::Member& member : instance.members()) {
    std::vector<Value> inside;
    for (const Value& schema : speaking)
      add_for_member(schema, member.name, inside);
    if (inside.empty() || !knows(checker, inside, member.value)) return false;
  }
  std::vector<Value> inside;
  for (const Value& schema : speaking)
    add_for_elements(schema, inside);
  return std::ranges::all_of(instance.elements(),
                             [&](const Value& element) { return knows(checker, inside, element); });
}

}  // namespace

bool Checker::knows_all_members(const Value& instance) const {
  return knows(*this, {root_}, instance);
}

}  // namespace lockstep::schema_compat
