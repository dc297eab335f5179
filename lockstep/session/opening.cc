#include "lockstep/session/opening.h"

#include <algorithm>
#include <utility>

#include "lockstep/protocol/message.h"

namespace lockstep::session {

namespace {

/// The revisions that an error of a version mismatch names under `supported`.
std::vector<std::string_view> supported_of(const json::Value& data) {
  std::vector<std::string_view> versions;
  const json::Value* list = data.find("supported");
  if (list == nullptr) list = data.find("supportedVersions");
  if (list == nullptr) return versions;
  for (const json::Value& entry : list->elements()) {
    if (entry.is_string()) versions.push_back(entry.string());
  }
  return versions;
}

bool any_known(const std::vector<std::string_view>& versions) {
  return std::any_of(versions.begin(), versions.end(),
                     [](std::string_view v) { return protocol::parse_revision(v).has_value(); });
}

}  // namespace

void Opening::reset() {
  *this = Opening();
}

std::string Opening::version_text() const {
  if (version_unknown_) return "other";
  return revision_ ? std::string(protocol::to_string(*revision_)) : std::string();
}

Opening::Step Opening::agree(protocol::Era era, std::optional<protocol::Revision> revision,
                             std::optional<protocol::Offer> offer) {
  negotiated_ = true;
  era_ = era;
  revision_ = revision;
  version_unknown_ = !revision;
  offer_ = std::move(offer);
  return Step{.negotiated = true, .defect = {}, .offer = offer_};
}

Opening::Step Opening::initialize_result(const json::Value& result) {
  const bool was_modern = negotiated_ && era_ == protocol::Era::modern;
  protocol::Offer offer = protocol::read_offer(result);
  const auto revision = protocol::parse_revision(offer.version);
  Step step = agree(protocol::Era::legacy, revision, std::move(offer));
  if (!revision) {
    step.defect = "unsupported_version";
  } else if (was_modern || protocol::era_of(*revision) == protocol::Era::modern) {
    step.defect = "era_inconsistent";
  }
  return step;
}

Opening::Step Opening::initialize_error(std::int64_t /*code*/, const json::Value& data) {
  // Who opens with `initialize` can only go on with a legacy revision.
  const auto supported = supported_of(data);
  const bool legacy = std::any_of(supported.begin(), supported.end(), [](std::string_view v) {
    const auto revision = protocol::parse_revision(v);
    return revision && protocol::era_of(*revision) == protocol::Era::legacy;
  });
  Step step;
  if (!supported.empty() && !legacy) step.defect = "no_common_version";
  return step;
}

Opening::Step Opening::discover_result(const json::Value& result, std::string_view asked) {
  protocol::Offer offer = protocol::read_offer(result);
  const bool was_legacy = negotiated_ && era_ == protocol::Era::legacy;
  std::optional<protocol::Revision> agreed;
  bool known = offer.supported.empty();
  for (const std::string& text : offer.supported) {
    const auto revision = protocol::parse_revision(text);
    if (!revision) continue;
    known = true;
    const bool modern = protocol::era_of(*revision) == protocol::Era::modern;
    if (modern && (!agreed || text == asked)) agreed = revision;
  }
  if (!known) return Step{.negotiated = false, .defect = "no_common_version", .offer = {}};
  if (!agreed && !offer.supported.empty()) return Step{};  // legacy revisions only
  if (!agreed) agreed = protocol::parse_revision(asked);
  Step step = agree(protocol::Era::modern, agreed, std::move(offer));
  if (!agreed) {
    step.defect = "unsupported_version";
  } else if (was_legacy) {
    step.defect = "era_inconsistent";
  }
  return step;
}

Opening::Step Opening::discover_error(std::int64_t code, const json::Value& data) {
  Step step;
  const auto supported = supported_of(data);
  if (code == protocol::unsupported_version_error && !any_known(supported)) {
    step.defect = "no_common_version";
  }
  return step;
}

Opening::Step Opening::modern_request(std::string_view version) {
  if (negotiated_ && era_ == protocol::Era::legacy) {
    return Step{.negotiated = false, .defect = "era_inconsistent", .offer = {}};
  }
  if (negotiated_) return Step{};
  const auto revision = protocol::parse_revision(version);
  Step step = agree(protocol::Era::modern, revision, std::nullopt);
  if (!revision) {
    step.defect = "unsupported_version";
  } else if (protocol::era_of(*revision) == protocol::Era::legacy) {
    step.defect = "era_inconsistent";
  }
  return step;
}

Opening::Step Opening::legacy_only_message() {
  Step step;
  if (negotiated_ && era_ == protocol::Era::modern) step.defect = "era_inconsistent";
  return step;
}

Opening::Step Opening::modern_only_message() {
  Step step;
  if (negotiated_ && era_ == protocol::Era::legacy) step.defect = "era_inconsistent";
  return step;
}

}  // namespace lockstep::session
