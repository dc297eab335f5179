#include "lockstep/registry/change_record.h"

#include <algorithm>
#include <utility>

#include "lockstep/registry/schema_reference.h"

namespace lockstep::registry {
namespace {

/// One unit of work is one visited value; this many bytes of text weigh as much.
constexpr std::size_t bytes_of_work = 64;

}  // namespace

std::string Place::pointer() const {
  std::vector<const Place*> chain;
  for (const Place* place = this; place != nullptr; place = place->parent)
    chain.push_back(place);
  std::string pointer(chain.back()->token);
  for (auto place = chain.rbegin() + 1; place != chain.rend(); ++place)
    append_pointer_token(pointer, (*place)->token);
  return pointer;
}

bool ChangeRecord::take(std::size_t work) {
  work_left_ = work < work_left_ ? work_left_ - work : 0;
  return work_left_ > 0;
}

void ChangeRecord::record(const Place& place, const Judgement& judgement) {
  Compatibility compatibility = classify(judgement.effect);
  if (place.scope == Scope::opaque) compatibility = Compatibility::unknown;
  if (place.scope == Scope::any_of && compatibility == Compatibility::breaking) {
    compatibility = Compatibility::unknown;
  }
  add(place, compatibility, false, judgement.why);
}

void ChangeRecord::record_guidance(const Place& place, std::string_view why) {
  add(place, Compatibility::compatible, true, why);
}

void ChangeRecord::record_breaking(const Place& place, std::string_view why) {
  const bool certain = place.scope == Scope::plain;
  add(place, certain ? Compatibility::breaking : Compatibility::unknown, false, why);
}

Compatibility ChangeRecord::classify(Effect effect) const {
  const bool input = direction_ == Direction::input;
  switch (effect) {
    case Effect::same:
      return Compatibility::compatible;
    case Effect::wider:
      return input ? Compatibility::compatible : Compatibility::breaking;
    case Effect::narrower:
      return input ? Compatibility::breaking : Compatibility::compatible;
    case Effect::crossed:
      return Compatibility::breaking;
    case Effect::perhaps_wider:
      return input ? Compatibility::compatible : Compatibility::unknown;
    case Effect::perhaps_narrower:
      return input ? Compatibility::unknown : Compatibility::compatible;
    case Effect::unknown:
      return Compatibility::unknown;
  }
  return Compatibility::unknown;
}

void ChangeRecord::add(const Place& place, Compatibility compatibility, bool guidance,
                       std::string_view why) {
  std::string pointer = place.pointer();
  if (!take(1 + pointer.size() / bytes_of_work)) return;
  MemberChange change = {
      .pointer = pointer, .compatibility = compatibility, .guidance = guidance, .why = why};
  const auto [entry, added] = changes_.try_emplace(std::move(pointer), change);
  if (added) return;
  MemberChange& known = entry->second;
  const bool both_guidance = known.guidance && guidance;
  if (compatibility > known.compatibility || (known.guidance && !guidance)) known = change;
  known.guidance = both_guidance;
}

bool ChangeRecord::holds_compatible() const {
  return std::ranges::any_of(changes_, [](const auto& entry) {
    return entry.second.compatibility == Compatibility::compatible && !entry.second.guidance;
  });
}

std::vector<MemberChange> ChangeRecord::finish() && {
  if (work_left_ == 0) {
    MemberChange& change = changes_[prefix_];
    const Compatibility known = std::max(change.compatibility, Compatibility::unknown);
    change = {.pointer = prefix_, .compatibility = known, .why = "too large to compare"};
  }
  std::vector<MemberChange> changes;
  for (auto& [pointer, change] : changes_) {
    if (doubted_ && change.compatibility == Compatibility::compatible && !change.guidance) {
      change.compatibility = Compatibility::unknown;
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace lockstep::registry
