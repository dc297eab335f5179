#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/time.h"
#include "lockstep/evidence/record.h"
#include "lockstep/verdict/result.h"

namespace lockstep::verdict {

/// Where the moment of judgement came from.
struct Moment {
  base::TimePoint now;
  std::string_view from;  // option, input, recording, clock
};

/// Judges one record and says everything that a verdict carries. `policy` is merged over the
/// record's own. The record must carry its digest (Record::digest).
Result examine(std::string id, const evidence::Record& record, const evidence::Policy& policy,
               const Moment& moment);

/// One result for several pairs: the worst pair's, with all of them in `pairs`. Needs at least one.
Result worst_of(std::string id, std::vector<Result> pairs);

}  // namespace lockstep::verdict
