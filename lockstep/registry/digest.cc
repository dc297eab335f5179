#include "lockstep/registry/digest.h"

#include <algorithm>
#include <span>

#include "lockstep/base/encoding.h"

namespace lockstep::registry {
namespace {

constexpr std::string_view prefix = "sha256:";
constexpr std::size_t short_bytes = 8;

/// The value of a lower-case hex digit, or -1.
int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

std::string_view projection_name(Projection projection) {
  switch (projection) {
    case Projection::tools_v1:
      return "mcp-tools/v1";
    case Projection::tools_full_v1:
      return "mcp-tools-full/v1";
  }
  return {};
}

std::string to_string(const Digest& digest) {
  return std::string(prefix) + base::to_hex(digest.bytes);
}

std::string short_form(const Digest& digest) {
  return base::to_hex(std::span(digest.bytes).first(short_bytes));
}

base::Result<Digest> parse_digest(std::string_view text) {
  Digest digest;
  const auto invalid = [] {
    return base::failure("invalid_digest", "A digest is sha256: and 64 lower-case hex digits.");
  };
  if (!text.starts_with(prefix)) return invalid();
  text.remove_prefix(prefix.size());
  if (text.size() != 2 * digest.bytes.size()) return invalid();
  for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
    const int high = nibble(text[2 * i]);
    const int low = nibble(text[2 * i + 1]);
    if (high < 0 || low < 0) return invalid();
    digest.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return digest;
}

}  // namespace lockstep::registry
