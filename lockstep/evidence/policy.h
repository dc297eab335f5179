#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/base/result.h"
#include "lockstep/json/value.h"
#include "lockstep/json/writer.h"

namespace lockstep::evidence {

/// What a client declares to leave out or to rename.
struct Filter {
  /// Names to keep; `*` stands for any run of characters. Empty: all, unless `nothing`.
  std::vector<std::string> include;
  /// Names to leave out.
  std::vector<std::string> exclude;
  /// A list of names to keep was declared, and it is empty.
  bool nothing = false;
  bool operator==(const Filter&) const = default;
};

/// Rules of an operator about one pair. A member that is not set is not ruled.
struct Policy {
  std::optional<bool> refresh_on_reconnect;
  /// How old a complete traversal may be and still count as fresh, in milliseconds.
  std::optional<std::int64_t> max_age_ms;
  /// How long a client has to react before it counts as stale, in milliseconds; 0 by default.
  std::optional<std::int64_t> settle_ms;
  /// When a request without an answer has failed, in milliseconds; 30,000 by default.
  std::optional<std::int64_t> request_timeout_ms;
  std::optional<Filter> filter;
  /// Declared prefix of every exposed name.
  std::optional<std::string> name_prefix;
  /// Declared rename: a template with `{name}` and `{server}`.
  std::optional<std::string> name_template;

  bool operator==(const Policy&) const = default;
};

/// Reads a policy object. Unknown members are ignored; a wrong type is an error `invalid_policy`
/// with its pointer.
base::Result<Policy> read_policy(const json::Value& value);
void write_policy(json::Writer& writer, const Policy& policy);
/// `over` where it says something, else `under`.
Policy merge(const Policy& under, const Policy& over);

}  // namespace lockstep::evidence
