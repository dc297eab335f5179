#include "lockstep/recording/audit.h"

#include <deque>
#include <utility>

#include "lockstep/base/encoding.h"
#include "lockstep/base/hash.h"
#include "lockstep/evidence/record_json.h"
#include "lockstep/json/canonical.h"
#include "lockstep/recording/captures.h"
#include "lockstep/recording/classify.h"
#include "lockstep/recording/har.h"
#include "lockstep/recording/transcript.h"
#include "lockstep/verdict/examine.h"

namespace lockstep::recording {

namespace {

using verdict::Moment;
using Document = std::shared_ptr<const json::Document>;

std::string digest_of_written(const evidence::Record& record) {
  const std::string text = evidence::write_record(record);
  const auto parsed = json::Document::parse(text);
  const auto canonical =
      parsed ? json::canonicalize(parsed->root())
             : base::Result<json::CanonicalText>(tl::unexpected<base::Error>(parsed.error()));
  return "sha256:" + base::to_hex(base::sha256(canonical ? canonical->view() : text));
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

std::optional<std::string> process_stem(std::string_view file_name) {
  constexpr std::string_view end = ".jsonl";
  if (file_name.size() <= end.size() || file_name.substr(file_name.size() - end.size()) != end) {
    return std::nullopt;
  }
  const std::string_view rest = file_name.substr(0, file_name.size() - end.size());
  const std::size_t mark = rest.rfind(".proc");
  if (mark == std::string_view::npos || mark == 0) return std::nullopt;
  const std::string_view number = rest.substr(mark + 5);
  if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(rest.substr(0, mark));
}

/// Reads one input: finds out what it is, and judges each thing in it.
class Audit::State {
 public:
  explicit State(AuditOptions options)
      : options_(std::move(options)),
        document_parser_({options_.limits.document_bytes_max, options_.limits.depth_max}),
        line_parser_({options_.limits.line_bytes_max, options_.limits.depth_max}) {}

  void begin(std::string name) {
    name_ = std::move(name);
    if (input_.empty()) input_ = name_;
    mode_ = Mode::undecided;
    buffer_.clear();
    scanned_ = 0;
    line_ = 0;
    offset_ = 0;
    ++parts_;
    part_begun_ = false;
  }

  void feed(std::string_view bytes) {
    if (mode_ == Mode::refused) return;
    buffer_ += bytes;
    advance(false);
  }

  void end() {
    if (mode_ != Mode::refused) advance(true);
    if (captures_ && part_begun_) captures_->part_ends(*timeline_);
    part_begun_ = false;
    buffer_.clear();
    if (!captures_) flush();
  }

  void finish() {
    flush();
    if (judged_ == 0 && errors_ == 0) {
      error({"nothing_to_judge",
             "nothing to judge: no evidence record, observation stream, transcript, capture or HAR "
             "with a session in it"});
    }
  }

  std::optional<Outcome> next() {
    if (out_.empty()) return std::nullopt;
    Outcome first = std::move(out_.front());
    out_.pop_front();
    return first;
  }

 private:
  enum class Mode : std::uint8_t { undecided, lines, document, refused };

  void error(base::Error error) {
    ++errors_;
    out_.emplace_back(InputError{name_, std::move(error)});
  }

  void refuse(std::string code, std::string message) {
    error({std::move(code), std::move(message), offset_});
    mode_ = Mode::refused;
    buffer_.clear();
    buffer_.shrink_to_fit();
  }

  void advance(bool last) {
    if (mode_ == Mode::undecided) decide(last);
    if (mode_ == Mode::lines) take_lines(last);
    if (mode_ == Mode::document) {
      if (buffer_.size() > options_.limits.document_bytes_max) {
        return refuse("too_large", "a single document above the limit of " +
                                       std::to_string(options_.limits.document_bytes_max) +
                                       " bytes");
      }
      if (last) take_document();
    }
  }

  /// Lines when the first line is JSON by itself, or the second one is though the first is broken.
  void decide(bool last) {
    std::size_t start = 0;
    for (int tried = 0; tried < 2;) {
      const std::size_t stop = buffer_.find('\n', std::max(start, scanned_));
      if (stop == std::string::npos && !last) {
        scanned_ = buffer_.size();
        const bool too_long = buffer_.size() > options_.limits.line_bytes_max && tried == 0;
        if (too_long) mode_ = Mode::document;
        return;
      }
      const std::string_view line =
          std::string_view(buffer_).substr(start, stop == std::string::npos ? stop : stop - start);
      if (!is_blank(line)) {
        const auto parsed = line_parser_.parse(line);
        if (parsed && (tried == 0 || parsed->root().is_object())) {
          mode_ = Mode::lines;
          scanned_ = 0;
          return;
        }
        ++tried;
      }
      scanned_ = 0;
      if (stop == std::string::npos) break;
      start = stop + 1;
    }
    mode_ = Mode::document;
    scanned_ = 0;
  }

  void take_lines(bool last) {
    std::size_t start = 0;
    while (mode_ == Mode::lines) {
      const std::size_t stop = buffer_.find('\n', std::max(start, scanned_));
      if (stop == std::string::npos) break;
      take_line(std::string_view(buffer_).substr(start, stop - start));
      start = stop + 1;
    }
    if (mode_ != Mode::lines) return;
    buffer_.erase(0, start);
    scanned_ = buffer_.size();
    if (buffer_.size() > options_.limits.line_bytes_max) {
      ++line_;
      return refuse("too_large", "a line above the limit of " +
                                     std::to_string(options_.limits.line_bytes_max) + " bytes");
    }
    if (!last || buffer_.empty()) return;
    take_line(buffer_);
    buffer_.clear();
  }

  void take_line(std::string_view text) {
    ++line_;
    const std::size_t at = offset_;
    offset_ += text.size() + 1;
    if (is_blank(text)) return;
    auto parsed = line_parser_.parse(text);
    if (!parsed) return line_error(parsed.error(), at);
    auto document = std::make_shared<const json::Document>(std::move(*parsed));
    take_key(text);
    if (auto done = take_value(document, document->root(), true); !done) {
      line_error(done.error(), at);
    }
  }

  void line_error(base::Error problem, std::size_t at) {
    problem.offset = at + problem.offset.value_or(0);
    problem.line = line_;
    error(std::move(problem));
    if (!timeline_ || !timeline_->last_at()) return;
    // What could not be read may have been a signal.
    session::Observation doubt;
    doubt.what = session::What::doubt;
    doubt.code = "malformed_notification";
    Source source;
    source.place.at = *timeline_->last_at();
    timeline_->app(source, std::move(doubt));
  }

  void take_document() {
    if (is_blank(buffer_)) return;
    auto parsed = document_parser_.parse(buffer_);
    if (!parsed) return error(parsed.error());
    auto document = std::make_shared<const json::Document>(std::move(*parsed));
    take_key(buffer_);
    buffer_.clear();
    buffer_.shrink_to_fit();
    if (auto done = take_value(document, document->root(), false); !done) error(done.error());
  }

  /// Without a key, fingerprints are keyed by the beginning of the input: an audit repeats exactly.
  void take_key(std::string_view text) {
    if (!options_.key.empty()) return;
    const base::Sha256 digest = base::sha256("lockstep.key/v1 " + std::string(text));
    options_.key.assign(digest.begin(), digest.end());
  }

  base::Result<void> take_value(const Document& document, const json::Value& value, bool in_line) {
    const Content content = classify(value);
    if (is_stream(content)) return take_stream(content, document, value);
    switch (content) {
      case Content::comment:
        return {};
      case Content::record:
      case Content::record_with_moment:
        return take_record(value, content, place_name(in_line));
      case Content::list:
        return take_list(value, in_line);
      case Content::case_file:
        return take_case(document, value);
      case Content::arm:
      case Content::events:
        return take_arm(document, value, "", place_name(in_line));
      case Content::har:
        return take_har(document, value);
      default:
        break;
    }
    return base::failure("unknown_content",
                         "expected an evidence record, an observation, a transcript or capture "
                         "event, a case, or a HAR file");
  }

  std::string place_name(bool in_line) const {
    return in_line && line_ > 1 ? name_ + ":" + std::to_string(line_) : name_;
  }

  base::Result<void> take_record(const json::Value& value, Content content, std::string id) {
    Moment moment{options_.clock, "clock"};
    const bool wrapped = content == Content::record_with_moment;
    const json::Value body = wrapped ? value["record"] : value;
    if (value["id"].is_string() && wrapped) id = std::string(value["id"].string());
    const json::Value now = value["now"];
    if (now.is_string()) {
      const auto at = base::parse_rfc3339(now.string());
      if (!at) {
        base::Error wrong{"invalid_record", "member is not an RFC 3339 time"};
        wrong.pointer = "/now";
        return tl::unexpected<base::Error>(std::move(wrong));
      }
      moment = Moment{*at, "input"};
    }
    if (options_.now) moment = Moment{*options_.now, "option"};
    auto record = evidence::read_record(body);
    if (!record) {
      base::Error wrong = record.error();
      if (wrapped) wrong.pointer = "/record" + wrong.pointer;
      return tl::unexpected<base::Error>(std::move(wrong));
    }
    put(verdict::examine(std::move(id), *record, policy_of(value), moment));
    return {};
  }

  evidence::Policy policy_of(const json::Value& value) const {
    const auto own = evidence::read_policy(value["policy"]);
    return own ? evidence::merge(*own, options_.policy) : options_.policy;
  }

  base::Result<void> take_list(const json::Value& value, bool in_line) {
    const json::Value* list = value.is_array() ? &value : value.find("cases");
    if (list == nullptr) list = value.find("records");
    std::size_t number = 0;
    for (const json::Value& entry : list->elements()) {
      ++number;
      const Content content = classify(entry);
      const std::string id = place_name(in_line) + "#" + std::to_string(number);
      base::Result<void> done;
      if (content == Content::record || content == Content::record_with_moment) {
        done = take_record(entry, content, id);
      } else {
        done = base::failure("unknown_content", "expected an evidence record");
      }
      if (done) continue;
      base::Error wrong = done.error();
      const std::string member = value.is_array()      ? ""
                                 : value.find("cases") ? "/cases"
                                                       : "/records";
      wrong.pointer = member + "/" + std::to_string(number - 1) + wrong.pointer;
      if (in_line) wrong.line = line_;
      error(std::move(wrong));
    }
    return {};
  }

  base::Result<void> take_case(const Document& document, const json::Value& value) {
    const std::string name =
        value["case"].is_string() ? std::string(value["case"].string()) : name_;
    std::size_t number = 0;
    for (const json::Value& arm : value["arms"].elements()) {
      const std::string pointer = "/arms/" + std::to_string(number++);
      const std::string id = arm["arm"].is_string() ? name + "/" + std::string(arm["arm"].string())
                                                    : name + "/" + std::to_string(number);
      if (auto done = take_arm(document, arm, pointer, id); !done) error(done.error());
    }
    return {};
  }

  /// One timeline given as an array of events.
  base::Result<void> take_arm(const Document& document, const json::Value& arm,
                              const std::string& pointer, const std::string& id) {
    const json::Value events = arm.is_array() ? arm : arm["events"];
    Timeline::Setup setup = timeline_setup();
    setup.transport = transport_of(events);
    if (!setup.transport) setup.transport = session::Transport::stdio;
    auto policy = evidence::read_policy(arm["policy"]);
    if (!policy) {
      base::Error wrong = policy.error();
      wrong.pointer = pointer + "/policy" + wrong.pointer;
      return tl::unexpected<base::Error>(std::move(wrong));
    }
    setup.policy = std::move(*policy);
    Timeline timeline(std::move(setup));
    Transcript transcript(timeline, case_origin(), options_.key,
                          {.frame_bytes_max = options_.limits.frame_bytes_max});
    transcript.expect(events);
    std::size_t number = 0;
    for (const json::Value& event : events.elements()) {
      if (auto done = transcript.event(document, event); !done) {
        base::Error wrong = done.error();
        wrong.pointer =
            pointer + (arm.is_array() ? "/" : "/events/") + std::to_string(number) + wrong.pointer;
        return tl::unexpected<base::Error>(std::move(wrong));
      }
      ++number;
    }
    judge_timeline(timeline, id);
    return {};
  }

  base::Result<void> take_har(const Document& document, const json::Value& value) {
    Timeline::Setup setup = timeline_setup();
    setup.transport = session::Transport::streamable_http;
    Timeline timeline(std::move(setup));
    if (auto done = read_har(timeline, document, value, options_.key); !done) {
      return tl::unexpected<base::Error>(done.error());
    }
    judge_timeline(timeline, name_);
    return {};
  }

  Timeline::Setup timeline_setup() const {
    Timeline::Setup setup;
    setup.client.id = "client";
    setup.server.id = "server";
    setup.key = options_.key;
    setup.frame_bytes_max = options_.limits.frame_bytes_max;
    setup.depth_max = options_.limits.depth_max;
    setup.servers_max = options_.limits.servers_max;
    return setup;
  }

  base::Result<void> take_stream(Content content, const Document& document,
                                 const json::Value& value) {
    if (content == Content::transcript_header) return begin_transcript(value);
    if (content == Content::observation_header) return begin_observations(value);
    if (!timeline_) begin_stream(content, value);
    switch (content) {
      case Content::transcript_event:
        if (!transcript_) {
          transcript_.emplace(*timeline_, case_origin(), options_.key, transcript_limits());
        }
        return transcript_->event(document, value);
      case Content::capture:
        if (!captures_) captures_ = std::make_unique<CaptureReader>(options_.key);
        if (!part_begun_) captures_->part_begins(*timeline_);
        part_begun_ = true;
        return captures_->line(*timeline_, document, value);
      default:
        return take_observation(document, value);
    }
  }

  Transcript::Limits transcript_limits() const {
    return {.frame_bytes_max = options_.limits.frame_bytes_max};
  }

  void begin_stream(Content content, const json::Value& value) {
    Timeline::Setup setup = timeline_setup();
    if (content == Content::transcript_event) {
      setup.transport = transport_of_event(value).value_or(session::Transport::stdio);
    } else if (content == Content::capture) {
      setup.transport = CaptureReader::transport_of(value);
    }
    timeline_ = std::make_unique<Timeline>(std::move(setup));
    stream_line_ = line_;
  }

  base::Result<void> begin_transcript(const json::Value& value) {
    flush();
    auto header = read_transcript_header(value);
    if (!header) return tl::unexpected<base::Error>(header.error());
    Timeline::Setup setup = timeline_setup();
    setup.client = header->client;
    setup.server = header->server;
    setup.transport = header->transport;
    setup.vantage = header->vantage;
    setup.policy = header->policy;
    timeline_ = std::make_unique<Timeline>(std::move(setup));
    transcript_.emplace(*timeline_, header->origin, options_.key, transcript_limits());
    stream_line_ = line_;
    return {};
  }

  base::Result<void> begin_observations(const json::Value& value) {
    flush();
    auto header = read_transcript_header(value);
    if (!header) return tl::unexpected<base::Error>(header.error());
    Timeline::Setup setup = timeline_setup();
    setup.client = header->client;
    setup.server = header->server;
    setup.vantage = header->vantage;
    setup.policy = header->policy;
    timeline_ = std::make_unique<Timeline>(std::move(setup));
    stream_line_ = line_;
    last_sequence_ = 0;
    return {};
  }

  base::Result<void> take_observation(const Document& document, const json::Value& value) {
    auto observation = session::read_observation(document);
    if (!observation) return tl::unexpected<base::Error>(observation.error());
    if (observation->sequence <= last_sequence_) {
      base::Error wrong{"invalid_observation",
                        "sequence does not grow: the stream is out of order or repeats itself"};
      wrong.pointer = "/sequence";
      return tl::unexpected<base::Error>(std::move(wrong));
    }
    last_sequence_ = observation->sequence;
    Source source;
    source.server = std::string(value["server"].string());
    source.place.at = observation->at;
    timeline_->observed(source, *observation);
    return {};
  }

  /// What stood open of a stream is judged.
  void flush() {
    if (!timeline_) return;
    const std::unique_ptr<Timeline> timeline = std::move(timeline_);
    const bool captured = captures_ != nullptr;
    transcript_.reset();
    captures_.reset();
    last_sequence_ = 0;
    if (captured && timeline->only_probe()) return;
    const std::string& name = captured && parts_ > 1 ? input_name() : name_;
    judge_timeline(*timeline, stream_line_ > 1 ? name + ":" + std::to_string(stream_line_) : name);
  }

  const std::string& input_name() {
    if (const auto stem = process_stem(input_)) input_ = *stem;
    return input_;
  }

  void judge_timeline(const Timeline& timeline, const std::string& id) {
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

  void put(verdict::Result result) {
    ++judged_;
    out_.emplace_back(std::move(result));
  }

  AuditOptions options_;
  json::Parser document_parser_;
  json::Parser line_parser_;
  std::string name_;
  std::string input_;
  Mode mode_ = Mode::undecided;
  std::string buffer_;
  std::size_t scanned_ = 0;
  std::size_t line_ = 0;
  std::size_t offset_ = 0;
  std::size_t stream_line_ = 0;
  std::size_t parts_ = 0;
  std::size_t judged_ = 0;
  std::size_t errors_ = 0;
  bool part_begun_ = false;
  std::unique_ptr<Timeline> timeline_;
  std::optional<Transcript> transcript_;
  std::unique_ptr<CaptureReader> captures_;
  std::uint64_t last_sequence_ = 0;
  std::deque<Outcome> out_;
};

Audit::Audit(AuditOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Audit::~Audit() = default;
void Audit::begin(std::string name) {
  state_->begin(std::move(name));
}
void Audit::feed(std::string_view bytes) {
  state_->feed(bytes);
}
void Audit::end() {
  state_->end();
}
void Audit::finish() {
  state_->finish();
}
std::optional<Outcome> Audit::next() {
  return state_->next();
}

}  // namespace lockstep::recording
