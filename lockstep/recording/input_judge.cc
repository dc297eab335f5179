#include "lockstep/recording/input_judge.h"

#include <utility>

#include "lockstep/base/encoding.h"
#include "lockstep/base/hash.h"
#include "lockstep/evidence/record_json.h"
#include "lockstep/json/canonical.h"
#include "lockstep/recording/har.h"

namespace lockstep::recording {

namespace {

using Failure = tl::unexpected<base::Error>;

std::string digest_of_written(const evidence::Record& record) {
  const std::string text = evidence::write_record(record);
  const auto parsed = json::Document::parse(text);
  if (!parsed) return {};
  const auto canonical = json::canonicalize(parsed->root());
  return "sha256:" + base::to_hex(base::sha256(canonical ? canonical->view() : text));
}

/// An error with its pointer below `prefix`.
Failure below(const std::string& prefix, base::Error error) {
  error.pointer = prefix + error.pointer;
  return Failure(std::move(error));
}

}  // namespace

void InputJudge::begin_part(std::string name) {
  name_ = std::move(name);
  if (input_.empty()) input_ = name_;
  ++parts_;
  part_begun_ = false;
}

void InputJudge::end_part() {
  if (captures_ && part_begun_) captures_->part_ends(*timeline_);
  part_begun_ = false;
  // The processes of one client are one recording.
  if (!captures_) flush();
}

void InputJudge::error(base::Error error) {
  ++errors_;
  out_.emplace_back(InputError{name_, std::move(error)});
}

std::optional<Outcome> InputJudge::next() {
  if (out_.empty()) return std::nullopt;
  Outcome first = std::move(out_.front());
  out_.pop_front();
  return first;
}

std::string InputJudge::place_name() const {
  return line_ > 1 ? name_ + ":" + std::to_string(line_) : name_;
}

base::Result<void> InputJudge::take(const Document& document, const json::Value& value,
                                    std::size_t line) {
  line_ = line;
  const Content content = classify(value);
  if (is_stream(content)) return take_stream(content, document, value);
  switch (content) {
    case Content::comment:
      return {};
    case Content::record:
    case Content::record_with_moment:
      return take_record(value, content, place_name());
    case Content::list:
      return take_list(value);
    case Content::case_file:
      return take_case(document, value);
    case Content::arm:
    case Content::events:
      return take_arm(document, value, "", place_name());
    case Content::har:
      return take_har(document, value);
    default:
      break;
  }
  return base::failure("unknown_content",
                       "expected an evidence record, an observation, a transcript or capture "
                       "event, a case, or a HAR file");
}

base::Result<void> InputJudge::take_record(const json::Value& value, Content content,
                                           std::string id) {
  Moment moment{options_.clock, "clock"};
  const bool wrapped = content == Content::record_with_moment;
  if (wrapped && value["id"].is_string()) id = std::string(value["id"].string());
  const json::Value now = value["now"];
  if (!now.is_null()) {
    const auto at = base::parse_rfc3339(now.string());
    if (!at) return below("/now", {"invalid_record", "member is not an RFC 3339 time"});
    moment = Moment{*at, "input"};
  }
  if (options_.now) moment = Moment{*options_.now, "option"};
  auto record = evidence::read_record(wrapped ? value["record"] : value);
  if (!record) return below(wrapped ? "/record" : "", record.error());
  evidence::Policy policy = options_.policy;
  if (wrapped) {
    const auto own = evidence::read_policy(value["policy"]);
    if (!own) return below("/policy", own.error());
    policy = evidence::merge(*own, policy);
  }
  put(verdict::examine(std::move(id), *record, policy, moment));
  return {};
}

base::Result<void> InputJudge::take_list(const json::Value& value) {
  const json::Value* list = value.is_array() ? &value : value.find("cases");
  std::string pointer = value.is_array() ? "/" : "/cases/";
  if (list == nullptr) {
    list = value.find("records");
    pointer = "/records/";
  }
  std::size_t number = 0;
  for (const json::Value& entry : list->elements()) {
    const std::string place = pointer + std::to_string(number++);
    const Content content = classify(entry);
    const bool record = content == Content::record || content == Content::record_with_moment;
    auto done =
        record
            ? take_record(entry, content, place_name() + "#" + std::to_string(number))
            : base::Result<void>(base::failure("unknown_content", "expected an evidence record"));
    if (done) continue;
    base::Error wrong = done.error();
    wrong.pointer = place + wrong.pointer;
    if (line_ > 0) wrong.line = line_;
    error(std::move(wrong));
  }
  return {};
}

base::Result<void> InputJudge::take_case(const Document& document, const json::Value& value) {
  const json::Value named = value["case"];
  const std::string name = named.is_string() ? std::string(named.string()) : name_;
  std::size_t number = 0;
  for (const json::Value& arm : value["arms"].elements()) {
    const std::string pointer = "/arms/" + std::to_string(number++);
    const std::string arm_name =
        arm["arm"].is_string() ? std::string(arm["arm"].string()) : std::to_string(number);
    auto done = take_arm(document, arm, pointer, name + "/" + arm_name);
    if (!done) error(done.error());
  }
  return {};
}

base::Result<void> InputJudge::take_arm(const Document& document, const json::Value& arm,
                                        const std::string& pointer, const std::string& id) {
  const json::Value events = arm.is_array() ? arm : arm["events"];
  Timeline::Setup setup = timeline_setup();
  setup.transport = transport_of(events).value_or(session::Transport::stdio);
  auto policy = evidence::read_policy(arm["policy"]);
  if (!policy) return below(pointer + "/policy", policy.error());
  setup.policy = std::move(*policy);
  Timeline timeline(std::move(setup));
  Transcript transcript(timeline, case_origin(), key_, transcript_limits());
  transcript.expect(events);
  std::size_t number = 0;
  for (const json::Value& event : events.elements()) {
    const std::string place = (arm.is_array() ? "/" : "/events/") + std::to_string(number++);
    auto done = transcript.event(document, event);
    if (!done) return below(pointer + place, done.error());
  }
  judge_timeline(timeline, id);
  return {};
}

base::Result<void> InputJudge::take_har(const Document& document, const json::Value& value) {
  Timeline::Setup setup = timeline_setup();
  setup.transport = session::Transport::streamable_http;
  Timeline timeline(std::move(setup));
  if (auto done = read_har(timeline, document, value, key_); !done) return Failure(done.error());
  judge_timeline(timeline, place_name());
  return {};
}

Timeline::Setup InputJudge::timeline_setup() const {
  Timeline::Setup setup;
  setup.client.id = "client";
  setup.server.id = "server";
  setup.key = key_;
  setup.frame_bytes_max = options_.limits.frame_bytes_max;
  setup.depth_max = options_.limits.depth_max;
  setup.servers_max = options_.limits.servers_max;
  return setup;
}

Transcript::Limits InputJudge::transcript_limits() const {
  return {.frame_bytes_max = options_.limits.frame_bytes_max};
}

base::Result<void> InputJudge::take_stream(Content content, const Document& document,
                                           const json::Value& value) {
  if (content == Content::transcript_header || content == Content::observation_header) {
    return begin_recording(value);
  }
  if (!timeline_ && headed_) begin_headed(value);
  if (!timeline_) begin_stream(content, value);
  if (content == Content::transcript_event) {
    if (!transcript_) transcript_.emplace(*timeline_, case_origin(), key_, transcript_limits());
    return transcript_->event(document, value);
  }
  if (content == Content::observation) return take_observation(document, value);
  if (!captures_) captures_ = std::make_unique<CaptureReader>(key_);
  if (!part_begun_) captures_->part_begins(*timeline_);
  part_begun_ = true;
  return captures_->line(*timeline_, document, value);
}

void InputJudge::begin_stream(Content content, const json::Value& value) {
  Timeline::Setup setup = timeline_setup();
  if (content == Content::transcript_event) {
    setup.transport = transport_of_event(value).value_or(session::Transport::stdio);
  } else if (content == Content::capture) {
    setup.transport = CaptureReader::transport_of(value);
  }
  timeline_ = std::make_unique<Timeline>(std::move(setup));
  stream_line_ = line_;
}

void InputJudge::begin_headed(const json::Value& first) {
  headed_->transport = transport_of_event(first).value_or(session::Transport::stdio);
  timeline_ = std::make_unique<Timeline>(std::move(*headed_));
  transcript_.emplace(*timeline_, headed_origin_, key_, transcript_limits());
  headed_.reset();
}

/// A header line begins a recording of its own; what came before it has ended.
base::Result<void> InputJudge::begin_recording(const json::Value& value) {
  flush();
  auto header = read_transcript_header(value);
  if (!header) return Failure(header.error());
  Timeline::Setup setup = timeline_setup();
  setup.client = header->client;
  setup.server = header->server;
  setup.transport = header->transport;
  setup.vantage = header->vantage;
  setup.policy = header->policy;
  stream_line_ = line_;
  if (is_transcript_header(value) && !setup.transport) {
    // The first message says how the two are connected.
    headed_ = std::move(setup);
    headed_origin_ = header->origin;
    return {};
  }
  timeline_ = std::make_unique<Timeline>(std::move(setup));
  if (is_transcript_header(value)) {
    transcript_.emplace(*timeline_, header->origin, key_, transcript_limits());
  }
  return {};
}

base::Result<void> InputJudge::take_observation(const Document& document,
                                                const json::Value& value) {
  auto observation = session::read_observation(document);
  if (!observation) return Failure(observation.error());
  if (observation->sequence <= last_sequence_) {
    return below("/sequence",
                 {"invalid_observation",
                  "sequence does not grow: the stream is out of order or repeats itself"});
  }
  last_sequence_ = observation->sequence;
  Source source;
  source.server = std::string(value["server"].string());
  source.place.at = observation->at;
  timeline_->observed(source, *observation);
  return {};
}

void InputJudge::unreadable_line() {
  const bool numbered = last_sequence_ > 0;
  if (timeline_) timeline_->unreadable_part(numbered ? last_sequence_ + 1 : 0);
}

void InputJudge::flush() {
  headed_.reset();
  if (!timeline_) return;
  const std::unique_ptr<Timeline> timeline = std::move(timeline_);
  const bool captured = captures_ != nullptr;
  transcript_.reset();
  captures_.reset();
  last_sequence_ = 0;
  if (captured && timeline->only_probe()) return;
  std::string name = name_;
  if (captured && parts_ > 1) name = process_stem(input_).value_or(input_);
  if (stream_line_ > 1) name += ":" + std::to_string(stream_line_);
  judge_timeline(*timeline, name);
}

void InputJudge::judge_timeline(const Timeline& timeline, const std::string& id) {
  if (timeline.empty()) return;
  Moment moment{options_.clock, "clock"};
  if (options_.now) {
    moment = Moment{*options_.now, "option"};
  } else if (const auto audit = timeline.audit_at()) {
    moment = Moment{*audit, "input"};
  } else if (const auto last = timeline.last_at()) {
    moment = Moment{*last, "recording"};
  }
  std::vector<verdict::Result> results;
  for (evidence::Record& record : timeline.records()) {
    record.digest = digest_of_written(record);
    results.push_back(verdict::examine(id, record, options_.policy, moment));
  }
  if (!results.empty()) put(verdict::worst_of(id, std::move(results)));
}

void InputJudge::put(verdict::Result result) {
  ++judged_;
  out_.emplace_back(std::move(result));
}

}  // namespace lockstep::recording
