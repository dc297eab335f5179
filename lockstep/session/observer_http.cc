// HTTP envelopes, streams that end, and frames that stand in the place of an answer.
#include <utility>

#include "lockstep/session/observer.h"

namespace lockstep::session {

std::map<protocol::Id, Observer::Request>::iterator Observer::newest_post() {
  auto newest = open_.end();
  for (auto it = open_.begin(); it != open_.end(); ++it) {
    if (it->second.channel == Channel::get) continue;
    // A listen request keeps its stream open; an answer without a number is rarely its own.
    if (newest == open_.end() || it->second.order > newest->second.order) newest = it;
  }
  return newest;
}

std::map<protocol::Id, Observer::Request>::iterator Observer::request_of(const Place& place) {
  return place.answers.empty() ? newest_post() : open_.find(place.answers);
}

void Observer::http(const Place& place, const Envelope& envelope) {
  if (place.from == Side::client) {
    note_session_id(place.at, envelope.headers);
    if (envelope.method == "GET" && place.channel != Channel::post) {
      get_pending_ = true;
      get_with_session_ = has_session(envelope.headers);
    } else if (envelope.method == "DELETE") {
      closed(place.at);
    }
    return;
  }
  if (!envelope.status) return;
  if (place.tap == Tap::server_side) return;
  if (place.channel == Channel::get) return get_answered(place, envelope);
  if (place.channel != Channel::post) return;
  if (*envelope.status >= 400) return request_refused(place, envelope);
  note_session_id(place.at, envelope.headers);
  if (envelope.body != Envelope::Body::not_json_rpc) return;
  const auto request = request_of(place);
  if (request == open_.end()) return;
  if (request->second.with_session) return request_refused(place, envelope);
  unreadable_in_place(place, "undecodable_frame");
}

void Observer::get_answered(const Place& place, const Envelope& envelope) {
  const int status = *envelope.status;
  const bool stream = status == 200 &&
                      framing::content_type(envelope.headers) == framing::ContentType::event_stream;
  get_pending_ = false;
  if (transport_ != Transport::streamable_http) return;
  if (stream) {
    if (get_open_) emit(place.at, What::channel_lost, "get");
    get_open_ = true;
    return emit(place.at, What::channel_opened, "get");
  }
  if (get_with_session_ && framing::may_refuse_session(status)) {
    emit(place.at, What::session_refused);
  }
  if (get_open_) emit(place.at, What::channel_lost, "get");
  get_open_ = false;
  emit(place.at, What::channel_refused, "get");
}

void Observer::request_refused(const Place& place, const Envelope& envelope) {
  const auto found = request_of(place);
  if (found == open_.end()) {
    const bool legacy = opening_.era() != protocol::Era::modern;
    if (std::exchange(notice_with_session_, false) && legacy &&
        framing::may_refuse_session(*envelope.status)) {
      emit(place.at, What::session_refused);
    }
    return;
  }
  const protocol::Id id = found->first;
  const Request request = found->second;
  const bool refusal = *envelope.status == 200 || framing::may_refuse_session(*envelope.status);
  if (request.method == protocol::tools_list) {
    open_.erase(found);
    remember_answer(id, "refused");
    emit(place.at, What::list_failed, "refused", id);
  } else if (envelope.body != Envelope::Body::json_rpc) {
    open_.erase(found);
    if (request.method == protocol::listen && subscriptions_.erase(id) > 0) {
      emit(place.at, What::channel_refused, "listen", id);
    }
  }
  if (refusal && request.with_session && opening_.era() != protocol::Era::modern &&
      request.method != protocol::initialize) {
    emit(place.at, What::session_refused);
  }
}

void Observer::stream_ended(const Place& place) {
  if (place.channel == Channel::get) {
    if (get_open_) emit(place.at, What::channel_lost, "get");
    get_open_ = false;
    return;
  }
  const auto subscription = subscriptions_.find(place.answers);
  if (subscription == subscriptions_.end()) return;
  const bool was_open = subscription->second;
  open_.erase(subscription->first);
  subscriptions_.erase(subscription);
  emit(place.at, was_open ? What::channel_lost : What::channel_refused, "listen", place.answers);
}

void Observer::streams_lost(base::TimePoint at) {
  Place place;
  place.at = at;
  place.channel = Channel::get;
  stream_ended(place);
  place.channel = Channel::post;
  std::vector<protocol::Id> open;
  for (const auto& [id, acknowledged] : subscriptions_)
    open.push_back(id);
  for (const protocol::Id& id : open) {
    place.answers = id;
    stream_ended(place);
  }
}

bool Observer::list_open_on(const Place& place) const {
  if (place.channel == Channel::get && transport_ == Transport::streamable_http) return false;
  if (!place.answers.empty()) {
    const auto request = open_.find(place.answers);
    return request != open_.end() && request->second.method == protocol::tools_list;
  }
  for (const auto& [id, request] : open_) {
    if (request.method == protocol::tools_list) return true;
  }
  return false;
}

void Observer::unreadable_in_place(const Place& place, std::string_view code) {
  if (place.from == Side::client || !list_open_on(place)) {
    const bool noise = code == "undecodable_frame" || code == "limit_exceeded";
    const bool stranger = code == "uncorrelated_response";
    return emit(place.at, What::finding,
                noise      ? "noise_on_stream"
                : stranger ? "unknown_id"
                           : code);
  }
  for (const auto& [id, request] : open_) {
    if (request.method != protocol::tools_list) continue;
    if (!place.answers.empty() && id != place.answers) continue;
    emit(place.at, What::list_unreadable, code, id);
  }
}

void Observer::unreadable(const Place& place, std::string_view code) {
  unreadable_in_place(place, code);
}

}  // namespace lockstep::session
