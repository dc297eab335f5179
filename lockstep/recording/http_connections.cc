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

/// Of a stream that cannot be read: it must not count as one.
framing::Headers without_content_type(const framing::Headers& headers) {
  framing::Headers kept;
  for (const auto& [name, value] : headers.fields()) {
    framing::Headers one;
    one.add(name, value);
    if (!one.find("Content-Type")) kept.add(name, value);
  }
  return kept;
}

}  // namespace

void HttpConnections::opened(Timeline& timeline, std::int64_t number, base::TimePoint at) {
  const auto same = connections_.find(number);
  const bool full = same == connections_.end() && connections_.size() >= limits_.connections_max;
  const auto old = full ? connections_.begin() : same;
  if (old != connections_.end()) {
    end_exchanges(timeline, old->second, at, EndedBy::server);
    connections_.erase(old);
  }
  connections_.try_emplace(number);
}

void HttpConnections::bytes(Timeline& timeline, std::int64_t number, base::TimePoint at,
                            session::Side from, std::string_view bytes) {
  if (!connections_.contains(number)) opened(timeline, number, at);
  // In pieces, so that millions of tiny messages are never held at once.
  constexpr std::size_t piece_bytes = 64u << 10;
  for (std::size_t begin = 0; begin < bytes.size(); begin += piece_bytes) {
    feed(timeline, connections_.at(number), at, from, bytes.substr(begin, piece_bytes));
  }
}

void HttpConnections::feed(Timeline& timeline, Connection& one, base::TimePoint at,
                           session::Side from, std::string_view piece) {
  const bool from_client = from == session::Side::client;
  if (one.lost || (from_client ? one.client_finished : one.server_finished)) return;
  (from_client ? one.requests : one.answers).feed(piece);
  from_client ? requests(timeline, one, at) : answers(timeline, one, at);
  if (one.lost) end_exchanges(timeline, one, at, EndedBy::server);
}

void HttpConnections::requests(Timeline& timeline, Connection& one, base::TimePoint at) {
  while (auto part = one.requests.next()) {
    switch (part->kind) {
      case HttpPart::Kind::head:
        one.request = ++exchanges_made_;
        one.lost = one.lost || one.waiting.size() >= limits_.requests_max;
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
        one.lost = true;
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
        one.lost = true;
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
  const framing::Headers& headers =
      stream && one.encoded ? without_content_type(head.headers) : head.headers;
  exchanges_.answer(timeline, {*one.answer, at}, head.status, headers);
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
  if (!by_client && !one.server_finished && !one.lost) {
    one.answers.finish();
    answers(timeline, one, at);
  }
  end_exchanges(timeline, one, at, by_client ? EndedBy::client : EndedBy::server);
  (by_client ? one.client_finished : one.server_finished) = true;
  if (one.client_finished && one.server_finished) connections_.erase(found);
}

void HttpConnections::end_exchanges(Timeline& timeline, Connection& one, base::TimePoint at,
                                    EndedBy by) {
  if (one.answer) exchanges_.ended(timeline, {*one.answer, at}, by);
  one.answer.reset();
  for (const std::uint64_t exchange : one.waiting)
    exchanges_.ended(timeline, {exchange, at}, by);
  one.waiting.clear();
}

void HttpConnections::keep(std::string& body, std::string_view piece) const {
  // One byte over the limit, so that the timeline sees that there was more.
  const std::size_t room = limits_.body_bytes_max + 1 - body.size();
  body += piece.substr(0, std::min(room, piece.size()));
}

}  // namespace lockstep::recording
