#pragma once

#include <string_view>
#include <vector>

#include "lockstep/base/time.h"
#include "lockstep/evidence/policy.h"
#include "lockstep/evidence/record.h"
#include "lockstep/verdict/reason.h"

namespace lockstep::verdict {

/// Something worth knowing beside the reason. Views point into the record or are static.
struct Note {
  std::string_view code;
  std::string_view facts;
};

/// What the rules say of one record.
struct Judgement {
  Reason reason = Reason::no_discovery;
  /// What else holds, in the order of the rules.
  std::vector<Note> notes;

  Verdict verdict() const { return verdict_of(reason); }
};

/// The verdict on settled evidence at a moment (DESIGN section 5). Pure and total: no I/O, no
/// clock, no allocation beyond the notes; the same arguments give the same answer. The judgement
/// must not outlive the record.
Judgement judge(const evidence::Record& record, const evidence::Policy& policy,
                base::TimePoint now);

}  // namespace lockstep::verdict
