#include "lockstep/session/observer.h"

#include <algorithm>
#include <utility>

namespace lockstep::session {

namespace {

/// How many answered lists are remembered to notice a second, different answer.
constexpr std::size_t answers_remembered = 64;

std::string_view version_of_meta(const protocol::Message& message) {
  return message.params["_meta"][protocol::meta_version].string();
}

bool has_meta_version(const protocol::Message& message) {
  return message.params["_meta"].find(protocol::meta_version) != nullptr;
}

}  // namespace

Observer::Observer(std::optional<Transport> transport, Limits limits)
    : transport_(transport), limits_(limits) {}

std::optional<Observation> Observer::next() {
  if (out_.empty()) return std::nullopt;
  Observation first = std::move(out_.front());
  out_.pop_front();
  return first;
}

void Observer::emit(base::TimePoint at, What what, std::string_view code, const protocol::Id& id) {
  Observation observation;
  observation.sequence = ++sequence_;
  observation.at = at;
  observation.what = what;
  observation.code = std::string(code);
  observation.request = id;
  out_.push_back(std::move(observation));
}

void Observer::app(Observation observation) {
  observation.sequence = ++sequence_;
  out_.push_back(std::move(observation));
}

void Observer::take(base::TimePoint at, const Opening::Step& step) {
  if (step.negotiated) {
    emit(at, What::negotiated);
    Observation& made = out_.back();
    made.version = opening_.version_text();
    made.offer = step.offer;
    if (made.offer) {
      made.offer->version.clear();
      made.offer->supported.clear();
    }
    made.transport = transport_;
    made.era = opening_.era();
    const bool own_channel = transport_ && *transport_ != Transport::streamable_http;
    if (own_channel && opening_.era() == protocol::Era::legacy && step.offer) {
      const std::string_view kind = to_string(*transport_);
      emit(at, step.offer->list_changed ? What::channel_opened : What::channel_refused, kind);
    }
  }
  if (!step.defect.empty()) emit(at, What::defect, step.defect);
}

void Observer::message(const Place& place, std::shared_ptr<const json::Document> document,
                       const json::Value& value, const framing::Headers& headers) {
  if (value.is_array()) return batch(place, value, document, headers);
  const protocol::Message message = protocol::read_message(value);
  if (place.from == Side::client) {
    from_client(place, message, document, headers);
  } else {
    from_server(place, message, value, document);
  }
}

void Observer::batch(const Place& place, const json::Value& value,
                     const std::shared_ptr<const json::Document>& document,
                     const framing::Headers& headers) {
  const auto revision = opening_.revision();
  const bool illegal = revision && !protocol::allows_batches(*revision);
  if (illegal) emit(place.at, What::finding, "noise_on_stream");
  in_illegal_batch_ = illegal;
  for (const json::Value& entry : value.elements()) {
    const protocol::Message message = protocol::read_message(entry);
    if (place.from == Side::client) {
      from_client(place, message, document, headers);
    } else {
      from_server(place, message, entry, document);
    }
  }
  in_illegal_batch_ = false;
}

void Observer::from_client(const Place& place, const protocol::Message& message,
                           const std::shared_ptr<const json::Document>& /*document*/,
                           const framing::Headers& headers) {
  note_session_id(place.at, headers);
  notice_with_session_ = message.kind != protocol::MessageKind::request &&
                         place.channel == Channel::post && has_session(headers);
  switch (message.kind) {
    case protocol::MessageKind::request:
      return client_request(place, message, headers);
    case protocol::MessageKind::notification:
      return client_notification(place, message);
    case protocol::MessageKind::result:
    case protocol::MessageKind::error:
      return;  // the client answers a request of the server; ids of that side are another space
    case protocol::MessageKind::invalid:
      return emit(place.at, What::finding, "noise_on_stream");
  }
}

void Observer::client_request(const Place& place, const protocol::Message& message,
                              const framing::Headers& headers) {
  if (seen_by_other_tap(place, message)) return;
  Request request;
  request.method = std::string(message.method);
  request.channel = place.channel;
  request.with_session = has_session(headers);
  request.order = ++requests_;
  request.version = std::string(version_of_meta(message));
  if (message.method == protocol::initialize || message.method == protocol::discover) {
    client_opening(place, message);
  } else {
    note_era(place, message);
  }
  if (message.method == protocol::tools_list) {
    const json::Value cursor = message.params["cursor"];
    if (cursor.is_string()) {
      request.cursor = std::string(cursor.string());
    } else if (!cursor.is_null()) {
      request.cursor = json::to_text(cursor);
    }
    emit(place.at, What::list_requested, {}, message.id);
    out_.back().cursor = request.cursor;
    out_.back().auth = place.auth;
    answered_.erase(message.id);
  } else if (message.method == protocol::tools_call) {
    emit(place.at, What::tool_called);
    out_.back().auth = place.auth;
  } else if (message.method == protocol::listen) {
    if (protocol::names_tools_list_changed(message.params)) {
      if (subscriptions_.size() >= limits_.open_requests_max) {
        subscriptions_.erase(subscriptions_.begin());
      }
      subscriptions_[message.id] = false;
      emit(place.at, What::subscribe_requested, {}, message.id);
    }
  }
  if (open_.size() >= limits_.open_requests_max) {
    open_.erase(std::min_element(open_.begin(), open_.end(), [](const auto& a, const auto& b) {
      return a.second.order < b.second.order;
    }));
    emit(place.at, What::finding, "limit_exceeded");
  }
  open_[message.id] = std::move(request);
}

void Observer::client_opening(const Place& place, const protocol::Message& message) {
  const bool legacy = message.method == protocol::initialize;
  // A modern client may ask again what the server offers; only the first contact opens anything.
  const bool repeated = !legacy && opening_.negotiated();
  opening_seen_ = true;
  if (repeated) return;
  answered_.clear();
  answered_order_.clear();
  tapped_.clear();
  emit(place.at, What::opening, legacy ? "initialize" : "discover");
  out_.back().transport = transport_;
  out_.back().auth = place.auth;
}

void Observer::note_era(const Place& place, const protocol::Message& message) {
  if (message.method == protocol::listen && !has_meta_version(message)) {
    return take(place.at, opening_.modern_only_message());
  }
  if (!has_meta_version(message)) return;
  const bool first = !opening_.negotiated();
  const Opening::Step step = opening_.modern_request(version_of_meta(message));
  if (first && step.negotiated && !opening_seen_) {
    emit(place.at, What::opening, "request");
    out_.back().transport = transport_;
  }
  take(place.at, step);
}

bool Observer::seen_by_other_tap(const Place& place, const protocol::Message& message) {
  if (place.tap == Tap::only) return false;
  std::optional<std::string> cursor;
  if (message.params["cursor"].is_string()) {
    cursor = std::string(message.params["cursor"].string());
  }
  const auto seen = tapped_.find(message.id);
  if (seen == tapped_.end()) {
    if (tapped_.size() < limits_.open_requests_max) tapped_[message.id] = cursor;
    return false;
  }
  if (message.method == protocol::tools_list && seen->second != cursor) {
    emit(place.at, What::list_failed, "hop_altered_request", message.id);
  }
  return true;
}

void Observer::client_notification(const Place& place, const protocol::Message& message) {
  if (message.method == protocol::initialized) {
    take(place.at, opening_.legacy_only_message());
    emit(place.at, What::initialized);
  } else if (message.method == protocol::cancelled) {
    const protocol::Id id = protocol::read_id(message.params["requestId"]);
    if (subscriptions_.contains(id)) {
      if (subscriptions_[id]) emit(place.at, What::channel_lost, "listen", id);
      subscriptions_.erase(id);
      open_.erase(id);
    } else {
      gave_up(place.at, id);
    }
  }
}

bool Observer::has_session(const framing::Headers& headers) const {
  return headers.find("Mcp-Session-Id").has_value() || (headers.empty() && !session_id_.empty());
}

void Observer::gave_up(base::TimePoint at, const protocol::Id& request) {
  const auto open = open_.find(request);
  const bool open_list = open != open_.end() && open->second.method == protocol::tools_list;
  if (open_list || answered_.contains(request)) emit(at, What::list_given_up, {}, request);
}

void Observer::note_session_id(base::TimePoint at, const framing::Headers& headers) {
  const auto id = headers.find("Mcp-Session-Id");
  if (!id || id->empty() || *id == session_id_) return;
  if (!session_id_.empty()) emit(at, What::session_changed, "session_id");
  session_id_ = std::string(*id);
}

void Observer::endpoint(base::TimePoint at, std::string_view address) {
  if (!endpoint_.empty() && endpoint_ != address) {
    emit(at, What::session_changed, "endpoint");
  } else if (lost_) {
    emit(at, What::channel_opened, to_string(Transport::sse));
  }
  lost_ = false;
  endpoint_ = std::string(address);
}

void Observer::connection_lost(base::TimePoint at, std::string_view code) {
  emit(at, What::connection_lost, code);
  lost_ = true;
  forget_connection();
}

void Observer::connection_opened(base::TimePoint at, std::string_view code) {
  forget_connection();
  emit(at, What::connection_opened, code);
}

void Observer::closed(base::TimePoint at) {
  emit(at, What::closed);
}

void Observer::forget_connection() {
  open_.clear();
  answered_.clear();
  answered_order_.clear();
  subscriptions_.clear();
  tapped_.clear();
  opening_.reset();
  get_pending_ = false;
  get_open_ = false;
}

void Observer::remember_answer(const protocol::Id& id, std::string digest) {
  if (answered_order_.size() >= answers_remembered) {
    answered_.erase(answered_order_.front());
    answered_order_.pop_front();
  }
  answered_[id] = std::move(digest);
  answered_order_.push_back(id);
}

}  // namespace lockstep::session
