// The canonical form of any JSON is its own canonical form, and is lossy only where it says so.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/json/canonical.h"
#include "lockstep/json/document.h"

namespace json = lockstep::json;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document =
      json::Document::parse({reinterpret_cast<const char*>(data), size}, {.depth_max = 64});
  if (!document) return 0;
  json::CanonicalWriter writer;
  writer.value(document->root());
  const bool lossy = writer.lossy();
  const bool out_of_range = writer.out_of_range();
  LOCKSTEP_CHECK(lossy || !out_of_range);
  const json::CanonicalText first = std::move(writer).finish();
  const auto canonical = json::canonicalize(document->root());
  LOCKSTEP_CHECK(canonical.has_value() != out_of_range);
  LOCKSTEP_CHECK(!canonical || *canonical == first);
  const auto again = json::Document::parse(first.view(), {.depth_max = 64});
  LOCKSTEP_CHECK(again.has_value());
  json::CanonicalWriter second;
  second.value(again->root());
  LOCKSTEP_CHECK(second.written() == first.view());
  LOCKSTEP_CHECK(second.lossy() == out_of_range || lossy);
  return 0;
}
