#include "lockstep/recording/http_exchanges.h"

#include <array>
#include <utility>

#include "lockstep/evidence/fingerprint.h"
#include "lockstep/protocol/message.h"

namespace lockstep::recording {
namespace {

using session::Channel;
using session::Envelope;
using session::Side;

/// What an answer to a POST without a request (a notification, an answer of the client) answers:
/// an id that read_id() never gives.
constexpr std::string_view no_request = "none";
/// Stands for a body that cannot be read; no JSON.
constexpr std::string_view unread_body = "(not recorded)";

constexpr std::array<std::string_view, 7> needed_headers = {
    "Accept",     "Content-Type", "Host", "Mcp-Session-Id", "MCP-Protocol-Version",
    "Mcp-Method", "Mcp-Name"};
constexpr std::array<std::string_view, 4> authorization_headers = {"Authorization", "X-Api-Key",
                                                                   "Api-Key", "X-Auth-Token"};

framing::Headers without_credentials(const framing::Headers& headers) {
  framing::Headers kept;
  for (const std::string_view name : needed_headers) {
    const auto value = headers.find(name);
    if (value) kept.add(std::string(name), std::string(*value));
  }
  // Headers that are known to hold nothing of use are not the same as headers that are not known.
  if (kept.empty()) kept.add("Host", "");
  return kept;
}

std::string authorization_context(const framing::Headers& headers, std::string_view key) {
  for (const std::string_view name : authorization_headers) {
    const auto value = headers.find(name);
    if (value && !value->empty()) return evidence::context_fingerprint(key, *value);
  }
  return {};
}

/// The only request in a body; `no_request` where there is none, empty where there are several.
protocol::Id request_in(const json::Value& value) {
  protocol::Id only(no_request);
  std::size_t count = 0;
  const auto take = [&](const protocol::Message& message) {
    if (message.kind != protocol::MessageKind::request) return;
    only = ++count == 1 ? message.id : protocol::Id();
  };
  const auto batch = protocol::read_batch(value);
  if (!batch) {
    take(protocol::read_message(value));
    return only;
  }
  for (const protocol::Message& message : *batch)
    take(message);
  return only;
}

bool holds_json_rpc(const json::Value& value) {
  const auto batch = protocol::read_batch(value);
  if (!batch) return protocol::read_message(value).kind != protocol::MessageKind::invalid;
  return !batch->empty() && batch->front().kind != protocol::MessageKind::invalid;
}

/// No JSON at all, in contrast to JSON that is refused for what it holds.
bool is_no_json(const base::Error& error) {
  return error.code == "syntax" || error.code == "trailing_bytes" || error.code == "empty_document";
}

bool answers_request(const json::Value& value, const protocol::Id& id) {
  const protocol::Message message = protocol::read_message(value);
  const bool answer =
      message.kind == protocol::MessageKind::result || message.kind == protocol::MessageKind::error;
  return answer && message.id == id;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

HttpExchanges::HttpExchanges(std::string key, Limits limits)
    : key_(std::move(key)), limits_(limits) {}

HttpExchanges::Exchange* HttpExchanges::find(const Moment& moment) {
  const auto found = exchanges_.find(moment.exchange);
  return found == exchanges_.end() ? nullptr : &found->second;
}

Source HttpExchanges::source_of(const Exchange& exchange, base::TimePoint at, Side from) {
  Source source;
  source.server = exchange.request.server;
  source.place.at = at;
  source.place.from = from;
  source.place.channel = exchange.channel;
  source.place.auth = exchange.auth;
  if (from == Side::server) source.place.answers = exchange.answers;
  return source;
}

void HttpExchanges::request(Timeline& timeline, const Moment& moment, Request request) {
  Exchange exchange;
  exchange.auth = authorization_context(request.headers, key_);
  request.headers = without_credentials(request.headers);
  exchange.request = std::move(request);
  const std::string& method = exchange.request.method;
  if (method == "DELETE") return delete_session(timeline, moment, exchange);
  if (method != "GET" && method != "POST") return;
  settle(timeline, exchange.request.server);
  if (method == "GET") {
    exchange.channel = exchange.request.legacy_stream ? Channel::sse : Channel::get;
    Envelope envelope;
    envelope.method = method;
    envelope.headers = exchange.request.headers;
    timeline.http(source_of(exchange, moment.at, Side::client), std::move(envelope), std::nullopt);
  }
  // A stream that is forgotten is a stream on which nothing is seen any more.
  if (exchanges_.size() >= limits_.exchanges_max) {
    ended(timeline, {exchanges_.begin()->first, moment.at}, EndedBy::server);
  }
  exchanges_.insert_or_assign(moment.exchange, std::move(exchange));
}

void HttpExchanges::delete_session(Timeline& timeline, const Moment& moment,
                                   const Exchange& exchange) {
  const std::string& server = exchange.request.server;
  const auto closing = closing_.find(server);
  const base::TimePoint at = closing == closing_.end() ? moment.at : closing->second.at;
  if (closing != closing_.end()) closing_.erase(closing);
  Envelope envelope;
  envelope.method = "DELETE";
  envelope.headers = exchange.request.headers;
  timeline.http(source_of(exchange, at, Side::client), std::move(envelope), std::nullopt);
  // What the server still says on streams of this session reaches nobody.
  std::erase_if(exchanges_,
                [&](const auto& entry) { return entry.second.request.server == server; });
}

void HttpExchanges::request_body(Timeline& timeline, const Moment& moment,
                                 std::shared_ptr<const json::Document> document,
                                 const json::Value& value) {
  Exchange* exchange = find(moment);
  if (exchange == nullptr || exchange->request.method != "POST") return;
  settle(timeline, exchange->request.server);
  exchange->answers = request_in(value);
  timeline.message(source_of(*exchange, moment.at, Side::client), std::move(document), value,
                   exchange->request.headers);
}

void HttpExchanges::request_text(Timeline& timeline, const Moment& moment, std::string_view text) {
  auto parsed = json::Document::parse(text, {limits_.frame_bytes_max, limits_.depth_max});
  if (parsed) {
    auto document = std::make_shared<const json::Document>(std::move(*parsed));
    const json::Value root = document->root();
    return request_body(timeline, moment, std::move(document), root);
  }
  const Exchange* exchange = find(moment);
  if (exchange == nullptr || exchange->request.method != "POST") return;
  settle(timeline, exchange->request.server);
  timeline.frame(source_of(*exchange, moment.at, Side::client), text, exchange->request.headers);
}

void HttpExchanges::answer(Timeline& timeline, const Moment& moment, int status,
                           const framing::Headers& headers) {
  Exchange* exchange = find(moment);
  if (exchange == nullptr) return;
  exchange->status = status;
  exchange->headers = without_credentials(headers);
  exchange->answered_at = moment.at;
  exchange->stream_open = framing::content_type(headers) == framing::ContentType::event_stream;
  if (exchange->request.method == "POST") return;  // its head waits for what the body shows
  settle(timeline, exchange->request.server);
  give_head(timeline, *exchange, moment.at, Envelope::Body::unseen);
  exchange->stream_open = exchange->stream_open && status == 200;
  if (!exchange->stream_open) exchanges_.erase(moment.exchange);
}

void HttpExchanges::give_head(Timeline& timeline, Exchange& exchange, base::TimePoint at,
                              Envelope::Body body) {
  if (exchange.head_given || !exchange.status) return;
  exchange.head_given = true;
  Envelope envelope;
  envelope.status = exchange.status;
  envelope.headers = exchange.headers;
  envelope.body = body;
  timeline.http(source_of(exchange, at, Side::server), std::move(envelope), std::nullopt);
}

/// The head of an answer of which no more comes.
void HttpExchanges::give_rest_of_head(Timeline& timeline, Exchange& exchange, base::TimePoint at) {
  const auto body = exchange.noise_seen    ? Envelope::Body::not_json_rpc
                    : exchange.stream_open ? Envelope::Body::empty
                                           : Envelope::Body::unseen;
  give_head(timeline, exchange, at, body);
}

void HttpExchanges::answer_body(Timeline& timeline, const Moment& moment, std::string_view text) {
  Exchange* exchange = find(moment);
  if (exchange == nullptr || !exchange->status || exchange->channel != Channel::post) return;
  settle(timeline, exchange->request.server);
  if (exchange->stream_open) {
    answer_events(timeline, moment, text);
    return ended(timeline, moment, EndedBy::server);
  }
  Envelope envelope;
  envelope.status = exchange->status;
  envelope.headers = exchange->headers;
  timeline.http(source_of(*exchange, moment.at, Side::server), std::move(envelope), text);
  exchanges_.erase(moment.exchange);
}

void HttpExchanges::answer_unread(Timeline& timeline, const Moment& moment) {
  Exchange* exchange = find(moment);
  if (exchange == nullptr || !exchange->status || exchange->channel != Channel::post) return;
  settle(timeline, exchange->request.server);
  give_head(timeline, *exchange, moment.at, Envelope::Body::unseen);
  timeline.frame(source_of(*exchange, moment.at, Side::server), unread_body);
  exchanges_.erase(moment.exchange);
}

void HttpExchanges::answer_events(Timeline& timeline, const Moment& moment, std::string_view text) {
  // In pieces, so that millions of tiny events are never held at once.
  constexpr std::size_t piece_bytes = 64u << 10;
  framing::SseReader events(limits_.frame_bytes_max);
  for (std::size_t at = 0; at < text.size(); at += piece_bytes) {
    events.feed(text.substr(at, piece_bytes));
    while (const auto event = events.next())
      answer_event(timeline, moment, *event);
  }
}

void HttpExchanges::answer_event(Timeline& timeline, const Moment& moment,
                                 const framing::SseEvent& event) {
  Exchange* exchange = find(moment);
  if (exchange == nullptr || !exchange->status || is_blank(event.data)) return;
  settle(timeline, exchange->request.server);
  const bool endpoint = event.type == "endpoint" && exchange->channel == Channel::sse &&
                        event.data.find_first_of("\r\n") == std::string::npos;
  if (endpoint) {
    const std::string frame = "event: endpoint\ndata: " + event.data + "\n\n";
    return timeline.bytes(source_of(*exchange, moment.at, Side::server), frame);
  }
  if (event.type != "message") return;
  if (!event.too_large) return message_of_stream(timeline, *exchange, moment.at, event.data);
  give_head(timeline, *exchange, moment.at, Envelope::Body::json_rpc);
  // One byte over the limit, so that the timeline sees what the reader of the stream saw.
  timeline.frame(source_of(*exchange, moment.at, Side::server), event.data + ' ');
}

void HttpExchanges::message_of_stream(Timeline& timeline, Exchange& exchange, base::TimePoint at,
                                      std::string_view text) {
  auto parsed = json::Document::parse(text, {limits_.frame_bytes_max, limits_.depth_max});
  const bool noise = parsed ? !holds_json_rpc(parsed->root()) : is_no_json(parsed.error());
  if (noise && !exchange.head_given) {
    exchange.noise_seen = true;
    return;
  }
  give_head(timeline, exchange, at, Envelope::Body::json_rpc);
  const Source source = source_of(exchange, at, Side::server);
  if (!parsed) return timeline.frame(source, text);
  auto document = std::make_shared<const json::Document>(std::move(*parsed));
  const json::Value root = document->root();
  exchange.answer_seen = exchange.answer_seen || answers_request(root, exchange.answers);
  timeline.message(source, std::move(document), root);
}

void HttpExchanges::ended(Timeline& timeline, const Moment& moment, EndedBy by) {
  Exchange* exchange = find(moment);
  if (exchange == nullptr) return;
  give_rest_of_head(timeline, *exchange, moment.at);
  const Source source = source_of(*exchange, moment.at, Side::server);
  const bool post = exchange->channel == Channel::post;
  if (by == EndedBy::server) {
    if (exchange->stream_open) timeline.stream_ended(source);
  } else if (exchange->stream_open || post) {
    Closing& closing = closing_[source.server];
    if (closing.streams.empty()) closing.at = moment.at;
    closing.streams.push_back({source, post && !exchange->answer_seen});
  }
  exchanges_.erase(moment.exchange);
}

void HttpExchanges::settle(Timeline& timeline, const std::string& server) {
  const auto found = closing_.find(server);
  if (found == closing_.end()) return;
  const Closing closing = std::move(found->second);
  closing_.erase(found);
  for (const Closing::Stream& stream : closing.streams) {
    timeline.stream_ended(stream.source);
    if (stream.unanswered) timeline.gave_up(stream.source, stream.source.place.answers);
  }
}

void HttpExchanges::finish(Timeline& timeline) {
  for (auto& [number, exchange] : exchanges_) {
    if (exchange.noise_seen) give_rest_of_head(timeline, exchange, exchange.answered_at);
    give_head(timeline, exchange, exchange.answered_at, Envelope::Body::unseen);
  }
  exchanges_.clear();
  for (const auto& [server, closing] : closing_) {
    Source source = closing.streams.front().source;
    source.place.from = Side::client;
    source.place.at = closing.at;
    timeline.closed(source);
  }
  closing_.clear();
}

}  // namespace lockstep::recording
