#pragma once

#include "lockstep/json/value.h"

namespace lockstep::schema_compat {

/// A small validator of JSON Schema, draft-07 and 2020-12, written for clearness and for the
/// schemas that the generator makes: `pattern` and the names of `patternProperties` are `^` and
/// plain letters; references lead into the document and never straight back to themselves.
class Checker {
 public:
  explicit Checker(const json::Value& root);

  bool accepts(const json::Value& instance) const { return accepts(root_, instance); }
  /// Each member of each object is one that the schema speaks of: a caller who reads the schema
  /// would send it.
  bool knows_all_members(const json::Value& instance) const;

  /// The schema itself, or what its `$ref` names.
  const json::Value& resolved(const json::Value& schema) const;

 private:
  bool accepts(const json::Value& schema, const json::Value& instance) const;
  bool accepts_number(const json::Value& schema, const json::Value& instance) const;
  bool accepts_string(const json::Value& schema, const json::Value& instance) const;
  bool accepts_array(const json::Value& schema, const json::Value& instance) const;
  bool accepts_contained(const json::Value& schema, const json::Value& instance) const;
  bool accepts_object(const json::Value& schema, const json::Value& instance) const;
  bool accepts_member(const json::Value& schema, const json::Member& member) const;
  bool accepts_dependents(const json::Value& schema, const json::Value& instance) const;
  bool accepts_composed(const json::Value& schema, const json::Value& instance) const;

  json::Value root_;
  bool draft07_;
};

/// `^abc` matches what begins so; other patterns stand for themselves anywhere in the text.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace lockstep::schema_compat
