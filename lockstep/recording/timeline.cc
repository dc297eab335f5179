#include "lockstep/recording/timeline.h"

#include <algorithm>

#include "lockstep/base/check.h"
#include "lockstep/framing/sse_reader.h"
#include "lockstep/json/writer.h"
#include "lockstep/registry/tool.h"

namespace lockstep::recording {

namespace {

constexpr std::string_view upstream = "upstream";
constexpr std::string_view downstream = "downstream";
/// Stands for all servers beyond the limit.
constexpr std::string_view overflow = "(further servers)";
constexpr std::size_t hop_cursors_max = 256;

/// The name in docs/verdicts.md of what a parser refused.
std::string_view doubt_of(const base::Error& error) {
  if (error.code == "duplicate_member") return "ambiguous_json";
  if (error.code == "invalid_utf8") return "invalid_utf8";
  if (error.code == "lone_surrogate") return "invalid_unicode";
  if (error.code == "too_deep") return "limit_exceeded";
  if (error.code == "too_large") return "frame_too_large";
  return "undecodable_frame";
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// A broken message that names the notification; a line of a log that does is none.
bool may_be_signal(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const bool message =
      begin != std::string_view::npos && (text[begin] == '{' || text[begin] == '[');
  return message && text.find(protocol::list_changed) != std::string_view::npos;
}

bool is_json_rpc(const json::Value& value) {
  const json::Value* first = &value;
  if (value.is_array()) {
    if (value.elements().empty()) return false;
    first = &value.elements().front();
  }
  return protocol::read_message(*first).kind != protocol::MessageKind::invalid;
}

}  // namespace

Timeline::Timeline(Setup setup)
    : setup_(std::move(setup)),
      parser_(json::ParseLimits{setup_.frame_bytes_max, setup_.depth_max}) {}
Timeline::~Timeline() = default;
Timeline::Timeline(Timeline&&) noexcept = default;
Timeline& Timeline::operator=(Timeline&&) noexcept = default;

bool Timeline::has_hops() const {
  return pairs_.contains(std::string(upstream)) || pairs_.contains(std::string(downstream));
}

Pair& Timeline::pair(const std::string& server) {
  const auto found = pairs_.find(server);
  if (found != pairs_.end()) return *found->second;
  if (pairs_.size() >= setup_.servers_max && server != overflow) {
    // What cannot be told apart any more is kept together, and nothing of it is green.
    Pair& rest = pair(std::string(overflow));
    session::Observation doubt;
    doubt.at = last_at_.value_or(base::TimePoint{});
    doubt.what = session::What::doubt;
    doubt.code = "limit_exceeded";
    rest.observer.app(std::move(doubt));
    return rest;
  }
  evidence::Fold::Setup setup;
  setup.client = setup_.client;
  setup.server = setup_.server;
  if (!server.empty()) setup.server.id = server;
  setup.vantage = setup_.vantage;
  setup.policy = setup_.policy;
  setup.key = setup_.key;
  if (server == upstream) setup.witness = "gateway";
  // A server of its own name has a wire of its own; what is not said about it is a plain pipe.
  const auto transport = server.empty() ? setup_.transport : session::Transport::stdio;
  setup.transport = transport;
  order_.push_back(server);
  auto made = std::make_unique<Pair>(server, transport, std::move(setup), setup_.frame_bytes_max);
  return *pairs_.emplace(server, std::move(made)).first->second;
}

Pair& Timeline::seen(const Source& source) {
  // What the server still sends after the client ended the session belongs to the close.
  if (before_close_ && source.place.from == session::Side::server) return pair(source.server);
  before_close_.reset();
  if (!last_at_ || *last_at_ < source.place.at) last_at_ = source.place.at;
  return pair(source.server);
}

Pair& Timeline::ended(const Source& source) {
  return before_close_ ? pair(source.server) : seen(source);
}

void Timeline::drain(Pair& pair) {
  while (auto observation = pair.observer.next()) {
    pair.fold.add(*observation);
    if (setup_.keep_observations) observations_.emplace_back(pair.name, std::move(*observation));
  }
  if (pair.name == downstream) witness_upstream(pair);
}

void Timeline::message(const Source& source, std::shared_ptr<const json::Document> document,
                       const json::Value& value, const framing::Headers& headers) {
  Pair& pair = seen(source);
  const bool altered = has_hops() && hop_alters(source, value);
  pair.observer.message(source.place, std::move(document), value, headers);
  drain(pair);
  if (altered) mark_altered(pair, source.place.at, protocol::read_message(value).id);
}

void Timeline::mark_altered(Pair& pair, base::TimePoint at, const protocol::Id& request) {
  session::Observation observation;
  observation.at = at;
  observation.what = session::What::list_failed;
  observation.code = "hop_altered_request";
  observation.request = request;
  pair.observer.app(std::move(observation));
  drain(pair);
}

void Timeline::frame(const Source& source, std::string_view text, const framing::Headers& headers) {
  if (is_blank(text)) return;
  Pair& pair = seen(source);
  auto parsed = parser_.parse(text);
  if (!parsed) {
    pair.observer.unreadable(source.place, doubt_of(parsed.error()));
    if (source.place.from == session::Side::server && may_be_signal(text)) {
      session::Observation doubt;
      doubt.at = source.place.at;
      doubt.what = session::What::doubt;
      doubt.code = "malformed_notification";
      pair.observer.app(std::move(doubt));
    }
    return drain(pair);
  }
  auto document = std::make_shared<const json::Document>(std::move(*parsed));
  const json::Value root = document->root();
  message(source, std::move(document), root, headers);
}

void Timeline::take_frames(const Source& source, Pair& pair, ByteStream& stream) {
  while (auto next = stream.next()) {
    switch (next->state) {
      case Frame::State::whole:
        frame(source, next->text);
        break;
      case Frame::State::too_large:
        pair.observer.unreadable(source.place, "frame_too_large");
        drain(pair);
        break;
      case Frame::State::endpoint:
        pair.observer.endpoint(source.place.at, next->text);
        drain(pair);
        break;
    }
  }
}

void Timeline::bytes(const Source& source, std::string_view bytes) {
  Pair& pair = seen(source);
  ByteStream& stream = pair.streams.at(source.place);
  stream.feed(bytes);
  take_frames(source, pair, stream);
}

session::Envelope::Body Timeline::body_of(const framing::Headers& headers, std::string_view body,
                                          std::vector<std::string>& messages) {
  using Body = session::Envelope::Body;
  if (is_blank(body)) return Body::empty;
  if (framing::content_type(headers) == framing::ContentType::event_stream) {
    framing::SseReader reader(setup_.frame_bytes_max);
    reader.feed(body);
    while (auto event = reader.next())
      messages.push_back(std::move(event->data));
  } else {
    messages.emplace_back(body);
  }
  bool any = false;
  bool readable = true;
  for (const std::string& text : messages) {
    const auto parsed = parser_.parse(text);
    if (parsed) {
      any = any || is_json_rpc(parsed->root());
    } else {
      // Broken JSON is not "no JSON-RPC": it may be the answer in a form that cannot be read.
      readable = readable && doubt_of(parsed.error()) == "undecodable_frame";
    }
  }
  if (any || !readable) return Body::json_rpc;
  messages.clear();
  return Body::not_json_rpc;
}

void Timeline::http(const Source& source, session::Envelope envelope,
                    std::optional<std::string_view> body) {
  const bool closes = envelope.method == "DELETE" && source.place.from == session::Side::client;
  const std::optional<base::TimePoint> before = last_at_;
  Pair& pair = seen(source);
  std::vector<std::string> messages;
  if (body) envelope.body = body_of(envelope.headers, *body, messages);
  const bool answer = source.place.from == session::Side::server && envelope.status.has_value();
  if (answer) pair.streams.begin(source.place, framing::content_type(envelope.headers));
  pair.observer.http(source.place, envelope);
  drain(pair);
  if (closes) note_close(source.place.at, before);
  // What refuses the GET stream is no message on it.
  const bool refused_stream =
      source.place.channel == session::Channel::get && answer && envelope.status.value_or(0) >= 400;
  if (refused_stream) return;
  for (const std::string& text : messages)
    frame(source, text);
}

void Timeline::stream_ended(const Source& source) {
  Pair& pair = ended(source);
  ByteStream& stream = pair.streams.at(source.place);
  stream.finish();
  take_frames(source, pair, stream);
  pair.streams.forget(source.place);
  // The older transport has one stream, and with it the connection ends.
  if (source.place.channel == session::Channel::sse) return connection_lost(source, "stream");
  pair.observer.stream_ended(source.place);
  drain(pair);
}

bool Timeline::for_each_server(const Source& source,
                               const std::function<void(const Source&)>& act) {
  if (!source.server.empty() || pairs_.empty() || pairs_.contains("")) return false;
  for (const std::string& name : std::vector<std::string>(order_)) {
    Source each = source;
    each.server = name;
    act(each);
  }
  return true;
}

void Timeline::streams_lost(const Source& source) {
  if (for_each_server(source, [&](const Source& each) { streams_lost(each); })) return;
  const bool http =
      source.server.empty() && setup_.transport == session::Transport::streamable_http;
  if (!http) return connection_lost(source, "stream");
  Pair& pair = ended(source);
  pair.observer.streams_lost(source.place.at);
  drain(pair);
}

void Timeline::observed(const Source& source, const session::Observation& observation) {
  Pair& pair = seen(source);
  pair.fold.add(observation);
}

void Timeline::connection_lost(const Source& source, std::string_view code) {
  if (for_each_server(source, [&](const Source& each) { connection_lost(each, code); })) return;
  Pair& pair = ended(source);
  pair.streams.clear();
  pair.observer.connection_lost(source.place.at, code);
  drain(pair);
}

void Timeline::connection_opened(const Source& source, std::string_view code) {
  if (for_each_server(source, [&](const Source& each) { connection_opened(each, code); })) return;
  Pair& pair = seen(source);
  pair.streams.clear();
  pair.observer.connection_opened(source.place.at, code);
  drain(pair);
}

void Timeline::gave_up(const Source& source, const protocol::Id& request) {
  if (for_each_server(source, [&](const Source& each) { gave_up(each, request); })) return;
  Pair& pair = seen(source);
  pair.observer.gave_up(source.place.at, request);
  drain(pair);
}

void Timeline::note_close(base::TimePoint at, std::optional<base::TimePoint> before) {
  // The close itself lies behind the moment of judgement.
  before_close_ = before && *before < at ? before : at + base::Duration{-1};
}

void Timeline::closed(const Source& source) {
  const std::optional<base::TimePoint> before = last_at_;
  const auto close = [&](const Source& each) {
    Pair& pair = ended(each);
    pair.observer.closed(each.place.at);
    drain(pair);
  };
  if (!for_each_server(source, close)) close(source);
  note_close(source.place.at, before);
}

void Timeline::app(const Source& source, session::Observation observation) {
  observation.at = source.place.at;
  const bool to_all = source.server.empty() && !pairs_.contains("") && !pairs_.empty();
  if (!to_all) {
    Pair& pair = seen(source);
    pair.observer.app(std::move(observation));
    return drain(pair);
  }
  const bool hops = has_hops();
  if (!hops && observation.what == session::What::installed && !observation.merged &&
      pairs_.size() > 1) {
    return spread(source.place.at, observation.content);
  }
  for (const std::string& name : order_) {
    if (hops && name == upstream && observation.what != session::What::filter_declared) continue;
    Source each = source;
    each.server = name;
    app(each, observation);
  }
}

bool Timeline::belongs(const json::Value& entry, const Pair& pair) const {
  const std::string_view server = entry["server"].string();
  if (entry["server"].is_string()) {
    if (server.empty()) return false;
    return server == pair.name || !pairs_.contains(std::string(server)) || pairs_.size() == 1;
  }
  // A plain list over several servers: a tool belongs to the server that offers its name.
  const std::string_view name = entry["tool"]["name"].string();
  const auto set = pair.fold.newest_set();
  return set && set->find(name) != nullptr;
}

std::string Timeline::owner_of(const json::Value& tool, std::set<std::string>& taken) const {
  const std::string_view name = tool["name"].string();
  const auto read = registry::read_tool(tool);
  std::string owner;
  for (const std::string& server : order_) {
    const evidence::Fold& fold = pairs_.at(server)->fold;
    const auto set = fold.newest_set();
    const registry::Tool* offered = set ? set->find(name) : nullptr;
    const auto held = fold.held_set();
    const bool known = offered != nullptr || (held && held->find(name) != nullptr);
    if (!known || taken.contains(server + '\n' + std::string(name))) continue;
    const bool same = offered != nullptr && read && offered->same_definition(*read);
    if (!same && !owner.empty()) continue;
    owner = server;
    if (same) break;
  }
  if (!owner.empty()) taken.insert(owner + '\n' + std::string(name));
  return owner;
}

void Timeline::spread(base::TimePoint at, const json::Value& tools) {
  std::string text;
  json::Writer writer(text);
  writer.begin_array();
  std::set<std::string> taken;
  for (const json::Value& tool : tools.elements()) {
    writer.begin_object().key("server").string(owner_of(tool, taken));
    writer.key("tool").value(tool).end_object();
  }
  writer.end_array();
  const auto parsed = json::Document::parse(text);
  if (parsed) merged(at, parsed->root());
}

void Timeline::merged(base::TimePoint at, const json::Value& entries) {
  if (pairs_.empty()) pair("");
  for (const std::string& name : order_) {
    const Pair& owner = *pairs_.at(name);
    std::string text;
    json::Writer writer(text);
    writer.begin_array();
    for (const json::Value& entry : entries.elements()) {
      writer.begin_object();
      const json::Value exposed = entry["exposed"];
      const json::Value tool = entry["tool"];
      writer.key("exposed").value(exposed.is_string() ? exposed : tool["name"]);
      // Of a tool of another server only its name counts.
      const bool own = belongs(entry, owner);
      writer.key("foreign").boolean(!own);
      if (own) writer.key("tool").value(tool);
      writer.end_object();
    }
    writer.end_array();
    auto parsed = json::Document::parse(text);
    if (!parsed) continue;
    session::Observation observation;
    observation.what = session::What::installed;
    observation.merged = true;
    observation.document = std::make_shared<const json::Document>(std::move(*parsed));
    observation.content = observation.document->root();
    Source source;
    source.server = name;
    source.place.at = at;
    app(source, std::move(observation));
  }
}

bool Timeline::hop_alters(const Source& source, const json::Value& value) {
  const protocol::Message message = protocol::read_message(value);
  if (source.place.from == session::Side::server) {
    const json::Value next = message.result["nextCursor"];
    if (source.server == upstream && next.is_string()) {
      if (hop_cursors_.size() >= hop_cursors_max) hop_cursors_.pop_front();
      hop_cursors_.emplace_back(next.string());
    }
    if (source.server == downstream && hop_request_ && hop_request_->first == message.id) {
      hop_request_.reset();
    }
    return false;
  }
  if (message.kind != protocol::MessageKind::request || message.method != protocol::tools_list) {
    return false;
  }
  const json::Value cursor = message.params["cursor"];
  if (source.server == downstream) {
    const bool passed_on = cursor.is_string() && std::find(hop_cursors_.begin(), hop_cursors_.end(),
                                                           cursor.string()) != hop_cursors_.end();
    if (passed_on) hop_request_ = std::pair{message.id, std::string(cursor.string())};
    return false;
  }
  if (source.server != upstream || !hop_request_) return false;
  const auto [request, expected] = *hop_request_;
  hop_request_.reset();
  if (cursor.is_string() && cursor.string() == expected) return false;
  mark_altered(pair(std::string(downstream)), source.place.at, request);
  return true;
}

void Timeline::witness_upstream(Pair& near) {
  const auto set = near.fold.newest_set();
  if (!set || set == near.listed || !pairs_.contains(std::string(upstream))) return;
  near.listed = set;
  std::string text;
  json::Writer writer(text);
  writer.begin_array();
  for (const registry::Tool& tool : set->tools())
    writer.raw(tool.definition);
  writer.end_array();
  auto parsed = json::Document::parse(text);
  if (!parsed || !last_at_) return;
  session::Observation observation;
  observation.at = *last_at_;
  observation.what = session::What::installed;
  observation.document = std::make_shared<const json::Document>(std::move(*parsed));
  observation.content = observation.document->root();
  Pair& far = pair(std::string(upstream));
  far.observer.app(std::move(observation));
  drain(far);
}

void Timeline::unreadable_part(std::uint64_t sequence) {
  if (!last_at_) return;
  session::Observation doubt;
  doubt.at = *last_at_;
  doubt.what = session::What::doubt;
  doubt.code = "malformed_notification";
  doubt.sequence = sequence;
  for (const std::string& name : order_) {
    Pair& pair = *pairs_.at(name);
    if (sequence != 0) {
      pair.fold.add(doubt);
    } else {
      pair.observer.app(doubt);
      drain(pair);
    }
  }
}

bool Timeline::empty() const {
  return std::none_of(pairs_.begin(), pairs_.end(),
                      [](const auto& entry) { return entry.second->fold.has_evidence(); });
}

bool Timeline::only_probe() const {
  return std::all_of(pairs_.begin(), pairs_.end(),
                     [](const auto& entry) { return entry.second->fold.only_probe(); });
}

std::optional<base::TimePoint> Timeline::last_at() const {
  return before_close_ ? before_close_ : last_at_;
}

std::optional<std::pair<std::string, session::Observation>> Timeline::next_observation() {
  if (observations_.empty()) return std::nullopt;
  auto first = std::move(observations_.front());
  observations_.pop_front();
  return first;
}

std::vector<evidence::Record> Timeline::records() const {
  std::vector<evidence::Record> records;
  for (const std::string& name : order_) {
    const Pair& pair = *pairs_.at(name);
    if (!pair.fold.has_evidence()) continue;
    records.push_back(pair.fold.record());
    if (name == upstream || name == downstream) {
      records.back().observed.push_back(evidence::Observed{"hop", {}});
    }
  }
  return records;
}

}  // namespace lockstep::recording
