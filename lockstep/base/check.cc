#include "lockstep/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace lockstep::base {

void check_failed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: invariant does not hold: %s\n", file, line, expression);
  std::abort();
}

}  // namespace lockstep::base
