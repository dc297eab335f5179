#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/result.h"
#include "lockstep/json/document.h"
#include "lockstep/json/token_index.h"

namespace lockstep::json {

/// The text of a document (unescaped in place, padded) and the children of its arrays and objects.
struct Document::Memory {
  std::unique_ptr<char[]> text;
  std::unique_ptr<std::byte[]> nodes;
};

/// Turns the tokens of one text after another into a tree of values. Its stacks stand in for
/// recursion: children are gathered on one of them and move into the document's memory, side by
/// side, when their array or object closes. The last one of an array or object that is still open
/// is the one being read.
class Builder {
 public:
  base::Result<Document> build(std::string_view text, const ParseLimits& limits);

 private:
  enum class Step : std::uint8_t { complete, opened, failed };
  /// What an error's pointer shows: the child that is being read, or what holds it.
  enum class Blame : std::uint8_t { value, container };
  struct Open {
    Kind kind;
    /// Where its children begin on their stack.
    std::size_t first;
  };

  base::Result<Document> build_tree(std::string_view text, const ParseLimits& limits);
  void copy_text(Document::Memory& memory);
  void prepare(Document::Memory& memory);
  bool run();
  bool read_name();
  Step read_value(Value& value);
  Step read_number(Value& value);
  Step read_literal(Value& value);
  Step open(Kind kind, Value& value);
  bool read_string(std::string_view& out, Blame blame);
  bool unescape(char* first, char* end, std::string_view& out, Blame blame);
  bool read_separators();
  template <class T>
  void close(Kind kind, std::vector<T>& stack);
  bool refuse_duplicates(std::span<const Member> members);
  bool refuse_trailing();
  Value* next_slot();
  Value& newest();
  static void set(Value& value, Kind kind, std::string_view text);
  char current() const { return text_[*next_]; }
  bool fail(const char* code, const char* message, std::size_t offset, Blame blame);
  std::optional<base::Error> text_fault() const;
  base::Error error_at(const char* code, const char* message, std::size_t offset) const;
  std::string pointer(Blame blame) const;

  TokenIndex tokens_;
  std::vector<Open> open_;
  std::vector<Value> elements_;
  std::vector<Member> members_;

  std::string_view input_;
  ParseLimits limits_;
  char* text_ = nullptr;
  const std::uint32_t* next_ = nullptr;
  const char* next_backslash_ = nullptr;
  std::byte* free_node_ = nullptr;
  Value root_;
  base::Error error_;
};

}  // namespace lockstep::json
