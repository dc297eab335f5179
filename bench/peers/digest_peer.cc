// The registry digest as Lockstep makes it, and its two floors on the same bytes, in the form of
// the peers beside it. Arguments: `digest`, `parse` or `sha256`, the file, seconds. Prints the
// digest (`-` for the floors) and the microseconds of core time of the best pass.

#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "lockstep/base/encoding.h"
#include "lockstep/base/hash.h"
#include "lockstep/json/document.h"
#include "lockstep/registry/list_digest.h"

namespace {

using namespace lockstep;

double core_microseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

std::string digest(json::Parser& parser, const std::string& text) {
  const auto document = parser.parse(text);
  if (!document) return {};
  const json::Value tools = document->root()["tools"];
  const auto found = registry::digest_list({&tools, 1}, registry::Projection::tools_v1);
  return found ? base::to_hex(found->digest.bytes) : std::string();
}

std::string pass(std::string_view work, json::Parser& parser, const std::string& text) {
  if (work == "digest") return digest(parser, text);
  const bool good =
      work == "parse" ? parser.parse(text).has_value() : base::sha256(text) != base::Sha256{};
  return good ? "-" : "";
}

}  // namespace

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  if (argc != 4) return 2;
  // Memory stays with the process between passes, as it does in the peers' own heaps.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  std::ifstream file(argv[2], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto end = Clock::now() + std::chrono::duration<double>(std::strtod(argv[3], nullptr));
  json::Parser parser;
  double best = 1e300;
  std::string result;
  while (Clock::now() < end) {
    const double start = core_microseconds();
    result = pass(argv[1], parser, text);
    best = std::min(best, core_microseconds() - start);
  }
  if (result.empty()) return 1;
  std::printf("%s %.1f\n", result.c_str(), best);
  return 0;
}
