#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/json/value.h"

namespace lockstep::properties {

using Random = std::mt19937_64;

/// A number below `end`.
std::size_t below(Random& random, std::size_t end);
bool chance(Random& random, double probability);

/// The facts of a record whose removal must never lead to green (DESIGN section 5).
const std::vector<std::string_view>& removable_members();

/// The record without a member; the same text when it has none of that name.
std::string without_member(std::string_view record, std::string_view name);
/// The record without the last of its `pages`; the same text when it has none.
std::string without_last_page(std::string_view record);

/// Every text that taking one fact away gives, with the name of what was taken.
struct Lessened {
  std::string taken;
  std::string text;
};
std::vector<Lessened> lessen(std::string_view record);

/// The JSON with some of its values replaced by others, members dropped and members added: by
/// values of any type, and by parts of `other`.
std::string mutate(std::string_view record, std::string_view other, Random& random);

}  // namespace lockstep::properties
