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
#include "lockstep/evidence/set_cache.h"
#include "lockstep/evidence/walk.h"
#include "lockstep/session/observation.h"

namespace lockstep::evidence {

/// Folds the observations of one pair into its evidence record. Takes them in sequence; memory is
/// bounded whatever their number.
class Fold {
 public:
  struct Setup {
    Party client;
    Party server;
    Vantage vantage = Vantage::client;
    /// Where the recording itself says how the two are connected.
    std::optional<session::Transport> transport;
    Policy policy;
    /// Key of fingerprints of cursors.
    std::string key;
    /// Who says what the registry holds.
    std::string witness = "client";
  };
  explicit Fold(Setup setup);

  void add(const session::Observation& observation);

  /// The evidence so far, settled. May be taken at any time and again later.
  Record record() const;

  /// Anything but findings was observed: there is something to judge.
  bool has_evidence() const { return evidence_seen_; }
  /// Only `server/discover` was asked: the probe of a client that went elsewhere.
  bool only_probe() const { return !used_ && !initialize_seen_; }
  const Policy& policy() const { return setup_.policy; }
  void set_policy(Policy policy) { setup_.policy = std::move(policy); }
  /// The set that the newest complete traversal found; nullptr when there is none.
  std::shared_ptr<const registry::ToolSet> newest_set() const;
  /// What the registry was last said to hold of this server; nullptr when nothing was said.
  std::shared_ptr<const registry::ToolSet> held_set() const {
    return registry_ ? registry_->tools : nullptr;
  }

 private:
  using Observation = session::Observation;
  void opening(const Observation& observation);
  void negotiated(const Observation& observation);
  void channel_opened(const Observation& observation);
  void channel_refused();
  void channel_lost(const Observation& observation);
  void connection_lost(const Observation& observation);
  void connection_opened(const Observation& observation);
  void signal(const Stamp& stamp, std::string_view kind);
  void list_answered(const Observation& observation);
  void page_findings(const Observation& observation, const Walk& walk, bool complete);
  void used(const Observation& observation, bool accessed);
  void installed(const Observation& observation);
  void install(const Observation& observation, std::shared_ptr<const registry::ToolSet> tools,
               std::vector<std::string> exposed, std::vector<std::string> elsewhere, bool merged);
  void cache_filled(const Observation& observation);
  void filter_declared(const Observation& observation);
  void observe(std::string_view code, const Stamp& stamp);
  void end_channels(base::TimePoint at);
  bool channel_open() const { return !open_channels_.empty(); }
  bool modern() const { return era_ == protocol::Era::modern; }
  bool modern_http() const { return modern() && transport_ == session::Transport::streamable_http; }

  void put_session(Record& record, const Walk* walk) const;
  void put_channel(Record& record) const;
  void put_signal(Record& record) const;
  void put_walk(Record& record, const Walk& walk) const;
  void put_registry(Record& record) const;

  Setup setup_;
  Walks walks_;
  SetCache sets_;
  bool evidence_seen_ = false;
  bool used_ = false;  // anything beyond an opening exchange
  bool from_start_ = false;
  bool first_seen_ = false;

  std::optional<session::Transport> transport_;
  std::optional<protocol::Era> era_;
  std::optional<base::TimePoint> opened_at_;
  std::uint64_t opened_sequence_ = 0;
  std::optional<base::TimePoint> closed_at_;
  std::string auth_;
  bool several_auths_ = false;
  bool initialize_seen_ = false;
  std::optional<Stamp> initialized_;
  std::string version_;
  std::optional<protocol::Offer> offer_;
  bool offer_seen_ = false;

  std::map<std::string, Stamp> open_channels_;  // kind + id -> since when
  std::optional<ChannelFacts> channel_;         // newest that was open, ended or not
  bool channel_refused_ = false;
  bool channel_ever_ = false;
  std::optional<SubscriptionFacts> subscription_;

  std::optional<SignalFacts> signal_;
  std::optional<base::TimePoint> notification_at_;
  bool reconnecting_ = false;
  std::uint64_t last_list_changed_ = 0;

  std::optional<RegistryFacts> registry_;
  std::vector<InstallFacts> installs_;
  std::set<std::string> replaced_;
  std::vector<Observed> observed_;
};

}  // namespace lockstep::evidence
