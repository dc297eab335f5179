// Lines of both sides of a session, whatever they are, are observed, folded and judged, and every
// observation is read back as it was written.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "lockstep/base/check.h"
#include "lockstep/evidence/fold.h"
#include "lockstep/json/document.h"
#include "lockstep/session/observation.h"
#include "lockstep/session/observer.h"
#include "lockstep/verdict/judge.h"

namespace {

using namespace lockstep;

/// The first byte of a line says who sent it and where; the rest is the frame.
session::Place place_of(char first, std::int64_t at) {
  session::Place place;
  place.at = base::TimePoint{at * 1'000'000};
  place.from = (first & 1) != 0 ? session::Side::server : session::Side::client;
  place.channel = static_cast<session::Channel>((first >> 1) & 3);
  place.tap = static_cast<session::Tap>((first >> 3) % 3);
  return place;
}

void drain(session::Observer& observer, std::uint64_t& sequence, evidence::Fold& fold) {
  while (const auto observation = observer.next()) {
    fold.add(*observation);
    LOCKSTEP_CHECK(observation->sequence == ++sequence);
    const std::string text = session::write_observation(*observation);
    auto parsed = json::Document::parse(text);
    LOCKSTEP_CHECK(parsed.has_value());
    const auto again =
        session::read_observation(std::make_shared<const json::Document>(std::move(*parsed)));
    LOCKSTEP_CHECK(again.has_value() && session::write_observation(*again) == text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  if (rest.empty()) return 0;
  const auto transport = static_cast<session::Transport>(static_cast<unsigned char>(rest[0]) % 3);
  rest.remove_prefix(1);
  session::Observer observer(transport, {.open_requests_max = 8});
  evidence::Fold fold({});
  std::uint64_t sequence = 0;
  std::int64_t at = 0;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.empty()) continue;
    const session::Place place = place_of(line[0], ++at);
    auto parsed = json::Document::parse(line.substr(1));
    if (parsed) {
      auto document = std::make_shared<const json::Document>(std::move(*parsed));
      const json::Value root = document->root();
      observer.message(place, std::move(document), root);
    } else if (line.size() == 4) {
      session::Envelope envelope;
      envelope.status = 200 + line[1] * 2;
      observer.http(place, envelope);
    } else if (line == "!lost") {
      observer.connection_lost(place.at, "exit");
    } else if (line == "!open") {
      observer.connection_opened(place.at, "reconnect");
    } else {
      observer.unreadable(place, "undecodable_frame");
    }
    drain(observer, sequence, fold);
  }
  // Nothing said what the registry holds: whatever was on the wire, the pair cannot be green.
  const evidence::Record record = fold.record();
  const auto judgement = verdict::judge(record, {}, base::TimePoint{(at + 1) * 1'000'000});
  LOCKSTEP_CHECK(judgement.verdict() != verdict::Verdict::converged);
  return 0;
}
