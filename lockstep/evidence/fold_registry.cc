// Pages that arrive, and what the registry holds of them.
#include <algorithm>
#include <utility>

#include "lockstep/evidence/fold.h"

namespace lockstep::evidence {

namespace {

constexpr std::size_t installs_max = 4;
constexpr std::size_t replaced_max = 64;

Stamp stamp_of(const session::Observation& observation) {
  return Stamp{observation.at, observation.sequence};
}

}  // namespace

void Fold::list_answered(const Observation& observation) {
  const Stamp stamp = stamp_of(observation);
  const Walk* before = walks_.newest_complete();
  const std::shared_ptr<const registry::ToolSet> old = before == nullptr ? nullptr : before->set;
  const std::uint64_t old_start = before == nullptr ? 0 : before->started.sequence;
  auto tools = sets_.read(observation.page->tools, observation.document);
  const Walk* walk = walks_.answered(stamp, observation.request, *observation.page, tools);
  if (walk == nullptr) return;
  page_findings(observation, *walk, walk->complete);
  const bool newer = walk->started.sequence > old_start;
  if (!walk->complete || !old || !newer || old->same_set(*walk->set)) return;
  if (last_list_changed_ < old_start) observe("unannounced_change", stamp);
  if (replaced_.size() < replaced_max) replaced_.insert(registry::to_string(old->digest()));
  if (replaced_.contains(registry::to_string(walk->set->digest()))) observe("reverted", stamp);
}

void Fold::page_findings(const Observation& observation, const Walk& walk, bool complete) {
  const Stamp stamp = stamp_of(observation);
  const protocol::ListResult& page = *observation.page;
  const registry::ToolSet& tools = *walk.pages.back().tools;
  if (modern()) {
    using protocol::CacheScope;
    const bool ttl_missing = !page.ttl_ms && !page.ttl_invalid;
    if (ttl_missing || page.scope == CacheScope::absent) observe("missing_cache_hints", stamp);
    if (page.ttl_invalid || page.scope == CacheScope::invalid) {
      observe("invalid_cache_hints", stamp);
    }
    if (page.result_type_absent) observe("missing_result_type", stamp);
    if (walk.pages.front().scope != walk.pages.back().scope) observe("mixed_cache_scope", stamp);
  }
  if (tools.nameless() > 0) observe("nameless_entry", stamp);
  if (!tools.duplicates().empty()) observe("duplicate_name", stamp);
  if (tools.lossy()) observe("lossy_number", stamp);
  const auto& list = tools.tools();
  const bool suspicious = std::any_of(list.begin(), list.end(),
                                      [](const registry::Tool& tool) { return tool.suspicious; });
  if (suspicious) observe("suspicious_text", stamp);
  if (complete && walk.restarted) observe("cursor_restart", stamp);
}

void Fold::installed(const Observation& observation) {
  std::vector<std::string> exposed;
  std::vector<std::string> elsewhere;
  if (!observation.merged) {
    auto tools = sets_.read(observation.content, observation.document);
    return install(observation, std::move(tools), {}, {}, false);
  }
  // Entries of a merged registry: {server, exposed, tool}; those of this pair carry its server.
  std::vector<registry::Tool> own;
  for (const json::Value& entry : observation.content.elements()) {
    auto tool = registry::read_tool(entry["tool"]);
    const json::Value name = entry["exposed"];
    std::string shown = name.is_string() ? std::string(name.string()) : tool ? tool->name : "";
    const bool foreign = entry["foreign"].boolean();
    if (foreign || !tool) {
      elsewhere.push_back(std::move(shown));
      continue;
    }
    own.push_back(std::move(*tool));
    exposed.push_back(std::move(shown));
  }
  auto tools = std::make_shared<const registry::ToolSet>(registry::ToolSet::of(std::move(own)));
  if (tools->size() != exposed.size()) exposed.resize(tools->size());
  install(observation, std::move(tools), std::move(exposed), std::move(elsewhere), true);
}

void Fold::install(const Observation& observation, std::shared_ptr<const registry::ToolSet> tools,
                   std::vector<std::string> exposed, std::vector<std::string> elsewhere,
                   bool merged) {
  const Stamp stamp = stamp_of(observation);
  walks_.went_on();
  walks_.install_seen(stamp);
  const std::string digest = registry::to_string(tools->digest());
  RegistryFacts facts;
  facts.digest = digest;
  facts.tool_count = static_cast<std::int64_t>(tools->size());
  facts.witness = setup_.witness;
  facts.installed = stamp;
  facts.merged = merged;
  facts.exposed = std::move(exposed);
  facts.exposed_elsewhere = std::move(elsewhere);
  const bool same = registry_ && registry_->tools && registry_->tools->same_set(*tools);
  if (same) facts.installed = registry_->installed;
  facts.auth_context = observation.auth;
  if (facts.auth_context.empty() && !several_auths_) facts.auth_context = auth_;
  const auto& walks = walks_.all();
  for (auto it = walks.rbegin(); it != walks.rend(); ++it) {
    if (it->complete && it->set && it->set->same_set(*tools)) {
      facts.of_traversal = it->id;
      walks_.mark_installed(it->id);
      break;
    }
  }
  facts.tools = std::move(tools);
  if (installs_.size() >= installs_max) installs_.erase(installs_.begin());
  installs_.push_back(InstallFacts{observation.at, digest, facts.of_traversal});
  registry_ = std::move(facts);
}

void Fold::cache_filled(const Observation& observation) {
  const Stamp stamp = stamp_of(observation);
  auto tools = sets_.read(observation.content, observation.document);
  if (walks_.has_wire_walk()) {
    used(observation, true);
    return install(observation, std::move(tools), {}, {}, false);
  }
  const std::int64_t age = std::max<std::int64_t>(0, observation.age_ms.value_or(0));
  const base::TimePoint received = observation.at + base::milliseconds(-age);
  const std::int64_t ttl = observation.ttl_ms.value_or(0);
  const bool holds = ttl > 0 && observation.at < received + base::milliseconds(ttl);
  // Older than the session, unless its TTL still holds: by its time, for it has no place of its
  // own.
  Stamp begun{received, 0};
  if (opened_at_) begun.at = std::min(received, *opened_at_ + base::Duration{-1});
  if (holds) begun = stamp;
  walks_.cached(begun, tools, observation.ttl_ms, holds ? received : begun.at);
  install(observation, std::move(tools), {}, {}, false);
}

}  // namespace lockstep::evidence
