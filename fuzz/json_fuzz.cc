// Any bytes: the parser refuses them with a place inside of them, or gives a tree whose text is
// read back as the same tree.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/json/document.h"
#include "lockstep/json/number.h"
#include "lockstep/json/writer.h"

namespace json = lockstep::json;

namespace {

void check_number(std::string_view lexeme) {
  const std::string exact = json::exact_decimal(lexeme);
  LOCKSTEP_CHECK(exact.size() <= 2 * lexeme.size() + 24);
  LOCKSTEP_CHECK(json::exact_decimal(exact) == exact);
  LOCKSTEP_CHECK(json::to_integer(exact) == json::to_integer(lexeme));
  const auto value = json::to_double(lexeme);
  LOCKSTEP_CHECK(json::to_double(exact) == value);
  if (value) LOCKSTEP_CHECK(json::to_double(json::ecmascript_number(*value)) == *value);
  if (json::is_exact_in_rfc8785(lexeme)) {
    LOCKSTEP_CHECK(json::exact_decimal(json::ecmascript_number(value.value())) == exact);
  }
}

void check_tree(const json::Value& root) {
  std::vector<json::Value> waiting = {root};
  while (!waiting.empty()) {
    const json::Value value = waiting.back();
    waiting.pop_back();
    if (value.is_number()) check_number(value.lexeme());
    for (const json::Value& element : value.elements())
      waiting.push_back(element);
    const auto members = value.members();
    for (std::size_t i = 0; i < members.size(); ++i) {
      LOCKSTEP_CHECK(i == 0 || json::utf16_less(members[i - 1].name, members[i].name));
      LOCKSTEP_CHECK(value.find(members[i].name) == &members[i].value);
      waiting.push_back(members[i].value);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const json::ParseLimits limits{.bytes_max = 1 << 20, .depth_max = 64};
  const auto document = json::Document::parse(text, limits);
  if (!document) {
    LOCKSTEP_CHECK(document.error().offset.value() <= size);
    LOCKSTEP_CHECK(document.error().line.value() >= 1);
    return 0;
  }
  check_tree(document->root());
  json::Parser parser(limits);
  for (const std::size_t indent : {0, 2}) {
    std::string written;
    json::Writer(written, indent).value(document->root());
    const auto again = parser.parse(written);
    LOCKSTEP_CHECK(again.has_value());
    LOCKSTEP_CHECK(json::to_text(again->root()) == json::to_text(document->root()));
  }
  return 0;
}
