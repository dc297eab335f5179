#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/base/result.h"
#include "lockstep/base/time.h"
#include "lockstep/evidence/fold.h"
#include "lockstep/framing/http.h"
#include "lockstep/json/document.h"
#include "lockstep/recording/byte_streams.h"
#include "lockstep/recording/pair.h"
#include "lockstep/session/observer.h"

namespace lockstep::recording {

/// Where on a timeline something belongs: which server, and the place on its wire.
struct Source {
  /// Name of the pair's server; empty: the only one.
  std::string server;
  session::Place place;
};

/// Everything that happened around one client, in order, from whatever recording it comes. Cuts
/// bytes into frames, parses them, and feeds each pair's observer and fold. Memory is bounded.
class Timeline {
 public:
  struct Setup {
    evidence::Party client;
    /// Of the only server; others are named by their Source.
    evidence::Party server;
    std::optional<session::Transport> transport;
    evidence::Vantage vantage = evidence::Vantage::client;
    evidence::Policy policy;
    std::string key;
    std::size_t frame_bytes_max = 16u << 20;
    std::size_t depth_max = 512;
    std::size_t servers_max = 1'000;
    /// Keep what the observers say for next_observation(); whoever asks for it must take it away.
    bool keep_observations = false;
  };
  explicit Timeline(Setup setup);
  ~Timeline();
  Timeline(Timeline&&) noexcept;
  Timeline& operator=(Timeline&&) noexcept;

  /// Names the servers that will appear, so that what concerns all of them reaches each.
  void expect_server(const std::string& name) { pair(name); }
  /// One JSON-RPC message or batch, already parsed. `headers`: of the HTTP request, where known.
  void message(const Source& source, std::shared_ptr<const json::Document> document,
               const json::Value& value, const framing::Headers& headers = {});
  /// Raw bytes of one direction of one channel, in pieces of any size: lines on stdio, an event
  /// stream or a JSON body on HTTP.
  void bytes(const Source& source, std::string_view bytes);
  /// One whole frame of text (a line, the data of one event, a body): parsed as JSON, or
  /// `undecodable_frame` and its kin.
  void frame(const Source& source, std::string_view text, const framing::Headers& headers = {});
  /// An HTTP request or answer. `body`: the whole body where it is known (nullopt: not seen). A
  /// body of an answer is read by its content type; a body of a request is given by message().
  void http(const Source& source, session::Envelope envelope, std::optional<std::string_view> body);
  /// The answer stream of a request, or the GET stream, ended.
  void stream_ended(const Source& source);
  /// Every stream that could carry a signal ended (what `stream_lost` means over HTTP).
  void streams_lost(const Source& source);
  /// One observation as it stands in a stream of observations; no observer is asked.
  void observed(const Source& source, const session::Observation& observation);

  void connection_lost(const Source& source, std::string_view code);
  void connection_opened(const Source& source, std::string_view code);
  void gave_up(const Source& source, const protocol::Id& request);
  /// The client ended the session.
  void closed(const Source& source);
  /// What the client reported: installed, accessed, polled, cache_filled, … (What of session/).
  void app(const Source& source, session::Observation observation);
  /// An entry list of a merged registry: each pair gets its own part of it.
  void merged(base::TimePoint at, const json::Value& entries);

  /// Something of the recording itself could not be read: it may have been a signal of any server.
  /// `sequence`: its place in a stream of observations, 0 for other recordings.
  void unreadable_part(std::uint64_t sequence);

  /// The moment of judgement was named.
  void audit(base::TimePoint at) { audit_at_ = at; }

  bool empty() const;
  /// Only a probe was seen: a session that was given up before anything else.
  bool only_probe() const;
  std::optional<base::TimePoint> audit_at() const { return audit_at_; }
  /// The last event, but just before a close that the client began.
  std::optional<base::TimePoint> last_at() const;

  /// What was observed, in order, and of which server; nullopt when nothing is left.
  std::optional<std::pair<std::string, session::Observation>> next_observation();

  /// The evidence of every pair, in order of appearance.
  std::vector<evidence::Record> records() const;

 private:
  Pair& pair(const std::string& server);
  Pair& seen(const Source& source);
  /// The same for an end of a stream or process: after a close it is no event of its own.
  Pair& ended(const Source& source);
  /// Acts for every server where a report names none of several; false where it has one to name.
  bool for_each_server(const Source& source, const std::function<void(const Source&)>& act);
  void drain(Pair& pair);
  void take_frames(const Source& source, Pair& pair, ByteStream& stream);
  session::Envelope::Body body_of(const framing::Headers& headers, std::string_view body,
                                  std::vector<std::string>& messages);
  void note_close(base::TimePoint at, std::optional<base::TimePoint> before);
  void spread(base::TimePoint at, const json::Value& tools);
  /// Whose tool an entry of a plain list is: the server that offers just this definition, else one
  /// that offers the name or was said to hold it; each name once for each server. Empty: nobody's.
  std::string owner_of(const json::Value& tool, std::set<std::string>& taken) const;
  /// A request leaves the farther hop with another cursor than it came in with.
  bool hop_alters(const Source& source, const json::Value& value);
  void mark_altered(Pair& pair, base::TimePoint at, const protocol::Id& request);
  void witness_upstream(Pair& downstream);
  bool has_hops() const;
  bool belongs(const json::Value& entry, const Pair& pair) const;

  Setup setup_;
  std::map<std::string, std::unique_ptr<Pair>> pairs_;
  std::vector<std::string> order_;
  std::optional<base::TimePoint> audit_at_;
  std::optional<base::TimePoint> last_at_;
  std::optional<base::TimePoint> before_close_;
  std::deque<std::pair<std::string, session::Observation>> observations_;
  json::Parser parser_;
  // Cursors that the farther hop gave, and the one that came in on the nearer hop.
  std::deque<std::string> hop_cursors_;
  std::optional<std::pair<protocol::Id, std::string>> hop_request_;
};

}  // namespace lockstep::recording
