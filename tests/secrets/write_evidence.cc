// Writes what a recording becomes: evidence records, as stored or in full, or the stream of
// observations. Usage: write_evidence records|full|observations FILE, a transcript with a header.
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/base/result.h"
#include "lockstep/evidence/record_json.h"
#include "lockstep/json/document.h"
#include "lockstep/recording/timeline.h"
#include "lockstep/recording/transcript.h"
#include "lockstep/session/observation.h"

namespace {

using namespace lockstep;

const std::string key = "a key of this test";

class Recording {
 public:
  base::Result<void> line(const std::string& text) {
    auto parsed = json::Document::parse(text);
    if (!parsed) return tl::unexpected<base::Error>(parsed.error());
    const auto document = std::make_shared<const json::Document>(std::move(*parsed));
    if (recording::is_transcript_header(document->root())) return begin(document->root());
    if (!transcript_) return base::failure("no_header", "the first line is no header");
    return transcript_->event(document, document->root());
  }

  void print_records(evidence::Detail detail) const {
    for (const evidence::Record& record : timeline_->records())
      std::cout << evidence::write_record(record, detail) << '\n';
  }

  void print_observations() {
    while (const auto next = timeline_->next_observation())
      std::cout << session::write_observation(next->second) << '\n';
  }

 private:
  base::Result<void> begin(const json::Value& line) {
    auto header = recording::read_transcript_header(line);
    if (!header) return tl::unexpected<base::Error>(header.error());
    recording::Timeline::Setup setup;
    setup.client = header->client;
    setup.server = header->server;
    setup.transport = header->transport;
    setup.vantage = header->vantage;
    setup.policy = header->policy;
    setup.key = key;
    setup.keep_observations = true;
    timeline_.emplace(std::move(setup));
    transcript_.emplace(*timeline_, header->origin, key, recording::Transcript::Limits{});
    return {};
  }

  std::optional<recording::Timeline> timeline_;
  std::optional<recording::Transcript> transcript_;
};

int run(std::string_view what, const char* path) {
  std::ifstream file(path);
  Recording recording;
  std::string text;
  std::size_t lines = 0;
  while (std::getline(file, text)) {
    ++lines;
    const auto done = recording.line(text);
    if (done) continue;
    std::cerr << path << ':' << lines << ": " << done.error().message << '\n';
    return 2;
  }
  if (lines == 0) return 2;
  if (what == "observations") {
    recording.print_observations();
  } else {
    const bool full = what == "full";
    recording.print_records(full ? evidence::Detail::full : evidence::Detail::digests);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  return run(argv[1], argv[2]);
}
