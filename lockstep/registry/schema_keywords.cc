#include "lockstep/registry/schema_keywords.h"

#include <algorithm>
#include <array>

#include "lockstep/registry/keyword_judgement.h"

namespace lockstep::registry {
namespace {

using json::Value;

struct Keyword {
  std::string_view name;
  Rule rule;
};

constexpr std::array keywords = {
    Keyword{"$comment", Rule::guidance},
    Keyword{"$defs", Rule::definitions},
    Keyword{"$ref", Rule::reference},
    Keyword{"$schema", Rule::dialect},
    Keyword{"additionalItems", Rule::opaque},
    Keyword{"additionalProperties", Rule::schema},
    Keyword{"allOf", Rule::all_of},
    Keyword{"anyOf", Rule::any_of},
    Keyword{"const", Rule::values},
    Keyword{"contains", Rule::opaque},
    Keyword{"default", Rule::default_value},
    Keyword{"definitions", Rule::definitions},
    Keyword{"dependencies", Rule::dependent},
    Keyword{"dependentRequired", Rule::assertion},
    Keyword{"dependentSchemas", Rule::dependent},
    Keyword{"deprecated", Rule::guidance},
    Keyword{"description", Rule::guidance},
    Keyword{"else", Rule::opaque},
    Keyword{"enum", Rule::values},
    Keyword{"examples", Rule::guidance},
    Keyword{"exclusiveMaximum", Rule::upper_bound},
    Keyword{"exclusiveMinimum", Rule::lower_bound},
    Keyword{"format", Rule::format},
    Keyword{"if", Rule::opaque},
    Keyword{"items", Rule::items},
    Keyword{"maxContains", Rule::contained_max},
    Keyword{"maxItems", Rule::count_max},
    Keyword{"maxLength", Rule::count_max},
    Keyword{"maxProperties", Rule::count_max},
    Keyword{"maximum", Rule::upper_bound},
    Keyword{"minContains", Rule::contained_min},
    Keyword{"minItems", Rule::count_min},
    Keyword{"minLength", Rule::count_min},
    Keyword{"minProperties", Rule::count_min},
    Keyword{"minimum", Rule::lower_bound},
    Keyword{"multipleOf", Rule::multiple},
    Keyword{"not", Rule::opaque},
    Keyword{"oneOf", Rule::one_of},
    Keyword{"pattern", Rule::assertion},
    Keyword{"patternProperties", Rule::patterns},
    Keyword{"prefixItems", Rule::positions},
    Keyword{"properties", Rule::properties},
    Keyword{"propertyNames", Rule::schema},
    Keyword{"required", Rule::required},
    Keyword{"then", Rule::opaque},
    Keyword{"title", Rule::guidance},
    Keyword{"type", Rule::type},
    Keyword{"uniqueItems", Rule::unique},
    Keyword{"x-mcp-header", Rule::header},
};
static_assert(std::ranges::is_sorted(keywords, {}, &Keyword::name));

Judgement judge_unique(const Value* before, const Value* after) {
  for (const Value* value : {before, after}) {
    if (value != nullptr && !value->is_boolean()) return malformed;
  }
  const bool old_unique = before != nullptr && before->boolean();
  const bool new_unique = after != nullptr && after->boolean();
  return worded(by_inclusion(old_unique || !new_unique, new_unique || !old_unique),
                "same demand on repetitions", "repetitions allowed", "repetitions refused", "");
}

/// A keyword that makes one more demand by being there.
Judgement judge_demand(const Value* before, const Value* after) {
  if (before == nullptr) return {Effect::narrower, "demand added"};
  if (after == nullptr) return {Effect::wider, "demand removed"};
  return {Effect::unknown, "demand changed"};
}

/// Validators may take `format` as a demand or as a remark.
Judgement judge_format(const Value* before, const Value* after) {
  if (before == nullptr) return {Effect::perhaps_narrower, "format added"};
  if (after == nullptr) return {Effect::perhaps_wider, "format removed"};
  return {Effect::unknown, "format changed"};
}

/// The dialect of a `$schema`; absent is 2020-12; empty when it is not known.
std::string_view dialect_of(const Value* uri) {
  constexpr std::string_view newest = "2020-12";
  if (uri == nullptr) return newest;
  for (const std::string_view name :
       {newest, std::string_view("2019-09"), std::string_view("draft-07"),
        std::string_view("draft-06"), std::string_view("draft-04")}) {
    if (uri->string().find(name) != std::string_view::npos) return name;
  }
  return {};
}

Judgement judge_dialect(const Value* before, const Value* after) {
  const std::string_view old_dialect = dialect_of(before);
  if (old_dialect.empty() || old_dialect != dialect_of(after)) {
    return {Effect::unknown, "dialect changed"};
  }
  return {Effect::same, "same dialect"};
}

}  // namespace

Judgement worded(Effect effect, std::string_view same, std::string_view wider,
                 std::string_view narrower, std::string_view crossed) {
  switch (effect) {
    case Effect::same:
      return {effect, same};
    case Effect::wider:
    case Effect::perhaps_wider:
      return {effect, wider};
    case Effect::narrower:
    case Effect::perhaps_narrower:
      return {effect, narrower};
    case Effect::crossed:
    case Effect::unknown:
      return {effect, crossed};
  }
  return {};
}

Rule rule_of(std::string_view keyword) {
  const auto found = std::ranges::lower_bound(keywords, keyword, {}, &Keyword::name);
  return found != keywords.end() && found->name == keyword ? found->rule : Rule::unknown;
}

bool is_composing(Rule rule) {
  return rule == Rule::all_of || rule == Rule::any_of || rule == Rule::one_of ||
         rule == Rule::opaque || rule == Rule::patterns || rule == Rule::dependent;
}

Judgement judge_keyword(Rule rule, std::string_view keyword, const Value& before,
                        const Value& after, Direction direction) {
  const Value* was = before.find(keyword);
  const Value* is = after.find(keyword);
  switch (rule) {
    case Rule::type:
      return judge_type(before, after);
    case Rule::values:
      return judge_values(before, after);
    case Rule::lower_bound:
      return judge_lower_bound(before, after);
    case Rule::upper_bound:
      return judge_upper_bound(before, after);
    case Rule::multiple:
      return judge_multiple(was, is);
    case Rule::count_min:
      return judge_count(was, is, 0, Limit::least);
    case Rule::count_max:
      return judge_count(was, is, no_limit, Limit::most);
    case Rule::contained_min:
      return judge_contained(before, after, keyword, 1, Limit::least);
    case Rule::contained_max:
      return judge_contained(before, after, keyword, no_limit, Limit::most);
    case Rule::unique:
      return judge_unique(was, is);
    case Rule::required:
      return judge_required(was, is, direction);
    case Rule::format:
      return judge_format(was, is);
    case Rule::assertion:
    case Rule::dependent:
      return judge_demand(was, is);
    case Rule::dialect:
      return judge_dialect(was, is);
    case Rule::default_value:
      if (direction == Direction::output) return {Effect::same, "default changed"};
      return {Effect::unknown, "default changed"};
    case Rule::header:
      return {Effect::unknown, "header of the argument changed"};
    case Rule::guidance:
      return {Effect::same, "text changed"};
    case Rule::schema:
    case Rule::items:
    case Rule::opaque:
    case Rule::all_of:
    case Rule::any_of:
    case Rule::one_of:
    case Rule::positions:
    case Rule::properties:
    case Rule::patterns:
    case Rule::definitions:
    case Rule::reference:
    case Rule::unknown:
      break;
  }
  return {Effect::unknown, "keyword not understood"};
}

}  // namespace lockstep::registry
