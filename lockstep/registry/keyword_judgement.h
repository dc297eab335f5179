#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "lockstep/json/value.h"
#include "lockstep/registry/schema_keywords.h"

namespace lockstep::registry {

inline constexpr Judgement malformed = {Effect::unknown, "keyword in a wrong form"};

/// The effect when the new set holds the old one, is held by it, both or neither.
constexpr Effect by_inclusion(bool holds_old, bool held_by_old) {
  if (holds_old && held_by_old) return Effect::same;
  if (holds_old) return Effect::wider;
  if (held_by_old) return Effect::narrower;
  return Effect::crossed;
}

/// The effect with the words that fit it.
Judgement worded(Effect effect, std::string_view same, std::string_view wider,
                 std::string_view narrower, std::string_view crossed);

// Keywords that list what is accepted. `before` and `after` are the schemas; `type` sees `enum` and
// `const` too, which are judged together.
Judgement judge_type(const json::Value& before, const json::Value& after);
Judgement judge_values(const json::Value& before, const json::Value& after);
Judgement judge_required(const json::Value* before, const json::Value* after, Direction direction);

// Keywords that hold a number. Each bound is judged together with its exclusive twin.
Judgement judge_lower_bound(const json::Value& before, const json::Value& after);
Judgement judge_upper_bound(const json::Value& before, const json::Value& after);
Judgement judge_multiple(const json::Value* before, const json::Value* after);

/// Whether a greater count accepts less (`minItems`) or more (`maxItems`).
enum class Limit : std::uint8_t { least, most };
inline constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

/// A count that is `otherwise` when absent.
Judgement judge_count(const json::Value* before, const json::Value* after, std::int64_t otherwise,
                      Limit limit);
/// `minContains` or `maxContains`: in force only beside `contains`.
Judgement judge_contained(const json::Value& before, const json::Value& after,
                          std::string_view keyword, std::int64_t otherwise, Limit limit);

}  // namespace lockstep::registry
