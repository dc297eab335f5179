#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/base/time.h"
#include "lockstep/evidence/record.h"
#include "lockstep/json/document.h"
#include "lockstep/recording/timeline.h"
#include "lockstep/recording/transcript.h"

namespace lockstep::support {

/// The root of the source tree: LOCKSTEP_SOURCE, or where the program was started.
std::filesystem::path source_root();
/// Fails the program when the file cannot be read.
std::string read_file(const std::filesystem::path& path);
/// Files of a folder with this ending, sorted; none when there is no such folder.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder,
                                            const std::string& ending);

/// One timeline of the tree: an arm of a case, or a recorded transcript.
struct Recording {
  std::string id;  // as an audit names it
  recording::TranscriptHeader header;
  std::optional<session::Transport> transport;
  /// What names its servers beforehand: the events of an arm; null for a stream of lines.
  json::Value expected;
  /// Its events, and what they lie in.
  std::vector<json::Value> events;
  std::vector<std::shared_ptr<const json::Document>> documents;
  /// The document of each event: the same one for all, or one each.
  const std::shared_ptr<const json::Document>& document_of(std::size_t event) const {
    return documents[documents.size() == 1 ? 0 : event];
  }
};

/// Every arm of the case files of a folder.
std::vector<Recording> read_cases(const std::filesystem::path& folder);
/// A transcript of one header and its events.
Recording read_transcript(const std::filesystem::path& path);
/// All of these in the tree: cases/discovery, cases/more, examples/recordings.
std::vector<Recording> all_recordings();

/// Plays a recording as an audit does.
enum class Observations : std::uint8_t { drop, keep };
recording::Timeline play(const Recording& recording, Observations observations);
/// The moment at which an audit judges it.
base::TimePoint moment_of(const recording::Timeline& timeline);

/// A record and the moment at which it is judged, by its own policy.
struct JudgedRecord {
  std::string id;
  evidence::Record record;
  base::TimePoint now;
};
/// Of every pair of every recording of the tree.
std::vector<JudgedRecord> folded_records();
/// Of cases/evidence, as they are read.
std::vector<JudgedRecord> written_records();

}  // namespace lockstep::support
