// Readers of messages and results take any JSON value: they never fail, and what they say agrees
// with itself.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lockstep/base/check.h"
#include "lockstep/json/document.h"
#include "lockstep/protocol/list_result.h"
#include "lockstep/protocol/message.h"
#include "lockstep/protocol/revision.h"

namespace {

using namespace lockstep;
using protocol::MessageKind;

void check_list_result(const json::Value& value) {
  const protocol::ListResult result = protocol::read_list_result(value);
  if (result.valid) LOCKSTEP_CHECK(result.tools.is_array());
  if (result.next_kind != protocol::CursorKind::text) LOCKSTEP_CHECK(result.next_cursor.empty());
  if (result.ttl_ms) LOCKSTEP_CHECK(*result.ttl_ms >= 0 && !result.ttl_invalid);
}

void check_offer(const json::Value& value) {
  const protocol::Offer offer = protocol::read_offer(value);
  if (offer.list_changed) LOCKSTEP_CHECK(offer.tools);
  for (const auto& version : offer.supported) {
    const auto revision = protocol::parse_revision(version);
    if (revision) LOCKSTEP_CHECK(protocol::to_string(*revision) == version);
  }
}

void check_message(const json::Value& value) {
  const protocol::Message message = protocol::read_message(value);
  const bool has_id = !message.id.empty();
  switch (message.kind) {
    case MessageKind::request:
      LOCKSTEP_CHECK(has_id);
      break;
    case MessageKind::notification:
      LOCKSTEP_CHECK(!has_id);
      break;
    case MessageKind::result:
      LOCKSTEP_CHECK(has_id && message.method.empty());
      break;
    case MessageKind::error:
      LOCKSTEP_CHECK(message.method.empty());
      break;
    case MessageKind::invalid:
      LOCKSTEP_CHECK(!has_id && message.method.empty());
      break;
  }
  static_cast<void>(protocol::names_tools_list_changed(message.params));
  check_list_result(message.result);
  check_offer(message.result);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = json::Document::parse(text);
  if (!document) return 0;
  const json::Value& root = document->root();
  check_message(root);
  check_list_result(root);
  check_offer(root);
  static_cast<void>(protocol::names_tools_list_changed(root));
  if (const auto batch = protocol::read_batch(root)) {
    LOCKSTEP_CHECK(batch->size() == root.elements().size());
    for (const json::Value& element : root.elements())
      check_message(element);
  }
  return 0;
}
