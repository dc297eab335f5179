#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/registry/schema_keywords.h"

namespace lockstep::registry {

/// How much the change of a part says about the whole.
enum class Scope : std::uint8_t {
  plain,   ///< the whole accepts less if the part does
  any_of,  ///< another alternative may accept what this one no longer does
  opaque,  ///< nothing is known
};

/// Where a comparison stands: a chain of pointer tokens up to a root, on the stack of the walk.
struct Place {
  const Place* parent = nullptr;
  /// One token; of a root a pointer that is already escaped.
  std::string_view token;
  Scope scope = Scope::plain;
  /// Another schema may speak of the same instance.
  bool composed = false;
  std::size_t depth = 0;

  Place below(std::string_view child) const { return {this, child, scope, composed, depth}; }
  Place in_scope(Scope other) const { return {parent, token, other, composed, depth}; }
  /// The same walk at another place; `pointer` is escaped and outlives what is made here.
  Place moved_to(std::string_view pointer) const {
    return {nullptr, pointer, scope, composed, depth};
  }
  std::string pointer() const;
};

/// The changes found so far, one for each pointer: the worst of those found there. Bounded by work:
/// once that is used up everything is `unknown`.
class ChangeRecord {
 public:
  ChangeRecord(Direction direction, std::string prefix, std::size_t work_max)
      : direction_(direction), prefix_(std::move(prefix)), work_left_(work_max) {}

  /// Takes from the bounded work; false when there is none left.
  bool take(std::size_t work);
  void record(const Place& place, const Judgement& judgement);
  void record_guidance(const Place& place, std::string_view why);
  void record_breaking(const Place& place, std::string_view why);
  /// What was told to be compatible may be wrong after all: it becomes unknown.
  void doubt() { doubted_ = true; }
  bool holds_compatible() const;

  std::vector<MemberChange> finish() &&;

 private:
  void add(const Place& place, Compatibility compatibility, bool guidance, std::string_view why);
  Compatibility classify(Effect effect) const;

  Direction direction_;
  std::string prefix_;
  std::size_t work_left_;
  bool doubted_ = false;
  std::map<std::string, MemberChange> changes_;
};

}  // namespace lockstep::registry
