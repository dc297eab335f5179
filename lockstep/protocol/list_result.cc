#include "lockstep/protocol/list_result.h"

#include <string_view>

namespace lockstep::protocol {
namespace {

constexpr std::string_view meta_server_info = "io.modelcontextprotocol/serverInfo";

CacheScope read_scope(const json::Value* scope) {
  if (scope == nullptr) return CacheScope::absent;
  if (scope->string() == "public") return CacheScope::public_;
  return scope->string() == "private" ? CacheScope::private_ : CacheScope::invalid;
}

void read_cursor(const json::Value& cursor, ListResult& out) {
  if (cursor.is_null()) return;
  out.next_kind = cursor.is_string() ? CursorKind::text : CursorKind::invalid;
  out.next_cursor = cursor.string();
}

void read_ttl(const json::Value* ttl, ListResult& out) {
  if (ttl == nullptr) return;
  const std::optional<std::int64_t> ms = ttl->integer();
  out.ttl_invalid = !ms || *ms < 0;
  if (!out.ttl_invalid) out.ttl_ms = ms;
}

}  // namespace

ListResult read_list_result(const json::Value& result) {
  ListResult out;
  const json::Value* type = result.find("resultType");
  out.result_type_absent = type == nullptr;
  out.tools = result["tools"];
  out.valid = out.tools.is_array() && (type == nullptr || type->string() == "complete");
  out.scope = read_scope(result.find("cacheScope"));
  read_cursor(result["nextCursor"], out);
  read_ttl(result.find("ttlMs"), out);
  return out;
}

Offer read_offer(const json::Value& result) {
  Offer offer;
  offer.version = result["protocolVersion"].string();
  for (const json::Value& version : result["supportedVersions"].elements()) {
    if (version.is_string()) offer.supported.emplace_back(version.string());
  }
  const json::Value tools = result["capabilities"]["tools"];
  offer.tools = tools.is_object();
  offer.list_changed = tools["listChanged"].boolean();
  const json::Value* legacy_info = result.find("serverInfo");
  const json::Value info =
      legacy_info != nullptr ? *legacy_info : result["_meta"][meta_server_info];
  offer.server_name = info["name"].string();
  offer.server_version = info["version"].string();
  return offer;
}

bool names_tools_list_changed(const json::Value& params) {
  return params["notifications"]["toolsListChanged"].boolean();
}

}  // namespace lockstep::protocol
