#pragma once

#include <cstddef>
#include <string_view>

#include "apps/lockstep/command.h"
#include "lockstep/base/result.h"
#include "lockstep/recording/audit.h"

namespace lockstep::app {

inline constexpr std::size_t document_bytes_default = recording::AuditLimits{}.document_bytes_max;

/// The value of an option that is a number of bytes, `300M` with one of the letters K, M, G, or
/// what holds without it. Error: `usage`.
base::Result<std::size_t> read_size_option(const Arguments& arguments, std::string_view option,
                                           std::size_t otherwise);

}  // namespace lockstep::app
