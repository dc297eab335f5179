#pragma once

#include <memory>
#include <string>
#include <utility>

#include "lockstep/evidence/fold.h"
#include "lockstep/recording/byte_streams.h"
#include "lockstep/session/observer.h"

namespace lockstep::recording {

/// One client and one server of a recording: what watches them and what is known of them.
struct Pair {
  Pair(std::string its_name, std::optional<session::Transport> transport,
       evidence::Fold::Setup setup, std::size_t frame_bytes_max)
      : name(std::move(its_name)),
        observer(transport),
        fold(std::move(setup)),
        streams(frame_bytes_max) {}

  std::string name;
  session::Observer observer;
  evidence::Fold fold;
  ByteStreams streams;
  /// What a gateway listed last; the witness of its registry.
  std::shared_ptr<const registry::ToolSet> listed;
};

}  // namespace lockstep::recording
