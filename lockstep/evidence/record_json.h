#pragma once

#include <memory>
#include <string>

#include "lockstep/base/result.h"
#include "lockstep/evidence/record.h"
#include "lockstep/json/document.h"

namespace lockstep::evidence {

/// What of the tools' text goes into a written record.
enum class Detail : std::uint8_t {
  digests,  ///< names and digests only: the default of everything that is stored
  full,     ///< definitions too
};

/// One record as compact JSON, `lockstep.evidence/v1` (docs/formats/evidence-record.md).
std::string write_record(const Record& record, Detail detail = Detail::digests);

/// Reads and settles a record. Errors `invalid_record` name the member by its pointer.
/// Contradictions between members are no error: they stand in Record::contradictions and the judge
/// names them.
base::Result<Record> read_record(const json::Value& value);

/// The member `schema` names an evidence record of a version that this build reads.
bool looks_like_record(const json::Value& value);

}  // namespace lockstep::evidence
