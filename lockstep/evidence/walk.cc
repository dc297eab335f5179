#include "lockstep/evidence/walk.h"

#include <algorithm>
#include <utility>

#include "lockstep/base/encoding.h"
#include "lockstep/base/hash.h"

namespace lockstep::evidence {

namespace {

/// A cursor may hold anything: a long one is kept as its hash, which is equal for equal cursors.
std::string compact(const std::string& cursor) {
  constexpr std::size_t kept_max = 256;
  return cursor.size() <= kept_max ? cursor : "#" + base::to_hex(base::sha256(cursor));
}

}  // namespace

bool is_fatal(std::string_view reason) {
  return reason == "hop_altered_request" || reason == "invalid_result" ||
         reason == "invalid_cursor_type" || reason == "traversal_not_from_start" ||
         reason == "cursor_cycle" || reason == "inconsistent_traversal" ||
         reason == "list_timeout" || reason == "limit_exceeded";
}

std::optional<base::TimePoint> Walk::expiry() const {
  std::optional<base::TimePoint> earliest;
  for (const PageFacts& page : pages) {
    if (!page.ttl_ms || *page.ttl_ms <= 0 || !page.received_at) return std::nullopt;
    const base::TimePoint end = *page.received_at + base::milliseconds(*page.ttl_ms);
    if (!earliest || end < *earliest) earliest = end;
  }
  return earliest;
}

Walk& Walks::begin(const Stamp& stamp, const std::string& auth) {
  while (walks_.size() >= limits_.walks_max) {
    const Walk* complete = newest_complete();
    const bool first_needed = complete == &walks_.front();
    walks_.erase(walks_.begin() + (first_needed ? 1 : 0));
  }
  Walk walk;
  walk.id = "w" + std::to_string(++count_);
  walk.started = stamp;
  walk.auth = auth;
  walks_.push_back(std::move(walk));
  return walks_.back();
}

Walk& Walks::requested(const Stamp& stamp, const protocol::Id& id,
                       const std::optional<std::string>& sent, const std::string& auth) {
  const auto cursor = sent ? std::optional<std::string>(compact(*sent)) : std::nullopt;
  Walk* walk = nullptr;
  if (!cursor) {
    const Walk* last = walks_.empty() ? nullptr : &walks_.back();
    const bool restart = last != nullptr && last->origin == "wire" && last->open_cursor &&
                         !last->complete && last_signal_ < last->last_page_sequence &&
                         last_error_ < last->last_page_sequence;
    walk = &begin(stamp, auth);
    walk->restarted = restart;
  } else {
    for (auto it = walks_.rbegin(); it != walks_.rend() && walk == nullptr; ++it) {
      if (it->open_cursor == cursor && !it->used_cursors.contains(*cursor)) walk = &*it;
    }
    for (auto it = walks_.rbegin(); it != walks_.rend() && walk == nullptr; ++it) {
      if (it->complete || !it->used_cursors.contains(*cursor)) continue;
      walk = &*it;
      const bool again = walk->asking == cursor && walk->reasons.contains("page_error");
      if (!again) walk->reasons.insert("cursor_cycle");
    }
    if (walk == nullptr) {
      walk = &begin(stamp, auth);
      walk->reasons.insert("traversal_not_from_start");
    }
    walk->open_cursor.reset();
    if (walk->used_cursors.size() < limits_.pages_max) walk->used_cursors.insert(*cursor);
  }
  walk->asking = cursor;
  walk->reasons.erase("cursor_not_followed");
  walk->reasons.erase("page_error");
  // More than one request at a time is a cycle already; how many more does not matter.
  if (walk->awaiting.size() < limits_.pages_max) walk->awaiting[id] = stamp.at;
  return *walk;
}

Walk* Walks::of_request(const protocol::Id& id) {
  for (auto it = walks_.rbegin(); it != walks_.rend(); ++it) {
    if (it->awaiting.contains(id)) return &*it;
  }
  for (auto it = walks_.rbegin(); it != walks_.rend(); ++it) {
    if (it->answered.contains(id)) return &*it;
  }
  return nullptr;
}

Walk* Walks::answered(const Stamp& stamp, const protocol::Id& id, const protocol::ListResult& page,
                      std::shared_ptr<const registry::ToolSet> tools) {
  Walk* walk = of_request(id);
  if (walk == nullptr || walk->awaiting.erase(id) == 0) return nullptr;
  walk->unreadable.erase(id);
  if (!fits(*walk, *tools)) {
    walk->reasons.insert("limit_exceeded");
    return nullptr;
  }
  walk->answered.insert(id);
  walk->last_page_sequence = stamp.sequence;
  PageFacts facts;
  facts.cursor = walk->asking ? Fact<std::string>(*walk->asking) : Fact<std::string>::none();
  facts.next_cursor = Fact<std::string>::none();
  facts.received_at = stamp.at;
  facts.tool_count = static_cast<std::int64_t>(tools->size());
  facts.ttl_ms = page.ttl_ms;
  facts.scope = page.scope;
  for (const registry::Tool& tool : tools->tools()) {
    if (!walk->pages.empty() && walk->names.contains(tool.name)) {
      walk->reasons.insert("inconsistent_traversal");
    }
  }
  for (const registry::Tool& tool : tools->tools())
    walk->names.insert(tool.name);
  if (!tools->conflicts().empty()) walk->reasons.insert("duplicate_name_conflict");
  facts.tools = std::move(tools);
  switch (page.next_kind) {
    case protocol::CursorKind::text:
      walk->open_cursor = compact(page.next_cursor);
      facts.next_cursor = *walk->open_cursor;
      if (walk->used_cursors.contains(*walk->open_cursor)) walk->reasons.insert("cursor_cycle");
      break;
    case protocol::CursorKind::invalid:
      facts.next_cursor_invalid = true;
      walk->reasons.insert("invalid_cursor_type");
      break;
    case protocol::CursorKind::none:
      break;
  }
  walk->pages.push_back(std::move(facts));
  if (page.next_kind == protocol::CursorKind::none) finish(*walk, stamp);
  return walk;
}

bool Walks::fits(Walk& walk, const registry::ToolSet& tools) const {
  walk.tools += tools.size();
  for (const registry::Tool& tool : tools.tools())
    walk.bytes += tool.definition.size();
  return walk.pages.size() < limits_.pages_max && walk.tools <= limits_.tools_max &&
         walk.bytes <= limits_.bytes_max;
}

void Walks::finish(Walk& walk, const Stamp& stamp) {
  walk.open_cursor.reset();
  walk.ended = stamp;
  if (std::any_of(walk.reasons.begin(), walk.reasons.end(),
                  [](const std::string& reason) { return is_fatal(reason); })) {
    return;
  }
  walk.complete = true;
  if (walk.pages.size() == 1) {
    walk.set = walk.pages.front().tools;
  } else {
    std::vector<registry::Tool> tools;
    for (const PageFacts& page : walk.pages) {
      tools.insert(tools.end(), page.tools->tools().begin(), page.tools->tools().end());
    }
    walk.set = std::make_shared<registry::ToolSet>(registry::ToolSet::of(std::move(tools)));
  }
  for (const Walk& other : walks_) {
    if (&other == &walk || !other.set || !other.set->same_set(*walk.set)) continue;
    if (walk.pages.size() == 1 && other.set->size() == walk.set->size()) walk.set = other.set;
    break;
  }
  compare_with_last(walk);
}

void Walks::compare_with_last(Walk& walk) {
  Walk* last = nullptr;
  for (Walk& other : walks_) {
    if (&other == &walk) break;
    last = &other;
  }
  if (last == nullptr || !last->complete || last->pages.size() < 2 || walk.pages.size() < 2) return;
  const bool in_a_row =
      last->auth == walk.auth && order_of(last->ended, walk.started) == Order::before &&
      last_signal_ < last->started.sequence && last_break_ < last->started.sequence;
  if (!in_a_row) return;
  if (last->set->same_set(*walk.set)) {
    walk.double_collect = true;
    return;
  }
  for (Walk* side : {last, &walk}) {
    side->complete = false;
    side->reasons.insert("inconsistent_traversal");
  }
}

void Walks::failed(const Stamp& stamp, const protocol::Id& id, std::string_view code) {
  Walk* walk = of_request(id);
  if (walk == nullptr) return;
  last_error_ = stamp.sequence;
  const bool waited = walk->awaiting.erase(id) > 0;
  walk->unreadable.erase(id);
  if (code == "hop_altered_request" || code == "invalid_result") {
    walk->reasons.insert(std::string(code));
    walk->complete = false;
  } else if (waited) {
    const bool later = !walk->pages.empty() || walk->asking;
    walk->reasons.insert(later ? "page_error" : "list_error");
  }
}

void Walks::unreadable(const protocol::Id& id, std::string_view code) {
  Walk* walk = of_request(id);
  if (walk == nullptr) return;
  if (walk->awaiting.contains(id)) {
    walk->unreadable.try_emplace(id, code);
  } else {
    walk->reasons.insert(std::string(code));
  }
}

void Walks::given_up(const protocol::Id& id) {
  Walk* walk = of_request(id);
  if (walk == nullptr || walk->installed) return;
  walk->awaiting.erase(id);
  walk->reasons.insert("list_timeout");
  walk->complete = false;
}

void Walks::limited() {
  for (auto it = walks_.rbegin(); it != walks_.rend(); ++it) {
    if (it->complete) continue;
    it->reasons.insert("page_limit");
    return;
  }
}

void Walks::went_on() {
  for (Walk& walk : walks_) {
    if (!walk.complete && walk.open_cursor && walk.awaiting.empty()) {
      walk.reasons.insert("cursor_not_followed");
    }
  }
}

Walk& Walks::cached(const Stamp& stamp, std::shared_ptr<const registry::ToolSet> set,
                    std::optional<std::int64_t> ttl_ms, base::TimePoint received) {
  Walk& walk = begin(stamp, {});
  walk.origin = "cache";
  PageFacts page;
  page.cursor = Fact<std::string>::none();
  page.next_cursor = Fact<std::string>::none();
  page.received_at = received;
  page.tool_count = static_cast<std::int64_t>(set->size());
  page.ttl_ms = ttl_ms;
  page.tools = set;
  walk.pages.push_back(std::move(page));
  walk.complete = true;
  walk.ended = stamp;
  walk.set = std::move(set);
  return walk;
}

void Walks::signalled(const Stamp& stamp, bool list_changed) {
  last_signal_ = stamp.sequence;
  if (!list_changed || walks_.empty()) return;
  Walk& last = walks_.back();
  if (!last.signal_after) last.signal_after = stamp.at;
}

void Walks::connection_ended() {
  for (Walk& walk : walks_)
    walk.answered.clear();
}

void Walks::mark_installed(std::string_view walk_id) {
  for (Walk& walk : walks_) {
    if (walk.id == walk_id) walk.installed = true;
  }
}

const Walk* Walks::newest_complete() const {
  for (auto it = walks_.rbegin(); it != walks_.rend(); ++it) {
    if (it->complete) return &*it;
  }
  return nullptr;
}

bool Walks::has_wire_walk() const {
  return std::any_of(walks_.begin(), walks_.end(),
                     [](const Walk& walk) { return walk.origin == "wire"; });
}

const Walk* Walks::current(const std::optional<Stamp>& signal, const std::string& auth) const {
  const bool own = !auth.empty() && std::any_of(walks_.begin(), walks_.end(),
                                                [&](const Walk& w) { return w.auth == auth; });
  const Walk* last = nullptr;
  for (auto it = walks_.rbegin(); it != walks_.rend(); ++it) {
    if (own && it->auth != auth) continue;
    if (last == nullptr) last = &*it;
    const bool after = !signal || order_of(*signal, it->started) == Order::before;
    if (it->complete && after) return &*it;
  }
  return last;
}

}  // namespace lockstep::evidence
