#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace lockstep::json {

/// Finds where the tokens of a JSON text begin, by the vectorized first stage of simdjson, and
/// keeps its memory from one text to the next. The only place that knows simdjson.
///
/// A token begins at each bracket, colon and comma outside of strings, at each opening quote, and
/// at the first byte of each run of other characters. Behind the closing quote of a string comes
/// nothing but white space until the next token. The bytes of a token are not looked at: `1"a"` is
/// one token that only the reader of numbers refuses.
class TokenIndex {
 public:
  enum class Outcome : std::uint8_t { found, empty, broken };

  TokenIndex();
  ~TokenIndex();
  TokenIndex(TokenIndex&&) noexcept;
  TokenIndex& operator=(TokenIndex&&) noexcept;

  /// Texts of 4 GiB and more are not supported.
  static constexpr std::size_t bytes_max = 0xFFFF'FF00;

  /// Bytes behind the text that must be readable.
  static constexpr std::size_t padding = 64;

  /// `found` proves that the text is UTF-8 and that each string is closed and free of raw control
  /// characters.
  Outcome find(const char* text, std::size_t size);

  /// Offsets in order. Behind the last stands the size of the text.
  const std::uint32_t* begin() const;
  std::size_t count() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::json
