#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "lockstep/json/value.h"

namespace lockstep::json {

/// Bytes behind each name that sort_members may read.
inline constexpr std::size_t name_padding = 8;

/// Sorts members by the UTF-16 code units of their names. Behind each name must lie `name_padding`
/// readable bytes.
void sort_members(std::span<Member> members);

}  // namespace lockstep::json
