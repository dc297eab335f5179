#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "checker.h"
#include "lockstep/json/value.h"

namespace lockstep::schema_compat {

/// A schema and what became of it, as JSON texts.
struct SchemaPair {
  std::string before;
  std::string after;
};

/// Makes pairs of schemas that differ in few places, and instances that have a good chance to be
/// valid. The same seed gives the same.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  SchemaPair schemas();
  /// JSON text of an instance for the schema that `checker` has.
  std::string instance(const Checker& checker, const json::Value& schema, int depth = 3);

 private:
  using Text = std::function<std::string()>;
  /// The members of both sides while they are made.
  struct Members {
    std::vector<std::string> before;
    std::vector<std::string> after;
  };
  /// What stands at the root of the document or speaks of the same instance has no reference.
  enum class References : std::uint8_t { none, allowed };

  std::size_t below(std::size_t end) { return random_() % end; }
  bool chance(std::size_t percent) { return below(100) < percent; }
  template <class List>
  auto one_of(const List& list) {
    return *(std::begin(list) + static_cast<std::ptrdiff_t>(below(std::size(list))));
  }

  SchemaPair schema(int depth, References references);
  SchemaPair schema_of_keywords(int depth);
  void add(Members& members, const std::string& name, const Text& text);
  void add_pair(Members& members, const std::string& name, const SchemaPair& pair);
  void add_number(Members& members);
  void add_string(Members& members);
  void add_array(Members& members, int depth);
  void add_object(Members& members, int depth);
  void add_any(Members& members, int depth);
  void add_composed(Members& members, int depth);
  SchemaPair list(int depth, References references);
  SchemaPair map(const std::vector<std::string>& names, int depth);
  std::string number();
  std::string small_count();
  std::string scalar();
  std::string names();
  std::string types();
  std::string values();
  std::string arbitrary(int depth);
  std::string guided_object(const Checker& checker, const json::Value& schema, int depth);
  std::string guided_array(const Checker& checker, const json::Value& schema, int depth);
  std::string guided(const Checker& checker, const json::Value& schema, int depth);
  std::string guided_scalar(const json::Value& schema, std::string_view type);

  std::mt19937_64 random_;
  bool draft07_ = false;
  /// How many of a hundred keywords change.
  std::size_t changes_percent_ = 0;
};

}  // namespace lockstep::schema_compat
