#include "lockstep/json/equality.h"

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::json {

namespace {

std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2);
  return seed * 0xff51afd7ed558ccdULL;
}

std::uint64_t of_text(std::string_view text) {
  return std::hash<std::string_view>{}(text);
}

}  // namespace

bool same(const Value& a, const Value& b) {
  std::vector<std::pair<const Value*, const Value*>> open = {{&a, &b}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (left->kind() != right->kind()) return false;
    switch (left->kind()) {
      case Kind::null:
        break;
      case Kind::boolean:
        if (left->boolean() != right->boolean()) return false;
        break;
      case Kind::number:
        if (left->lexeme() != right->lexeme()) return false;
        break;
      case Kind::string:
        if (left->string() != right->string()) return false;
        break;
      case Kind::array: {
        const auto x = left->elements();
        const auto y = right->elements();
        if (x.size() != y.size()) return false;
        for (std::size_t i = 0; i < x.size(); ++i)
          open.emplace_back(&x[i], &y[i]);
        break;
      }
      case Kind::object: {
        const auto x = left->members();
        const auto y = right->members();
        if (x.size() != y.size()) return false;
        for (std::size_t i = 0; i < x.size(); ++i) {
          if (x[i].name != y[i].name) return false;
          open.emplace_back(&x[i].value, &y[i].value);
        }
        break;
      }
    }
  }
  return true;
}

std::uint64_t structural_hash(const Value& value) {
  std::uint64_t hash = 0;
  std::vector<const Value*> open = {&value};
  while (!open.empty()) {
    const Value* next = open.back();
    open.pop_back();
    hash = mix(hash, static_cast<std::uint64_t>(next->kind()));
    switch (next->kind()) {
      case Kind::null:
        break;
      case Kind::boolean:
        hash = mix(hash, next->boolean() ? 1 : 0);
        break;
      case Kind::number:
        hash = mix(hash, of_text(next->lexeme()));
        break;
      case Kind::string:
        hash = mix(hash, of_text(next->string()));
        break;
      case Kind::array:
        hash = mix(hash, next->elements().size());
        for (const Value& element : next->elements())
          open.push_back(&element);
        break;
      case Kind::object:
        hash = mix(hash, next->members().size());
        for (const Member& member : next->members()) {
          hash = mix(hash, of_text(member.name));
          open.push_back(&member.value);
        }
        break;
    }
  }
  return hash;
}

}  // namespace lockstep::json
