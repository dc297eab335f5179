#pragma once

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/session/observer.h"
#include "tests/support/texts.h"

namespace lockstep::support {

/// Drives an Observer with one line of text for each thing that happens, 10 ms apart:
///
///     [CHANNEL][#ID][@near|@far]> [NAME=VALUE …] JSON     a message of the client
///     [CHANNEL][#ID][@near|@far]< [NAME=VALUE …] JSON     a message of the server
///     …> GET | DELETE        …< 200 [event-stream|json|text] [empty|not-json-rpc|json-rpc]
///     …< end                 …< unreadable CODE
///     ! lost CODE | opened CODE | gave_up ID | closed | streams_lost | endpoint ADDRESS
///
/// CHANNEL is `post`, `get`, `sse`, or nothing for stdio; ID an id as protocol::Id has it;
/// NAME=VALUE an HTTP header, except `auth=…` which names the authorization context.
class ObserverScript {
 public:
  explicit ObserverScript(std::optional<session::Transport> transport) : observer_(transport) {}
  ObserverScript(std::optional<session::Transport> transport, session::Observer::Limits limits)
      : observer_(transport, limits) {}

  ObserverScript& play(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      play(line);
    return *this;
  }

  ObserverScript& play(std::string_view line) {
    now_ += 10;
    if (line.substr(0, 1) == "!") {
      report(line.substr(2));
      return *this;
    }
    const std::size_t arrow = line.find_first_of("<>");
    session::Place place = place_of(line.substr(0, arrow));
    place.from = line[arrow] == '>' ? session::Side::client : session::Side::server;
    framing::Headers headers;
    std::string_view rest = line.substr(arrow + 1);
    while (true) {
      while (rest.substr(0, 1) == " ")
        rest.remove_prefix(1);
      const std::string_view word = rest.substr(0, rest.find(' '));
      const std::size_t equals = word.find('=');
      if (word.empty() || word[0] == '{' || word[0] == '[' || equals == std::string_view::npos) {
        break;
      }
      const std::string value(word.substr(equals + 1));
      if (word.substr(0, equals) == "auth") {
        place.auth = value;
      } else {
        headers.add(std::string(word.substr(0, equals)), value);
      }
      rest.remove_prefix(word.size());
    }
    wire(place, rest, std::move(headers));
    return *this;
  }

  /// Everything observed since the last call, one line for each: kind, code, request, `cursor=…`,
  /// `version=…`, `auth=…`, as far as they are there.
  std::vector<std::string> seen() {
    std::vector<std::string> lines;
    while (const auto next = observer_.next()) {
      last_ = *next;
      std::string line(session::to_string(next->what));
      if (!next->code.empty()) line += ' ' + next->code;
      if (!next->request.empty()) line += ' ' + next->request;
      if (next->cursor) line += " cursor=" + *next->cursor;
      if (!next->version.empty()) line += " version=" + next->version;
      if (!next->auth.empty()) line += " auth=" + next->auth;
      lines.push_back(std::move(line));
    }
    return lines;
  }
  /// The observation that the last seen() gave last.
  const session::Observation& last() const { return last_; }
  session::Observer& observer() { return observer_; }

 private:
  session::Place place_of(std::string_view text) const {
    session::Place place;
    place.at = at(now_);
    if (const std::size_t tap = text.find('@'); tap != std::string_view::npos) {
      const bool near = text.substr(tap) == "@near";
      place.tap = near ? session::Tap::client_side : session::Tap::server_side;
      text = text.substr(0, tap);
    }
    if (const std::size_t id = text.find('#'); id != std::string_view::npos) {
      place.answers = std::string(text.substr(id + 1));
      text = text.substr(0, id);
    }
    if (text == "post") place.channel = session::Channel::post;
    if (text == "get") place.channel = session::Channel::get;
    if (text == "sse") place.channel = session::Channel::sse;
    return place;
  }

  void wire(const session::Place& place, std::string_view rest, framing::Headers headers) {
    if (rest.substr(0, 1) == "{" || rest.substr(0, 1) == "[") {
      const auto document = parse(rest);
      return observer_.message(place, document, document->root(), headers);
    }
    std::istringstream words{std::string(rest)};
    std::string word;
    words >> word;
    if (word == "end") return observer_.stream_ended(place);
    if (word == "unreadable") {
      words >> word;
      return observer_.unreadable(place, word);
    }
    session::Envelope envelope;
    if (word == "GET" || word == "DELETE" || word == "POST") {
      envelope.method = word;
    } else {
      envelope.status = std::stoi(word);
    }
    while (words >> word) {
      using Body = session::Envelope::Body;
      if (word == "event-stream") headers.add("content-type", "text/event-stream");
      if (word == "json") headers.add("content-type", "application/json");
      if (word == "text") headers.add("content-type", "text/plain");
      if (word == "empty") envelope.body = Body::empty;
      if (word == "not-json-rpc") envelope.body = Body::not_json_rpc;
      if (word == "json-rpc") envelope.body = Body::json_rpc;
    }
    envelope.headers = std::move(headers);
    observer_.http(place, envelope);
  }

  void report(std::string_view text) {
    std::istringstream words{std::string(text)};
    std::string what;
    std::string word;
    words >> what >> word;
    const base::TimePoint now = at(now_);
    if (what == "lost") return observer_.connection_lost(now, word);
    if (what == "opened") return observer_.connection_opened(now, word);
    if (what == "gave_up") return observer_.gave_up(now, word);
    if (what == "closed") return observer_.closed(now);
    if (what == "streams_lost") return observer_.streams_lost(now);
    if (what == "endpoint") return observer_.endpoint(now, word);
    ADD_FAILURE() << "unknown report: " << text;
  }

  session::Observer observer_;
  session::Observation last_;
  std::int64_t now_ = 0;
};

}  // namespace lockstep::support
