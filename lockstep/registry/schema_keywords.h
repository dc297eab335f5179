#pragma once

#include <cstdint>
#include <string_view>

#include "lockstep/json/value.h"
#include "lockstep/registry/schema_compat.h"

namespace lockstep::registry {

/// What a change does to the set of instances that a schema accepts.
enum class Effect : std::uint8_t {
  same,
  wider,             ///< accepts all that it accepted
  narrower,          ///< accepts nothing that it did not accept
  crossed,           ///< refuses some that it accepted, accepts some that it refused
  perhaps_wider,     ///< the same or wider
  perhaps_narrower,  ///< the same or narrower
  unknown,
};

struct Judgement {
  Effect effect = Effect::same;
  std::string_view why;
};

/// How the change of a keyword is judged.
enum class Rule : std::uint8_t {
  guidance,       ///< text for people and models
  type,           ///< `type`
  values,         ///< `enum` and `const`, together
  lower_bound,    ///< `minimum` and `exclusiveMinimum`, together
  upper_bound,    ///< `maximum` and `exclusiveMaximum`, together
  multiple,       ///< `multipleOf`
  count_min,      ///< a count that is 0 when absent
  count_max,      ///< a count without limit when absent
  contained_min,  ///< `minContains`, 1 when absent, in force only beside `contains`
  contained_max,  ///< `maxContains`
  unique,         ///< `uniqueItems`
  required,       ///< `required`
  format,         ///< `format`: validators may check it or not
  assertion,      ///< one more demand; two different ones cannot be compared
  dependent,      ///< the same, with schemas for the same instance inside
  schema,         ///< a schema; accepting more in it is accepting more
  items,          ///< `items`: a schema, or before 2020-12 a list of schemas by position
  opaque,         ///< a schema of which it is not known what a change does
  all_of,         ///< `allOf`
  any_of,         ///< `anyOf`
  one_of,         ///< `oneOf`
  positions,      ///< `prefixItems`
  properties,     ///< `properties`
  patterns,       ///< `patternProperties`
  definitions,    ///< `$defs`, `definitions`: judged where they are used
  reference,      ///< `$ref`
  dialect,        ///< `$schema`
  default_value,  ///< `default`: what happens when the argument is left out
  header,         ///< `x-mcp-header`
  unknown,
};

/// The rule of a keyword; `unknown` for a name that is none.
Rule rule_of(std::string_view keyword);

/// True for keywords by which a second schema can speak of the same instance or of the same member:
/// beside them the members that `properties` names are not all that the whole schema says.
bool is_composing(Rule rule);

/// Judges a keyword that needs no look into other schemas: `before` and `after` are the schemas,
/// of which at least one has the keyword.
Judgement judge_keyword(Rule rule, std::string_view keyword, const json::Value& before,
                        const json::Value& after, Direction direction);

}  // namespace lockstep::registry
