#include "generator.h"

#include <algorithm>
#include <array>

#include "lockstep/json/writer.h"

namespace lockstep::schema_compat {
namespace {

using json::Value;

const std::vector<std::string> member_names = {"a", "b", "c", "xa"};
constexpr std::array numbers = {"-1", "0", "1", "1.5", "2", "2.5", "3", "4", "6", "10"};
constexpr std::array strings = {R"("")", R"("a")", R"("b")", R"("ab")", R"("abc")", R"("xa")"};
constexpr std::array type_names = {"null",   "boolean", "integer", "number",
                                   "string", "array",   "object"};
constexpr std::array patterns = {R"("^a")", R"("^x")", R"("b")"};
constexpr std::array definitions = {"A", "B"};

std::string joined(const std::vector<std::string>& parts, char open, char close) {
  std::string text(1, open);
  for (const std::string& part : parts) {
    if (text.size() > 1) text += ',';
    text += part;
  }
  return text + close;
}

std::string member(const std::string& name, const std::string& value) {
  return '"' + name + "\":" + value;
}

}  // namespace

std::string Generator::number() {
  return one_of(numbers);
}

std::string Generator::small_count() {
  return std::to_string(below(4));
}

std::string Generator::scalar() {
  constexpr std::array others = {"null", "true", "false"};
  if (chance(40)) return number();
  return chance(70) ? std::string(one_of(strings)) : std::string(one_of(others));
}

std::string Generator::names() {
  std::vector<std::string> chosen;
  for (const std::string& name : member_names) {
    if (chance(25)) chosen.push_back('"' + name + '"');
  }
  return joined(chosen, '[', ']');
}

std::string Generator::types() {
  if (chance(60)) return '"' + std::string(one_of(type_names)) + '"';
  std::vector<std::string> chosen;
  for (const char* name : type_names) {
    if (chance(40)) chosen.push_back('"' + std::string(name) + '"');
  }
  if (chosen.empty()) chosen.emplace_back("\"object\"");
  return joined(chosen, '[', ']');
}

std::string Generator::values() {
  std::vector<std::string> chosen;
  for (std::size_t i = 1 + below(4); i > 0; --i)
    chosen.push_back(scalar());
  return joined(chosen, '[', ']');
}

void Generator::add(Members& members, const std::string& name, const Text& text) {
  const std::string value = text();
  const bool changes = chance(changes_percent_);
  const std::size_t kind = changes ? below(4) : 4;
  if (kind != 0) members.before.push_back(member(name, value));
  if (kind != 1) members.after.push_back(member(name, kind == 2 || kind == 3 ? text() : value));
}

void Generator::add_pair(Members& members, const std::string& name, const SchemaPair& pair) {
  const std::size_t kind = chance(changes_percent_) ? below(3) : 2;
  if (kind != 0) members.before.push_back(member(name, pair.before));
  if (kind != 1) members.after.push_back(member(name, pair.after));
}

void Generator::add_number(Members& members) {
  const Text value = [this] { return number(); };
  for (const char* name : {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}) {
    if (chance(25)) add(members, name, value);
  }
  if (chance(15)) {
    add(members, "multipleOf", [this] { return one_of(std::array{"1", "2", "3", "4", "0.5"}); });
  }
}

void Generator::add_string(Members& members) {
  const Text count = [this] { return small_count(); };
  if (chance(30)) add(members, "minLength", count);
  if (chance(30)) add(members, "maxLength", count);
  if (chance(15)) add(members, "pattern", [this] { return one_of(patterns); });
}

SchemaPair Generator::list(int depth, References references) {
  std::vector<SchemaPair> pairs;
  for (std::size_t i = 1 + below(3); i > 0; --i)
    pairs.push_back(schema(depth, references));
  std::vector<std::string> before;
  std::vector<std::string> after;
  for (const SchemaPair& pair : pairs) {
    const std::size_t kind = chance(changes_percent_) ? below(3) : 2;
    if (kind != 0) before.push_back(pair.before);
    if (kind != 1) after.push_back(pair.after);
  }
  if (before.empty()) before.emplace_back("{}");
  if (after.empty()) after.emplace_back("{}");
  if (chance(changes_percent_)) std::ranges::reverse(after);
  return {joined(before, '[', ']'), joined(after, '[', ']')};
}

SchemaPair Generator::map(const std::vector<std::string>& keys, int depth) {
  Members members;
  for (const std::string& key : keys) {
    if (chance(45)) add_pair(members, key, schema(depth, References::allowed));
  }
  return {joined(members.before, '{', '}'), joined(members.after, '{', '}')};
}

void Generator::add_array(Members& members, int depth) {
  const Text count = [this] { return small_count(); };
  if (chance(20)) add(members, "minItems", count);
  if (chance(20)) add(members, "maxItems", count);
  if (chance(20)) add(members, "uniqueItems", [this] { return chance(70) ? "true" : "false"; });
  const bool by_position = chance(20);
  if (by_position)
    add_pair(members, draft07_ ? "items" : "prefixItems", list(depth, References::allowed));
  if (by_position ? chance(50) : chance(60)) {
    add_pair(members, by_position && draft07_ ? "additionalItems" : "items",
             schema(depth, References::allowed));
  }
  if (!chance(15)) return;
  add_pair(members, "contains", schema(depth, References::allowed));
  if (chance(50)) add(members, "minContains", count);
  if (chance(50)) add(members, "maxContains", count);
}

void Generator::add_object(Members& members, int depth) {
  const Text count = [this] { return small_count(); };
  if (chance(85)) add_pair(members, "properties", map(member_names, depth));
  if (chance(35)) add(members, "required", [this] { return names(); });
  if (chance(40)) {
    add_pair(members, "additionalProperties",
             chance(60) ? schema(0, References::none) : SchemaPair{"false", "false"});
  }
  if (chance(10)) add_pair(members, "patternProperties", map({"^x", "a"}, depth));
  if (chance(10)) add(members, "minProperties", count);
  if (chance(10)) add(members, "maxProperties", count);
  if (chance(8)) {
    add(members, draft07_ ? "dependencies" : "dependentRequired",
        [this] { return "{" + member(one_of(member_names), names()) + "}"; });
  }
}

void Generator::add_any(Members& members, int depth) {
  if (chance(50)) add(members, "type", [this] { return types(); });
  if (chance(10)) add(members, "enum", [this] { return values(); });
  if (chance(5)) add(members, "const", [this] { return scalar(); });
  if (chance(8)) add(members, "description", [this] { return one_of(strings); });
  if (depth > 0 && chance(20)) add_composed(members, depth - 1);
}

void Generator::add_composed(Members& members, int depth) {
  constexpr std::array lists = {"allOf", "anyOf", "oneOf"};
  if (chance(75)) return add_pair(members, one_of(lists), list(depth, References::none));
  if (chance(40)) return add_pair(members, "not", schema(depth, References::none));
  for (const char* name : {"if", "then", "else"})
    add_pair(members, name, schema(depth, References::none));
}

SchemaPair Generator::schema_of_keywords(int depth) {
  Members members;
  add_any(members, depth);
  const std::size_t kind = below(10);
  if (kind < 2 || kind == 9) add_number(members);
  if (kind == 2 || kind == 3) add_string(members);
  if (depth > 0 && (kind == 4 || kind == 5 || kind == 9)) add_array(members, depth - 1);
  if (depth > 0 && kind >= 6) add_object(members, depth - 1);
  return {joined(members.before, '{', '}'), joined(members.after, '{', '}')};
}

SchemaPair Generator::schema(int depth, References references) {
  if (references == References::allowed && chance(10)) {
    const Text name = [this] {
      const char* map = draft07_ ? "definitions" : "$defs";
      return "\"#/" + std::string(map) + "/" + one_of(definitions) + '"';
    };
    Members members;
    add(members, "$ref", name);
    return {joined(members.before, '{', '}'), joined(members.after, '{', '}')};
  }
  if (chance(4)) {
    constexpr std::array trivial = {"true", "false", "{}"};
    return {one_of(trivial), one_of(trivial)};
  }
  if (chance(changes_percent_ / 4)) {
    return {schema_of_keywords(depth).before, schema_of_keywords(depth).after};
  }
  return schema_of_keywords(depth);
}

SchemaPair Generator::schemas() {
  draft07_ = chance(40);
  changes_percent_ = one_of(std::array<std::size_t, 4>{2, 4, 8, 16});
  Members members;
  const std::string dialect = draft07_ ? R"("http://json-schema.org/draft-07/schema#")"
                                       : R"("https://json-schema.org/draft/2020-12/schema")";
  if (draft07_ || chance(50)) add_pair(members, "$schema", {dialect, dialect});
  if (chance(80)) add(members, "type", [] { return "\"object\""; });
  add_object(members, 2);
  if (chance(20)) add_composed(members, 1);
  Members defined;
  for (const char* name : definitions) {
    const SchemaPair pair = schema(1, References::none);
    defined.before.push_back(member(name, pair.before));
    defined.after.push_back(member(name, pair.after));
  }
  const char* map = draft07_ ? "definitions" : "$defs";
  members.before.push_back(member(map, joined(defined.before, '{', '}')));
  members.after.push_back(member(map, joined(defined.after, '{', '}')));
  return {joined(members.before, '{', '}'), joined(members.after, '{', '}')};
}

std::string Generator::arbitrary(int depth) {
  if (depth <= 0 || chance(60)) return scalar();
  std::vector<std::string> parts;
  const bool array = chance(50);
  for (const std::string& name : member_names) {
    if (chance(30))
      parts.push_back(array ? arbitrary(depth - 1) : member(name, arbitrary(depth - 1)));
  }
  return array ? joined(parts, '[', ']') : joined(parts, '{', '}');
}

std::string Generator::guided_scalar(const Value& schema, std::string_view type) {
  if (type == "string") return one_of(strings);
  if (type == "boolean") return chance(50) ? "true" : "false";
  if (type == "null") return "null";
  constexpr std::array bounds = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"};
  const Value* bound = schema.find(one_of(bounds));
  return bound != nullptr ? json::to_text(*bound) : number();
}

std::string Generator::guided_object(const Checker& checker, const Value& schema, int depth) {
  std::vector<std::string> parts;
  const Value properties = schema["properties"];
  for (const std::string& name : member_names) {
    const Value* own = properties.find(name);
    if (own != nullptr && chance(70)) {
      parts.push_back(member(name, instance(checker, *own, depth - 1)));
    } else if (own == nullptr && chance(schema.find("additionalProperties") == nullptr ? 8 : 25)) {
      parts.push_back(member(name, instance(checker, schema["additionalProperties"], depth - 1)));
    }
  }
  return joined(parts, '{', '}');
}

std::string Generator::guided_array(const Checker& checker, const Value& schema, int depth) {
  std::vector<std::string> parts;
  const Value items = schema["items"];
  const Value positions = items.is_array() ? items : schema["prefixItems"];
  for (std::size_t i = 0, count = below(4); i < count; ++i) {
    const bool placed = i < positions.elements().size();
    parts.push_back(instance(checker, placed ? positions.elements()[i] : items, depth - 1));
  }
  return joined(parts, '[', ']');
}

std::string Generator::guided(const Checker& checker, const Value& schema, int depth) {
  const Value type = schema["type"];
  std::string_view name = one_of(type_names);
  if (type.is_string()) name = type.string();
  if (type.is_array()) name = one_of(type.elements()).string();
  if (type.is_null() && schema.find("properties") != nullptr) name = "object";
  if (type.is_null() && schema.find("items") != nullptr && chance(70)) name = "array";
  if (name == "object") return depth > 0 ? guided_object(checker, schema, depth) : "{}";
  if (name == "array") return depth > 0 ? guided_array(checker, schema, depth) : "[]";
  return guided_scalar(schema, name);
}

std::string Generator::instance(const Checker& checker, const Value& schema, int depth) {
  const Value target = checker.resolved(schema);
  if (chance(5)) return arbitrary(depth);
  for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
    const Value list = target[keyword];
    if (!list.elements().empty() && chance(50)) {
      return instance(checker, one_of(list.elements()), depth);
    }
  }
  if (const Value* constant = target.find("const")) return json::to_text(*constant);
  const Value values = target["enum"];
  if (!values.elements().empty()) return json::to_text(one_of(values.elements()));
  return guided(checker, target, depth);
}

}  // namespace lockstep::schema_compat
