#include "lockstep/recording/audit.h"

#include <algorithm>
#include <utility>

#include "lockstep/base/hash.h"
#include "lockstep/recording/input_judge.h"
#include "lockstep/recording/known_pointer.h"

namespace lockstep::recording {

namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string above_limit(std::string_view what, std::size_t limit) {
  return std::string(what) + " above the limit of " + std::to_string(limit) + " bytes";
}

}  // namespace

std::optional<std::string> process_stem(std::string_view file_name) {
  constexpr std::string_view end = ".jsonl";
  if (!file_name.ends_with(end)) return std::nullopt;
  const std::string_view rest = file_name.substr(0, file_name.size() - end.size());
  const std::size_t mark = rest.rfind(".proc");
  if (mark == std::string_view::npos || mark == 0) return std::nullopt;
  const std::string_view number = rest.substr(mark + 5);
  if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(rest.substr(0, mark));
}

/// Cuts one input into lines or takes it as one document, and gives the values to their judge.
class Audit::State {
 public:
  explicit State(AuditOptions options)
      : options_(std::move(options)),
        document_parser_({options_.limits.document_bytes_max, options_.limits.depth_max}),
        line_parser_({options_.limits.line_bytes_max, options_.limits.depth_max}),
        judge_(options_) {
    if (options_.key.empty()) return;
    judge_.set_key(options_.key);
    keyed_ = true;
  }

  void begin(std::string name) {
    judge_.begin_part(std::move(name));
    mode_ = Mode::undecided;
    buffer_.clear();
    scanned_ = 0;
    first_start_ = 0;
    first_is_broken_ = false;
    line_ = 0;
    offset_ = 0;
    begun_ = false;
  }

  void feed(std::string_view bytes) {
    if (mode_ == Mode::refused) return;
    buffer_ += bytes;
    if (!begun_ && !skip_mark()) return;
    advance(false);
  }

  void end() {
    if (mode_ != Mode::refused) advance(true);
    buffer_.clear();
    judge_.end_part();
  }

  void finish() {
    judge_.flush();
    if (!judge_.found_nothing()) return;
    judge_.error({"nothing_to_judge",
                  "nothing to judge: no evidence record, observation stream, transcript, capture "
                  "or HAR with a session in it"});
  }

  std::optional<Outcome> next() { return judge_.next(); }

 private:
  enum class Mode : std::uint8_t { undecided, lines, document, refused };

  /// A byte order mark before the first value is ignored, as HAR asks; false: more bytes decide.
  bool skip_mark() {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (buffer_.size() < mark.size() && mark.starts_with(buffer_)) return false;
    begun_ = true;
    if (!buffer_.starts_with(mark)) return true;
    buffer_.erase(0, mark.size());
    offset_ = mark.size();
    return true;
  }

  void refuse(std::string message) {
    base::Error error{"too_large", std::move(message), offset_};
    if (mode_ == Mode::lines) error.line = line_ + 1;
    judge_.error(std::move(error));
    mode_ = Mode::refused;
    buffer_.clear();
    buffer_.shrink_to_fit();
  }

  void advance(bool last) {
    while (mode_ == Mode::undecided && decide(last)) {
    }
    if (mode_ == Mode::lines) take_lines(last);
    if (mode_ != Mode::document) return;
    if (buffer_.size() > options_.limits.document_bytes_max) {
      return refuse(above_limit("a single document", options_.limits.document_bytes_max));
    }
    if (last) take_document();
  }

  /// Lines when the first line is JSON by itself, or the second one is though the first is broken.
  /// Looks at one line; false when more bytes are needed.
  bool decide(bool last) {
    const std::size_t stop = buffer_.find('\n', std::max(first_start_, scanned_));
    const bool whole = stop != std::string::npos;
    if (!whole && !last) {
      scanned_ = buffer_.size();
      const bool long_line = buffer_.size() - first_start_ > options_.limits.line_bytes_max;
      if (long_line) mode_ = Mode::document;
      return false;
    }
    const std::size_t size = whole ? stop - first_start_ : std::string::npos;
    const std::string_view line = std::string_view(buffer_).substr(first_start_, size);
    scanned_ = 0;
    if (!is_blank(line)) {
      const auto parsed = line_parser_.parse(line);
      if (parsed && (!first_is_broken_ || parsed->root().is_object())) {
        mode_ = Mode::lines;
      } else if (first_is_broken_) {
        mode_ = Mode::document;
      }
      first_is_broken_ = true;
    }
    if (!whole && mode_ == Mode::undecided) mode_ = Mode::document;
    first_start_ = whole ? stop + 1 : buffer_.size();
    return mode_ == Mode::undecided;
  }

  void take_lines(bool last) {
    std::size_t start = 0;
    while (mode_ == Mode::lines) {
      const std::size_t stop = buffer_.find('\n', std::max(start, scanned_));
      if (stop == std::string::npos) break;
      take_line(std::string_view(buffer_).substr(start, stop - start));
      start = stop + 1;
    }
    buffer_.erase(0, start);
    scanned_ = buffer_.size();
    if (buffer_.size() > options_.limits.line_bytes_max) {
      return refuse(above_limit("a line", options_.limits.line_bytes_max));
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
    if (!parsed) return line_error(without_peer_names(parsed.error()), at);
    auto document = std::make_shared<const json::Document>(std::move(*parsed));
    derive_key(text);
    auto done = judge_.take(document, document->root(), line_);
    if (!done) line_error(done.error(), at);
  }

  void line_error(base::Error problem, std::size_t at) {
    problem.offset = at + problem.offset.value_or(0);
    problem.line = line_;
    judge_.error(std::move(problem));
    judge_.unreadable_line();
  }

  void take_document() {
    if (is_blank(buffer_)) return;
    auto parsed = document_parser_.parse(buffer_);
    if (!parsed) {
      base::Error problem = without_peer_names(parsed.error());
      if (problem.offset) *problem.offset += offset_;
      return judge_.error(std::move(problem));
    }
    auto document = std::make_shared<const json::Document>(std::move(*parsed));
    derive_key(buffer_);
    buffer_.clear();
    buffer_.shrink_to_fit();
    auto done = judge_.take(document, document->root(), 0);
    if (!done) judge_.error(done.error());
  }

  /// Without a key, fingerprints are keyed by the beginning of the input: an audit repeats exactly.
  void derive_key(std::string_view text) {
    if (keyed_) return;
    const base::Sha256 digest = base::sha256("lockstep.key/v1 " + std::string(text));
    judge_.set_key(std::string(digest.begin(), digest.end()));
    keyed_ = true;
  }

  AuditOptions options_;
  json::Parser document_parser_;
  json::Parser line_parser_;
  InputJudge judge_;
  Mode mode_ = Mode::undecided;
  std::string buffer_;
  std::size_t scanned_ = 0;
  std::size_t first_start_ = 0;
  bool first_is_broken_ = false;
  bool keyed_ = false;
  bool begun_ = false;  // the first bytes were looked at
  std::size_t line_ = 0;
  std::size_t offset_ = 0;
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
