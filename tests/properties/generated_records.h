#pragma once

#include <string>
#include <vector>

#include "lockstep/base/time.h"
#include "tests/properties/record_text.h"

namespace lockstep::properties {

/// A record as text, and the moment at which it is judged by its own policy.
struct Sample {
  std::string id;
  std::string text;
  base::TimePoint now;
};

/// A record of a session that went well (each kind of green has its share) and to which up to three
/// things happened: a newer signal, a page lost, a channel ended, another registry, … A third is
/// written as by hand, a third as Lockstep writes it with definitions, a third with digests.
Sample generate(Random& random, std::size_t number);

}  // namespace lockstep::properties
