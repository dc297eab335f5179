// Speed of the registry digest on a tools/list result of 1 MB, beside its two floors: parsing and
// SHA-256, one after the other. `share_of_limit` is the speed divided by 1 / (1/parse + 1/sha256),
// both measured here on the same bytes.

#include <benchmark/benchmark.h>
#include <time.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "lockstep/base/hash.h"
#include "lockstep/json/document.h"
#include "lockstep/registry/list_digest.h"
#include "lockstep/registry/tool.h"

namespace {

using namespace lockstep;

const std::string& fixture() {
  static const std::string text = [] {
    const char* shared = std::getenv("LOCKSTEP_SHARED");
    const std::string root = shared == nullptr ? "../shared" : shared;
    std::ifstream file(root + "/captures/fixture-tools-1MB.json", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }();
  return text;
}

/// The fixture, or nullptr and a word to the reader when it is not there.
const std::string* input(benchmark::State& state) {
  if (!fixture().empty()) return &fixture();
  state.SkipWithError("captures/fixture-tools-1MB.json is not there (LOCKSTEP_SHARED)");
  return nullptr;
}

void count_bytes(benchmark::State& state, std::size_t size) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * size));
}

void parse_alone(benchmark::State& state) {
  const std::string* const text = input(state);
  if (text == nullptr) return;
  json::Parser parser;
  for (auto _ : state)
    benchmark::DoNotOptimize(parser.parse(*text));
  count_bytes(state, text->size());
}
BENCHMARK(parse_alone);

void sha256_alone(benchmark::State& state) {
  const std::string* const text = input(state);
  if (text == nullptr) return;
  for (auto _ : state)
    benchmark::DoNotOptimize(base::sha256(*text));
  count_bytes(state, text->size());
}
BENCHMARK(sha256_alone);

/// Seconds that this thread has had of a core: a busy machine hardly shows in it.
double core_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Each round does the two floors and the work, so that all three see the same machine.
template <class Work>
void beside_floors(benchmark::State& state, Work work) {
  const std::string* const text = input(state);
  if (text == nullptr) return;
  json::Parser parser;
  double floors = 0;
  double whole = 0;
  for (auto _ : state) {
    const double start = core_seconds();
    benchmark::DoNotOptimize(parser.parse(*text));
    benchmark::DoNotOptimize(base::sha256(*text));
    const double middle = core_seconds();
    work(parser, *text);
    const double spent = core_seconds() - middle;
    floors += middle - start;
    whole += spent;
    state.SetIterationTime(spent);
  }
  count_bytes(state, text->size());
  state.counters["share_of_limit"] = floors / whole;
}

/// Parse, project, sort, canonical form, SHA-256: what `lockstep digest` asks for.
void whole_digest(benchmark::State& state) {
  beside_floors(state, [](json::Parser& parser, const std::string& text) {
    const auto document = parser.parse(text);
    const json::Value tools = document->root()["tools"];
    benchmark::DoNotOptimize(registry::digest_list({&tools, 1}, registry::Projection::tools_v1));
  });
}
BENCHMARK(whole_digest)->UseManualTime();

/// The set with each tool's definition, checks and digest, and the digest of the whole.
void tool_set_with_digests(benchmark::State& state) {
  beside_floors(state, [](json::Parser& parser, const std::string& text) {
    const auto document = parser.parse(text);
    const auto set = registry::ToolSet::read(document->root()["tools"]);
    benchmark::DoNotOptimize(set.digest());
  });
}
BENCHMARK(tool_set_with_digests)->UseManualTime();

}  // namespace
