#include "lockstep/registry/schema_reference.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "lockstep/registry/schema_keywords.h"

namespace lockstep::registry {
namespace {

using json::Value;

constexpr int chain_max = 16;

int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Undoes `%XX`; leaves a broken escape as it stands.
std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? nibble(text[i + 1]) : -1;
    const int low = high >= 0 ? nibble(text[i + 2]) : -1;
    if (low < 0) {
      out += text[i];
    } else {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

std::string unescaped_token(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const char next = i + 1 < token.size() ? token[i + 1] : '\0';
    if (token[i] == '~' && (next == '0' || next == '1')) {
      out += next == '0' ? '~' : '/';
      ++i;
    } else {
      out += token[i];
    }
  }
  return out;
}

const Value* element_at(const Value& array, std::string_view token) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  const bool whole = error == std::errc() && end == token.data() + token.size();
  const bool plain = token == "0" || !token.starts_with('0');
  if (!whole || !plain || index >= array.elements().size()) return nullptr;
  return &array.elements()[index];
}

/// Calls `visit` for every value of a document.
template <class Visit>
void visit_values(const Value& root, Visit visit) {
  std::vector<const Value*> open = {&root};
  while (!open.empty()) {
    const Value& value = *open.back();
    open.pop_back();
    visit(value);
    for (const Value& element : value.elements())
      open.push_back(&element);
    for (const json::Member& member : value.members())
      open.push_back(&member.value);
  }
}

/// True for a `$schema` whose keywords mean what the rules here take them to mean.
bool is_known_dialect(const Value* uri) {
  constexpr std::array<std::string_view, 5> names = {"2020-12", "2019-09", "draft-07", "draft-06",
                                                     "draft-04"};
  return uri == nullptr || std::ranges::any_of(names, [&](std::string_view name) {
           return uri->string().find(name) != std::string_view::npos;
         });
}

}  // namespace

void append_pointer_token(std::string& pointer, std::string_view token) {
  pointer += '/';
  for (const char c : token) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

const Value* resolve_local(const Value& root, std::string_view reference, std::string& pointer) {
  if (!reference.starts_with('#')) return nullptr;
  const std::string path = percent_decoded(reference.substr(1));
  if (!path.empty() && path.front() != '/') return nullptr;
  pointer.clear();
  const Value* place = &root;
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/', 1), rest.size());
    const std::string token = unescaped_token(rest.substr(1, end - 1));
    rest.remove_prefix(end);
    place = place->is_array() ? element_at(*place, token) : place->find(token);
    if (place == nullptr) return nullptr;
    append_pointer_token(pointer, token);
  }
  return place;
}

bool is_only_reference(const Value& schema) {
  if (schema.find("$ref") == nullptr) return false;
  return std::ranges::all_of(schema.members(), [](const json::Member& member) {
    const Rule rule = rule_of(member.name);
    return rule == Rule::reference || rule == Rule::guidance || rule == Rule::definitions ||
           rule == Rule::default_value || rule == Rule::dialect;
  });
}

const Value* resolve_chain(const Value& root, const Value& schema) {
  const Value* place = &schema;
  std::string pointer;
  for (int i = 0; i < chain_max; ++i) {
    const Value* reference = place->find("$ref");
    if (reference == nullptr) return place;
    if (!is_only_reference(*place)) return nullptr;
    place = resolve_local(root, reference->string(), pointer);
    if (place == nullptr) return nullptr;
  }
  return nullptr;
}

bool is_entangled(const Value& root) {
  constexpr std::array<std::string_view, 7> entangling = {
      "$anchor",       "$dynamicAnchor",   "$dynamicRef",          "$recursiveAnchor",
      "$recursiveRef", "unevaluatedItems", "unevaluatedProperties"};
  bool entangled = !is_known_dialect(root.find("$schema"));
  bool renamed = false;
  bool refers = false;
  visit_values(root, [&](const Value& value) {
    for (const json::Member& member : value.members()) {
      entangled = entangled || std::ranges::find(entangling, member.name) != entangling.end();
      renamed = renamed || member.name == "$id";
      refers = refers || member.name == "$ref";
    }
  });
  return entangled || (renamed && refers);
}

std::size_t count_values(const Value& root) {
  constexpr std::size_t bytes_of_value = 64;
  std::size_t count = 0;
  visit_values(root, [&](const Value& value) {
    count += 1 + value.string().size() / bytes_of_value;
    for (const json::Member& member : value.members())
      count += member.name.size() / bytes_of_value;
  });
  return count;
}

}  // namespace lockstep::registry
