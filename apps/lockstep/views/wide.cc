#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

#include "apps/lockstep/layout.h"
#include "apps/lockstep/wording.h"
#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

constexpr std::size_t rows_held_max = 1000;
constexpr std::size_t cell_max = 64;
constexpr std::size_t column_count = 14;
using Cells = std::array<std::string, column_count>;

const Cells& titles() {
  static const Cells cells = {"VERDICT",     "REASON",    "ID",         "CLIENT",   "SERVER",
                              "VANTAGE",     "SIGNAL",    "DISCOVERED", "REGISTRY", "SEVERITY",
                              "UNCERTAINTY", "FRESHNESS", "AFFECTED",   "NEXT STEP"};
  return cells;
}

std::string name_or_dash(const std::string& name) {
  return name.empty() ? "-" : base::escape_visible(name);
}

std::string or_dash(std::string text) {
  return text.empty() ? "-" : text;
}

Cells cells_of(const verdict::Result& result, std::string id) {
  return {verdict_words(result.verdict),
          std::string(to_string(result.reason)),
          std::move(id),
          name_or_dash(result.client),
          name_or_dash(result.server),
          name_or_dash(result.vantage),
          signal_words(result.stages),
          set_words(result.discovered),
          set_words(result.registry),
          std::string(to_string(result.severity)),
          std::string(to_string(result.uncertainty)),
          freshness_words(result),
          or_dash(affected_words(result)),
          step_words(result)};
}

/// One line a result, as wide as it needs to be; pairs follow their worst one.
class WideView final : public View {
 public:
  WideView(Machine& machine, const Typography& typography)
      : machine_(machine), typography_(typography) {}

  void result(const verdict::Result& result) override {
    add({result.verdict, cells_of(result, id_words(result))});
    for (const auto& pair : result.pairs)
      add({pair.verdict, cells_of(pair, "  " + id_words(pair))});
    green_ = green_ || result.verdict == verdict::Verdict::converged;
  }

  void finish() override {
    begin();
    if (green_) machine_.out("\n" + hanging("", boundary_sentence(), typography_.columns));
  }

 private:
  struct Row {
    verdict::Verdict verdict;
    Cells cells;
  };

  void add(Row row) {
    for (std::string& cell : row.cells)
      cell = fit_start(cell, cell_max);
    if (started_) {
      machine_.out(set(row));
      return;
    }
    rows_.push_back(std::move(row));
    if (rows_.size() >= rows_held_max) begin();
  }

  void begin() {
    if (started_ || rows_.empty()) return;
    started_ = true;
    measure(titles());
    for (const Row& row : rows_)
      measure(row.cells);
    machine_.out(tinted(line_of(titles()), Tint::strong, typography_) + "\n");
    for (const Row& row : rows_)
      machine_.out(set(row));
    rows_.clear();
  }

  void measure(const Cells& cells) {
    for (std::size_t i = 0; i < column_count; ++i)
      widths_[i] = std::max(widths_[i], base::display_width(cells[i]));
  }

  std::string line_of(const Cells& cells) const {
    std::string line;
    for (std::size_t i = 0; i < column_count; ++i)
      line += pad(cells[i], widths_[i] + 2);
    return std::string(trimmed(line));
  }

  std::string set(const Row& row) const {
    return tinted_verdict(line_of(row.cells), row.verdict, typography_) + "\n";
  }

  Machine& machine_;
  Typography typography_;
  std::deque<Row> rows_;
  std::array<std::size_t, column_count> widths_{};
  bool started_ = false;
  bool green_ = false;
};

}  // namespace

std::unique_ptr<View> make_wide_view(Machine& machine, const Typography& typography) {
  return std::make_unique<WideView>(machine, typography);
}

}  // namespace lockstep::app
