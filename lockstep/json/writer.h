#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/json/value.h"

namespace lockstep::json {

/// Writes JSON text piece by piece into a string that the caller owns and that must outlive the
/// Writer. Commas, colons and (when `indent` > 0) line breaks come by themselves. Strings are
/// escaped as JSON needs, and so that no control, bidi, zero-width or separator character stands
/// raw in the output. Broken UTF-8 in a string comes out as U+FFFD. A key outside of an object, an
/// end that fits no begin, or a second value behind a key ends the program.
class Writer {
 public:
  explicit Writer(std::string& out, std::size_t indent = 0) : out_(out), indent_(indent) {}

  Writer& begin_object();
  Writer& end_object();
  Writer& begin_array();
  Writer& end_array();
  Writer& key(std::string_view name);
  Writer& string(std::string_view text);
  Writer& integer(std::int64_t value);
  Writer& boolean(bool value);
  Writer& null();
  /// A parsed value: numbers keep their exact text, members come sorted.
  Writer& value(const Value& value);
  /// Text that is already one JSON value.
  Writer& raw(std::string_view json);

 private:
  void scalar(const Value& value);
  void before_value();
  void before_child();
  void end(char bracket);
  void line_break();
  struct Level {
    bool object = false;
    bool empty = true;
  };
  std::string& out_;
  std::size_t indent_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

/// A value as compact JSON text: members sorted, numbers with their exact text.
std::string to_text(const Value& value);

}  // namespace lockstep::json
