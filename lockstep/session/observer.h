#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/time.h"
#include "lockstep/framing/http.h"
#include "lockstep/json/document.h"
#include "lockstep/protocol/message.h"
#include "lockstep/session/observation.h"
#include "lockstep/session/opening.h"

namespace lockstep::session {

enum class Side : std::uint8_t { client, server };
enum class Channel : std::uint8_t { stdio, post, get, sse };
/// Where two observers stand on one path: who saw the message.
enum class Tap : std::uint8_t { only, client_side, server_side };

/// Where and when something was seen.
struct Place {
  base::TimePoint at;
  Side from = Side::client;
  Channel channel = Channel::stdio;
  Tap tap = Tap::only;
  /// Of an answer stream: the request it answers (`post#N`); empty when not known.
  protocol::Id answers;
  std::string auth;
};

/// An HTTP request or answer without its body.
struct Envelope {
  std::string method;         // of a request
  std::optional<int> status;  // of an answer
  framing::Headers headers;
  /// The body is known and empty, or no JSON-RPC (`text` says which).
  enum class Body : std::uint8_t { unseen, empty, not_json_rpc, json_rpc } body = Body::unseen;
};

/// Watches both directions of one client and one server and says what happened as observations. It
/// takes messages and the time and does no I/O. It correlates requests and answers, tells sessions
/// and subscriptions apart, and reports what it cannot read instead of guessing. Memory is bounded:
/// at most `open_requests_max` requests are remembered.
class Observer {
 public:
  struct Limits {
    std::size_t open_requests_max = 4096;
  };
  explicit Observer(std::optional<Transport> transport = {}) : Observer(transport, Limits{}) {}
  Observer(std::optional<Transport> transport, Limits limits);

  /// One JSON text that travelled from one side to the other: a message or a batch. `headers`: of
  /// the HTTP request that carried it, where known.
  void message(const Place& place, std::shared_ptr<const json::Document> document,
               const json::Value& value, const framing::Headers& headers = {});
  /// A frame that is no readable JSON; code as in docs/verdicts.md (`undecodable_frame`, …).
  void unreadable(const Place& place, std::string_view code);
  void http(const Place& place, const Envelope& envelope);
  /// An answer stream or the GET stream ended.
  void stream_ended(const Place& place);
  /// The GET stream and every subscription ended.
  void streams_lost(base::TimePoint at);
  /// The server named the address for the client's messages (HTTP+SSE of 2024-11-05).
  void endpoint(base::TimePoint at, std::string_view address);

  // What the client or the process around it reported.
  void app(Observation observation);
  void gave_up(base::TimePoint at, const protocol::Id& request);
  void connection_lost(base::TimePoint at, std::string_view code);
  void connection_opened(base::TimePoint at, std::string_view code);
  void closed(base::TimePoint at);

  /// The next observation, in order.
  std::optional<Observation> next();

 private:
  struct Request {
    std::string method;
    Channel channel = Channel::stdio;
    std::optional<std::string> cursor;
    bool with_session = false;
    bool modern = false;
    std::uint64_t order = 0;
    std::string version;
  };
  void emit(base::TimePoint at, What what, std::string_view code = {}, const protocol::Id& id = {});
  void from_client(const Place& place, const protocol::Message& message,
                   const std::shared_ptr<const json::Document>& document,
                   const framing::Headers& headers);
  void from_server(const Place& place, const protocol::Message& message, const json::Value& raw,
                   const std::shared_ptr<const json::Document>& document);
  void client_request(const Place& place, const protocol::Message& message,
                      const framing::Headers& headers);
  void client_opening(const Place& place, const protocol::Message& message);
  void client_notification(const Place& place, const protocol::Message& message);
  bool seen_by_other_tap(const Place& place, const protocol::Message& message);
  /// The request named its session; one whose headers are not known did when it has one.
  bool has_session(const framing::Headers& headers) const;
  void note_session_id(base::TimePoint at, const framing::Headers& headers);
  void note_era(const Place& place, const protocol::Message& message);
  void take(base::TimePoint at, const Opening::Step& step);
  void server_invalid(const Place& place, const json::Value& raw);
  void acknowledged(const Place& place, const protocol::Message& message);
  bool foreign_subscription(const Place& place, const protocol::Message& message);
  void server_notification(const Place& place, const protocol::Message& message);
  void server_signal(const Place& place, const protocol::Message& message);
  void server_answer(const Place& place, const protocol::Message& message,
                     const std::shared_ptr<const json::Document>& document);
  void answer_without_request(const Place& place, const protocol::Message& message,
                              const std::shared_ptr<const json::Document>& document);
  void list_answer(const Place& place, const protocol::Message& message,
                   const std::shared_ptr<const json::Document>& document);
  void opening_answer(const Place& place, const Request& request, const protocol::Message& message);
  void listen_answer(const Place& place, const protocol::Message& message);
  void remember_answer(const protocol::Id& id, std::string digest);
  void batch(const Place& place, const json::Value& value,
             const std::shared_ptr<const json::Document>& document,
             const framing::Headers& headers);
  void get_answered(const Place& place, const Envelope& envelope);
  void request_refused(const Place& place, const Envelope& envelope);
  void unreadable_in_place(const Place& place, std::string_view code);
  std::map<protocol::Id, Request>::iterator request_of(const Place& place);
  std::map<protocol::Id, Request>::iterator newest_post();
  bool list_open_on(const Place& place) const;
  void forget_connection();

  std::optional<Transport> transport_;
  Limits limits_;
  Opening opening_;
  std::map<protocol::Id, Request> open_;
  std::map<protocol::Id, std::string> answered_;  // lists of this session: id -> digest of answer
  std::deque<protocol::Id> answered_order_;
  std::map<protocol::Id, bool> subscriptions_;  // id -> acknowledged with toolsListChanged
  std::map<protocol::Id, std::optional<std::string>> tapped_;  // lists seen by the nearer tap
  std::string session_id_;
  bool get_pending_ = false;
  bool get_with_session_ = false;
  bool get_open_ = false;
  bool notice_with_session_ = false;  // the newest POST named a session and is no request
  bool opening_seen_ = false;
  bool lost_ = false;  // the connection ended, and the endpoint was not named again
  bool in_illegal_batch_ = false;
  std::string endpoint_;
  std::uint64_t requests_ = 0;
  std::uint64_t sequence_ = 0;
  std::deque<Observation> out_;
};

}  // namespace lockstep::session
