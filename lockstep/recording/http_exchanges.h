#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/time.h"
#include "lockstep/framing/http.h"
#include "lockstep/framing/sse_reader.h"
#include "lockstep/json/document.h"
#include "lockstep/recording/timeline.h"
#include "lockstep/session/observer.h"

namespace lockstep::recording {

/// Feeds a timeline with HTTP exchanges (one request and its answer) out of foreign recordings. It
/// ties each answer to the JSON-RPC request that it answers, tells the client's own goodbye from a
/// stream that was lost, and hands on no credentials: of the headers only what the protocol needs,
/// of an authorization only its fingerprint.
///
/// A client that goes closes its streams first and says DELETE after, or nothing more. So a stream
/// that the client closed is held back until it shows which of the two it was: the end of the
/// session when only a DELETE or the end of the recording follows, else the loss of a channel.
class HttpExchanges {
 public:
  struct Limits {
    /// Exchanges that wait for their answer or its end; more forget the first ones.
    std::size_t exchanges_max = 4096;
    /// Of one message; that of the timeline.
    std::size_t frame_bytes_max = 16u << 20;
    std::size_t depth_max = 512;
  };
  /// `key`: of fingerprints.
  explicit HttpExchanges(std::string key) : HttpExchanges(std::move(key), Limits{}) {}
  HttpExchanges(std::string key, Limits limits);

  /// One exchange at one time; numbers rise in order of the requests.
  struct Moment {
    std::uint64_t exchange = 0;
    base::TimePoint at;
  };
  struct Request {
    std::string server;
    std::string method;
    framing::Headers headers;
    /// A GET opens the one stream of the HTTP+SSE transport of 2024-11-05.
    bool legacy_stream = false;
  };
  enum class EndedBy : std::uint8_t { client, server };

  void request(Timeline& timeline, const Moment& moment, Request request);
  /// The whole body of a POST, already parsed or as text.
  void request_body(Timeline& timeline, const Moment& moment,
                    std::shared_ptr<const json::Document> document, const json::Value& value);
  void request_text(Timeline& timeline, const Moment& moment, std::string_view text);

  // Events of exchanges that are not known, or are over, are passed over.
  void answer(Timeline& timeline, const Moment& moment, int status,
              const framing::Headers& headers);
  /// The whole body of an answer; the exchange is over.
  void answer_body(Timeline& timeline, const Moment& moment, std::string_view text);
  /// The answer had a body which the recording does not hold in clear; the exchange is over. A
  /// stream of which the events are not held must not be given as one: nothing would be seen on it.
  void answer_unread(Timeline& timeline, const Moment& moment);
  /// Events of an answer that is an event stream: whole ones as text, or one already read.
  void answer_events(Timeline& timeline, const Moment& moment, std::string_view text);
  void answer_event(Timeline& timeline, const Moment& moment, const framing::SseEvent& event);
  /// The answer's stream, or the connection, ended.
  void ended(Timeline& timeline, const Moment& moment, EndedBy by);

  /// The recording ended.
  void finish(Timeline& timeline);

 private:
  struct Exchange {
    Request request;
    session::Channel channel = session::Channel::post;
    protocol::Id answers;
    std::string auth;
    std::optional<int> status;
    framing::Headers headers;  // of the answer
    base::TimePoint answered_at;
    bool head_given = false;
    bool stream_open = false;
    bool noise_seen = false;
    bool answer_seen = false;
  };
  /// Streams of one server that the client closed and nothing else came since.
  struct Closing {
    base::TimePoint at;
    struct Stream {
      Source source;
      bool unanswered = false;
    };
    std::vector<Stream> streams;
  };
  Exchange* find(const Moment& moment);
  static Source source_of(const Exchange& exchange, base::TimePoint at, session::Side from);
  void delete_session(Timeline& timeline, const Moment& moment, const Exchange& exchange);
  void settle(Timeline& timeline, const std::string& server);
  void give_head(Timeline& timeline, Exchange& exchange, base::TimePoint at,
                 session::Envelope::Body body);
  void give_rest_of_head(Timeline& timeline, Exchange& exchange, base::TimePoint at);
  void message_of_stream(Timeline& timeline, Exchange& exchange, base::TimePoint at,
                         std::string_view text);

  std::string key_;
  Limits limits_;
  std::map<std::uint64_t, Exchange> exchanges_;
  std::map<std::string, Closing> closing_;
};

}  // namespace lockstep::recording
