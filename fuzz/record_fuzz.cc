// What is read as an evidence record can be written, read again and written again: the second text
// is the first, with definitions and without.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/base/check.h"
#include "lockstep/evidence/record_json.h"
#include "lockstep/json/document.h"

#ifdef LOCKSTEP_LIBFUZZER
#include "fuzz/record_mutator.h"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return lockstep::fuzz::mutate_record(data, size, max_size, seed, 0);
}
#endif

namespace {

using namespace lockstep;

std::string rewritten(const std::string& text, evidence::Detail detail) {
  const auto parsed = json::Document::parse(text);
  LOCKSTEP_CHECK(parsed.has_value());
  const auto record = evidence::read_record(parsed->root());
  LOCKSTEP_CHECK(record.has_value());
  return evidence::write_record(*record, detail);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document =
      json::Document::parse(std::string_view(reinterpret_cast<const char*>(data), size),
                            {.bytes_max = 1u << 20, .depth_max = 64});
  if (!document) return 0;
  const auto record = evidence::read_record(document->root());
  if (!record) return 0;
  for (const auto detail : {evidence::Detail::full, evidence::Detail::digests}) {
    const std::string first = evidence::write_record(*record, detail);
    const std::string second = rewritten(first, detail);
    LOCKSTEP_CHECK(rewritten(second, detail) == second);
  }
  return 0;
}
