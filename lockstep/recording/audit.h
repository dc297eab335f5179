#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "lockstep/base/result.h"
#include "lockstep/base/time.h"
#include "lockstep/evidence/policy.h"
#include "lockstep/verdict/result.h"

namespace lockstep::recording {

/// Limits of an audit; the defaults are documented in docs/formats/README.md.
struct AuditLimits {
  /// Bytes of a single JSON document (a record, a case file, a HAR file).
  std::size_t document_bytes_max = 256u << 20;
  /// Bytes of one line of a JSONL file.
  std::size_t line_bytes_max = 64u << 20;
  /// Bytes of one message on the wire (`frame_cap` of the cases).
  std::size_t frame_bytes_max = 16u << 20;
  /// Depth of JSON.
  std::size_t depth_max = 512;
  /// Tools of one registry, servers of one recording, pages of one walk.
  std::size_t tools_max = 100'000;
  std::size_t servers_max = 1'000;
  std::size_t pages_max = 10'000;
};

struct AuditOptions {
  AuditLimits limits;
  /// `--now`; wins over everything.
  std::optional<base::TimePoint> now;
  /// The clock, for inputs that name no moment.
  base::TimePoint clock;
  /// `--policy`; its members win over those of the input.
  evidence::Policy policy;
  /// Key of fingerprints; empty: derived from the input.
  std::string key;
};

/// What could not be used of an input; the rest of the input is still judged.
struct InputError {
  std::string name;  // file as it was given
  base::Error error;
};

using Outcome = std::variant<verdict::Result, InputError>;

/// Audits one input given in pieces of any size: evidence records, observation streams, wire
/// transcripts, case files, captures, HAR; told apart by content. Memory does not grow with the
/// size of a JSONL input. One input may be several parts (`name.proc1.jsonl`, …) of one pair.
/// Nothing here reads files or clocks; single-threaded.
class Audit {
 public:
  explicit Audit(AuditOptions options);
  ~Audit();
  Audit(const Audit&) = delete;
  Audit& operator=(const Audit&) = delete;

  /// Begins a part; `name` is what results and errors call it.
  void begin(std::string name);
  void feed(std::string_view bytes);
  /// The part ended.
  void end();
  /// All parts ended; every outcome is ready after this.
  void finish();
  /// Outcomes in the order of the input. May be called between any two other calls.
  std::optional<Outcome> next();

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// The stem under which files belong together: `x.proc2.jsonl` gives `x`; nullopt for others.
std::optional<std::string> process_stem(std::string_view file_name);

}  // namespace lockstep::recording
