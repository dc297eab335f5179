#include "lockstep/recording/http_connections.h"

#include <algorithm>
#include <utility>

namespace lockstep::recording {
namespace {

using EndedBy = HttpExchanges::EndedBy;

bool is_encoded(const framing::Headers& headers) {
  const auto coding = headers.find("Content-Encoding");
  return coding && !coding->empty() && *coding != "identity";
}

}  // namespace

void HttpConnections::opened(std::int64_t connection) {
  connections_.erase(connection);
}

HttpConnections::Connection& HttpConnections::connection(std::int64_t number) {
  const bool known = connections_.contains(number);
  if (!known && connections_.size() >= limits_.connections_max) {
    connections_.erase(connections_.begin());
  }
  return connections_[number];
}

void HttpConnections::bytes(Timeline& timeline, std::int64_t number, base::TimePoint at,
                            session::Side from, std::string_view bytes) {
  Connection& one = connection(number);
  if (from == session::Side::client) {
    if (one.client_finished) return;
    one.requests.feed(bytes);
    return requests(timeline, one, at);
  }
  if (one.server_finished) return;
  one.answers.feed(bytes);
  answers(timeline, one, at);
}

void HttpConnections::requests(Timeline& timeline, Connection& one, base::TimePoint at) {
  while (auto part = one.requests.next()) {
    switch (part->kind) {
      case HttpPart::Kind::head:
        one.request = ++exchanges_made_;
        if (one.waiting.size() >= limits_.requests_max) one.waiting.pop_front();
        one.waiting.push_back(one.request);
        exchanges_.request(timeline, {one.request, at},
                           {{}, std::move(part->method), std::move(part->headers), false});
        break;
      case HttpPart::Kind::body:
        keep(one.request_body, part->bytes);
        break;
      case HttpPart::Kind::end:
        exchanges_.request_text(timeline, {one.request, at}, one.request_body);
        one.request_body.clear();
        break;
      case HttpPart::Kind::broken:
        one.request_body.clear();
        break;
    }
  }
}

void HttpConnections::answers(Timeline& timeline, Connection& one, base::TimePoint at) {
  while (const auto part = one.answers.next()) {
    switch (part->kind) {
      case HttpPart::Kind::head:
        answer_begins(timeline, one, at, *part);
        break;
      case HttpPart::Kind::body:
        if (!one.events) {
          keep(one.answer_body, part->bytes);
          break;
        }
        one.events->feed(part->bytes);
        while (const auto event = one.events->next()) {
          exchanges_.answer_event(timeline, {one.answer.value_or(0), at}, *event);
        }
        break;
      case HttpPart::Kind::end:
        answer_ends(timeline, one, at);
        break;
      case HttpPart::Kind::broken:
        if (one.answer) exchanges_.ended(timeline, {*one.answer, at}, EndedBy::server);
        one.answer.reset();
        break;
    }
  }
}

void HttpConnections::answer_begins(Timeline& timeline, Connection& one, base::TimePoint at,
                                    const HttpPart& head) {
  one.answer = 0;  // an answer to nothing that was seen
  if (!one.waiting.empty()) {
    one.answer = one.waiting.front();
    one.waiting.pop_front();
  }
  one.answer_body.clear();
  one.encoded = is_encoded(head.headers);
  const bool stream = framing::content_type(head.headers) == framing::ContentType::event_stream;
  one.events = stream && !one.encoded ? std::make_unique<framing::SseReader>(limits_.body_bytes_max)
                                      : nullptr;
  exchanges_.answer(timeline, {*one.answer, at}, head.status, head.headers);
}

void HttpConnections::answer_ends(Timeline& timeline, Connection& one, base::TimePoint at) {
  const HttpExchanges::Moment moment{one.answer.value_or(0), at};
  if (one.events) {
    exchanges_.ended(timeline, moment, EndedBy::server);
  } else if (one.encoded && !one.answer_body.empty()) {
    exchanges_.answer_unread(timeline, moment);
  } else {
    exchanges_.answer_body(timeline, moment, one.answer_body);
  }
  one.events.reset();
  one.answer_body.clear();
  one.answer.reset();
}

void HttpConnections::finished(Timeline& timeline, std::int64_t number, base::TimePoint at,
                               session::Side side) {
  const auto found = connections_.find(number);
  if (found == connections_.end()) return;
  Connection& one = found->second;
  const bool by_client = side == session::Side::client;
  if (!by_client && !one.server_finished) {
    one.answers.finish();
    answers(timeline, one, at);
  }
  if (one.answer) one.waiting.push_front(*one.answer);
  one.answer.reset();
  for (const std::uint64_t exchange : one.waiting) {
    exchanges_.ended(timeline, {exchange, at}, by_client ? EndedBy::client : EndedBy::server);
  }
  one.waiting.clear();
  (by_client ? one.client_finished : one.server_finished) = true;
  if (one.client_finished && one.server_finished) connections_.erase(found);
}

void HttpConnections::keep(std::string& body, std::string_view piece) const {
  // One byte over the limit, so that the timeline sees that there was more.
  const std::size_t room = limits_.body_bytes_max + 1 - body.size();
  body += piece.substr(0, std::min(room, piece.size()));
}

}  // namespace lockstep::recording
