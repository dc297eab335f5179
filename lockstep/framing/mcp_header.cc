#include "lockstep/framing/mcp_header.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <unordered_set>
#include <vector>

namespace lockstep::framing {
namespace {

constexpr std::string_view annotation_name = "x-mcp-header";
/// Keywords whose value maps names to schemas.
constexpr std::string_view schema_maps[] = {
    "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"};
/// Keywords whose value is data of the caller's and no schema.
constexpr std::string_view data_keywords[] = {"const", "default", "enum", "example", "examples"};

/// What stands at a place of the schema that is still to be looked at.
enum class Place : std::uint8_t {
  root,
  property,      // a schema reached through `properties` alone
  property_map,  // the value of a `properties` on that chain
  other_schema,  // a schema, or a list of them, reached in another way
  other_map,     // names and schemas reached in another way
};

struct Pending {
  json::Value value;
  Place place;
};

template <std::size_t Size>
bool contains(const std::string_view (&words)[Size], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool is_token_character(char c) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         marks.find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

std::string lower_case(std::string_view token) {
  std::string lower(token);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool is_permitted_type(const json::Value& type) {
  return type.string() == "string" || type.string() == "integer" || type.string() == "boolean";
}

bool annotation_valid(const json::Value& schema, Place place,
                      std::unordered_set<std::string>& seen) {
  const json::Value* annotation = schema.find(annotation_name);
  if (annotation == nullptr) return true;
  return place == Place::property && is_token(annotation->string()) &&
         is_permitted_type(schema["type"]) && seen.insert(lower_case(annotation->string())).second;
}

Place place_below_keyword(Place schema, std::string_view keyword) {
  const bool on_chain = schema == Place::root || schema == Place::property;
  if (on_chain && keyword == "properties") return Place::property_map;
  return contains(schema_maps, keyword) ? Place::other_map : Place::other_schema;
}

void push_children(const Pending& at, std::vector<Pending>& stack) {
  for (const json::Value& element : at.value.elements()) {
    stack.push_back({element, Place::other_schema});
  }
  const bool is_map = at.place == Place::property_map || at.place == Place::other_map;
  for (const json::Member& member : at.value.members()) {
    if (is_map) {
      const bool on_chain = at.place == Place::property_map;
      stack.push_back({member.value, on_chain ? Place::property : Place::other_schema});
    } else if (member.name != annotation_name && !contains(data_keywords, member.name)) {
      stack.push_back({member.value, place_below_keyword(at.place, member.name)});
    }
  }
}

}  // namespace

bool mcp_headers_valid(const json::Value& input_schema) {
  std::unordered_set<std::string> seen;
  std::vector<Pending> stack = {{input_schema, Place::root}};
  while (!stack.empty()) {
    const Pending at = stack.back();
    stack.pop_back();
    const bool is_map = at.place == Place::property_map || at.place == Place::other_map;
    if (!is_map && !annotation_valid(at.value, at.place, seen)) return false;
    push_children(at, stack);
  }
  return true;
}

}  // namespace lockstep::framing
