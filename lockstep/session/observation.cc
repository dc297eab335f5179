#include "lockstep/session/observation.h"

#include <array>
#include <utility>

namespace lockstep::session {

namespace {

constexpr std::array<std::pair<What, std::string_view>, 28> kinds = {{
    {What::opening, "opening"},
    {What::negotiated, "negotiated"},
    {What::defect, "defect"},
    {What::initialized, "initialized"},
    {What::channel_opened, "channel_opened"},
    {What::channel_refused, "channel_refused"},
    {What::channel_lost, "channel_lost"},
    {What::subscribe_requested, "subscribe_requested"},
    {What::signal, "signal"},
    {What::doubt, "doubt"},
    {What::list_requested, "list_requested"},
    {What::list_answered, "list_answered"},
    {What::list_failed, "list_failed"},
    {What::list_unreadable, "list_unreadable"},
    {What::list_given_up, "list_given_up"},
    {What::tool_called, "tool_called"},
    {What::accessed, "accessed"},
    {What::polled, "polled"},
    {What::client_limit, "client_limit"},
    {What::installed, "installed"},
    {What::cache_filled, "cache_filled"},
    {What::filter_declared, "filter_declared"},
    {What::connection_lost, "connection_lost"},
    {What::connection_opened, "connection_opened"},
    {What::session_refused, "session_refused"},
    {What::session_changed, "session_changed"},
    {What::closed, "closed"},
    {What::finding, "finding"},
}};

constexpr std::array<std::pair<Transport, std::string_view>, 3> transports = {{
    {Transport::stdio, "stdio"},
    {Transport::streamable_http, "streamable-http"},
    {Transport::sse, "sse"},
}};

template <class Table, class Key>
std::string_view name_in(const Table& table, Key key) {
  for (const auto& [value, name] : table) {
    if (value == key && !name.empty()) return name;
  }
  return {};
}

template <class Value, class Table>
std::optional<Value> value_in(const Table& table, std::string_view text) {
  for (const auto& [value, name] : table) {
    if (!name.empty() && name == text) return value;
  }
  return std::nullopt;
}

std::string_view scope_text(protocol::CacheScope scope) {
  switch (scope) {
    case protocol::CacheScope::absent:
      return "absent";
    case protocol::CacheScope::public_:
      return "public";
    case protocol::CacheScope::private_:
      return "private";
    case protocol::CacheScope::invalid:
      return "invalid";
  }
  return {};
}

/// The list answer in the form of a result again, so that one reader serves both.
void write_page(json::Writer& writer, const protocol::ListResult& page) {
  writer.key("page").begin_object();
  writer.key("tools").value(page.tools);
  writer.key("cursorKind")
      .string(page.next_kind == protocol::CursorKind::none   ? "none"
              : page.next_kind == protocol::CursorKind::text ? "text"
                                                             : "invalid");
  if (page.next_kind == protocol::CursorKind::text) {
    writer.key("nextCursor").string(page.next_cursor);
  }
  if (page.ttl_ms) writer.key("ttlMs").integer(*page.ttl_ms);
  if (page.ttl_invalid) writer.key("ttlInvalid").boolean(true);
  writer.key("cacheScope").string(scope_text(page.scope));
  if (page.result_type_absent) writer.key("resultTypeAbsent").boolean(true);
  writer.end_object();
}

protocol::ListResult read_page(const json::Value& value) {
  protocol::ListResult page;
  page.valid = true;
  page.tools = value["tools"];
  const std::string_view kind = value["cursorKind"].string();
  page.next_kind = kind == "text"      ? protocol::CursorKind::text
                   : kind == "invalid" ? protocol::CursorKind::invalid
                                       : protocol::CursorKind::none;
  page.next_cursor = std::string(value["nextCursor"].string());
  page.ttl_ms = value["ttlMs"].integer();
  page.ttl_invalid = value["ttlInvalid"].boolean();
  const std::string_view scope = value["cacheScope"].string();
  page.scope = scope == "public"    ? protocol::CacheScope::public_
               : scope == "private" ? protocol::CacheScope::private_
               : scope == "invalid" ? protocol::CacheScope::invalid
                                    : protocol::CacheScope::absent;
  page.result_type_absent = value["resultTypeAbsent"].boolean();
  return page;
}

void write_offer(json::Writer& writer, const protocol::Offer& offer) {
  writer.key("offer").begin_object();
  writer.key("tools").boolean(offer.tools);
  writer.key("listChanged").boolean(offer.list_changed);
  if (!offer.server_name.empty()) writer.key("serverName").string(offer.server_name);
  if (!offer.server_version.empty()) writer.key("serverVersion").string(offer.server_version);
  writer.end_object();
}

protocol::Offer read_offer_member(const json::Value& value) {
  protocol::Offer offer;
  offer.tools = value["tools"].boolean();
  offer.list_changed = value["listChanged"].boolean();
  offer.server_name = std::string(value["serverName"].string());
  offer.server_version = std::string(value["serverVersion"].string());
  return offer;
}

}  // namespace

std::string_view to_string(What what) {
  return name_in(kinds, what);
}
std::optional<What> parse_what(std::string_view text) {
  return value_in<What>(kinds, text);
}
std::string_view to_string(Transport transport) {
  return name_in(transports, transport);
}
std::optional<Transport> parse_transport(std::string_view text) {
  return value_in<Transport>(transports, text);
}

std::string write_observation(const Observation& observation) {
  std::string out;
  json::Writer writer(out);
  const auto text = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) writer.key(name).string(value);
  };
  writer.begin_object();
  writer.key("sequence").integer(static_cast<std::int64_t>(observation.sequence));
  writer.key("at").string(base::format_rfc3339(observation.at));
  writer.key("what").string(to_string(observation.what));
  text("code", observation.code);
  text("request", observation.request);
  if (observation.cursor) writer.key("cursor").string(*observation.cursor);
  text("auth", observation.auth);
  text("version", observation.version);
  if (observation.transport) text("transport", to_string(*observation.transport));
  if (observation.era) text("era", protocol::to_string(*observation.era));
  if (observation.offer) write_offer(writer, *observation.offer);
  if (observation.page) write_page(writer, *observation.page);
  if (!observation.content.is_null()) writer.key("content").value(observation.content);
  if (observation.merged) writer.key("merged").boolean(true);
  if (observation.ttl_ms) writer.key("ttlMs").integer(*observation.ttl_ms);
  if (observation.age_ms) writer.key("ageMs").integer(*observation.age_ms);
  writer.end_object();
  return out;
}

base::Result<Observation> read_observation(std::shared_ptr<const json::Document> line) {
  const json::Value& root = line->root();
  Observation observation;
  const auto what = parse_what(root["what"].string());
  if (!what) {
    return base::failure("invalid_observation", "member `what` is no known kind of observation");
  }
  const auto sequence = root["sequence"].integer();
  if (!sequence || *sequence < 1) {
    return base::failure("invalid_observation", "member `sequence` is no positive whole number");
  }
  const auto at = base::parse_rfc3339(root["at"].string());
  if (!at) return base::failure("invalid_observation", "member `at` is no RFC 3339 time");
  observation.sequence = static_cast<std::uint64_t>(*sequence);
  observation.at = *at;
  observation.what = *what;
  observation.code = std::string(root["code"].string());
  observation.request = std::string(root["request"].string());
  if (root["cursor"].is_string()) observation.cursor = std::string(root["cursor"].string());
  observation.auth = std::string(root["auth"].string());
  observation.version = std::string(root["version"].string());
  observation.transport = parse_transport(root["transport"].string());
  const std::string_view era = root["era"].string();
  if (era == "legacy") observation.era = protocol::Era::legacy;
  if (era == "modern") observation.era = protocol::Era::modern;
  if (const json::Value* offer = root.find("offer")) observation.offer = read_offer_member(*offer);
  if (const json::Value* page = root.find("page")) observation.page = read_page(*page);
  if (*what == What::list_answered && !(observation.page && observation.page->tools.is_array())) {
    return base::failure("invalid_observation", "a list answer without an array `page.tools`");
  }
  observation.content = root["content"];
  observation.merged = root["merged"].boolean();
  observation.ttl_ms = root["ttlMs"].integer();
  observation.age_ms = root["ageMs"].integer();
  observation.document = std::move(line);
  return observation;
}

}  // namespace lockstep::session
