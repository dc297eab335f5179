#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "lockstep/base/result.h"
#include "lockstep/json/document.h"
#include "lockstep/recording/audit.h"
#include "lockstep/recording/captures.h"
#include "lockstep/recording/classify.h"
#include "lockstep/recording/timeline.h"
#include "lockstep/recording/transcript.h"
#include "lockstep/verdict/examine.h"

namespace lockstep::recording {

/// Judges the JSON values of one input: each record and each case by itself, the lines of a
/// recording together once it has ended.
class InputJudge {
 public:
  /// The options must outlive it.
  explicit InputJudge(const AuditOptions& options) : options_(options) {}

  /// Fingerprints are keyed by this from now on.
  void set_key(std::string key) { key_ = std::move(key); }
  void begin_part(std::string name);
  /// A value of the input. `line`: from 1 where it is one line of several, 0 for a whole document.
  base::Result<void> take(const std::shared_ptr<const json::Document>& document,
                          const json::Value& value, std::size_t line);
  /// A line that could not be read: it may have been a signal.
  void unreadable_line();
  void end_part();
  /// The recording that is under way is judged.
  void flush();
  void error(base::Error error);

  std::optional<Outcome> next();
  bool found_nothing() const { return judged_ == 0 && errors_ == 0; }

 private:
  using Document = std::shared_ptr<const json::Document>;
  using Moment = verdict::Moment;

  base::Result<void> take_record(const json::Value& value, Content content, std::string id);
  base::Result<void> take_list(const json::Value& value);
  base::Result<void> take_case(const Document& document, const json::Value& value);
  base::Result<void> take_arm(const Document& document, const json::Value& arm,
                              const std::string& pointer, const std::string& id);
  base::Result<void> take_har(const Document& document, const json::Value& value);
  base::Result<void> take_stream(Content content, const Document& document,
                                 const json::Value& value);
  base::Result<void> take_observation(const Document& document, const json::Value& value);
  base::Result<void> begin_recording(const json::Value& header);
  void begin_headed(const json::Value& first);
  void begin_stream(Content content, const json::Value& value);
  void judge_timeline(const Timeline& timeline, const std::string& id);
  Timeline::Setup timeline_setup() const;
  Transcript::Limits transcript_limits() const;
  std::string place_name() const;
  void put(verdict::Result result);

  const AuditOptions& options_;
  std::string key_;
  std::string name_;
  std::string input_;
  std::size_t line_ = 0;
  std::size_t parts_ = 0;
  std::size_t stream_line_ = 0;
  std::size_t judged_ = 0;
  std::size_t errors_ = 0;
  bool part_begun_ = false;
  /// A header without a transport, until the first event says it.
  std::optional<Timeline::Setup> headed_;
  base::TimePoint headed_origin_;
  std::unique_ptr<Timeline> timeline_;
  std::optional<Transcript> transcript_;
  std::unique_ptr<CaptureReader> captures_;
  std::uint64_t last_sequence_ = 0;
  std::deque<Outcome> out_;
};

}  // namespace lockstep::recording
