#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "lockstep/base/result.h"
#include "lockstep/json/value.h"

namespace lockstep::json {

/// Limits of one document.
struct ParseLimits {
  /// Bytes of the whole text; 4 GiB at most, whatever stands here. A usual Document takes two to
  /// three times its text. The worst text (`[0,0,0`…) takes 9 times, and 30 while it is parsed.
  std::size_t bytes_max = 64u << 20;
  /// Arrays and objects inside one another.
  std::size_t depth_max = 512;
};

/// A parsed JSON text (RFC 8259) and the memory of its values. Movable, not copyable; values stay
/// valid over a move. The input bytes need not outlive it.
///
/// Strict: duplicate member names (compared unescaped, at any depth), invalid UTF-8, lone
/// surrogates, anything behind the value, and texts over a limit are errors with byte offset, line
/// and, where it is cheap to know, a JSON pointer. Error codes: `syntax`, `empty_document`,
/// `duplicate_member`, `invalid_utf8`, `lone_surrogate`, `trailing_bytes`, `too_deep`, `too_large`.
/// A BOM is a syntax error. The pointer of an error shows the value at fault or what holds it, and
/// is left empty where it would be long. Input never drives recursion.
class Document {
 public:
  static base::Result<Document> parse(std::string_view text, const ParseLimits& limits = {});

  /// The document `null`.
  Document();
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  const Value& root() const { return root_; }

 private:
  friend class Builder;
  struct Memory;
  std::unique_ptr<Memory> memory_;
  Value root_;
};

/// Parses one document after another and keeps its working memory, except after a text of more than
/// 4 MiB; for streams of many lines. A Document that it returned stays valid on its own. One thread
/// at a time.
class Parser {
 public:
  explicit Parser(ParseLimits limits = {});
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  base::Result<Document> parse(std::string_view text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::json
