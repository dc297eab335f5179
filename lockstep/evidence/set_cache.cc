#include "lockstep/evidence/set_cache.h"

#include <utility>

#include "lockstep/json/equality.h"

namespace lockstep::evidence {

std::shared_ptr<const registry::ToolSet> SetCache::read(
    const json::Value& tools, const std::shared_ptr<const json::Document>& document) {
  const std::uint64_t hash = json::structural_hash(tools);
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    if (entry->hash != hash || !json::same(entry->tools, tools)) continue;
    if (entry != entries_.begin()) {
      Entry found = std::move(*entry);
      entries_.erase(entry);
      entries_.push_front(std::move(found));
    }
    return entries_.front().set;
  }
  auto set = std::make_shared<const registry::ToolSet>(registry::ToolSet::read(tools));
  const std::size_t count = tools.elements().size();
  if (!document || count > limits_.tools_max) return set;
  tools_ += count;
  while (!entries_.empty() &&
         (entries_.size() >= limits_.entries_max || tools_ > limits_.tools_max)) {
    tools_ -= entries_.back().tools.elements().size();
    entries_.pop_back();
  }
  entries_.push_front(Entry{hash, tools, document, set});
  return set;
}

}  // namespace lockstep::evidence
