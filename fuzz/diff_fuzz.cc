// The difference of any two sets or schemas is found within bounds and agrees with itself: nothing
// differs from itself, what one direction adds the other removes, a class is that of its members.
// The input is one JSON array of two: two lists of tools, or two schemas.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/json/document.h"
#include "lockstep/registry/diff.h"
#include "lockstep/registry/schema_compat.h"

namespace {

using namespace lockstep;
using namespace lockstep::registry;

void check_members(const std::vector<MemberChange>& members) {
  // What a comparison may spend on one schema, in the units of its bounded work.
  constexpr std::size_t work_max = (std::size_t{1} << 20) + 1;
  std::size_t work = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    LOCKSTEP_CHECK(!members[i].why.empty());
    LOCKSTEP_CHECK(!members[i].guidance || members[i].compatibility == Compatibility::compatible);
    if (i > 0) LOCKSTEP_CHECK(members[i - 1].pointer < members[i].pointer);
    work += 1 + members[i].pointer.size() / 64;
  }
  LOCKSTEP_CHECK(work <= 2 * work_max);
}

void check_change(const ToolChange& change) {
  check_members(change.members);
  if (change.change != Change::changed) {
    LOCKSTEP_CHECK(change.members.empty());
    return;
  }
  LOCKSTEP_CHECK(!change.members.empty());
  const auto worst = std::ranges::max(change.members, {}, &MemberChange::compatibility);
  LOCKSTEP_CHECK(change.compatibility == worst.compatibility);
  LOCKSTEP_CHECK(change.against_safety ==
                 std::ranges::any_of(change.members, &MemberChange::against_safety));
  LOCKSTEP_CHECK(change.guidance_only ==
                 std::ranges::all_of(change.members, &MemberChange::guidance));
}

Change opposite(Change change) {
  switch (change) {
    case Change::added:
      return Change::removed;
    case Change::removed:
      return Change::added;
    case Change::changed:
      return Change::changed;
  }
  return change;
}

void check_sets(const ToolSet& held, const ToolSet& offered) {
  LOCKSTEP_CHECK(diff(held, held).empty());
  const auto forward = diff(held, offered);
  const auto backward = diff(offered, held);
  LOCKSTEP_CHECK(forward.empty() == held.same_set(offered));
  LOCKSTEP_CHECK(forward.size() == backward.size());
  for (std::size_t i = 0; i < forward.size(); ++i) {
    check_change(forward[i]);
    LOCKSTEP_CHECK(forward[i].name == backward[i].name);
    LOCKSTEP_CHECK(forward[i].change == opposite(backward[i].change));
    if (i > 0) LOCKSTEP_CHECK(json::utf16_less(forward[i - 1].name, forward[i].name));
  }
  const bool rounded = only_rounded_numbers_differ(held, offered);
  LOCKSTEP_CHECK(rounded == only_rounded_numbers_differ(offered, held));
  if (rounded) LOCKSTEP_CHECK(!forward.empty());
}

void check_schemas(const json::Value& before, const json::Value& after) {
  for (const Direction direction : {Direction::input, Direction::output}) {
    LOCKSTEP_CHECK(compare_schemas(before, before, direction, "/s").empty());
    const auto changes = compare_schemas(before, after, direction, "/s");
    check_members(changes);
    for (const MemberChange& change : changes)
      LOCKSTEP_CHECK(change.pointer.starts_with("/s"));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = json::Document::parse(text);
  if (!document || document->root().elements().size() != 2) return 0;
  const json::Value& held = document->root().elements()[0];
  const json::Value& offered = document->root().elements()[1];
  if (held.is_array() && offered.is_array()) {
    check_sets(ToolSet::read(held), ToolSet::read(offered));
  } else {
    check_schemas(held, offered);
  }
  return 0;
}
