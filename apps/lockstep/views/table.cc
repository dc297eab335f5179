#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

#include "apps/lockstep/layout.h"
#include "apps/lockstep/wording.h"
#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

// Rows that are held back to find the widths; later ones are set in the same widths at once.
constexpr std::size_t rows_held_max = 1000;
// Results that are told in detail.
constexpr std::size_t details_max = 100;
// Tools of one result that are told one by one.
constexpr std::size_t affected_max = 20;
constexpr std::size_t verdict_width = 14;
constexpr std::size_t next_min = 20;
constexpr std::size_t gap = 2;

struct Row {
  verdict::Verdict verdict;
  std::string reason;
  std::string id;
  std::string affected;
  std::string step;

  // What differs and what to do, or only the former where both do not fit.
  std::string next(std::size_t width) const {
    if (affected.empty()) return step;
    const std::string both = affected + ", " + step;
    return base::display_width(both) <= width ? both : affected;
  }
};

struct Widths {
  std::size_t reason = 6;
  std::size_t id = 7;
  std::size_t next = 0;
};

// A narrow terminal loses the last column first, then the reason; the details tell both.
Widths find_widths(const std::deque<Row>& rows, std::size_t columns) {
  Widths widths;
  std::size_t next = next_min;
  for (const Row& row : rows) {
    widths.reason = std::max(widths.reason, row.reason.size());
    widths.id = std::max(widths.id, base::display_width(row.id));
    next = std::max(next, base::display_width(row.next(columns)));
  }
  std::size_t rest = columns > verdict_width + gap ? columns - verdict_width - gap : 4;
  if (columns < 56 || rest < widths.reason + gap + 12) {
    widths.reason = 0;
  } else {
    rest -= widths.reason + gap;
  }
  if (columns >= 80 && rest >= 36) {
    // The id goes first, as long as the shortest next step still fits.
    const std::size_t left = rest - std::min(rest, widths.id + gap);
    widths.next = std::min(next, std::max(next_min, left));
    rest -= widths.next + gap;
  }
  widths.id = std::min(widths.id, rest);
  return widths;
}

class Details {
 public:
  Details(const verdict::Result& result, const Typography& typography)
      : result_(result), typography_(typography) {}

  std::string write() {
    head();
    const verdict::Stages& stages = result_.stages;
    line("signal", signal_words(stages));
    line("discovery", discovery_words(stages) + digest_of(result_.discovered));
    line("install", install_words(stages) + digest_of(result_.registry));
    for (const auto& change : result_.affected)
      line("affected", change_words(change));
    if (result_.severity != verdict::Severity::none)
      line("severity", std::string(to_string(result_.severity)));
    for (const auto& finding : result_.findings)
      line("finding",
           base::escape_visible(finding.code) +
               (finding.facts.empty() ? "" : ": " + base::escape_visible(finding.facts)));
    for (const auto& pair : result_.pairs)
      line("pair", fmt::format("{}: {}, {}", pair_words(pair), verdict_words(pair.verdict),
                               to_string(pair.reason)));
    next_step();
    return std::move(out_);
  }

 private:
  void head() {
    const std::string title = hanging("", title_words(result_), width());
    out_ += "\n" + tinted(title.substr(0, title.size() - 1), Tint::strong, typography_) + "\n";
    const std::string words = verdict_words(result_.verdict);
    const std::string text =
        fmt::format("{}, {}: {}", words, to_string(result_.reason), explanation(result_.reason));
    out_ += tinted_verdict(hanging("  ", text, width()), result_.verdict, typography_);
  }

  void affected() {
    const std::size_t count = std::min(result_.affected.size(), affected_max);
    for (std::size_t i = 0; i < count; ++i)
      line("affected", change_words(result_.affected[i]));
    if (count < result_.affected.size())
      line("affected", fmt::format("{} more", result_.affected.size() - count));
  }

  void next_step() {
    std::string text = base::escape_visible(result_.next_action.text);
    if (text.empty()) text = step_words(result_);
    if (result_.next_action.requires_approval) text += " (needs approval)";
    line("next step", text);
  }

  void line(std::string_view label, const std::string& text) {
    const std::string shown = label == last_ ? "" : std::string(label);
    out_ += hanging("    " + pad(shown, 11), text, width());
    last_ = label;
  }

  static std::string digest_of(const std::optional<verdict::SetSummary>& set) {
    return set ? ", digest " + short_digest(set->digest) : "";
  }

  std::size_t width() const { return typography_.columns; }

  const verdict::Result& result_;
  const Typography& typography_;
  std::string out_;
  std::string_view last_;
};

class TableView final : public View {
 public:
  TableView(Machine& machine, const Typography& typography)
      : machine_(machine), typography_(typography) {}

  void result(const verdict::Result& result) override {
    add_row({result.verdict, std::string(to_string(result.reason)), id_words(result),
             affected_words(result), step_words(result)});
    ++counts_[static_cast<std::size_t>(result.verdict)];
    if (result.verdict == verdict::Verdict::converged) return;
    ++open_;
    if (open_ <= details_max) details_ += Details(result, typography_).write();
  }

  void error(const recording::InputError&) override { ++errors_; }

  void finish() override {
    begin_rows();
    machine_.out(details_);
    if (open_ > details_max)
      machine_.out("\n" + hanging("",
                                  fmt::format("{} more are not told in detail; -o json or "
                                              "lockstep explain tells all of them.",
                                              open_ - details_max),
                                  typography_.columns));
    machine_.out(footer());
  }

 private:
  void add_row(Row row) {
    if (started_) {
      machine_.out(set_row(row));
      return;
    }
    rows_.push_back(std::move(row));
    if (rows_.size() >= rows_held_max) begin_rows();
  }

  void begin_rows() {
    if (started_ || rows_.empty()) return;
    started_ = true;
    widths_ = find_widths(rows_, typography_.columns);
    machine_.out(tinted(set_cells("VERDICT", "REASON", "PAIR/ID", "AFFECTED/NEXT STEP"),
                        Tint::strong, typography_) +
                 "\n");
    for (const Row& row : rows_)
      machine_.out(set_row(row));
    rows_.clear();
  }

  std::string set_cells(std::string_view verdict, std::string_view reason, std::string_view id,
                        std::string_view next) const {
    std::string line = pad(verdict, verdict_width + gap);
    if (widths_.reason > 0) line += pad(fit_start(reason, widths_.reason), widths_.reason + gap);
    line += pad(fit_end(id, widths_.id), widths_.id + gap);
    if (widths_.next > 0) line += fit_start(next, widths_.next);
    return std::string(trimmed(line));
  }

  std::string set_row(const Row& row) const {
    return tinted_verdict(
               set_cells(verdict_words(row.verdict), row.reason, row.id, row.next(widths_.next)),
               row.verdict, typography_) +
           "\n";
  }

  std::string footer() const {
    using verdict::Verdict;
    std::string text;
    std::size_t total = 0;
    for (const Verdict verdict :
         {Verdict::converged, Verdict::stale, Verdict::incomplete, Verdict::unverifiable}) {
      const std::size_t count = counts_[static_cast<std::size_t>(verdict)];
      total += count;
      if (count > 0) text += fmt::format(", {} {}", count, to_string(verdict));
    }
    if (errors_ > 0) text += fmt::format(", {} not readable", errors_);
    if (total == 0) return {};
    std::string out = "\n";
    out += hanging("", counted(total, "result") + ": " + text.substr(2) + ".", typography_.columns);
    if (counts_[static_cast<std::size_t>(Verdict::converged)] > 0)
      out += hanging("", boundary_sentence(), typography_.columns);
    return out;
  }

  Machine& machine_;
  Typography typography_;
  std::deque<Row> rows_;
  Widths widths_;
  bool started_ = false;
  std::string details_;
  std::array<std::size_t, 4> counts_{};
  std::size_t open_ = 0;
  std::size_t errors_ = 0;
};

}  // namespace

std::unique_ptr<View> make_table_view(Machine& machine, const Typography& typography) {
  return std::make_unique<TableView>(machine, typography);
}

}  // namespace lockstep::app
