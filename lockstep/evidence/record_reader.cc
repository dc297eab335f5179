#include <array>
#include <memory>
#include <utility>

#include "lockstep/base/encoding.h"
#include "lockstep/base/hash.h"
#include "lockstep/evidence/record_json.h"
#include "lockstep/json/canonical.h"
#include "lockstep/json/writer.h"

namespace lockstep::evidence {

namespace {

using json::Value;

constexpr std::string_view schema_name = "lockstep.evidence/v1";
constexpr std::size_t list_max = 10'000;

/// Reads members and remembers the first one that has a wrong form.
class Reader {
 public:
  void wrong(std::string pointer, std::string_view expected) {
    if (error_) return;
    error_ = base::Error{"invalid_record", "member is not " + std::string(expected)};
    error_->pointer = std::move(pointer);
  }
  bool failed() const { return error_.has_value(); }
  const base::Error& error() const { return *error_; }

  std::string text(const Value& object, std::string_view key, const std::string& at) {
    const Value value = object[key];
    if (value.is_null()) return {};
    if (!value.is_string()) wrong(at + '/' + std::string(key), "a string");
    return std::string(value.string());
  }

  Fact<base::TimePoint> time(const Value& object, std::string_view key, const std::string& at) {
    const Value* value = object.find(key);
    if (value == nullptr) return {};
    if (value->is_null()) return Fact<base::TimePoint>::none();
    const auto parsed = base::parse_rfc3339(value->string());
    if (!value->is_string() || !parsed) {
      wrong(at + '/' + std::string(key), "an RFC 3339 time or null");
      return {};
    }
    return *parsed;
  }

  std::optional<base::TimePoint> optional_time(const Value& object, std::string_view key,
                                               const std::string& at) {
    const Fact<base::TimePoint> fact = time(object, key, at);
    return fact.has_value() ? std::optional<base::TimePoint>(*fact) : std::nullopt;
  }

  std::optional<std::int64_t> integer(const Value& object, std::string_view key,
                                      const std::string& at) {
    const Value value = object[key];
    if (value.is_null()) return std::nullopt;
    const auto number = value.integer();
    if (!number) wrong(at + '/' + std::string(key), "a whole number");
    return number;
  }

  std::string digest(const Value& object, std::string_view key, const std::string& at) {
    std::string digest = text(object, key, at);
    if (!digest.empty() && !registry::parse_digest(digest)) {
      wrong(at + '/' + std::string(key), "`sha256:` and 64 hex digits");
    }
    return digest;
  }

  /// A member that is an object; nullptr and `none` for null and absent.
  const Value* object(const Value& parent, std::string_view key, bool& none) {
    const Value* value = parent.find(key);
    none = value != nullptr && value->is_null();
    if (value == nullptr || none) return nullptr;
    if (!value->is_object()) {
      wrong("/" + std::string(key), "an object or null");
      return nullptr;
    }
    return value;
  }

  const Value* array(const Value& parent, std::string_view key, bool& none) {
    const Value* value = parent.find(key);
    none = value != nullptr && value->is_null();
    if (value == nullptr || none) return nullptr;
    if (!value->is_array() || value->elements().size() > list_max) {
      wrong("/" + std::string(key), "an array of at most 10,000 entries");
      return nullptr;
    }
    return value;
  }

 private:
  std::optional<base::Error> error_;
};

Party read_party(Reader& reader, const Value& root, std::string_view key) {
  bool none = false;
  const Value* value = reader.object(root, key, none);
  if (value == nullptr) return {};
  const std::string at = "/" + std::string(key);
  return Party{reader.text(*value, "id", at), reader.text(*value, "name", at),
               reader.text(*value, "version", at)};
}

void read_vantage(Reader& reader, const Value& root, Record& record) {
  const std::string text = reader.text(root, "vantage", "");
  for (const Vantage vantage : {Vantage::client, Vantage::tap, Vantage::probe}) {
    if (text == to_string(vantage)) record.vantage = vantage;
  }
  if (!text.empty() && record.vantage.absent()) reader.wrong("/vantage", "client, tap or probe");
}

void read_session(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.object(root, "session", none);
  if (none) record.session = Fact<SessionFacts>::none();
  if (value == nullptr) return;
  SessionFacts session;
  const std::string transport = reader.text(*value, "transport", "/session");
  session.transport = session::parse_transport(transport);
  if (!transport.empty() && !session.transport) {
    reader.wrong("/session/transport", "stdio, streamable-http or sse");
  }
  const std::string era = reader.text(*value, "era", "/session");
  if (era == "legacy") session.era = protocol::Era::legacy;
  if (era == "modern") session.era = protocol::Era::modern;
  if (!era.empty() && !session.era) reader.wrong("/session/era", "legacy or modern");
  session.opened_at = reader.optional_time(*value, "openedAt", "/session");
  session.closed_at = reader.time(*value, "closedAt", "/session");
  session.auth_context = reader.text(*value, "authContext", "/session");
  const std::string handshake = reader.text(*value, "handshake", "/session");
  if (handshake == "incomplete") {
    session.handshake = Handshake::incomplete;
  } else if (handshake == "late") {
    session.handshake = Handshake::late;
  } else if (!handshake.empty() && handshake != "complete") {
    reader.wrong("/session/handshake", "complete, incomplete or late");
  }
  record.session = std::move(session);
}

void read_channel(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.object(root, "channel", none);
  if (none) record.channel = Fact<ChannelFacts>::none();
  if (value == nullptr) return;
  const auto opened = reader.optional_time(*value, "openedAt", "/channel");
  if (!opened) return reader.wrong("/channel/openedAt", "an RFC 3339 time");
  record.channel = ChannelFacts{reader.text(*value, "kind", "/channel"), Stamp{*opened, 0},
                                reader.time(*value, "endedAt", "/channel")};
}

void read_capability(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.object(root, "tools", none);
  if (none) record.tools = Fact<Fact<bool>>::none();
  if (value == nullptr) return;
  Fact<bool> list_changed;
  const Value declared = (*value)["listChanged"];
  if (declared.is_boolean()) {
    list_changed = declared.boolean();
  } else if (value->find("listChanged") != nullptr && declared.is_null()) {
    list_changed = false;  // known to be none: not declared
  } else if (!declared.is_null()) {
    reader.wrong("/tools/listChanged", "true or false");
  }
  record.tools = list_changed;
}

void read_subscription(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.object(root, "subscription", none);
  if (none) record.subscription = Fact<SubscriptionFacts>::none();
  if (value == nullptr) return;
  SubscriptionFacts subscription;
  subscription.requested_at = reader.time(*value, "requestedAt", "/subscription");
  subscription.acknowledged_at = reader.time(*value, "acknowledgedAt", "/subscription");
  subscription.tools_list_changed = (*value)["toolsListChanged"].boolean();
  subscription.ended_at = reader.time(*value, "endedAt", "/subscription");
  record.subscription = std::move(subscription);
}

void read_signal(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.object(root, "signal", none);
  if (none) record.signal = Fact<SignalFacts>::none();
  if (value == nullptr) return;
  SignalFacts signal;
  signal.kind = reader.text(*value, "kind", "/signal");
  const auto at = reader.optional_time(*value, "at", "/signal");
  if (!at) return reader.wrong("/signal/at", "an RFC 3339 time");
  signal.stamp.at = *at;
  signal.count = reader.integer(*value, "count", "/signal").value_or(1);
  record.signal = std::move(signal);
}

Fact<Stamp> read_stamp(Reader& reader, const Value& root, std::string_view key) {
  const Fact<base::TimePoint> at = reader.time(root, key, "");
  if (at.absent()) return {};
  return at.has_value() ? Fact<Stamp>(Stamp{*at, 0}) : Fact<Stamp>::none();
}

Fact<std::string> read_cursor(Reader& reader, const Value& page, std::string_view key,
                              const std::string& at) {
  const Value* value = page.find(key);
  if (value == nullptr) return {};
  if (value->is_null()) return Fact<std::string>::none();
  if (!value->is_string()) {
    if (key == "cursor") reader.wrong(at + "/cursor", "a string or null");
    return {};
  }
  return std::string(value->string());
}

std::shared_ptr<const registry::ToolSet> read_tools(Reader& reader, const Value& parent,
                                                    const std::string& at) {
  const Value* tools = parent.find("tools");
  if (tools == nullptr || tools->is_null()) return nullptr;
  if (!tools->is_array()) {
    reader.wrong(at + "/tools", "an array");
    return nullptr;
  }
  return std::make_shared<const registry::ToolSet>(registry::ToolSet::read(*tools));
}

void read_pages(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.array(root, "pages", none);
  if (none) record.pages = Fact<std::vector<PageFacts>>::none();
  if (value == nullptr) return;
  std::vector<PageFacts> pages;
  for (std::size_t i = 0; i < value->elements().size(); ++i) {
    const Value& entry = value->elements()[i];
    const std::string at = "/pages/" + std::to_string(i);
    if (!entry.is_object()) return reader.wrong(at, "an object");
    PageFacts page;
    page.cursor = read_cursor(reader, entry, "cursor", at);
    page.next_cursor = read_cursor(reader, entry, "nextCursor", at);
    const Value* next = entry.find("nextCursor");
    page.next_cursor_invalid = next != nullptr && !next->is_null() && !next->is_string();
    page.received_at = reader.optional_time(entry, "receivedAt", at);
    page.tool_count = reader.integer(entry, "toolCount", at);
    page.ttl_ms = reader.integer(entry, "ttlMs", at);
    const std::string scope = reader.text(entry, "cacheScope", at);
    if (scope == "public") page.scope = protocol::CacheScope::public_;
    if (scope == "private") page.scope = protocol::CacheScope::private_;
    page.tools = read_tools(reader, entry, at);
    pages.push_back(std::move(page));
  }
  record.pages = std::move(pages);
}

void read_traversal(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.object(root, "traversal", none);
  if (none) record.traversal = Fact<TraversalFacts>::none();
  if (value == nullptr) return;
  TraversalFacts traversal;
  traversal.id = reader.text(*value, "id", "/traversal");
  const std::string outcome = reader.text(*value, "outcome", "/traversal");
  bool known = false;
  for (const WalkOutcome entry :
       {WalkOutcome::complete, WalkOutcome::pending, WalkOutcome::failed}) {
    if (outcome != to_string(entry)) continue;
    traversal.outcome = entry;
    known = true;
  }
  if (!known) reader.wrong("/traversal/outcome", "complete, pending or failed");
  const std::string reason = reader.text(*value, "reason", "/traversal");
  if (!reason.empty()) traversal.reasons.push_back(reason);
  for (const Value& further : (*value)["furtherReasons"].elements()) {
    if (further.is_string()) traversal.reasons.emplace_back(further.string());
  }
  traversal.auth_context = reader.text(*value, "authContext", "/traversal");
  const std::string origin = reader.text(*value, "origin", "/traversal");
  if (!origin.empty()) traversal.origin = origin;
  traversal.waiting_since = reader.optional_time(*value, "waitingSince", "/traversal");
  traversal.double_collect = (*value)["doubleCollect"].boolean();
  record.traversal = std::move(traversal);
}

void read_history(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  if (const Value* walks = reader.array(root, "recentWalks", none)) {
    for (std::size_t i = 0; i < walks->elements().size(); ++i) {
      const Value& entry = walks->elements()[i];
      const std::string at = "/recentWalks/" + std::to_string(i);
      WalkFacts walk;
      walk.id = reader.text(entry, "id", at);
      const auto started = reader.optional_time(entry, "startedAt", at);
      if (!started) return reader.wrong(at + "/startedAt", "an RFC 3339 time");
      walk.started_at = *started;
      walk.ended_at = reader.time(entry, "endedAt", at);
      walk.signal_after = reader.time(entry, "signalAfter", at);
      record.recent_walks.push_back(std::move(walk));
    }
  }
  if (const Value* installs = reader.array(root, "installs", none)) {
    for (std::size_t i = 0; i < installs->elements().size(); ++i) {
      const Value& entry = installs->elements()[i];
      const std::string at = "/installs/" + std::to_string(i);
      const auto moment = reader.optional_time(entry, "at", at);
      if (!moment) return reader.wrong(at + "/at", "an RFC 3339 time");
      record.installs.push_back(InstallFacts{*moment, reader.digest(entry, "digest", at),
                                             reader.text(entry, "ofTraversal", at)});
    }
  }
}

void read_discovered(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.object(root, "discovered", none);
  if (none) record.discovered = Fact<DiscoveredFacts>::none();
  if (value == nullptr) return;
  DiscoveredFacts facts;
  facts.projection = reader.text(*value, "projection", "/discovered");
  if (facts.projection.empty()) facts.projection = "mcp-tools/v1";
  facts.digest = reader.digest(*value, "digest", "/discovered");
  facts.expected_digest = reader.digest(*value, "expectedDigest", "/discovered");
  facts.exact_digest = reader.digest(*value, "exactDigest", "/discovered");
  facts.tool_count = reader.integer(*value, "toolCount", "/discovered");
  record.discovered = std::move(facts);
}

void read_registry(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.object(root, "registry", none);
  if (none) record.registry = Fact<RegistryFacts>::none();
  if (value == nullptr) return;
  RegistryFacts facts;
  const std::string projection = reader.text(*value, "projection", "/registry");
  if (!projection.empty()) facts.projection = projection;
  facts.digest = reader.digest(*value, "digest", "/registry");
  facts.exact_digest = reader.digest(*value, "exactDigest", "/registry");
  facts.tool_count = reader.integer(*value, "toolCount", "/registry");
  if (const auto at = reader.optional_time(*value, "installedAt", "/registry")) {
    facts.installed = Stamp{*at, 0};
  }
  facts.of_traversal = reader.text(*value, "ofTraversal", "/registry");
  facts.auth_context = reader.text(*value, "authContext", "/registry");
  facts.witness = reader.text(*value, "witness", "/registry");
  facts.tools = read_tools(reader, *value, "/registry");
  if (const Value* exposed = value->find("exposed")) {
    facts.merged = true;
    for (const Value& name : exposed->elements())
      facts.exposed.emplace_back(name.string());
    for (const Value& name : (*value)["exposedElsewhere"].elements()) {
      facts.exposed_elsewhere.emplace_back(name.string());
    }
  }
  if (!facts.tools && facts.digest.empty()) {
    return reader.wrong("/registry", "a registry with a digest or tools");
  }
  record.registry = std::move(facts);
}

registry::ToolChange read_change(const Value& entry) {
  registry::ToolChange change;
  change.name = std::string(entry["name"].string());
  for (const auto kind :
       {registry::Change::added, registry::Change::removed, registry::Change::changed}) {
    if (entry["change"].string() == registry::to_string(kind)) change.change = kind;
  }
  for (const auto kind : {registry::Compatibility::compatible, registry::Compatibility::unknown,
                          registry::Compatibility::breaking}) {
    if (entry["class"].string() == registry::to_string(kind)) change.compatibility = kind;
  }
  return change;
}

void read_comparison(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* value = reader.object(root, "comparison", none);
  if (value == nullptr) return;
  const auto match = parse_match((*value)["match"].string());
  if (!match) return reader.wrong("/comparison/match", "a known kind of match");
  record.comparison.match = *match;
  record.comparison.undefined_members_dropped = (*value)["undefinedMembersDropped"].boolean();
  record.comparison.order_changed = (*value)["orderChanged"].boolean();
  for (const Value& entry : (*value)["affected"].elements()) {
    record.comparison.affected.push_back(read_change(entry));
  }
}

void read_observed(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* observed = reader.array(root, "observed", none);
  if (observed == nullptr) return;
  for (std::size_t i = 0; i < observed->elements().size(); ++i) {
    const Value& entry = observed->elements()[i];
    const std::string at = "/observed/" + std::to_string(i);
    const std::string code = reader.text(entry, "code", at);
    if (code.empty()) return reader.wrong(at + "/code", "a string");
    Stamp stamp;
    if (const auto moment = reader.optional_time(entry, "at", at)) stamp.at = *moment;
    const auto sequence = reader.integer(entry, "sequence", at).value_or(0);
    if (sequence > 0) stamp.sequence = static_cast<std::uint64_t>(sequence);
    record.observed.push_back(Observed{code, stamp});
  }
}

void read_contradictions(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* contradictions = reader.array(root, "contradictions", none);
  if (contradictions == nullptr) return;
  for (const Value& entry : contradictions->elements()) {
    if (!entry.is_string()) return reader.wrong("/contradictions", "an array of strings");
    record.contradictions.emplace_back(entry.string());
  }
}

void read_order(Reader& reader, const Value& root, Record& record) {
  bool none = false;
  const Value* order = reader.object(root, "order", none);
  if (order == nullptr) return;
  const std::string source = reader.text(*order, "source", "/order");
  record.sequenced = source == "sequence";
  if (const auto gap = reader.integer(*order, "uncertaintyMs", "/order")) {
    record.uncertainty = base::milliseconds(*gap);
  }
  const Value sequence = (*order)["sequence"];
  const auto place = [&](std::string_view key, Stamp* stamp) {
    const auto number = sequence[key].integer();
    if (stamp != nullptr && number && *number > 0) {
      stamp->sequence = static_cast<std::uint64_t>(*number);
    }
  };
  place("signal", record.signal.has_value() ? &record.signal->stamp : nullptr);
  place("channelOpenedAt", record.channel.has_value() ? &record.channel->opened : nullptr);
  place("discoveryStartedAt",
        record.discovery_started.has_value() ? &*record.discovery_started : nullptr);
  place("discoveryCompletedAt",
        record.discovery_completed.has_value() ? &*record.discovery_completed : nullptr);
  place("installedAt", record.registry.has_value() && record.registry->installed
                           ? &*record.registry->installed
                           : nullptr);
}

}  // namespace

bool looks_like_record(const Value& value) {
  return value["schema"].string() == schema_name;
}

base::Result<Record> read_record(const Value& value) {
  Reader reader;
  Record record;
  if (!value.is_object()) return base::failure("invalid_record", "a record is a JSON object");
  if (!looks_like_record(value)) reader.wrong("/schema", "`lockstep.evidence/v1`");
  record.client = read_party(reader, value, "client");
  record.server = read_party(reader, value, "server");
  read_vantage(reader, value, record);
  read_session(reader, value, record);
  read_channel(reader, value, record);
  record.protocol_version = reader.text(value, "protocolVersion", "");
  read_capability(reader, value, record);
  read_subscription(reader, value, record);
  record.notification_at = reader.time(value, "notificationAt", "");
  read_signal(reader, value, record);
  record.discovery_started = read_stamp(reader, value, "discoveryStartedAt");
  record.discovery_completed = read_stamp(reader, value, "discoveryCompletedAt");
  read_pages(reader, value, record);
  read_traversal(reader, value, record);
  read_history(reader, value, record);
  read_discovered(reader, value, record);
  read_registry(reader, value, record);
  read_comparison(reader, value, record);
  read_observed(reader, value, record);
  read_contradictions(reader, value, record);
  read_order(reader, value, record);
  auto policy = read_policy(value["policy"]);
  if (!policy) {
    base::Error error = policy.error();
    error.pointer = "/policy" + error.pointer;
    return tl::unexpected<base::Error>(std::move(error));
  }
  record.policy = std::move(*policy);
  if (reader.failed()) return tl::unexpected<base::Error>(reader.error());
  settle(record);
  const auto canonical = json::canonicalize(value);
  const std::string text = canonical ? std::string(canonical->view()) : json::to_text(value);
  record.digest = "sha256:" + base::to_hex(base::sha256(text));
  return record;
}

}  // namespace lockstep::evidence
