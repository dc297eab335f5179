#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace lockstep::base {

/// Why an input could not be used. The world failed, not the program.
struct Error {
  /// Stable snake_case name of the kind of failure, e.g. `duplicate_member`, `invalid_utf8`.
  std::string code;
  /// One sentence in plain words, without the offending bytes (they are hostile text).
  std::string message;
  /// Byte offset in the input, counted from 0, where it is known.
  std::optional<std::size_t> offset = std::nullopt;
  /// Line of the input, counted from 1, where it is known.
  std::optional<std::size_t> line = std::nullopt;
  /// RFC 6901 pointer to the value at fault; empty for the whole document or when unknown.
  std::string pointer = {};

  bool operator==(const Error&) const = default;
};

/// A value, or the reason why there is none.
template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};

/// Makes the failing side of any Result.
inline tl::unexpected<Error> failure(std::string code, std::string message) {
  return tl::unexpected<Error>(Error{std::move(code), std::move(message)});
}

}  // namespace lockstep::base
