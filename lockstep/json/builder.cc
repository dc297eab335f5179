#include "lockstep/json/builder.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "lockstep/json/lexer.h"
#include "lockstep/json/member_order.h"

namespace lockstep::json {
namespace {

/// The spaces behind the text end its last token and let names be read eight bytes at a time.
static_assert(TokenIndex::padding >= name_padding);

/// Each child of an array takes two tokens (itself and a comma or the closing bracket), each member
/// of an object four, so this many bytes for each token are always enough.
constexpr std::size_t node_bytes_per_token = 8;
static_assert(sizeof(Value) == 2 * node_bytes_per_token);
static_assert(sizeof(Member) == 4 * node_bytes_per_token);

/// After a longer text the working memory is given back.
constexpr std::size_t kept_bytes_max = 4 << 20;

const char* find_backslash(const char* from, const char* end) {
  const void* found = std::memchr(from, '\\', static_cast<std::size_t>(end - from));
  return found == nullptr ? end : static_cast<const char*>(found);
}

}  // namespace

base::Result<Document> Builder::build(std::string_view text, const ParseLimits& limits) {
  base::Result<Document> document = build_tree(text, limits);
  if (text.size() > kept_bytes_max) *this = Builder();
  return document;
}

base::Result<Document> Builder::build_tree(std::string_view text, const ParseLimits& limits) {
  input_ = text;
  limits_ = limits;
  const std::size_t bytes_max = std::min(limits.bytes_max, TokenIndex::bytes_max);
  if (text.size() > bytes_max) {
    return tl::unexpected(error_at("too_large", "the text is longer than allowed", bytes_max));
  }
  Document document;
  document.memory_ = std::make_unique<Document::Memory>();
  copy_text(*document.memory_);
  switch (tokens_.find(text_, text.size())) {
    case TokenIndex::Outcome::found:
      break;
    case TokenIndex::Outcome::empty:
      return tl::unexpected(error_at("empty_document", "there is no value", text.size()));
    case TokenIndex::Outcome::broken:
      return tl::unexpected(text_fault().value_or(base::Error{"syntax", "this is not JSON"}));
  }
  prepare(*document.memory_);
  if (!run()) return tl::unexpected(std::move(error_));
  document.root_ = root_;
  return document;
}

void Builder::copy_text(Document::Memory& memory) {
  const std::size_t size = input_.size();
  memory.text = std::make_unique_for_overwrite<char[]>(size + TokenIndex::padding);
  text_ = memory.text.get();
  std::copy_n(input_.data(), size, text_);
  std::memset(text_ + size, ' ', TokenIndex::padding);
}

void Builder::prepare(Document::Memory& memory) {
  memory.nodes =
      std::make_unique_for_overwrite<std::byte[]>(tokens_.count() * node_bytes_per_token);
  free_node_ = memory.nodes.get();
  next_ = tokens_.begin();
  next_backslash_ = find_backslash(text_, text_ + input_.size());
  open_.clear();
  elements_.clear();
  members_.clear();
}

bool Builder::run() {
  for (;;) {
    Value* const slot = next_slot();
    if (slot == nullptr) return false;
    const Step step = read_value(*slot);
    if (step == Step::failed) return false;
    if (step == Step::opened) continue;
    if (!read_separators()) return false;
    if (open_.empty()) return refuse_trailing();
  }
}

/// Where the next value goes; nullptr when its name cannot be read. Values are filled where they
/// stand: a copy of one that was just written would wait for its parts to arrive in memory.
Value* Builder::next_slot() {
  if (open_.empty()) return &(root_ = Value());
  if (open_.back().kind == Kind::array) return &elements_.emplace_back();
  return read_name() ? &members_.back().value : nullptr;
}

/// The value that was read last, or whose last child was.
Value& Builder::newest() {
  if (open_.empty()) return root_;
  return open_.back().kind == Kind::array ? elements_.back() : members_.back().value;
}

bool Builder::read_name() {
  std::string_view name;
  if (current() != '"') {
    return fail("syntax", "a member name is expected", *next_, Blame::container);
  }
  if (!read_string(name, Blame::container)) return false;
  members_.push_back({name, Value()});
  if (current() != ':') {
    return fail("syntax", "a colon is expected behind a member name", *next_, Blame::value);
  }
  ++next_;
  return true;
}

Builder::Step Builder::read_value(Value& value) {
  switch (current()) {
    case '"': {
      std::string_view text;
      if (!read_string(text, Blame::value)) return Step::failed;
      set(value, Kind::string, text);
      return Step::complete;
    }
    case '{':
      return open(Kind::object, value);
    case '[':
      return open(Kind::array, value);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      return read_number(value);
    default:
      return read_literal(value);
  }
}

Builder::Step Builder::read_number(Value& value) {
  const char* const first = text_ + *next_;
  const char* const end = scan_number(first);
  if (end == nullptr || !ends_token(*end)) {
    fail("syntax", "this is not a JSON number", *next_, Blame::value);
    return Step::failed;
  }
  set(value, Kind::number, {first, static_cast<std::size_t>(end - first)});
  ++next_;
  return Step::complete;
}

Builder::Step Builder::read_literal(Value& value) {
  const std::string_view rest(text_ + *next_, TokenIndex::padding / 2);
  const auto is = [rest](std::string_view word) {
    return rest.starts_with(word) && ends_token(rest[word.size()]);
  };
  if (is("null")) {
    value.kind_ = Kind::null;
  } else if (is("true") || is("false")) {
    value.kind_ = Kind::boolean;
    value.size_ = rest[0] == 't' ? 1 : 0;
  } else {
    const bool at_end = *next_ == input_.size();
    fail("syntax", at_end ? "the text ends where a value is expected" : "a value is expected",
         *next_, Blame::value);
    return Step::failed;
  }
  ++next_;
  return Step::complete;
}

Builder::Step Builder::open(Kind kind, Value& value) {
  if (open_.size() >= limits_.depth_max) {
    fail("too_deep", "arrays and objects are nested deeper than allowed", *next_, Blame::value);
    return Step::failed;
  }
  ++next_;
  if (current() == (kind == Kind::object ? '}' : ']')) {
    ++next_;
    value.kind_ = kind;
    return Step::complete;
  }
  open_.push_back({kind, kind == Kind::object ? members_.size() : elements_.size()});
  return Step::opened;
}

bool Builder::read_string(std::string_view& out, Blame blame) {
  char* const first = text_ + *next_ + 1;
  ++next_;
  char* end = text_ + *next_ - 1;
  while (*end != '"')
    --end;
  if (next_backslash_ < end) return unescape(first, end, out, blame);
  out = {first, static_cast<std::size_t>(end - first)};
  return true;
}

bool Builder::unescape(char* first, char* end, std::string_view& out, Blame blame) {
  const char* const quote = end;
  if (auto error = unescape_in_place(text_ + (next_backslash_ - text_), end)) {
    const auto offset = static_cast<std::size_t>(error->at - text_);
    if (error->kind == EscapeError::Kind::lone_surrogate) {
      return fail("lone_surrogate", "half of a surrogate pair stands alone", offset, blame);
    }
    return fail("syntax", "this is not a JSON escape sequence", offset, blame);
  }
  out = {first, static_cast<std::size_t>(end - first)};
  next_backslash_ = find_backslash(quote, text_ + input_.size());
  return true;
}

/// Reads what follows a value: closing brackets, then a comma unless the root is closed.
bool Builder::read_separators() {
  while (!open_.empty()) {
    const bool object = open_.back().kind == Kind::object;
    const char byte = current();
    if (byte == ',') {
      ++next_;
      return true;
    }
    if (byte != (object ? '}' : ']')) {
      return fail("syntax", "a comma or the closing bracket is expected", *next_, Blame::container);
    }
    ++next_;
    if (object) {
      const std::span<Member> all = std::span(members_).subspan(open_.back().first);
      sort_members(all);
      if (!refuse_duplicates(all)) return false;
      close(Kind::object, members_);
    } else {
      close(Kind::array, elements_);
    }
  }
  return true;
}

/// Moves the children of the innermost array or object to their place in the document.
template <class T>
void Builder::close(Kind kind, std::vector<T>& stack) {
  const std::size_t first = open_.back().first;
  const std::size_t count = stack.size() - first;
  auto* const kept = reinterpret_cast<T*>(free_node_);
  std::uninitialized_copy_n(stack.data() + first, count, kept);
  stack.resize(first);
  free_node_ += count * sizeof(T);
  open_.pop_back();
  Value& value = newest();
  value.kind_ = kind;
  value.size_ = static_cast<std::uint32_t>(count);
  value.data_ = kept;
}

bool Builder::refuse_duplicates(std::span<const Member> members) {
  const char* earliest = nullptr;
  std::string_view name;
  for (std::size_t i = 1; i < members.size(); ++i) {
    if (members[i].name != members[i - 1].name) continue;
    const char* const second = std::max(members[i].name.data(), members[i - 1].name.data());
    if (earliest != nullptr && earliest <= second) continue;
    earliest = second;
    name = members[i].name;
  }
  if (earliest == nullptr) return true;
  // The pointer shows the last member of the open object, as if it were being read.
  members_.push_back({name, Value()});
  return fail("duplicate_member", "an object has two members of one name",
              static_cast<std::size_t>(earliest - text_) - 1, Blame::value);
}

bool Builder::refuse_trailing() {
  if (*next_ == input_.size()) return true;
  return fail("trailing_bytes", "something stands behind the value", *next_, Blame::container);
}

void Builder::set(Value& value, Kind kind, std::string_view text) {
  value.kind_ = kind;
  value.size_ = static_cast<std::uint32_t>(text.size());
  value.data_ = text.data();
}

}  // namespace lockstep::json
