#include "tests/properties/generated_records.h"

#include <array>
#include <functional>
#include <optional>

#include "lockstep/base/check.h"
#include "lockstep/evidence/record_json.h"
#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"

namespace lockstep::properties {

namespace {

using json::Writer;

/// Milliseconds after the beginning of the session.
using Offset = std::int64_t;
constexpr std::int64_t start_ns = 1'784'538'000'000'000'000;  // 2026-07-20T09:00:00Z

/// A member of a record: not there, null, or a value.
template <class T>
struct Member {
  bool there = true;
  std::optional<T> value = std::nullopt;
  void drop() { *this = Member{false, std::nullopt}; }
  void clear() { *this = Member{true, std::nullopt}; }
  void set(T what) { *this = Member{true, std::move(what)}; }
  explicit operator bool() const { return there && value.has_value(); }
  T& operator*() { return *value; }
};

struct Page {
  Member<std::string> cursor;
  Member<std::string> next;
  Offset at = 0;
  std::vector<std::string> tools;  // definitions
  std::optional<std::int64_t> ttl;
  std::string scope;
  std::optional<std::int64_t> count;
};

struct Walk {
  Offset started = 0;
  std::optional<Offset> signal_after;
};

struct Draft {
  std::string transport = "stdio";
  std::string era = "legacy";
  std::string vantage = "client";
  bool session = true;
  Member<Offset> closed;
  std::string session_context;
  std::string handshake;
  Member<std::pair<Offset, std::optional<Offset>>> channel{false, {}};
  std::string channel_kind = "stdio";
  Member<bool> tools_changed;
  bool tools_none = false;
  bool tools_there = true;
  bool subscription_there = false;
  bool subscription_none = false;
  Offset acknowledged = 20;
  bool acknowledged_tools = true;
  std::optional<Offset> subscription_ended;
  Member<Offset> notification;
  Member<Offset> signal;
  std::string signal_kind = "session_opened";
  Member<Offset> started;
  Member<Offset> completed;
  Member<bool> pages_member{true, true};
  std::vector<Page> pages;
  bool traversal = false;
  std::string outcome = "complete";
  std::string reason;
  std::string walk_context;
  std::string origin;
  std::optional<Offset> waiting;
  std::vector<Walk> walks;
  std::optional<std::string> discovered;  // digest
  std::string discovered_projection = "mcp-tools/v1";
  Member<bool> registry{true, true};
  std::vector<std::string> held;  // definitions
  std::optional<std::string> held_digest;
  std::string held_projection;
  std::string held_context;
  Offset installed = 200;
  std::vector<std::pair<std::string, Offset>> observed;
  std::optional<std::int64_t> max_age;
  std::optional<std::int64_t> settle;
  std::optional<std::int64_t> uncertainty;
  bool sequence = false;
  Offset now = 1000;
};

base::TimePoint at(Offset offset) {
  return base::TimePoint{start_ns} + base::milliseconds(offset);
}

std::string text_of(Offset offset) {
  return base::format_rfc3339(at(offset));
}

std::string tool(std::string_view name, std::string_view description,
                 std::string_view schema = R"({"type":"object"})") {
  std::string out;
  Writer writer(out);
  writer.begin_object();
  writer.key("name").string(name);
  writer.key("description").string(description);
  writer.key("inputSchema").raw(schema);
  writer.end_object();
  return out;
}

constexpr std::string_view refused_header =
    R"({"type":"object","properties":{"a":{"type":"string","x-mcp-header":"not a token"}}})";

class Text {
 public:
  explicit Text(const Draft& draft) : draft_(draft), writer_(out_) {}

  std::string write() {
    writer_.begin_object();
    writer_.key("schema").string("lockstep.evidence/v1");
    writer_.key("client").raw(R"({"id":"agent"})");
    writer_.key("server").raw(R"({"id":"tickets"})");
    writer_.key("vantage").string(draft_.vantage);
    writer_.key("protocolVersion").string(draft_.era == "modern" ? "2026-07-28" : "2025-11-25");
    session();
    channel();
    capability();
    subscription();
    time("notificationAt", draft_.notification);
    signal();
    time("discoveryStartedAt", draft_.started);
    time("discoveryCompletedAt", draft_.completed);
    pages();
    traversal();
    walks();
    discovered();
    registry();
    observed();
    policy();
    order();
    writer_.end_object();
    return std::move(out_);
  }

 private:
  void time(std::string_view key, const Member<Offset>& member) {
    if (!member.there) return;
    writer_.key(key);
    if (member.value) {
      writer_.string(text_of(*member.value));
    } else {
      writer_.null();
    }
  }
  void time(std::string_view key, const std::optional<Offset>& offset) {
    time(key, Member<Offset>{true, offset});
  }
  void text(std::string_view key, std::string_view value) {
    if (!value.empty()) writer_.key(key).string(value);
  }
  void session() {
    if (!draft_.session) return;
    writer_.key("session").begin_object();
    text("transport", draft_.transport);
    text("era", draft_.era);
    writer_.key("openedAt").string(text_of(0));
    time("closedAt", draft_.closed);
    text("authContext", draft_.session_context);
    text("handshake", draft_.handshake);
    writer_.end_object();
  }
  void channel() {
    if (!draft_.channel.there) return;
    writer_.key("channel");
    if (!draft_.channel.value) {
      writer_.null();
      return;
    }
    writer_.begin_object();
    writer_.key("kind").string(draft_.channel_kind);
    writer_.key("openedAt").string(text_of(draft_.channel.value->first));
    time("endedAt", draft_.channel.value->second);
    writer_.end_object();
  }
  void capability() {
    if (!draft_.tools_there) return;
    writer_.key("tools");
    if (draft_.tools_none) {
      writer_.null();
      return;
    }
    writer_.begin_object();
    if (draft_.tools_changed) writer_.key("listChanged").boolean(*draft_.tools_changed.value);
    writer_.end_object();
  }
  void subscription() {
    if (!draft_.subscription_there) return;
    writer_.key("subscription");
    if (draft_.subscription_none) {
      writer_.null();
      return;
    }
    writer_.begin_object();
    writer_.key("requestedAt").string(text_of(10));
    writer_.key("acknowledgedAt").string(text_of(draft_.acknowledged));
    writer_.key("toolsListChanged").boolean(draft_.acknowledged_tools);
    time("endedAt", draft_.subscription_ended);
    writer_.end_object();
  }
  void signal() {
    if (!draft_.signal.there) return;
    writer_.key("signal");
    if (!draft_.signal.value) {
      writer_.null();
      return;
    }
    writer_.begin_object();
    writer_.key("kind").string(draft_.signal_kind);
    writer_.key("at").string(text_of(*draft_.signal.value));
    writer_.key("count").integer(1);
    writer_.end_object();
  }
  void cursor(std::string_view key, const Member<std::string>& member) {
    if (!member.there) return;
    writer_.key(key);
    if (member.value) {
      writer_.string(*member.value);
    } else {
      writer_.null();
    }
  }
  void list(const std::vector<std::string>& tools) {
    writer_.key("tools").begin_array();
    for (const std::string& one : tools)
      writer_.raw(one);
    writer_.end_array();
  }
  void pages() {
    if (!draft_.pages_member.there) return;
    writer_.key("pages");
    if (!draft_.pages_member.value) {
      writer_.null();
      return;
    }
    writer_.begin_array();
    for (const Page& page : draft_.pages) {
      writer_.begin_object();
      cursor("cursor", page.cursor);
      cursor("nextCursor", page.next);
      writer_.key("receivedAt").string(text_of(page.at));
      if (page.count) writer_.key("toolCount").integer(*page.count);
      if (page.ttl) writer_.key("ttlMs").integer(*page.ttl);
      text("cacheScope", page.scope);
      list(page.tools);
      writer_.end_object();
    }
    writer_.end_array();
  }
  void traversal() {
    if (!draft_.traversal) return;
    writer_.key("traversal").begin_object();
    writer_.key("id").string("w7");
    writer_.key("outcome").string(draft_.outcome);
    text("reason", draft_.reason);
    text("authContext", draft_.walk_context);
    text("origin", draft_.origin);
    if (draft_.waiting) time("waitingSince", draft_.waiting);
    writer_.end_object();
  }
  void walks() {
    if (draft_.walks.empty()) return;
    writer_.key("recentWalks").begin_array();
    for (const Walk& walk : draft_.walks) {
      writer_.begin_object();
      writer_.key("id").string("w");
      writer_.key("startedAt").string(text_of(walk.started));
      writer_.key("endedAt").string(text_of(walk.started + 1));
      time("signalAfter", walk.signal_after);
      writer_.end_object();
    }
    writer_.end_array();
  }
  void discovered() {
    if (!draft_.discovered) return;
    writer_.key("discovered").begin_object();
    writer_.key("projection").string(draft_.discovered_projection);
    writer_.key("digest").string(*draft_.discovered);
    std::size_t count = 0;
    for (const Page& page : draft_.pages)
      count += page.tools.size();
    writer_.key("toolCount").integer(static_cast<std::int64_t>(count));
    writer_.end_object();
  }
  void registry() {
    if (!draft_.registry.there) return;
    writer_.key("registry");
    if (!draft_.registry.value) {
      writer_.null();
      return;
    }
    writer_.begin_object();
    text("projection", draft_.held_projection);
    if (draft_.held_digest) {
      writer_.key("digest").string(*draft_.held_digest);
      writer_.key("toolCount").integer(static_cast<std::int64_t>(draft_.held.size()));
    } else {
      list(draft_.held);
    }
    writer_.key("installedAt").string(text_of(draft_.installed));
    text("authContext", draft_.held_context);
    writer_.key("witness").string("adapter");
    writer_.end_object();
  }
  void observed() {
    if (draft_.observed.empty()) return;
    writer_.key("observed").begin_array();
    for (const auto& [code, when] : draft_.observed) {
      writer_.begin_object();
      writer_.key("code").string(code);
      writer_.key("at").string(text_of(when));
      writer_.end_object();
    }
    writer_.end_array();
  }
  void policy() {
    writer_.key("policy").begin_object();
    if (draft_.max_age) writer_.key("maxAgeMs").integer(*draft_.max_age);
    if (draft_.settle) writer_.key("settleMs").integer(*draft_.settle);
    writer_.end_object();
  }
  void order() {
    if (!draft_.sequence && !draft_.uncertainty) return;
    writer_.key("order").begin_object();
    if (draft_.uncertainty) writer_.key("uncertaintyMs").integer(*draft_.uncertainty);
    if (draft_.sequence) {
      writer_.key("source").string("sequence");
      // In the order of the times, which are all different.
      writer_.key("sequence").begin_object();
      const auto put = [&](std::string_view key, const Member<Offset>& member) {
        if (member.there && member.value) writer_.key(key).integer(*member.value + 1);
      };
      put("signal", draft_.signal);
      put("discoveryStartedAt", draft_.started);
      put("discoveryCompletedAt", draft_.completed);
      if (draft_.channel.there && draft_.channel.value) {
        writer_.key("channelOpenedAt").integer(draft_.channel.value->first + 1);
      }
      writer_.end_object();
    }
    writer_.end_object();
  }

  const Draft& draft_;
  std::string out_;
  Writer writer_;
};

/// Builds a session that went well and lets things happen to it.
class Story {
 public:
  explicit Story(Random& random) : random_(random) {}

  Draft tell() {
    begin();
    constexpr std::array shares = {0.42, 0.8, 0.95};
    int events = 0;
    const double luck = static_cast<double>(below(random_, 1000)) / 1000;
    while (events < 3 && luck >= shares[static_cast<std::size_t>(events)])
      ++events;
    for (int i = 0; i < events; ++i)
      happen();
    // Without a traversal of its own a record says nothing of its channel: it is the one that
    // follows from the transport.
    if (draft_.channel.there) draft_.traversal = true;
    return std::move(draft_);
  }

 private:
  bool coin() { return chance(random_, 0.5); }

  void begin() {
    draft_.tools_changed.set(true);
    draft_.notification.clear();
    draft_.signal.set(0);
    draft_.started.set(50);
    draft_.closed.clear();
    list_tools();
    draft_.completed.set(draft_.pages.back().at + (coin() ? 0 : 5));
    draft_.installed = *draft_.completed + 1;
    draft_.now = 1000 + static_cast<Offset>(below(random_, 100'000));
    if (coin()) {
      draft_.signal_kind = "list_changed";
      draft_.signal.set(40);
      draft_.notification.set(40);
    }
    if (chance(random_, 0.3)) draft_.traversal = true;
    if (chance(random_, 0.2)) draft_.sequence = true;
    const std::array<void (Story::*)(), 8> kinds = {
        &Story::stdio,     &Story::get_stream,  &Story::modern,    &Story::modern_ttl,
        &Story::by_policy, &Story::not_offered, &Story::exclusion, &Story::shared_cache};
    (this->*kinds[below(random_, kinds.size())])();
  }

  void list_tools() {
    const std::size_t pages = 1 + below(random_, 3);
    const bool empty = pages == 1 && chance(random_, 0.15);
    Offset when = 60;
    std::optional<std::string> cursor;
    for (std::size_t i = 0; i < pages; ++i) {
      Page page;
      page.cursor.value = cursor;
      cursor = i + 1 < pages ? std::optional("page-" + std::to_string(i)) : std::nullopt;
      page.next.value = cursor;
      page.at = when;
      when += 10;
      const std::size_t count = empty ? 0 : 1 + below(random_, 3);
      for (std::size_t t = 0; t < count; ++t) {
        page.tools.push_back(tool("tool-" + std::to_string(i) + "-" + std::to_string(t),
                                  "does " + std::to_string(t)));
      }
      if (coin()) page.count = static_cast<std::int64_t>(page.tools.size());
      draft_.held.insert(draft_.held.end(), page.tools.begin(), page.tools.end());
      draft_.pages.push_back(std::move(page));
    }
  }

  void stdio() {
    if (coin()) draft_.channel.set({0, std::nullopt});
  }
  void get_stream() {
    draft_.transport = "streamable-http";
    draft_.channel_kind = "get";
    draft_.channel.set({30, std::nullopt});
  }
  void modern() {
    draft_.era = "modern";
    if (coin()) draft_.transport = "streamable-http";
    draft_.subscription_there = true;
    draft_.channel_kind = "listen";
    if (coin()) draft_.channel.set({20, std::nullopt});
  }
  void modern_ttl() {
    modern();
    draft_.subscription_none = true;
    draft_.channel.clear();
    for (Page& page : draft_.pages)
      page.ttl = 1'000'000 + static_cast<std::int64_t>(below(random_, 1000));
  }
  void by_policy() {
    draft_.tools_changed.set(false);
    draft_.notification.clear();
    draft_.signal_kind = "poll_due";
    draft_.channel.clear();
    draft_.max_age = 1'000'000;
  }
  void not_offered() {
    draft_.tools_none = true;
    draft_.tools_changed.clear();
    draft_.pages.clear();
    draft_.held.clear();
    draft_.started.clear();
    draft_.completed.clear();
    draft_.traversal = false;
  }
  void exclusion() {
    modern();
    draft_.transport = "streamable-http";
    draft_.pages.back().tools.push_back(tool("refused", "out", refused_header));
    draft_.pages.back().count.reset();
  }
  void shared_cache() {
    modern_ttl();
    draft_.traversal = true;
    draft_.walk_context = "hmac:0000000000000001";
    draft_.held_context = "hmac:0000000000000002";
    for (Page& page : draft_.pages)
      page.scope = "public";
  }

  void happen() {
    static const std::vector<void (Story::*)()> events = {
        &Story::newer_signal,
        &Story::newer_notification,
        &Story::signal_unknown,
        &Story::walk_broke_off,
        &Story::cursor_left,
        &Story::page_lost,
        &Story::other_registry,
        &Story::registry_unknown,
        &Story::other_projection,
        &Story::other_context,
        &Story::channel_ended,
        &Story::channel_late,
        &Story::channel_none,
        &Story::not_declared,
        &Story::subscription_changes,
        &Story::session_changes,
        &Story::doubt,
        &Story::expiry,
        &Story::equal_times,
        &Story::unquiet,
        &Story::unsure_times,
        &Story::from_cache,
        &Story::page_twice,
        &Story::odd_times,
        &Story::digest_only,
        &Story::settling,
        &Story::rounded,
    };
    (this->*events[below(random_, events.size())])();
  }

  Page* last() { return draft_.pages.empty() ? nullptr : &draft_.pages.back(); }
  Offset late() { return 500 + static_cast<Offset>(below(random_, 400)); }

  void newer_signal() {
    constexpr std::array<std::string_view, 9> kinds = {
        "list_changed",    "session_opened",   "session_changed", "reconnect", "transport_lost",
        "session_refused", "channel_reopened", "ttl_expired",     "poll_due"};
    draft_.signal_kind = kinds[below(random_, kinds.size())];
    draft_.signal.set(late());
    if (draft_.signal_kind == "list_changed" && coin()) draft_.notification.set(late());
  }
  void newer_notification() { draft_.notification.set(late()); }
  void signal_unknown() {
    if (coin()) draft_.signal.drop();
    if (coin()) draft_.notification.drop();
    if (coin()) draft_.signal.clear();
  }
  void walk_broke_off() {
    constexpr std::array<std::string_view, 10> reasons = {
        "page_error",   "list_error",        "page_limit",         "cursor_cycle",   "list_timeout",
        "invalid_utf8", "undecodable_frame", "duplicate_response", "invalid_result", ""};
    draft_.traversal = true;
    draft_.outcome = coin() ? "failed" : "pending";
    draft_.reason = reasons[below(random_, reasons.size())];
    if (coin()) draft_.waiting = 70;
    draft_.completed.clear();
    if (coin() && last() != nullptr) draft_.pages.pop_back();
  }
  void cursor_left() {
    if (last() != nullptr) last()->next.set("left-open");
    if (coin()) draft_.completed.clear();
  }
  void page_lost() {
    if (draft_.pages.size() > 1) draft_.pages.erase(draft_.pages.begin() + coin());
  }
  void other_registry() {
    if (coin() && !draft_.held.empty()) {
      draft_.held.pop_back();
    } else {
      draft_.held.push_back(tool("another", "one more"));
    }
    if (coin()) draft_.installed = 5;
  }
  void registry_unknown() {
    if (coin()) {
      draft_.registry.drop();
    } else {
      draft_.registry.clear();
    }
  }
  void other_projection() {
    draft_.held_projection = "mcp-tools-full/v1";
    draft_.held_digest = "sha256:" + std::string(64, 'a');
  }
  void other_context() {
    draft_.held_context = coin() ? "hmac:00000000000000aa" : "";
    draft_.traversal = true;
    draft_.walk_context = "hmac:00000000000000bb";
    if (coin()) draft_.vantage = coin() ? "tap" : "probe";
  }
  void channel_ended() {
    const Offset opened = draft_.channel ? draft_.channel.value->first : 20;
    draft_.channel.set({opened, late()});
  }
  void channel_late() { draft_.channel.set({late(), std::nullopt}); }
  void channel_none() {
    if (coin()) {
      draft_.channel.clear();
    } else {
      draft_.channel.drop();
    }
  }
  void not_declared() {
    if (coin()) draft_.tools_changed.set(false);
    if (coin()) draft_.tools_changed.drop();
    if (coin()) draft_.tools_there = false;
  }
  void subscription_changes() {
    draft_.subscription_there = draft_.subscription_there && coin();
    if (coin()) draft_.acknowledged = late();
    if (coin()) draft_.acknowledged_tools = false;
    if (coin()) draft_.subscription_ended = late();
  }
  void session_changes() {
    constexpr std::array<std::string_view, 3> handshakes = {"complete", "incomplete", "late"};
    draft_.session = coin();
    draft_.handshake = handshakes[below(random_, handshakes.size())];
    if (coin()) draft_.closed.set(late());
    if (coin()) draft_.closed.drop();
    if (coin()) draft_.era.clear();
    if (coin()) draft_.transport.clear();
  }
  void doubt() {
    constexpr std::array<std::string_view, 9> codes = {"malformed_notification",
                                                       "uncorrelated_notification",
                                                       "delivery_unobserved",
                                                       "batch_not_allowed",
                                                       "era_inconsistent",
                                                       "unsupported_version",
                                                       "noise_on_stream",
                                                       "invalid_utf8",
                                                       "lossy_number"};
    draft_.observed.emplace_back(codes[below(random_, codes.size())], coin() ? 5 : late());
  }
  void expiry() {
    if (coin()) draft_.now = 10'000'000;
    if (last() == nullptr) return;
    constexpr std::array<std::int64_t, 4> times = {-1, 0, 1, 5'000};
    last()->ttl = times[below(random_, times.size())];
    if (coin()) last()->scope = coin() ? "private" : "";
  }
  void equal_times() {
    draft_.sequence = false;
    draft_.signal.set(50);
    draft_.started.set(50);
  }
  void unquiet() {
    draft_.walks = {Walk{10, 11}, Walk{20, 21},
                    Walk{50, coin() ? std::optional(late()) : std::nullopt}};
    if (coin()) newer_notification();
  }
  void unsure_times() { draft_.uncertainty = static_cast<std::int64_t>(below(random_, 200)); }
  void from_cache() {
    draft_.traversal = true;
    draft_.origin = "cache";
  }
  void page_twice() {
    if (draft_.pages.empty()) return;
    Page again = draft_.pages.back();
    again.cursor = coin() ? again.cursor : draft_.pages.back().next;
    again.at += 1;
    draft_.pages.push_back(std::move(again));
  }
  void odd_times() {
    if (coin()) draft_.completed.set(static_cast<Offset>(below(random_, 100)));
    if (coin()) draft_.started.set(static_cast<Offset>(below(random_, 100)));
  }
  void digest_only() { draft_.held_digest = "sha256:" + std::string(64, 'b'); }
  void settling() { draft_.settle = static_cast<std::int64_t>(below(random_, 100'000)); }
  void rounded() {
    if (draft_.pages.empty()) return;
    draft_.pages.back().tools.push_back(
        tool("big", "", R"({"type":"object","maximum":9007199254740993})"));
    draft_.held.push_back(tool("big", "", R"({"type":"object","maximum":9007199254740992})"));
  }

  Random& random_;
  Draft draft_;
};

/// As Lockstep writes it; the text itself where it is no readable record.
std::string rewritten(const std::string& text, evidence::Detail detail) {
  const auto document = json::Document::parse(text);
  LOCKSTEP_CHECK(document.has_value());
  const auto record = evidence::read_record(document->root());
  return record ? evidence::write_record(*record, detail) : text;
}

}  // namespace

Sample generate(Random& random, std::size_t number) {
  const Draft draft = Story(random).tell();
  Sample sample;
  sample.id = "generated " + std::to_string(number);
  sample.now = at(draft.now);
  sample.text = Text(draft).write();
  const std::size_t style = below(random, 3);
  if (style == 1) sample.text = rewritten(sample.text, evidence::Detail::full);
  if (style == 2) sample.text = rewritten(sample.text, evidence::Detail::digests);
  return sample;
}

}  // namespace lockstep::properties
