#include "lockstep/json/value.h"

#include <algorithm>

#include "lockstep/json/number.h"

namespace lockstep::json {

std::string_view Value::string() const {
  return is_string() ? std::string_view(static_cast<const char*>(data_), size_)
                     : std::string_view();
}

std::string_view Value::lexeme() const {
  return is_number() ? std::string_view(static_cast<const char*>(data_), size_)
                     : std::string_view();
}

std::optional<std::int64_t> Value::integer() const {
  return is_number() ? to_integer(lexeme()) : std::nullopt;
}

std::span<const Value> Value::elements() const {
  if (!is_array()) return {};
  return {static_cast<const Value*>(data_), size_};
}

std::span<const Member> Value::members() const {
  if (!is_object()) return {};
  return {static_cast<const Member*>(data_), size_};
}

const Value* Value::find(std::string_view name) const {
  constexpr std::size_t few = 8;
  const std::span<const Member> all = members();
  const auto has_name = [name](const Member& member) { return member.name == name; };
  auto found = all.begin();
  if (all.size() <= few) {
    found = std::find_if(all.begin(), all.end(), has_name);
  } else {
    found = std::lower_bound(
        all.begin(), all.end(), name,
        [](const Member& member, std::string_view key) { return utf16_less(member.name, key); });
  }
  return found != all.end() && has_name(*found) ? &found->value : nullptr;
}

Value Value::operator[](std::string_view name) const {
  const Value* found = find(name);
  return found == nullptr ? Value() : *found;
}

}  // namespace lockstep::json
