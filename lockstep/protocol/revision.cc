#include "lockstep/protocol/revision.h"

#include "lockstep/base/check.h"

namespace lockstep::protocol {

std::string_view to_string(Revision revision) {
  switch (revision) {
    case Revision::r2024_11_05:
      return "2024-11-05";
    case Revision::r2025_03_26:
      return "2025-03-26";
    case Revision::r2025_06_18:
      return "2025-06-18";
    case Revision::r2025_11_25:
      return "2025-11-25";
    case Revision::r2026_07_28:
      return "2026-07-28";
  }
  base::check_failed("revision is one of the published ones", __FILE__, __LINE__);
}

std::optional<Revision> parse_revision(std::string_view text) {
  for (const Revision revision : all_revisions) {
    if (text == to_string(revision)) return revision;
  }
  return std::nullopt;
}

std::string_view to_string(Era era) {
  switch (era) {
    case Era::legacy:
      return "legacy";
    case Era::modern:
      return "modern";
  }
  base::check_failed("era is legacy or modern", __FILE__, __LINE__);
}

Era era_of(Revision revision) {
  return revision >= Revision::r2026_07_28 ? Era::modern : Era::legacy;
}

bool allows_batches(Revision revision) {
  return revision == Revision::r2025_03_26;
}

}  // namespace lockstep::protocol
