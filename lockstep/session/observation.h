#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/base/result.h"
#include "lockstep/base/time.h"
#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"
#include "lockstep/protocol/list_result.h"
#include "lockstep/protocol/message.h"

namespace lockstep::session {

/// What was observed. The comment names the members of Observation that it uses.
enum class What : std::uint8_t {
  opening,              ///< code: `initialize` or `discover`; an opening exchange was begun
  negotiated,           ///< version, offer (absent: not seen); the two sides agreed
  defect,               ///< code: no_common_version, unsupported_version, era_inconsistent
  initialized,          ///< the client completed the legacy handshake
  channel_opened,       ///< code: stdio, sse, get, listen; request: subscription id
  channel_refused,      ///< code as above: the channel is known not to exist
  channel_lost,         ///< code as above
  subscribe_requested,  ///< request: the listen request
  signal,               ///< code: list_changed
  doubt,                ///< code: what may have been a signal and cannot count as one
  list_requested,       ///< request, cursor, auth
  list_answered,        ///< request, page
  list_failed,          ///< request, code: error, refused, invalid_result, hop_altered_request
  list_unreadable,      ///< request, code: why its answer could not be read
  list_given_up,        ///< request: the client stopped waiting
  tool_called,          ///< the client called some tool
  accessed,             ///< the registry was used as it stood; auth
  polled,               ///< the client's own policy makes a refresh due
  client_limit,         ///< the client stopped a walk at a limit of its own
  installed,            ///< content (tools, or merged entries), auth: what the registry holds now
  cache_filled,         ///< content, ttl_ms, age_ms: the registry was filled from a cache
  filter_declared,      ///< content: filter or mapping of names
  connection_lost,      ///< code: process_exit, stdout_eof, stream; not begun by the client
  connection_opened,    ///< code: reconnect, server_restart, process_spawn
  session_refused,      ///< the session id was refused
  session_changed,      ///< code: session_id, endpoint
  closed,               ///< the client ended the session
  finding,              ///< code: something worth knowing and no more
};
std::string_view to_string(What what);
std::optional<What> parse_what(std::string_view text);

/// How the two sides are connected.
enum class Transport : std::uint8_t { stdio, streamable_http, sse };
std::string_view to_string(Transport transport);
std::optional<Transport> parse_transport(std::string_view text);

/// One observed fact about one pair. A value; copies share the documents.
struct Observation {
  /// Position in the observer's stream, from 1; orders the stream, not the clock.
  std::uint64_t sequence = 0;
  base::TimePoint at;
  What what = What::finding;
  std::string code;
  protocol::Id request;
  std::optional<std::string> cursor;
  /// Authorization context, opaque; empty when not known.
  std::string auth;
  std::string version;
  /// What the server offers; its own texts for versions are left out (`version` says the one).
  std::optional<protocol::Offer> offer;
  std::optional<Transport> transport;
  std::optional<protocol::Era> era;
  /// A list answer without its envelope; `page->tools` points into `document`.
  std::optional<protocol::ListResult> page;
  /// The tools array, the merged entries or the declaration of an app event; points into
  /// `document`.
  json::Value content;
  bool merged = false;
  std::optional<std::int64_t> ttl_ms;
  std::optional<std::int64_t> age_ms;
  std::shared_ptr<const json::Document> document;
};

/// One line of an observation stream (docs/formats/observations.md), without a line end.
std::string write_observation(const Observation& observation);
/// Reads one line. Errors name the member: `invalid_observation`.
base::Result<Observation> read_observation(std::shared_ptr<const json::Document> line);

}  // namespace lockstep::session
