#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/evidence/record.h"

namespace lockstep::evidence {

/// One traversal of `tools/list` as it was observed, from its first request on.
struct Walk {
  std::string id;
  Stamp started;
  std::string auth;
  std::string origin = "wire";
  std::vector<PageFacts> pages;
  /// The cursor that the newest page gave and nobody has followed yet.
  std::optional<std::string> open_cursor;
  /// Requests without an answer and since when.
  std::map<protocol::Id, base::TimePoint> awaiting;
  /// Why the answer of a request in `awaiting` could not be read.
  std::map<protocol::Id, std::string> unreadable;
  /// Requests of this walk that were answered.
  std::set<protocol::Id> answered;
  /// The cursor of the request under way.
  std::optional<std::string> asking;
  std::set<std::string> used_cursors;
  std::set<std::string> names;
  std::size_t tools = 0;
  std::size_t bytes = 0;
  std::set<std::string> reasons;
  bool complete = false;
  bool restarted = false;
  bool installed = false;
  bool double_collect = false;
  Stamp ended;
  std::optional<base::TimePoint> signal_after;
  std::uint64_t last_page_sequence = 0;
  std::shared_ptr<const registry::ToolSet> set;

  bool open() const { return !complete && (open_cursor || !awaiting.empty()); }
  /// The earliest moment at which a page's TTL runs out; nullopt when some page has no positive
  /// one.
  std::optional<base::TimePoint> expiry() const;
};

/// A reason that makes a walk fail whatever follows.
bool is_fatal(std::string_view reason);

/// All walks of one pair, the newest few kept. A walk beyond a limit has failed with
/// `limit_exceeded`, and no more of it is kept.
class Walks {
 public:
  struct Limits {
    std::size_t walks_max = 8;
    // Of one walk.
    std::size_t pages_max = 10'000;
    std::size_t tools_max = 100'000;
    std::size_t bytes_max = 64u << 20;
  };
  Walks() : Walks(Limits{}) {}
  explicit Walks(Limits limits) : limits_(limits) {}

  /// A list request was sent. Gives the walk it belongs to.
  Walk& requested(const Stamp& stamp, const protocol::Id& id,
                  const std::optional<std::string>& cursor, const std::string& auth);
  /// The walk that waits for this request, or that got its answer; nullptr when there is none.
  Walk* of_request(const protocol::Id& id);
  /// A page arrived; nullptr when no walk asked for it or gave it up.
  Walk* answered(const Stamp& stamp, const protocol::Id& id, const protocol::ListResult& page,
                 std::shared_ptr<const registry::ToolSet> tools);
  void failed(const Stamp& stamp, const protocol::Id& id, std::string_view code);
  void unreadable(const protocol::Id& id, std::string_view code);
  void given_up(const protocol::Id& id);
  void limited();
  /// The client went on: what it left open it will not follow.
  void went_on();
  /// A registry that came from a cache, as a walk of the time it was filled.
  Walk& cached(const Stamp& stamp, std::shared_ptr<const registry::ToolSet> set,
               std::optional<std::int64_t> ttl_ms, base::TimePoint received);
  void signalled(const Stamp& stamp, bool list_changed);
  /// A new connection: what waits for an answer will never get one.
  void connection_ended();
  void install_seen(const Stamp& stamp) { last_break_ = stamp.sequence; }

  void mark_installed(std::string_view walk_id);

  /// T of DESIGN section 5: the newest complete walk begun after `signal`, else the walk begun
  /// last. Only walks of `auth` count where one of them is known.
  const Walk* current(const std::optional<Stamp>& signal, const std::string& auth) const;
  const Walk* newest_complete() const;
  const std::deque<Walk>& all() const { return walks_; }
  bool has_wire_walk() const;

 private:
  Walk& begin(const Stamp& stamp, const std::string& auth);
  void finish(Walk& walk, const Stamp& stamp);
  void compare_with_last(Walk& walk);
  bool fits(Walk& walk, const registry::ToolSet& tools) const;
  Limits limits_;
  std::deque<Walk> walks_;
  std::uint64_t count_ = 0;
  std::uint64_t last_signal_ = 0;
  std::uint64_t last_error_ = 0;
  std::uint64_t last_break_ = 0;
};

}  // namespace lockstep::evidence
