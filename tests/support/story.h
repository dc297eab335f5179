#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/evidence/fold.h"
#include "tests/support/texts.h"

namespace lockstep::support {

/// Tells a Fold what was observed, one line of text for each observation, 10 ms apart:
///
///     WHAT [CODE] [#REQUEST] [cursor=…] [auth=…] [version=…] [era=…] [transport=…]
///          [offer=tools,listChanged] [ttl=…] [age=…] [merged] [JSON]
///
/// JSON is the `tools/list` result of `list_answered`, and `content` otherwise. A line `+N` or `-N`
/// moves the clock by so many milliseconds instead.
class Story {
 public:
  explicit Story(evidence::Fold::Setup setup = {}) : fold_(std::move(setup)) {}

  Story& tell(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      tell(line);
    return *this;
  }

  Story& tell(const std::string& line) {
    if (line[0] == '+' || line[0] == '-') {
      now_ += std::stoll(line);
      return *this;
    }
    now_ += 10;
    session::Observation observation = read(line);
    observation.sequence = ++sequence_;
    observation.at = at(now_);
    fold_.add(observation);
    return *this;
  }

  evidence::Record record() const { return fold_.record(); }
  evidence::Fold& fold() { return fold_; }
  std::int64_t now() const { return now_; }

 private:
  static session::Observation read(const std::string& line) {
    session::Observation observation;
    const std::size_t json = line.find_first_of("{[");
    std::istringstream words(line.substr(0, json));
    std::string word;
    words >> word;
    const auto what = session::parse_what(word);
    EXPECT_TRUE(what) << line;
    observation.what = what.value_or(session::What::finding);
    while (words >> word)
      read_word(observation, word);
    if (json == std::string::npos) return observation;
    observation.document = parse(line.substr(json));
    if (observation.what == session::What::list_answered) {
      observation.page = protocol::read_list_result(observation.document->root());
    } else {
      observation.content = observation.document->root();
    }
    return observation;
  }

  static void read_word(session::Observation& observation, const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (word[0] == '#') {
      observation.request = word.substr(1);
    } else if (name == "cursor") {
      observation.cursor = value;
    } else if (name == "auth") {
      observation.auth = value;
    } else if (name == "version") {
      observation.version = value;
    } else if (name == "era") {
      observation.era = value == "modern" ? protocol::Era::modern : protocol::Era::legacy;
    } else if (name == "transport") {
      observation.transport = session::parse_transport(value);
    } else if (name == "offer") {
      observation.offer.emplace();
      observation.offer->tools = value.find("tools") != std::string::npos;
      observation.offer->list_changed = value.find("listChanged") != std::string::npos;
    } else if (name == "ttl") {
      observation.ttl_ms = std::stoll(value);
    } else if (name == "age") {
      observation.age_ms = std::stoll(value);
    } else if (word == "merged") {
      observation.merged = true;
    } else {
      observation.code = word;
    }
  }

  evidence::Fold fold_;
  std::int64_t now_ = 0;
  std::uint64_t sequence_ = 0;
};

}  // namespace lockstep::support
