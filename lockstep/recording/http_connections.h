#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/base/time.h"
#include "lockstep/framing/sse_reader.h"
#include "lockstep/recording/http_exchanges.h"
#include "lockstep/recording/http_segments.h"
#include "lockstep/recording/timeline.h"

namespace lockstep::recording {

/// Connections to one server that were recorded byte by byte: finds the HTTP exchanges in them, of
/// which one follows another on a connection. What is no HTTP/1.1 (TLS, for example) says nothing,
/// and ends what the connection carried before.
class HttpConnections {
 public:
  struct Limits {
    /// More end the connection with the lowest number.
    std::size_t connections_max = 1024;
    /// Requests of one connection that wait for their answer; more end it.
    std::size_t requests_max = 256;
    std::size_t body_bytes_max = 16u << 20;
  };
  explicit HttpConnections(HttpExchanges& exchanges) : HttpConnections(exchanges, Limits{}) {}
  /// `exchanges` outlives this; its exchanges are numbered from 1.
  HttpConnections(HttpExchanges& exchanges, Limits limits)
      : exchanges_(exchanges), limits_(limits) {}

  void opened(Timeline& timeline, std::int64_t connection, base::TimePoint at);
  void bytes(Timeline& timeline, std::int64_t connection, base::TimePoint at, session::Side from,
             std::string_view bytes);
  void finished(Timeline& timeline, std::int64_t connection, base::TimePoint at,
                session::Side side);

 private:
  struct Connection {
    HttpSegments requests{HttpSegments::Direction::requests};
    HttpSegments answers{HttpSegments::Direction::answers};
    std::deque<std::uint64_t> waiting;
    std::uint64_t request = 0;
    std::string request_body;
    std::optional<std::uint64_t> answer;  // the exchange whose answer is under way
    std::unique_ptr<framing::SseReader> events;
    std::string answer_body;
    bool encoded = false;
    bool client_finished = false;
    bool server_finished = false;
    /// It went on in a way that cannot be followed: nothing more is read.
    bool lost = false;
  };
  void feed(Timeline& timeline, Connection& connection, base::TimePoint at, session::Side from,
            std::string_view piece);
  void end_exchanges(Timeline& timeline, Connection& connection, base::TimePoint at,
                     HttpExchanges::EndedBy by);
  void requests(Timeline& timeline, Connection& connection, base::TimePoint at);
  void answers(Timeline& timeline, Connection& connection, base::TimePoint at);
  void answer_begins(Timeline& timeline, Connection& connection, base::TimePoint at,
                     const HttpPart& head);
  void answer_ends(Timeline& timeline, Connection& connection, base::TimePoint at);
  void keep(std::string& body, std::string_view piece) const;

  HttpExchanges& exchanges_;
  Limits limits_;
  std::uint64_t exchanges_made_ = 0;
  std::map<std::int64_t, Connection> connections_;
};

}  // namespace lockstep::recording
