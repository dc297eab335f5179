#pragma once

#include <string_view>

#include "lockstep/json/value.h"

namespace lockstep::registry {

/// Calls `visit(name, before, after)` for each member name of two objects, sorted; a pointer is
/// null where that object has no such member.
template <class Visit>
void merge_members(const json::Value& before, const json::Value& after, Visit visit) {
  const auto old_members = before.members();
  const auto new_members = after.members();
  auto old_member = old_members.begin();
  auto new_member = new_members.begin();
  while (old_member != old_members.end() || new_member != new_members.end()) {
    const bool old_done = old_member == old_members.end();
    const bool new_done = new_member == new_members.end();
    if (!old_done && !new_done && old_member->name == new_member->name) {
      visit(old_member->name, &old_member->value, &new_member->value);
      ++old_member;
      ++new_member;
    } else if (new_done || (!old_done && json::utf16_less(old_member->name, new_member->name))) {
      visit(old_member->name, &old_member->value, nullptr);
      ++old_member;
    } else {
      visit(new_member->name, nullptr, &new_member->value);
      ++new_member;
    }
  }
}

}  // namespace lockstep::registry
