#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/base/result.h"
#include "lockstep/json/document.h"
#include "lockstep/recording/timeline.h"

namespace lockstep::recording {

/// What the header line of a transcript says (docs/formats/transcript.md), or what the events of a
/// case show.
struct TranscriptHeader {
  evidence::Party client{"client", {}, {}};
  evidence::Party server{"server", {}, {}};
  std::optional<session::Transport> transport;
  evidence::Vantage vantage = evidence::Vantage::client;
  base::TimePoint origin;
  evidence::Policy policy;
};

/// Where the times of a case start, which names none: 2026-01-01T00:00:00Z.
base::TimePoint case_origin();

/// `{"lockstep": "transcript/v1", …}`.
bool is_transcript_header(const json::Value& line);
base::Result<TranscriptHeader> read_transcript_header(const json::Value& line);

/// One event: it has `t` and `from` or `app`.
bool is_transcript_event(const json::Value& line);

/// The transport that events show: `sse` where a message came on it, HTTP where an envelope or a
/// POST is seen, stdio otherwise.
std::optional<session::Transport> transport_of(const json::Value& events);
/// The same from one event; nullopt when it does not say.
std::optional<session::Transport> transport_of_event(const json::Value& event);

/// Feeds timed events to a timeline.
class Transcript {
 public:
  struct Limits {
    std::size_t frame_bytes_max = 16u << 20;
    std::size_t generated_bytes_max = 256u << 20;
  };
  Transcript(Timeline& timeline, base::TimePoint origin, std::string key, Limits limits)
      : timeline_(timeline), origin_(origin), key_(std::move(key)), limits_(limits) {}

  /// Errors: `invalid_event`, with the member's pointer.
  base::Result<void> event(const std::shared_ptr<const json::Document>& document,
                           const json::Value& event);

  /// Names the servers of all events beforehand.
  void expect(const json::Value& events);

 private:
  base::Result<void> wire(const std::shared_ptr<const json::Document>& document,
                          const json::Value& event, base::TimePoint at);
  base::Result<void> app(const std::shared_ptr<const json::Document>& document,
                         const json::Value& event, base::TimePoint at);
  base::Result<void> generated(const Source& source, const json::Value& parts);
  base::Result<void> http(const Source& source, const json::Value& http);
  Timeline& timeline_;
  base::TimePoint origin_;
  std::string key_;
  Limits limits_;
};

}  // namespace lockstep::recording
