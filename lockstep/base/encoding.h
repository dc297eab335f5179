#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "lockstep/base/result.h"

namespace lockstep::base {

/// Lower-case hex, two digits a byte.
std::string to_hex(std::span<const std::uint8_t> bytes);

/// RFC 4648 base64 with padding, standard alphabet.
std::string to_base64(std::string_view bytes);

/// Strict RFC 4648 base64 (padding needed, no white space, no stray bits). Error: `invalid_base64`.
Result<std::string> from_base64(std::string_view text);

}  // namespace lockstep::base
