// Judgements a second over the evidence of every case arm, folded and settled beforehand.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lockstep/evidence/record.h"
#include "lockstep/json/document.h"
#include "lockstep/recording/timeline.h"
#include "lockstep/recording/transcript.h"
#include "lockstep/verdict/judge.h"

namespace {

using namespace lockstep;

struct Prepared {
  evidence::Record record;
  base::TimePoint now;
};

void add_arm(const std::shared_ptr<const json::Document>& document, const json::Value& arm,
             std::vector<Prepared>& all) {
  recording::Timeline::Setup setup;
  setup.key = "bench";
  setup.transport = recording::transport_of(arm["events"]).value_or(session::Transport::stdio);
  if (const auto policy = evidence::read_policy(arm["policy"])) setup.policy = *policy;
  recording::Timeline timeline(setup);
  recording::Transcript transcript(timeline, recording::case_origin(), "bench", {});
  transcript.expect(arm["events"]);
  for (const json::Value& event : arm["events"].elements()) {
    if (!transcript.event(document, event)) return;
  }
  for (evidence::Record& record : timeline.records()) {
    const auto now = timeline.audit_at().value_or(timeline.last_at().value_or(base::TimePoint{}));
    all.push_back(Prepared{std::move(record), now});
  }
}

std::vector<Prepared> prepare() {
  const char* source = std::getenv("LOCKSTEP_SOURCE");
  const std::filesystem::path root = source != nullptr ? source : LOCKSTEP_SOURCE_DIR;
  std::vector<Prepared> all;
  for (const auto& entry : std::filesystem::directory_iterator(root / "tests/cases/discovery")) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    auto parsed = json::Document::parse(text);
    if (!parsed) continue;
    auto document = std::make_shared<const json::Document>(std::move(*parsed));
    for (const json::Value& arm : document->root()["arms"].elements())
      add_arm(document, arm, all);
  }
  return all;
}

void judge_all(benchmark::State& state) {
  const std::vector<Prepared> all = prepare();
  if (all.empty()) {
    state.SkipWithError("no cases found; set LOCKSTEP_SOURCE");
    return;
  }
  for (auto _ : state) {
    for (const Prepared& one : all) {
      benchmark::DoNotOptimize(verdict::judge(one.record, one.record.policy, one.now));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}
BENCHMARK(judge_all)->Unit(benchmark::kMicrosecond);

}  // namespace
