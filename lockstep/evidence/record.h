#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/time.h"
#include "lockstep/evidence/comparison.h"
#include "lockstep/evidence/fact.h"
#include "lockstep/evidence/policy.h"
#include "lockstep/protocol/list_result.h"
#include "lockstep/protocol/revision.h"
#include "lockstep/registry/tool.h"
#include "lockstep/session/observation.h"

namespace lockstep::evidence {

enum class Vantage : std::uint8_t { client, tap, probe };
std::string_view to_string(Vantage vantage);

struct Party {
  std::string id;
  std::string name;     // self-reported
  std::string version;  // self-reported
};

/// How far the legacy handshake came. `late`: completed only after the traversal had begun.
enum class Handshake : std::uint8_t { complete, incomplete, late };

struct SessionFacts {
  std::optional<session::Transport> transport;
  std::optional<protocol::Era> era;
  std::optional<base::TimePoint> opened_at;
  Fact<base::TimePoint> closed_at;
  std::string auth_context;
  Handshake handshake = Handshake::complete;
};

struct ChannelFacts {
  std::string kind;  // stdio, get, sse, listen
  Stamp opened;
  Fact<base::TimePoint> ended_at;
};

struct SubscriptionFacts {
  Fact<base::TimePoint> requested_at;
  Fact<base::TimePoint> acknowledged_at;
  bool tools_list_changed = false;
  Fact<base::TimePoint> ended_at;
};

/// The newest change signal. Kinds: list_changed, session_opened, session_changed, reconnect,
/// transport_lost, session_refused, channel_reopened, ttl_expired, poll_due, operator_request.
struct SignalFacts {
  std::string kind;
  Stamp stamp;
  std::int64_t count = 1;
};

struct PageFacts {
  Fact<std::string> cursor;
  Fact<std::string> next_cursor;
  /// The server sent a cursor that is neither string nor null.
  bool next_cursor_invalid = false;
  std::optional<base::TimePoint> received_at;
  std::optional<std::int64_t> tool_count;
  std::optional<std::int64_t> ttl_ms;
  protocol::CacheScope scope = protocol::CacheScope::absent;
  /// The definitions, where the record is full.
  std::shared_ptr<const registry::ToolSet> tools;
};

enum class WalkOutcome : std::uint8_t { complete, pending, failed };
std::string_view to_string(WalkOutcome outcome);

struct TraversalFacts {
  std::string id;
  WalkOutcome outcome = WalkOutcome::pending;
  /// Reason names that the walk gave cause for, in no order: of `incomplete`, or of `unverifiable`
  /// where its answer could not be read.
  std::vector<std::string> reasons;
  std::string auth_context;
  /// `wire`, or `cache` for a registry filled from a cache.
  std::string origin = "wire";
  /// Since when a request of this walk waits for its answer.
  std::optional<base::TimePoint> waiting_since;
  /// Two walks in a row gave the same set.
  bool double_collect = false;
};

struct WalkFacts {
  std::string id;
  base::TimePoint started_at;
  Fact<base::TimePoint> ended_at;
  Fact<base::TimePoint> signal_after;
};

struct InstallFacts {
  base::TimePoint at;
  std::string digest;
  std::string of_traversal;
};

struct DiscoveredFacts {
  std::string projection;
  std::string digest;
  std::string expected_digest;
  /// Digest over exact decimals where a number is not what its RFC 8785 text says.
  std::string exact_digest;
  std::optional<std::int64_t> tool_count;
};

struct RegistryFacts {
  std::string projection = "mcp-tools/v1";
  std::string digest;
  std::string exact_digest;
  std::optional<std::int64_t> tool_count;
  std::optional<Stamp> installed;
  std::string of_traversal;
  std::string auth_context;
  std::string witness;
  std::shared_ptr<const registry::ToolSet> tools;
  /// Of a merged registry: the exposed name of each of this server's tools, by position.
  std::vector<std::string> exposed;
  /// Exposed names that belong to tools of other servers.
  std::vector<std::string> exposed_elsewhere;
  bool merged = false;
};

/// What could not be read, and other doubts and findings. Code names of docs/verdicts.md.
struct Observed {
  std::string code;
  Stamp stamp;
};

/// One pair's evidence, `lockstep.evidence/v1` (DESIGN section 3, docs/formats/evidence-record.md).
struct Record {
  Party client;
  Party server;
  Fact<Vantage> vantage;
  Fact<SessionFacts> session;
  Fact<ChannelFacts> channel;
  std::string protocol_version;
  /// none: the server offers no tools. Inner fact: `listChanged`.
  Fact<Fact<bool>> tools;
  Fact<SubscriptionFacts> subscription;
  Fact<base::TimePoint> notification_at;
  Fact<SignalFacts> signal;
  Fact<Stamp> discovery_started;
  Fact<Stamp> discovery_completed;
  Fact<std::vector<PageFacts>> pages;
  Fact<TraversalFacts> traversal;
  std::vector<WalkFacts> recent_walks;
  std::vector<InstallFacts> installs;
  Fact<DiscoveredFacts> discovered;
  Fact<RegistryFacts> registry;
  std::vector<Observed> observed;
  Policy policy;
  /// How far apart two times must be to prove an order, by the record's own word.
  base::Duration uncertainty;
  bool sequenced = false;

  /// The set of the traversal, where its definitions are at hand.
  std::shared_ptr<const registry::ToolSet> discovered_set;
  /// What settle() found between discovered set and registry.
  Comparison comparison;
  /// Why the record does not hold together; empty when it does.
  std::vector<std::string> contradictions;
  /// Digest of the record's canonical text, once written or read.
  std::string digest;
};

bool has_observed(const Record& record, std::string_view code);

/// Derives what DESIGN section 3 allows to derive, computes sets and digests, finds contradictions
/// and compares the two sides. Every record goes through here once, whether folded or read.
void settle(Record& record);

}  // namespace lockstep::evidence
