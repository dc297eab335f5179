#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lockstep::json {

enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

struct Member;

/// A JSON value inside a Document: a small handle that is copied freely and is valid as long as the
/// Document that made it. A default-constructed Value is JSON null and always valid.
class Value {
 public:
  Value() = default;

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }
  bool is_boolean() const { return kind_ == Kind::boolean; }
  bool is_number() const { return kind_ == Kind::number; }
  bool is_string() const { return kind_ == Kind::string; }
  bool is_array() const { return kind_ == Kind::array; }
  bool is_object() const { return kind_ == Kind::object; }

  /// The value of a boolean; false for any other kind.
  bool boolean() const { return kind_ == Kind::boolean && size_ == 1; }
  /// The unescaped UTF-8 of a string; empty for any other kind.
  std::string_view string() const;
  /// The exact text of a number as it stood in the input; empty for any other kind.
  std::string_view lexeme() const;
  /// The value of a number that is a whole number in the range of int64, in whatever form it is
  /// written (`1`, `1.0`, `1e3`); nullopt for anything else.
  std::optional<std::int64_t> integer() const;

  /// The elements of an array in their order; empty for any other kind.
  std::span<const Value> elements() const;
  /// The members of an object sorted by the UTF-16 code units of their names (RFC 8785 section
  /// 3.2.3), names unescaped and unique; empty for any other kind.
  std::span<const Member> members() const;
  /// A member of an object by its unescaped name; nullptr when there is none or this is no object.
  const Value* find(std::string_view name) const;
  /// A member's value, or JSON null when there is none.
  Value operator[](std::string_view name) const;

 private:
  friend class Builder;
  Kind kind_ = Kind::null;
  std::uint32_t size_ = 0;
  const void* data_ = nullptr;
};

struct Member {
  std::string_view name;
  Value value;
};

/// Order of RFC 8785: by UTF-16 code units.
bool utf16_less(std::string_view a, std::string_view b);

}  // namespace lockstep::json
