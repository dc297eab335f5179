#include "tests/support/recordings.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/evidence/record_json.h"

namespace lockstep::support {

namespace fs = std::filesystem;

namespace {

/// As an audit derives it where no key is given: any key will do, if it is the same in one record.
constexpr const char* key = "a key for tests";

std::shared_ptr<const json::Document> parse(std::string_view text) {
  auto parsed = json::Document::parse(text, {.bytes_max = 256u << 20, .depth_max = 512});
  LOCKSTEP_CHECK(parsed.has_value());
  return std::make_shared<const json::Document>(std::move(*parsed));
}

Recording read_arm(const std::shared_ptr<const json::Document>& document, const json::Value& arm,
                   const std::string& name) {
  Recording recording;
  recording.id = name + "/" + std::string(arm["arm"].string());
  recording.header.origin = recording::case_origin();
  auto policy = evidence::read_policy(arm["policy"]);
  LOCKSTEP_CHECK(policy.has_value());
  recording.header.policy = std::move(*policy);
  recording.transport = recording::transport_of(arm["events"]);
  if (!recording.transport) recording.transport = session::Transport::stdio;
  const auto events = arm["events"].elements();
  recording.events.assign(events.begin(), events.end());
  recording.documents = {document};
  recording.expected = arm["events"];
  return recording;
}

}  // namespace

fs::path source_root() {
  const char* source = std::getenv("LOCKSTEP_SOURCE");
  return source == nullptr ? "." : source;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  LOCKSTEP_CHECK(file.good());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> files_of(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ending) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Recording> read_cases(const fs::path& folder) {
  std::vector<Recording> recordings;
  for (const fs::path& path : files_of(folder, ".json")) {
    const auto document = parse(read_file(path));
    const json::Value root = document->root();
    const std::string name(root["case"].string());
    for (const json::Value& arm : root["arms"].elements()) {
      recordings.push_back(read_arm(document, arm, name));
    }
  }
  return recordings;
}

Recording read_transcript(const fs::path& path) {
  Recording recording;
  recording.id = path.filename().string();
  const std::string text = read_file(path);
  bool first = true;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t stop = std::min(text.find('\n', start), text.size());
    const auto document = parse(std::string_view(text).substr(start, stop - start));
    start = stop + 1;
    if (first) {
      auto header = recording::read_transcript_header(document->root());
      LOCKSTEP_CHECK(recording::is_transcript_header(document->root()) && header.has_value());
      recording.header = std::move(*header);
      recording.transport = recording.header.transport;
      first = false;
      continue;
    }
    recording.events.push_back(document->root());
    recording.documents.push_back(document);
  }
  return recording;
}

std::vector<Recording> all_recordings() {
  const fs::path root = source_root();
  std::vector<Recording> all;
  for (const char* folder : {"tests/cases/discovery", "tests/cases/more"}) {
    std::vector<Recording> cases = read_cases(root / folder);
    std::move(cases.begin(), cases.end(), std::back_inserter(all));
  }
  for (const fs::path& path : files_of(root / "examples/recordings", ".jsonl")) {
    all.push_back(read_transcript(path));
  }
  return all;
}

recording::Timeline play(const Recording& recording, Observations observations) {
  recording::Timeline::Setup setup;
  setup.client = recording.header.client;
  setup.server = recording.header.server;
  setup.transport = recording.transport;
  setup.vantage = recording.header.vantage;
  setup.policy = recording.header.policy;
  setup.key = key;
  setup.keep_observations = observations == Observations::keep;
  recording::Timeline timeline(std::move(setup));
  recording::Transcript transcript(timeline, recording.header.origin, key, {});
  transcript.expect(recording.expected);
  for (std::size_t i = 0; i < recording.events.size(); ++i) {
    const auto done = transcript.event(recording.document_of(i), recording.events[i]);
    LOCKSTEP_CHECK(done.has_value());
  }
  return timeline;
}

base::TimePoint moment_of(const recording::Timeline& timeline) {
  if (const auto audit = timeline.audit_at()) return *audit;
  return timeline.last_at().value_or(base::TimePoint{});
}

std::vector<JudgedRecord> folded_records() {
  std::vector<JudgedRecord> all;
  for (const Recording& recording : all_recordings()) {
    const recording::Timeline timeline = play(recording, Observations::drop);
    for (evidence::Record& record : timeline.records()) {
      all.push_back(JudgedRecord{recording.id, std::move(record), moment_of(timeline)});
    }
  }
  return all;
}

std::vector<JudgedRecord> written_records() {
  std::vector<JudgedRecord> all;
  for (const fs::path& path : files_of(source_root() / "tests/cases/evidence", ".json")) {
    const auto document = parse(read_file(path));
    for (const json::Value& entry : document->root()["cases"].elements()) {
      auto record = evidence::read_record(entry["record"]);
      const auto now = base::parse_rfc3339(entry["now"].string());
      LOCKSTEP_CHECK(record.has_value() && now.has_value());
      all.push_back(JudgedRecord{std::string(entry["id"].string()), std::move(*record), *now});
    }
  }
  return all;
}

}  // namespace lockstep::support
