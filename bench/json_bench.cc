// Speed of the JSON layer on a tools/list result of 1 MB, beside the libraries that bound it.

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lockstep/base/hash.h"
#include "lockstep/json/canonical.h"
#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"

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

void parse(benchmark::State& state) {
  const std::string* const text = input(state);
  if (text == nullptr) return;
  json::Parser parser;
  for (auto _ : state)
    benchmark::DoNotOptimize(parser.parse(*text));
  count_bytes(state, text->size());
}
BENCHMARK(parse);

/// One line for each tool, as a stream of messages is read.
void parse_lines(benchmark::State& state) {
  const std::string* const text = input(state);
  if (text == nullptr) return;
  json::Parser parser;
  const auto document = parser.parse(*text);
  std::vector<std::string> lines;
  std::size_t size = 0;
  for (const json::Value& tool : document->root()["tools"].elements()) {
    lines.push_back(json::to_text(tool));
    size += lines.back().size();
  }
  for (auto _ : state) {
    for (const std::string& line : lines)
      benchmark::DoNotOptimize(parser.parse(line));
  }
  count_bytes(state, size);
}
BENCHMARK(parse_lines);

void canonicalize(benchmark::State& state) {
  const std::string* const text = input(state);
  if (text == nullptr) return;
  const auto document = json::Document::parse(*text);
  for (auto _ : state)
    benchmark::DoNotOptimize(json::canonicalize(document->root()));
  count_bytes(state, text->size());
}
BENCHMARK(canonicalize);

void parse_and_canonicalize(benchmark::State& state) {
  const std::string* const text = input(state);
  if (text == nullptr) return;
  json::Parser parser;
  for (auto _ : state) {
    const auto document = parser.parse(*text);
    benchmark::DoNotOptimize(json::canonicalize(document->root()));
  }
  count_bytes(state, text->size());
}
BENCHMARK(parse_and_canonicalize);

void simdjson_dom_alone(benchmark::State& state) {
  const std::string* const text = input(state);
  if (text == nullptr) return;
  const simdjson::padded_string padded(*text);
  simdjson::dom::parser parser;
  for (auto _ : state) {
    simdjson::dom::element root;
    if (parser.parse(padded).get(root) != simdjson::SUCCESS) state.SkipWithError("refused");
    benchmark::DoNotOptimize(root);
  }
  count_bytes(state, text->size());
}
BENCHMARK(simdjson_dom_alone);

void sha256_alone(benchmark::State& state) {
  const std::string* const text = input(state);
  if (text == nullptr) return;
  for (auto _ : state)
    benchmark::DoNotOptimize(base::sha256(*text));
  count_bytes(state, text->size());
}
BENCHMARK(sha256_alone);

}  // namespace
