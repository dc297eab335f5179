// The server's side of a session: answers, notifications and what cannot be told apart.
#include <utility>

#include "lockstep/json/equality.h"
#include "lockstep/session/observer.h"

namespace lockstep::session {

namespace {

/// Tells a second answer that differs from the first one.
std::string digest_of(const protocol::Message& message) {
  return std::to_string(json::structural_hash(message.result));
}

protocol::Id subscription_of(const protocol::Message& message) {
  const json::Value meta = message.params["_meta"];
  const json::Value* id = meta.find(protocol::meta_subscription);
  return id == nullptr ? protocol::Id() : protocol::read_id(*id);
}

}  // namespace

void Observer::from_server(const Place& place, const protocol::Message& message,
                           const json::Value& raw,
                           const std::shared_ptr<const json::Document>& document) {
  if (place.channel == Channel::get && place.tap != Tap::server_side && !get_open_ &&
      transport_ == Transport::streamable_http) {
    get_open_ = true;
    get_pending_ = false;
    emit(place.at, What::channel_opened, "get");
  }
  switch (message.kind) {
    case protocol::MessageKind::invalid:
      return server_invalid(place, raw);
    case protocol::MessageKind::request:
      if (message.method == protocol::list_changed) {
        emit(place.at, What::doubt, "malformed_notification");
      }
      return;
    case protocol::MessageKind::notification:
      return server_notification(place, message);
    case protocol::MessageKind::result:
    case protocol::MessageKind::error:
      return server_answer(place, message, document);
  }
}

void Observer::server_invalid(const Place& place, const json::Value& raw) {
  if (raw["method"].string() == protocol::list_changed) {
    return emit(place.at, What::doubt, "malformed_notification");
  }
  const bool answer = raw.find("result") != nullptr || raw.find("error") != nullptr;
  if (answer) return unreadable_in_place(place, "uncorrelated_response");
  emit(place.at, What::finding, "noise_on_stream");
}

void Observer::server_notification(const Place& place, const protocol::Message& message) {
  if (message.method == protocol::list_changed) return server_signal(place, message);
  if (message.method == protocol::acknowledged) return acknowledged(place, message);
}

void Observer::acknowledged(const Place& place, const protocol::Message& message) {
  const protocol::Id id = subscription_of(message);
  const auto subscription = subscriptions_.find(id);
  if (subscription == subscriptions_.end()) return emit(place.at, What::finding, "unknown_id", id);
  const bool tools = protocol::names_tools_list_changed(message.params);
  subscription->second = tools;
  emit(place.at, tools ? What::channel_opened : What::channel_refused, "listen", id);
}

bool Observer::foreign_subscription(const Place& place, const protocol::Message& message) {
  if (opening_.era() != protocol::Era::modern) return false;
  const protocol::Id id = subscription_of(message);
  if (id.empty()) {
    emit(place.at, What::doubt, "malformed_notification");
    return true;
  }
  // Where the recording begins later, the subscription may stand before it.
  if (subscriptions_.contains(id) || (!opening_seen_ && subscriptions_.empty())) return false;
  emit(place.at, What::doubt, "uncorrelated_notification", id);
  return true;
}

void Observer::server_signal(const Place& place, const protocol::Message& message) {
  const json::Value& params = message.params;
  if (!params.is_null() && !params.is_array() && !params.is_object()) {
    return emit(place.at, What::doubt, "malformed_notification");
  }
  if (place.tap == Tap::server_side) return emit(place.at, What::doubt, "delivery_unobserved");
  if (in_illegal_batch_) return emit(place.at, What::doubt, "batch_not_allowed");
  if (foreign_subscription(place, message)) return;
  emit(place.at, What::signal, "list_changed");
  if (opening_.offer() && !opening_.offer()->list_changed) {
    emit(place.at, What::finding, "undeclared_signal");
  }
}

void Observer::server_answer(const Place& place, const protocol::Message& message,
                             const std::shared_ptr<const json::Document>& document) {
  if (place.tap == Tap::server_side && tapped_.contains(message.id)) return;
  const auto open = open_.find(message.id);
  if (open == open_.end()) return answer_without_request(place, message, document);
  const Request request = open->second;
  if (request.method == protocol::tools_list) return list_answer(place, message, document);
  if (request.method == protocol::listen) return listen_answer(place, message);
  open_.erase(open);
  opening_answer(place, request, message);
}

void Observer::answer_without_request(const Place& place, const protocol::Message& message,
                                      const std::shared_ptr<const json::Document>& /*document*/) {
  const auto before = answered_.find(message.id);
  if (before != answered_.end()) {
    if (before->second == "refused") return;
    const bool same =
        message.kind == protocol::MessageKind::result && before->second == digest_of(message);
    if (same) return emit(place.at, What::finding, "unknown_id", message.id);
    return emit(place.at, What::list_unreadable, "duplicate_response", message.id);
  }
  if (message.id == protocol::read_id(json::Value())) {
    // An error without an id answers the probe of a client that nothing else waits for.
    for (auto open = open_.begin(); open != open_.end(); ++open) {
      if (open->second.method == protocol::discover) {
        open_.erase(open);
        return;
      }
    }
  }
  unreadable_in_place(place, "uncorrelated_response");
}

void Observer::list_answer(const Place& place, const protocol::Message& message,
                           const std::shared_ptr<const json::Document>& document) {
  open_.erase(message.id);
  remember_answer(message.id, digest_of(message));
  if (in_illegal_batch_) {
    return emit(place.at, What::list_unreadable, "batch_not_allowed", message.id);
  }
  if (message.kind == protocol::MessageKind::error) {
    emit(place.at, What::list_failed, "error", message.id);
    if (message.error_code == protocol::unsupported_version_error) {
      take(place.at, opening_.discover_error(message.error_code, message.error_data));
    }
    return;
  }
  protocol::ListResult page = protocol::read_list_result(message.result);
  if (!page.valid) return emit(place.at, What::list_failed, "invalid_result", message.id);
  emit(place.at, What::list_answered, {}, message.id);
  out_.back().page = std::move(page);
  out_.back().document = document;
}

void Observer::opening_answer(const Place& place, const Request& request,
                              const protocol::Message& message) {
  const bool result = message.kind == protocol::MessageKind::result;
  if (request.method == protocol::initialize) {
    take(place.at, result ? opening_.initialize_result(message.result)
                          : opening_.initialize_error(message.error_code, message.error_data));
  } else if (request.method == protocol::discover) {
    take(place.at, result ? opening_.discover_result(message.result, request.version)
                          : opening_.discover_error(message.error_code, message.error_data));
  }
}

void Observer::listen_answer(const Place& place, const protocol::Message& message) {
  const auto subscription = subscriptions_.find(message.id);
  open_.erase(message.id);
  if (subscription == subscriptions_.end()) return;
  const bool was_open = subscription->second;
  subscriptions_.erase(subscription);
  emit(place.at, was_open ? What::channel_lost : What::channel_refused, "listen", message.id);
}

}  // namespace lockstep::session
