#pragma once

#include <string>
#include <string_view>

namespace lockstep::evidence {

/// `fp:` and 16 hex digits of a keyed hash: stands for an opaque text (a cursor) that must not be
/// stored. Equal texts under one key have equal fingerprints.
std::string fingerprint(std::string_view key, std::string_view text);

/// `hmac:` and 16 hex digits, for an authorization context.
std::string context_fingerprint(std::string_view key, std::string_view context);

}  // namespace lockstep::evidence
