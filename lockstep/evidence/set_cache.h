#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include "lockstep/json/document.h"
#include "lockstep/registry/tool.h"

namespace lockstep::evidence {

/// Reads lists of tools, and knows the ones it read last: a long recording lists the same tools
/// again and again. Keeps at most `entries_max` lists and nothing of documents above `tools_max`.
class SetCache {
 public:
  struct Limits {
    std::size_t entries_max = 64;
    std::size_t tools_max = 2'000;
  };
  SetCache() : SetCache(Limits{}) {}
  explicit SetCache(Limits limits) : limits_(limits) {}

  /// The set of a `tools` array that lies in `document`.
  std::shared_ptr<const registry::ToolSet> read(
      const json::Value& tools, const std::shared_ptr<const json::Document>& document);

 private:
  struct Entry {
    std::uint64_t hash = 0;
    json::Value tools;
    std::shared_ptr<const json::Document> document;
    std::shared_ptr<const registry::ToolSet> set;
  };
  Limits limits_;
  std::deque<Entry> entries_;
  std::size_t tools_ = 0;
};

}  // namespace lockstep::evidence
