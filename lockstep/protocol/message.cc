#include "lockstep/protocol/message.h"

#include <string>

#include "lockstep/json/number.h"

namespace lockstep::protocol {
namespace {

bool has(const json::Value& object, std::string_view name) {
  return object.find(name) != nullptr;
}

Message read_call(const json::Value& value, Id id) {
  Message message;
  if (!value["method"].is_string()) return message;
  if (has(value, "result") || has(value, "error")) return message;
  message.kind = id.empty() ? MessageKind::notification : MessageKind::request;
  message.id = std::move(id);
  message.method = value["method"].string();
  message.params = value["params"];
  return message;
}

Message read_result(const json::Value& value, Id id) {
  Message message;
  if (has(value, "error") || id.empty()) return message;
  message.kind = MessageKind::result;
  message.id = std::move(id);
  message.result = value["result"];
  return message;
}

Message read_error(const json::Value& value, Id id) {
  Message message;
  const json::Value error = value["error"];
  const std::optional<std::int64_t> code = error["code"].integer();
  if (!code) return message;
  message.kind = MessageKind::error;
  message.id = std::move(id);
  message.error_code = *code;
  message.error_data = error["data"];
  return message;
}

}  // namespace

Id read_id(const json::Value& value) {
  switch (value.kind()) {
    case json::Kind::null:
      return "null";
    case json::Kind::string:
      return "s" + std::string(value.string());
    case json::Kind::number:
      break;
    case json::Kind::boolean:
    case json::Kind::array:
    case json::Kind::object:
      return {};
  }
  if (const std::optional<std::int64_t> integer = value.integer()) {
    return "i" + std::to_string(*integer);
  }
  return "n" + json::exact_decimal(value.lexeme());
}

Message read_message(const json::Value& value) {
  if (value["jsonrpc"].string() != "2.0") return {};
  const json::Value* id_value = value.find("id");
  Id id = id_value == nullptr ? Id{} : read_id(*id_value);
  if (id_value != nullptr && id.empty()) return {};
  if (has(value, "method")) return read_call(value, std::move(id));
  if (has(value, "result")) return read_result(value, std::move(id));
  return read_error(value, std::move(id));
}

std::optional<std::vector<Message>> read_batch(const json::Value& value) {
  if (!value.is_array()) return std::nullopt;
  std::vector<Message> messages;
  messages.reserve(value.elements().size());
  for (const json::Value& element : value.elements())
    messages.push_back(read_message(element));
  return messages;
}

}  // namespace lockstep::protocol
