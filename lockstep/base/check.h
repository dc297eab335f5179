#pragma once

namespace lockstep::base {

/// Ends the program: an invariant of ours does not hold. Never used about input.
[[noreturn]] void check_failed(const char* expression, const char* file, int line);

}  // namespace lockstep::base

/// An assertion that stays on in release builds.
#define LOCKSTEP_CHECK(expression)     \
  ((expression) ? static_cast<void>(0) \
                : ::lockstep::base::check_failed(#expression, __FILE__, __LINE__))
