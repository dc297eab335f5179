#include "lockstep/registry/annotations.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "lockstep/registry/exact_text.h"
#include "lockstep/registry/merge_members.h"
#include "lockstep/registry/schema_reference.h"

namespace lockstep::registry {
namespace {

using json::Value;

/// A hint, what it is when absent, and the value that is the safer one.
struct Hint {
  std::string_view name;
  bool otherwise;
  bool safe;
};
constexpr std::array hints = {Hint{"destructiveHint", true, false},
                              Hint{"openWorldHint", true, false}, Hint{"readOnlyHint", false, true},
                              Hint{"idempotentHint", false, true}};

/// What a client makes of a hint: one that is no boolean says nothing.
bool value_of(const Value* value, const Hint& hint) {
  return value != nullptr && value->is_boolean() ? value->boolean() : hint.otherwise;
}

void judge_hint(const Hint& hint, const Value* was, const Value* is, MemberChange& change) {
  const auto well_formed = [](const Value* value) {
    return value == nullptr || value->is_boolean();
  };
  const bool before = value_of(was, hint);
  const bool after = value_of(is, hint);
  change.against_safety = before == hint.safe && after != hint.safe;
  if (!well_formed(was) || !well_formed(is)) {
    change.why = "hint of a wrong type";
    return;
  }
  change.compatibility = Compatibility::compatible;
  change.why = change.against_safety ? "hint turned against safety"
               : before == after     ? "hint means the same"
                                     : "hint turned to the safe side";
}

void judge_annotation(std::string_view name, const Value* was, const Value* is,
                      MemberChange& change) {
  const auto hint = std::ranges::find(hints, name, &Hint::name);
  if (hint != hints.end()) return judge_hint(*hint, was, is, change);
  if (name != "title") {
    change.why = "annotation not understood";
    return;
  }
  change.compatibility = Compatibility::compatible;
  change.guidance = true;
  change.why = "text changed";
}

constexpr std::string_view task_default = "forbidden";

/// Whether calls without (`plain`) and with a task are taken.
struct TaskSupport {
  bool known = false;
  bool plain = true;
  bool task = false;
};

TaskSupport task_support(const Value* value) {
  const std::string_view text = value == nullptr ? task_default : value->string();
  if (text == task_default) return {.known = true};
  if (text == "optional") return {.known = true, .plain = true, .task = true};
  if (text == "required") return {.known = true, .plain = false, .task = true};
  return {};
}

void judge_execution(std::string_view name, const Value* was, const Value* is,
                     MemberChange& change) {
  const TaskSupport before = task_support(was);
  const TaskSupport after = task_support(is);
  change.why = "member not understood";
  if (name != "taskSupport" || !before.known || !after.known) return;
  const bool refuses = (before.plain && !after.plain) || (before.task && !after.task);
  change.compatibility = refuses ? Compatibility::breaking : Compatibility::compatible;
  change.why = refuses ? "a way to call is refused" : "calls are taken as before";
}

/// Both members are objects or absent; `judge` judges one key.
template <class Judge>
void compare_by_key(std::string_view member, const Value& held, const Value& offered, Judge judge,
                    std::vector<MemberChange>& changes) {
  const std::size_t known = changes.size();
  const auto well_formed = [](const Value& value) { return value.is_null() || value.is_object(); };
  if (well_formed(held) && well_formed(offered)) {
    merge_members(held, offered, [&](std::string_view name, const Value* was, const Value* is) {
      if (was != nullptr && is != nullptr && same_value(*was, *is)) return;
      MemberChange change = {.pointer = std::string(member)};
      append_pointer_token(change.pointer, name);
      judge(name, was, is, change);
      changes.push_back(std::move(change));
    });
  } else {
    changes.push_back({.pointer = std::string(member), .why = "member of a wrong type"});
  }
  if (changes.size() == known) {
    changes.push_back({.pointer = std::string(member),
                       .compatibility = Compatibility::compatible,
                       .why = "empty member added or removed"});
  }
}

}  // namespace

void compare_annotations(const Value& held, const Value& offered,
                         std::vector<MemberChange>& changes) {
  compare_by_key("/annotations", held, offered, judge_annotation, changes);
}

void compare_execution(const Value& held, const Value& offered,
                       std::vector<MemberChange>& changes) {
  compare_by_key("/execution", held, offered, judge_execution, changes);
}

}  // namespace lockstep::registry
