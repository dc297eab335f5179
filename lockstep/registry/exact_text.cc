#include "lockstep/registry/exact_text.h"

#include <vector>

#include "lockstep/json/number.h"

namespace lockstep::registry {
namespace {

/// An array or object that is being written.
struct Open {
  json::Value value;
  std::size_t next = 0;
};

/// Writes a scalar or opens a container.
void begin(json::Writer& writer, const json::Value& value, std::vector<Open>& open) {
  switch (value.kind()) {
    case json::Kind::null:
      writer.null();
      return;
    case json::Kind::boolean:
      writer.boolean(value.boolean());
      return;
    case json::Kind::number:
      writer.raw(json::exact_decimal(value.lexeme()));
      return;
    case json::Kind::string:
      writer.string(value.string());
      return;
    case json::Kind::array:
      writer.begin_array();
      open.push_back({value});
      return;
    case json::Kind::object:
      writer.begin_object();
      open.push_back({value});
      return;
  }
}

}  // namespace

void write_exact(json::Writer& writer, const json::Value& value) {
  std::vector<Open> open;
  begin(writer, value, open);
  while (!open.empty()) {
    const json::Value container = open.back().value;
    const std::size_t i = open.back().next++;
    if (container.is_array() && i < container.elements().size()) {
      begin(writer, container.elements()[i], open);
    } else if (container.is_object() && i < container.members().size()) {
      writer.key(container.members()[i].name);
      begin(writer, container.members()[i].value, open);
    } else {
      container.is_array() ? writer.end_array() : writer.end_object();
      open.pop_back();
    }
  }
}

std::string exact_text(const json::Value& value) {
  std::string text;
  json::Writer writer(text);
  write_exact(writer, value);
  return text;
}

bool same_value(const json::Value& a, const json::Value& b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case json::Kind::null:
      return true;
    case json::Kind::boolean:
      return a.boolean() == b.boolean();
    case json::Kind::number:
      return a.lexeme() == b.lexeme() ||
             json::exact_decimal(a.lexeme()) == json::exact_decimal(b.lexeme());
    case json::Kind::string:
      return a.string() == b.string();
    case json::Kind::array:
      return a.elements().size() == b.elements().size() && exact_text(a) == exact_text(b);
    case json::Kind::object:
      return a.members().size() == b.members().size() && exact_text(a) == exact_text(b);
  }
  return false;
}

}  // namespace lockstep::registry
