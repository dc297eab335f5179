#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/base/hash.h"
#include "lockstep/base/result.h"

namespace lockstep::registry {

/// Which members of a tool a digest covers.
enum class Projection : std::uint8_t {
  /// `mcp-tools/v1`: name, title, description, inputSchema, outputSchema, annotations, execution;
  /// a member that is null at this top level is left out.
  tools_v1,
  /// `mcp-tools-full/v1`: every member.
  tools_full_v1,
};
std::string_view projection_name(Projection projection);

/// SHA-256 of a canonical text.
struct Digest {
  base::Sha256 bytes{};
  bool operator==(const Digest&) const = default;
  auto operator<=>(const Digest&) const = default;
};

/// `sha256:` and 64 hex digits.
std::string to_string(const Digest& digest);
/// The first 16 hex digits, for people.
std::string short_form(const Digest& digest);
/// Reads `sha256:` and 64 lower-case hex digits. Error: `invalid_digest`.
base::Result<Digest> parse_digest(std::string_view text);

}  // namespace lockstep::registry
