#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/verdict/rules.h"
#include "tests/support/records.h"

namespace lockstep::support {

/// A settled record and the policy that it is judged by, as a rule's test changes them.
struct Situation {
  evidence::Record record = green_text().read();
  evidence::Policy policy = {};
  base::TimePoint now = at(1000);

  verdict::Facts facts() const { return verdict::gather(record, policy, now); }
};
using Change = std::function<void(Situation&)>;

inline Situation after(const std::vector<Change>& changes) {
  Situation situation;
  for (const Change& change : changes)
    change(situation);
  return situation;
}

inline std::vector<std::string> names(const verdict::Reasons& reasons) {
  std::vector<std::string> list;
  for (const verdict::Reason reason : reasons)
    list.emplace_back(to_string(reason));
  return list;
}

inline void signal(Situation& s, std::string kind, std::int64_t ms) {
  s.record.signal = evidence::SignalFacts{std::move(kind), evidence::Stamp{at(ms), 0}, 1};
}
inline void observe(Situation& s, std::string_view code, std::int64_t ms) {
  s.record.observed.push_back({std::string(code), evidence::Stamp{at(ms), 0}});
}
inline void no_channel(Situation& s) {
  s.record.channel = evidence::Fact<evidence::ChannelFacts>::none();
}
/// The walk under way: one page with an open cursor came at 300.
inline void open_walk(Situation& s) {
  s.record.discovery_completed = evidence::Fact<evidence::Stamp>::none();
  s.record.traversal->outcome = evidence::WalkOutcome::pending;
  s.record.pages->front().next_cursor = std::string("fp:0011223344556677");
}
/// The first answer of the walk is awaited since 200.
inline void awaited(Situation& s) {
  open_walk(s);
  s.record.pages->clear();
  s.record.traversal->waiting_since = at(200);
}

}  // namespace lockstep::support
