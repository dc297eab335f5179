#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "lockstep/json/value.h"
#include "lockstep/registry/change_record.h"

namespace lockstep::registry {

/// One walk over two schemas. Recursion ends at a fixed depth, a pair of places is compared once in
/// one scope (so that circles of references end), and all work is counted.
///
/// What makes `compatible` sound: a schema is a conjunction of its keywords, so it accepts more
/// when each changed keyword accepts more. Where keywords speak about each other this walk knows of
/// it (bounds, `enum` and `const`, `properties` and `additionalProperties`) or gives up
/// (`unevaluatedProperties`).
class SchemaComparison {
 public:
  SchemaComparison(const json::Value& before, const json::Value& after, Direction direction,
                   const std::string& prefix);
  std::vector<MemberChange> run();

 private:
  struct Definitions {
    const json::Value* before;
    const json::Value* after;
    std::string pointer;
  };
  using Pair = std::tuple<const json::Value*, const json::Value*, int>;

  void compare(const json::Value& before, const json::Value& after, const Place& at);
  void compare_booleans(const json::Value& before, const json::Value& after, const Place& at);
  /// True when the keywords beside the references are still to be compared.
  bool compare_references(const json::Value& before, const json::Value& after, const Place& at);
  void compare_one_reference(const json::Value& before, const json::Value& after, const Place& at);
  void compare_two_references(const json::Value& before, const json::Value& after, const Place& at);
  void compare_keywords(const json::Value& before, const json::Value& after, const Place& at);
  void compare_keyword(std::string_view keyword, const json::Value& before,
                       const json::Value& after, const Place& at);

  void compare_leaf(Rule rule, std::string_view keyword, const json::Value& before,
                    const json::Value& after, const Place& at);
  void compare_schema(const json::Value* before, const json::Value* after, const Place& at);
  void compare_opaque(std::string_view keyword, const json::Value* before, const json::Value* after,
                      const Place& at);
  void compare_items(const json::Value* before, const json::Value* after, const Place& at);
  void compare_positions(const json::Value* before, const json::Value* after, const Place& at);
  void compare_properties(const json::Value& before, const json::Value& after, const Place& at);
  void compare_patterns(const json::Value* before, const json::Value* after, const Place& at);
  void compare_pattern(const json::Value* before, const json::Value* after, const Place& at);
  void compare_alternatives(Rule rule, const json::Value* before, const json::Value* after,
                            const Place& at);
  void compare_alternative_lists(Rule rule, const json::Value& before, const json::Value& after,
                                 const Place& at);
  void compare_property(std::string_view name, const json::Value& before, const json::Value& after,
                        const Place& at);
  Judgement judge_new_property(const json::Value& before, const json::Value& schema,
                               bool composed) const;
  void compare_deferred();
  void compare_definitions(const Definitions& definitions);

  /// Same meaning, seen alone (what references in it lead to may differ). Counts as work.
  bool same(const json::Value& before, const json::Value& after);

  const json::Value& before_;
  const json::Value& after_;
  Direction direction_;
  std::string prefix_;
  ChangeRecord record_;
  std::set<Pair> seen_;
  std::set<std::pair<const json::Value*, const json::Value*>> compared_;
  std::vector<Definitions> deferred_;
  /// Something lay too deep; a change inside of it may have another weight than found elsewhere.
  bool cut_ = false;
};

}  // namespace lockstep::registry
