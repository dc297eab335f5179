#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::protocol {

/// Published revisions of the specification, oldest first.
enum class Revision : std::uint8_t {
  r2024_11_05,
  r2025_03_26,
  r2025_06_18,
  r2025_11_25,
  r2026_07_28,
};
inline constexpr std::array all_revisions = {Revision::r2024_11_05, Revision::r2025_03_26,
                                             Revision::r2025_06_18, Revision::r2025_11_25,
                                             Revision::r2026_07_28};

std::string_view to_string(Revision revision);
/// nullopt for a text that is no published revision.
std::optional<Revision> parse_revision(std::string_view text);

enum class Era : std::uint8_t { legacy, modern };
std::string_view to_string(Era era);
Era era_of(Revision revision);

/// JSON-RPC batches exist only in 2025-03-26.
bool allows_batches(Revision revision);

}  // namespace lockstep::protocol
