#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lockstep/json/value.h"
#include "lockstep/protocol/list_result.h"
#include "lockstep/protocol/revision.h"

namespace lockstep::session {

/// Era detection and version negotiation as a state machine (specification, "Lifecycle" of the
/// legacy revisions and "Versioning" of 2026-07-28). It takes what either side said and answers
/// what follows.
class Opening {
 public:
  /// What one step showed.
  struct Step {
    bool negotiated = false;
    /// Empty, or `no_common_version`, `unsupported_version`, `era_inconsistent`.
    std::string_view defect;
    std::optional<protocol::Offer> offer;
  };

  /// The answer to `initialize`.
  Step initialize_result(const json::Value& result);
  Step initialize_error(std::int64_t code, const json::Value& data);
  /// The answer to `server/discover`; `asked` is the version of the request's `_meta`.
  Step discover_result(const json::Value& result, std::string_view asked);
  Step discover_error(std::int64_t code, const json::Value& data);
  /// A request other than an opening one carried this version in `_meta`.
  Step modern_request(std::string_view version);
  /// A message that only the legacy era has (or only the modern one) was sent.
  Step legacy_only_message();
  Step modern_only_message();

  /// A new process or connection: nothing is negotiated.
  void reset();

  std::optional<protocol::Era> era() const { return era_; }
  std::optional<protocol::Revision> revision() const { return revision_; }
  /// The version as text; `other` when it is no published revision.
  std::string version_text() const;
  const std::optional<protocol::Offer>& offer() const { return offer_; }
  bool negotiated() const { return negotiated_; }

 private:
  Step agree(protocol::Era era, std::optional<protocol::Revision> revision,
             std::optional<protocol::Offer> offer);
  bool negotiated_ = false;
  bool version_unknown_ = false;
  std::optional<protocol::Era> era_;
  std::optional<protocol::Revision> revision_;
  std::optional<protocol::Offer> offer_;
};

}  // namespace lockstep::session
