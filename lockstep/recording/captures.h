#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "lockstep/base/result.h"
#include "lockstep/base/time.h"
#include "lockstep/json/document.h"
#include "lockstep/recording/http_connections.h"
#include "lockstep/recording/http_exchanges.h"
#include "lockstep/recording/timeline.h"

namespace lockstep::recording {

/// Reads raw captures: what a recorder between two peers wrote, one JSON record a line, in one of
/// three forms. On stdio a record is one line of one direction (`msg`, or `raw` where it is no
/// JSON); over HTTP one part of one exchange (`x`, `event`); on TCP a segment of a connection
/// (`conn`, `raw` as Latin-1), in which the HTTP exchanges are found again.
///
/// The time of a record is that of its part's first record plus the difference of their `us`, and
/// never runs backwards. Standard error, and all that the server says after the client has closed
/// the session, is passed over.
class CaptureReader {
 public:
  /// `key`: of the fingerprints of authorizations.
  explicit CaptureReader(std::string key) : exchanges_(std::move(key)), connections_(exchanges_) {}
  CaptureReader(const CaptureReader&) = delete;
  CaptureReader& operator=(const CaptureReader&) = delete;

  static bool looks_like(const json::Value& first_line);
  static std::optional<session::Transport> transport_of(const json::Value& first_line);

  /// A part is one file. On stdio each is a process of its own; the second and later ones are
  /// connections that were opened again.
  void part_begins(Timeline& timeline);
  /// Errors: `invalid_capture` with the pointer of the member; the record is passed over.
  base::Result<void> line(Timeline& timeline, std::shared_ptr<const json::Document> document,
                          const json::Value& line);
  void part_ends(Timeline& timeline);

 private:
  base::Result<void> read_time(const json::Value& line);
  base::Result<void> stdio(Timeline& timeline, std::shared_ptr<const json::Document> document,
                           const json::Value& line);
  void stdio_event(Timeline& timeline, std::string_view event);
  base::Result<void> http(Timeline& timeline, std::shared_ptr<const json::Document> document,
                          const json::Value& line);
  base::Result<void> http_head(Timeline& timeline, const HttpExchanges::Moment& moment,
                               const json::Value& line);
  void http_body(Timeline& timeline, const HttpExchanges::Moment& moment,
                 std::shared_ptr<const json::Document> document, const json::Value& line);
  void sse_frame(Timeline& timeline, const HttpExchanges::Moment& moment, const json::Value& line);
  base::Result<void> tcp(Timeline& timeline, const json::Value& line);

  HttpExchanges exchanges_;
  HttpConnections connections_;
  std::uint64_t parts_ = 0;
  bool part_begun_ = false;      // it had a record
  bool process_closed_ = false;  // the client ended it, or it is gone
  base::TimePoint at_;
  base::TimePoint part_at_;
  std::optional<std::int64_t> part_us_;
};

}  // namespace lockstep::recording
