#include <utility>

#include "lockstep/evidence/record_json.h"
#include "lockstep/json/writer.h"

namespace lockstep::evidence {

namespace {

using json::Writer;

void put_time(Writer& writer, std::string_view key, base::TimePoint at) {
  writer.key(key).string(base::format_rfc3339(at));
}

void put_time(Writer& writer, std::string_view key, const Fact<base::TimePoint>& at) {
  if (at.absent()) return;
  if (at.has_value()) {
    put_time(writer, key, *at);
  } else {
    writer.key(key).null();
  }
}

void put_text(Writer& writer, std::string_view key, std::string_view text) {
  if (!text.empty()) writer.key(key).string(text);
}

void put_party(Writer& writer, std::string_view key, const Party& party) {
  writer.key(key).begin_object();
  put_text(writer, "id", party.id);
  put_text(writer, "name", party.name);
  put_text(writer, "version", party.version);
  writer.end_object();
}

void put_tools(Writer& writer, const registry::ToolSet& tools) {
  writer.key("tools").begin_array();
  for (const registry::Tool& tool : tools.tools())
    writer.raw(tool.definition);
  writer.end_array();
}

/// Names and digests: enough to see which tool differs, without its text.
void put_tool_digests(Writer& writer, const registry::ToolSet& tools) {
  writer.key("toolDigests").begin_array();
  for (const registry::Tool& tool : tools.tools()) {
    writer.begin_object();
    writer.key("name").string(tool.name);
    writer.key("digest").string(registry::to_string(tool.digest));
    writer.end_object();
  }
  writer.end_array();
}

void put_session(Writer& writer, const Fact<SessionFacts>& session) {
  if (session.absent()) return;
  writer.key("session");
  if (!session.has_value()) {
    writer.null();
    return;
  }
  writer.begin_object();
  if (session->transport) writer.key("transport").string(session::to_string(*session->transport));
  if (session->era) writer.key("era").string(protocol::to_string(*session->era));
  if (session->opened_at) put_time(writer, "openedAt", *session->opened_at);
  put_time(writer, "closedAt", session->closed_at);
  put_text(writer, "authContext", session->auth_context);
  const Handshake handshake = session->handshake;
  writer.key("handshake")
      .string(handshake == Handshake::complete     ? "complete"
              : handshake == Handshake::incomplete ? "incomplete"
                                                   : "late");
  writer.end_object();
}

void put_channel(Writer& writer, const Fact<ChannelFacts>& channel) {
  if (channel.absent()) return;
  writer.key("channel");
  if (!channel.has_value()) {
    writer.null();
    return;
  }
  writer.begin_object();
  put_text(writer, "kind", channel->kind);
  put_time(writer, "openedAt", channel->opened.at);
  put_time(writer, "endedAt", channel->ended_at);
  writer.end_object();
}

void put_capability(Writer& writer, const Fact<Fact<bool>>& tools) {
  if (tools.absent()) return;
  writer.key("tools");
  if (!tools.has_value()) {
    writer.null();
    return;
  }
  writer.begin_object();
  if (tools->has_value()) writer.key("listChanged").boolean(**tools);
  writer.end_object();
}

void put_subscription(Writer& writer, const Fact<SubscriptionFacts>& subscription) {
  if (subscription.absent()) return;
  writer.key("subscription");
  if (!subscription.has_value()) {
    writer.null();
    return;
  }
  writer.begin_object();
  put_time(writer, "requestedAt", subscription->requested_at);
  put_time(writer, "acknowledgedAt", subscription->acknowledged_at);
  writer.key("toolsListChanged").boolean(subscription->tools_list_changed);
  put_time(writer, "endedAt", subscription->ended_at);
  writer.end_object();
}

void put_signal(Writer& writer, const Fact<SignalFacts>& signal) {
  if (signal.absent()) return;
  writer.key("signal");
  if (!signal.has_value()) {
    writer.null();
    return;
  }
  writer.begin_object();
  writer.key("kind").string(signal->kind);
  put_time(writer, "at", signal->stamp.at);
  writer.key("count").integer(signal->count);
  writer.end_object();
}

void put_cursor(Writer& writer, std::string_view key, const Fact<std::string>& cursor) {
  if (cursor.absent()) return;
  writer.key(key);
  if (cursor.has_value()) {
    writer.string(*cursor);
  } else {
    writer.null();
  }
}

void put_pages(Writer& writer, const Record& record, Detail detail) {
  if (record.pages.absent()) return;
  writer.key("pages");
  if (!record.pages.has_value()) {
    writer.null();
    return;
  }
  writer.begin_array();
  for (const PageFacts& page : *record.pages) {
    writer.begin_object();
    put_cursor(writer, "cursor", page.cursor);
    if (page.next_cursor_invalid) {
      writer.key("nextCursor").boolean(false);
    } else {
      put_cursor(writer, "nextCursor", page.next_cursor);
    }
    if (page.received_at) put_time(writer, "receivedAt", *page.received_at);
    if (page.tool_count) writer.key("toolCount").integer(*page.tool_count);
    if (page.ttl_ms) writer.key("ttlMs").integer(*page.ttl_ms);
    if (page.scope == protocol::CacheScope::public_) writer.key("cacheScope").string("public");
    if (page.scope == protocol::CacheScope::private_) writer.key("cacheScope").string("private");
    if (detail == Detail::full && page.tools) put_tools(writer, *page.tools);
    writer.end_object();
  }
  writer.end_array();
}

void put_traversal(Writer& writer, const Fact<TraversalFacts>& traversal) {
  if (traversal.absent()) return;
  writer.key("traversal");
  if (!traversal.has_value()) {
    writer.null();
    return;
  }
  writer.begin_object();
  put_text(writer, "id", traversal->id);
  writer.key("outcome").string(to_string(traversal->outcome));
  writer.key("reason");
  if (traversal->reasons.empty()) {
    writer.null();
  } else {
    writer.string(traversal->reasons.front());
  }
  if (traversal->reasons.size() > 1) {
    writer.key("furtherReasons").begin_array();
    for (std::size_t i = 1; i < traversal->reasons.size(); ++i) {
      writer.string(traversal->reasons[i]);
    }
    writer.end_array();
  }
  put_text(writer, "authContext", traversal->auth_context);
  writer.key("origin").string(traversal->origin);
  if (traversal->waiting_since) put_time(writer, "waitingSince", *traversal->waiting_since);
  if (traversal->double_collect) writer.key("doubleCollect").boolean(true);
  writer.end_object();
}

void put_history(Writer& writer, const Record& record) {
  writer.key("recentWalks").begin_array();
  for (const WalkFacts& walk : record.recent_walks) {
    writer.begin_object();
    put_text(writer, "id", walk.id);
    put_time(writer, "startedAt", walk.started_at);
    put_time(writer, "endedAt", walk.ended_at);
    put_time(writer, "signalAfter", walk.signal_after);
    writer.end_object();
  }
  writer.end_array();
  writer.key("installs").begin_array();
  for (const InstallFacts& install : record.installs) {
    writer.begin_object();
    put_time(writer, "at", install.at);
    put_text(writer, "digest", install.digest);
    put_text(writer, "ofTraversal", install.of_traversal);
    writer.end_object();
  }
  writer.end_array();
}

void put_discovered(Writer& writer, const Record& record, Detail detail) {
  if (record.discovered.absent()) return;
  writer.key("discovered");
  if (!record.discovered.has_value()) {
    writer.null();
    return;
  }
  const DiscoveredFacts& facts = *record.discovered;
  writer.begin_object();
  put_text(writer, "projection", facts.projection);
  put_text(writer, "digest", facts.digest);
  put_text(writer, "expectedDigest", facts.expected_digest);
  put_text(writer, "exactDigest", facts.exact_digest);
  if (facts.tool_count) writer.key("toolCount").integer(*facts.tool_count);
  if (detail == Detail::digests && record.discovered_set) {
    put_tool_digests(writer, *record.discovered_set);
  }
  writer.end_object();
}

void put_registry(Writer& writer, const Record& record, Detail detail) {
  if (record.registry.absent()) return;
  writer.key("registry");
  if (!record.registry.has_value()) {
    writer.null();
    return;
  }
  const RegistryFacts& facts = *record.registry;
  writer.begin_object();
  put_text(writer, "projection", facts.projection);
  put_text(writer, "digest", facts.digest);
  put_text(writer, "exactDigest", facts.exact_digest);
  if (facts.tool_count) writer.key("toolCount").integer(*facts.tool_count);
  if (facts.installed) put_time(writer, "installedAt", facts.installed->at);
  put_text(writer, "ofTraversal", facts.of_traversal);
  put_text(writer, "authContext", facts.auth_context);
  put_text(writer, "witness", facts.witness);
  if (facts.merged) {
    writer.key("exposed").begin_array();
    for (const std::string& name : facts.exposed)
      writer.string(name);
    writer.end_array();
    writer.key("exposedElsewhere").begin_array();
    for (const std::string& name : facts.exposed_elsewhere)
      writer.string(name);
    writer.end_array();
  }
  if (facts.tools) {
    if (detail == Detail::full) {
      put_tools(writer, *facts.tools);
    } else {
      put_tool_digests(writer, *facts.tools);
    }
  }
  writer.end_object();
}

void put_comparison(Writer& writer, const Record& record) {
  writer.key("comparison").begin_object();
  writer.key("match").string(to_string(record.comparison.match));
  if (record.comparison.undefined_members_dropped) {
    writer.key("undefinedMembersDropped").boolean(true);
  }
  if (record.comparison.order_changed) writer.key("orderChanged").boolean(true);
  writer.key("affected").begin_array();
  if (is_difference(record.comparison.match)) {
    for (const registry::ToolChange& change : affected_tools(record)) {
      writer.begin_object();
      writer.key("name").string(change.name);
      writer.key("change").string(registry::to_string(change.change));
      writer.key("class").string(registry::to_string(change.compatibility));
      writer.end_object();
    }
  }
  writer.end_array();
  writer.end_object();
}

/// What the pages' definitions showed must not be lost with them.
void put_contradictions(Writer& writer, const Record& record) {
  if (record.contradictions.empty()) return;
  writer.key("contradictions").begin_array();
  for (const std::string& contradiction : record.contradictions)
    writer.string(contradiction);
  writer.end_array();
}

void put_observed(Writer& writer, const Record& record) {
  writer.key("observed").begin_array();
  for (const Observed& seen : record.observed) {
    writer.begin_object();
    writer.key("code").string(seen.code);
    put_time(writer, "at", seen.stamp.at);
    if (seen.stamp.sequence != 0) {
      writer.key("sequence").integer(static_cast<std::int64_t>(seen.stamp.sequence));
    }
    writer.end_object();
  }
  writer.end_array();
}

/// Places in the observer's sequence, for times that alone would not tell the order.
void put_order(Writer& writer, const Record& record) {
  writer.key("order").begin_object();
  writer.key("source").string(record.sequenced ? "sequence" : "clock");
  if (record.uncertainty.nanoseconds > 0) {
    // Rounded up: a record never reads back more certain than it was.
    writer.key("uncertaintyMs").integer((record.uncertainty.nanoseconds - 1) / 1'000'000 + 1);
  }
  if (record.sequenced) {
    writer.key("sequence").begin_object();
    const auto put = [&](std::string_view key, const Stamp& stamp) {
      if (stamp.sequence != 0) {
        writer.key(key).integer(static_cast<std::int64_t>(stamp.sequence));
      }
    };
    if (record.signal.has_value()) put("signal", record.signal->stamp);
    if (record.channel.has_value()) put("channelOpenedAt", record.channel->opened);
    if (record.discovery_started.has_value()) put("discoveryStartedAt", *record.discovery_started);
    if (record.discovery_completed.has_value()) {
      put("discoveryCompletedAt", *record.discovery_completed);
    }
    if (record.registry.has_value() && record.registry->installed) {
      put("installedAt", *record.registry->installed);
    }
    writer.end_object();
  }
  writer.end_object();
}

void put_stamp(Writer& writer, std::string_view key, const Fact<Stamp>& stamp) {
  if (stamp.absent()) return;
  if (stamp.has_value()) {
    put_time(writer, key, stamp->at);
  } else {
    writer.key(key).null();
  }
}

}  // namespace

std::string write_record(const Record& record, Detail detail) {
  std::string out;
  Writer writer(out);
  writer.begin_object();
  writer.key("schema").string("lockstep.evidence/v1");
  put_party(writer, "client", record.client);
  put_party(writer, "server", record.server);
  if (record.vantage.has_value()) writer.key("vantage").string(to_string(*record.vantage));
  put_session(writer, record.session);
  put_channel(writer, record.channel);
  put_text(writer, "protocolVersion", record.protocol_version);
  put_capability(writer, record.tools);
  put_subscription(writer, record.subscription);
  put_time(writer, "notificationAt", record.notification_at);
  put_signal(writer, record.signal);
  put_stamp(writer, "discoveryStartedAt", record.discovery_started);
  put_stamp(writer, "discoveryCompletedAt", record.discovery_completed);
  put_pages(writer, record, detail);
  put_traversal(writer, record.traversal);
  put_history(writer, record);
  put_discovered(writer, record, detail);
  put_registry(writer, record, detail);
  put_comparison(writer, record);
  put_observed(writer, record);
  put_contradictions(writer, record);
  writer.key("policy");
  write_policy(writer, record.policy);
  put_order(writer, record);
  writer.end_object();
  return out;
}

}  // namespace lockstep::evidence
