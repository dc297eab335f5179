#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/base/result.h"
#include "lockstep/json/value.h"

namespace lockstep::json {

/// Text in the form of RFC 8785. Only the functions of this header make it, so whoever holds one
/// may digest it.
class CanonicalText {
 public:
  std::string_view view() const { return text_; }
  bool operator==(const CanonicalText&) const = default;

 private:
  friend class CanonicalWriter;
  explicit CanonicalText(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

/// RFC 8785 (JCS) of a value. Error `number_out_of_range`: a number beyond the doubles (`1e400`).
base::Result<CanonicalText> canonicalize(const Value& value);

/// Builds canonical text of arrays and objects out of values; names must be given sorted.
/// Numbers whose RFC 8785 text is another decimal value than what stood in the input set lossy();
/// a number beyond the doubles is written as its exact decimal and sets lossy() too.
class CanonicalWriter {
 public:
  void begin_array();
  void end_array();
  void begin_object();
  void end_object();
  void name(std::string_view unescaped);
  void value(const Value& value);
  bool lossy() const { return lossy_; }
  /// A number beyond the doubles was written.
  bool out_of_range() const { return out_of_range_; }
  /// A number was written in another spelling than it had in the input (`1.0`, `1e2`).
  bool respelled() const { return respelled_; }
  /// Bytes written so far; for digests of parts.
  std::string_view written() const { return {text_.data(), size_}; }
  /// Drops the bytes written so far and keeps their room, for who has digested them and goes on. A
  /// text of which something was dropped cannot be finished.
  void drop_written();
  CanonicalText finish() &&;

 private:
  /// An array or object of value() that is being written.
  struct Open {
    Value value;
    std::size_t next = 0;
  };
  /// Where the next bytes go; `bytes` of them may be written.
  char* room(std::size_t bytes) {
    if (text_.size() - size_ < bytes) grow(bytes);
    return text_.data() + size_;
  }
  void put(char byte) {
    *room(1) = byte;
    ++size_;
  }
  void grow(std::size_t bytes);
  void put(std::string_view bytes);
  void comma();
  void scalar(const Value& value);
  void number(std::string_view lexeme);
  void string(std::string_view unescaped);
  void begin(const Value& container);

  /// The text is the first size_ bytes; behind them is room that grows by doubling.
  std::string text_;
  std::size_t size_ = 0;
  std::vector<Open> open_;
  bool lossy_ = false;
  bool out_of_range_ = false;
  bool respelled_ = false;
  bool need_comma_ = false;
  bool dropped_ = false;
};

}  // namespace lockstep::json
