#include "lockstep/evidence/fold.h"

#include <algorithm>
#include <utility>

namespace lockstep::evidence {

namespace {

/// How many findings and doubts one record carries at most.
constexpr std::size_t observed_max = 64;
constexpr std::size_t open_channels_max = 4096;

Stamp stamp_of(const session::Observation& observation) {
  return Stamp{observation.at, observation.sequence};
}

}  // namespace

Fold::Fold(Setup setup) : setup_(std::move(setup)), transport_(setup_.transport) {}

std::shared_ptr<const registry::ToolSet> Fold::newest_set() const {
  const Walk* walk = walks_.newest_complete();
  return walk == nullptr ? nullptr : walk->set;
}

void Fold::add(const Observation& observation) {
  using session::What;
  const Stamp stamp = stamp_of(observation);
  const What what = observation.what;
  if (what != What::finding) {
    evidence_seen_ = true;
    const bool frame = what != What::filter_declared && what != What::connection_opened;
    if (!first_seen_ && frame) {
      first_seen_ = true;
      from_start_ = what == What::opening && observation.code != "request";
    }
    const bool opens = what == What::opening || what == What::negotiated || what == What::defect ||
                       what == What::connection_opened || what == What::connection_lost ||
                       what == What::closed || what == What::channel_opened ||
                       what == What::channel_refused;
    used_ = used_ || !opens;
  }
  if (observation.transport) transport_ = observation.transport;
  switch (what) {
    case What::opening:
      return opening(observation);
    case What::negotiated:
      return negotiated(observation);
    case What::defect:
      return observe(observation.code, stamp);
    case What::initialized:
      initialized_ = stamp;
      return;
    case What::channel_opened:
      return channel_opened(observation);
    case What::channel_refused:
      return channel_refused();
    case What::channel_lost:
      return channel_lost(observation);
    case What::subscribe_requested:
      subscription_ = SubscriptionFacts{};
      subscription_->requested_at = observation.at;
      subscription_->acknowledged_at = Fact<base::TimePoint>::none();
      subscription_->ended_at = Fact<base::TimePoint>::none();
      return;
    case What::signal:
      notification_at_ = observation.at;
      return signal(stamp, "list_changed");
    case What::doubt:
    case What::finding:
      return observe(observation.code, stamp);
    case What::list_requested:
      reconnecting_ = false;
      if (!observation.auth.empty()) {
        several_auths_ = several_auths_ || (!auth_.empty() && auth_ != observation.auth);
        auth_ = observation.auth;
      }
      walks_.requested(stamp, observation.request, observation.cursor, observation.auth);
      return;
    case What::list_answered:
      return list_answered(observation);
    case What::list_failed:
      return walks_.failed(stamp, observation.request, observation.code);
    case What::list_unreadable:
      return walks_.unreadable(observation.request, observation.code);
    case What::list_given_up:
      return walks_.given_up(observation.request);
    case What::tool_called:
      walks_.went_on();
      return used(observation, false);
    case What::accessed:
      return used(observation, true);
    case What::polled:
      return signal(stamp, "poll_due");
    case What::client_limit:
      return walks_.limited();
    case What::installed:
      return installed(observation);
    case What::cache_filled:
      return cache_filled(observation);
    case What::filter_declared:
      return filter_declared(observation);
    case What::connection_lost:
      return connection_lost(observation);
    case What::connection_opened:
      return connection_opened(observation);
    case What::session_refused:
      return signal(stamp, "session_refused");
    case What::session_changed:
      return signal(stamp, "session_changed");
    case What::closed:
      walks_.went_on();
      closed_at_ = observation.at;
      return end_channels(observation.at);
  }
}

void Fold::observe(std::string_view code, const Stamp& stamp) {
  for (Observed& seen : observed_) {
    if (seen.code == code) {
      seen.stamp = stamp;
      return;
    }
  }
  if (observed_.size() < observed_max) observed_.push_back(Observed{std::string(code), stamp});
}

void Fold::signal(const Stamp& stamp, std::string_view kind) {
  const bool again = signal_ && signal_->kind == kind && kind == "list_changed" &&
                     (walks_.all().empty() ||
                      order_of(walks_.all().back().started, signal_->stamp) == Order::before);
  const std::int64_t count = again ? signal_->count + 1 : 1;
  if (again) observe("storm_coalesced", stamp);
  signal_ = SignalFacts{std::string(kind), stamp, count};
  if (kind == "list_changed") last_list_changed_ = stamp.sequence;
  walks_.signalled(stamp, kind == "list_changed");
}

void Fold::opening(const Observation& observation) {
  const Stamp stamp = stamp_of(observation);
  const bool first = !opened_at_;
  const bool modern_again = observation.code != "initialize" && modern_http() && !first;
  if (observation.code == "initialize") initialize_seen_ = true;
  initialized_.reset();
  closed_at_.reset();
  if (!observation.auth.empty()) auth_ = observation.auth;
  if (modern_again) return;
  opened_at_ = observation.at;
  opened_sequence_ = observation.sequence;
  // A new session has new channels: its first one is no gap.
  end_channels(observation.at);
  channel_.reset();
  channel_ever_ = false;
  channel_refused_ = false;
  subscription_.reset();
  const bool changed = signal_ && signal_->kind == "session_changed" && reconnecting_;
  signal(stamp, changed ? "session_changed" : reconnecting_ ? "reconnect" : "session_opened");
}

void Fold::negotiated(const Observation& observation) {
  std::erase_if(observed_, [](const Observed& seen) {
    return seen.code == "no_common_version" || seen.code == "unsupported_version" ||
           seen.code == "era_inconsistent";
  });
  era_ = observation.era;
  version_ = observation.version;
  if (modern()) initialize_seen_ = false;
  if (observation.offer) {
    offer_ = observation.offer;
    offer_seen_ = true;
    if (!offer_->server_name.empty()) setup_.server.name = offer_->server_name;
    if (!offer_->server_version.empty()) setup_.server.version = offer_->server_version;
  }
}

void Fold::channel_opened(const Observation& observation) {
  const Stamp stamp = stamp_of(observation);
  const bool stdio = observation.code == "stdio";
  const bool again = channel_ever_ && !channel_open() && !stdio;
  if (open_channels_.size() < open_channels_max) {
    open_channels_[observation.code + ' ' + observation.request] = stamp;
  }
  channel_refused_ = false;
  if (observation.code == "listen" && subscription_) {
    subscription_->acknowledged_at = observation.at;
    subscription_->tools_list_changed = true;
  }
  if (open_channels_.size() == 1) {
    channel_ = ChannelFacts{observation.code, stamp, Fact<base::TimePoint>::none()};
  }
  channel_ever_ = true;
  if (again) signal(stamp, "channel_reopened");
}

void Fold::channel_refused() {
  if (channel_open()) return;
  channel_refused_ = true;
}

void Fold::channel_lost(const Observation& observation) {
  open_channels_.erase(observation.code + ' ' + observation.request);
  if (open_channels_.empty()) {
    if (channel_) channel_->ended_at = observation.at;
    if (subscription_) subscription_->ended_at = observation.at;
  }
}

void Fold::end_channels(base::TimePoint at) {
  if (open_channels_.empty()) return;
  open_channels_.clear();
  if (channel_) channel_->ended_at = at;
  if (subscription_) subscription_->ended_at = at;
}

void Fold::connection_lost(const Observation& observation) {
  if (closed_at_) return;
  end_channels(observation.at);
  walks_.connection_ended();
  signal(stamp_of(observation), "transport_lost");
}

void Fold::connection_opened(const Observation& observation) {
  end_channels(observation.at);
  walks_.connection_ended();
  closed_at_.reset();
  if (modern_http()) return;
  reconnecting_ = true;
  signal(stamp_of(observation), "reconnect");
}

void Fold::used(const Observation& observation, bool accessed) {
  // Whoever uses the registry is whom it serves; a stranger to the traversal stays on record.
  const Walk* listed = walks_.newest_complete();
  if (accessed && registry_ && listed != nullptr && !observation.auth.empty() &&
      !listed->auth.empty() && registry_->auth_context == listed->auth) {
    registry_->auth_context = observation.auth;
  }
  if (!modern()) return;
  const Walk* walk = walks_.current(std::nullopt, registry_ ? registry_->auth_context : "");
  if (walk == nullptr || !walk->complete) return;
  const auto expiry = walk->expiry();
  // Without a positive TTL each further use would need a new list, unless a channel is open.
  const bool expired = expiry ? observation.at >= *expiry : accessed && !channel_open();
  if (!expired) return;
  const Walk& last = walks_.all().back();
  const bool refreshing = &last != walk && !last.complete && expiry && last.started.at >= *expiry;
  if (!refreshing) signal(stamp_of(observation), "ttl_expired");
}

void Fold::filter_declared(const Observation& observation) {
  const json::Value& declared = observation.content;
  auto read = read_policy(declared);
  Filter filter;
  const auto names = [](const json::Value& list, std::vector<std::string>& out) {
    for (const json::Value& name : list.elements()) {
      if (name.is_string()) out.emplace_back(name.string());
    }
  };
  names(declared["include"], filter.include);
  names(declared["exclude"], filter.exclude);
  filter.nothing = declared["include"].is_array() && filter.include.empty();
  if (declared.find("include") != nullptr || declared.find("exclude") != nullptr) {
    setup_.policy.filter = filter;
  }
  if (read && read->filter) setup_.policy.filter = read->filter;
  for (const std::string_view key : {"namePrefix", "prefix"}) {
    if (declared[key].is_string()) {
      setup_.policy.name_prefix = std::string(declared[key].string());
    }
  }
  const json::Value mapping = declared["mapping"];
  const json::Value* own = mapping.find(setup_.server.id);
  if (own == nullptr && mapping.members().size() == 1) own = &mapping.members().front().value;
  if (mapping.is_string()) own = &mapping;
  if (own != nullptr && own->is_string()) {
    setup_.policy.name_template = std::string(own->string());
  }
}

}  // namespace lockstep::evidence
