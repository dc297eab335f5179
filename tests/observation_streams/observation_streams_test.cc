#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"
#include "lockstep/recording/audit.h"
#include "lockstep/recording/timeline.h"
#include "lockstep/recording/transcript.h"
#include "lockstep/session/observation.h"
#include "lockstep/verdict/examine.h"

namespace lockstep::recording {
namespace {

using Document = std::shared_ptr<const json::Document>;

/// One arm of a case: what it is judged as, and the stream of its observations.
struct Arm {
  std::string name;
  verdict::Reason reason = verdict::Reason::no_discovery;
  base::TimePoint now;
  std::string stream;
};

std::string header_of(const json::Value& arm) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  writer.key("lockstep").string("observations/v1");
  writer.key("client").begin_object().key("id").string("client").end_object();
  writer.key("server").begin_object().key("id").string("server").end_object();
  if (arm["policy"].is_object()) writer.key("policy").value(arm["policy"]);
  writer.end_object();
  return text + "\n";
}

/// A line with the server's name, as a stream of several servers carries it, and a sequence of its
/// own over all of them.
std::string line_of(const std::string& server, session::Observation observation,
                    std::uint64_t sequence) {
  observation.sequence = sequence;
  std::string line = session::write_observation(observation);
  line.pop_back();
  return line + ",\"server\":\"" + server + "\"}\n";
}

std::optional<Arm> read_arm(const Document& document, const json::Value& arm) {
  Timeline::Setup setup;
  setup.key = "test";
  setup.keep_observations = true;
  setup.transport = transport_of(arm["events"]).value_or(session::Transport::stdio);
  if (const auto policy = evidence::read_policy(arm["policy"])) setup.policy = *policy;
  setup.client.id = "client";
  setup.server.id = "server";
  Timeline timeline(setup);
  Transcript transcript(timeline, case_origin(), "test", {});
  transcript.expect(arm["events"]);
  for (const json::Value& event : arm["events"].elements()) {
    if (!transcript.event(document, event)) return std::nullopt;
  }
  Arm read;
  read.name = std::string(arm["arm"].string());
  read.now = timeline.audit_at().value_or(timeline.last_at().value_or(base::TimePoint{}));
  std::vector<verdict::Result> results;
  for (const evidence::Record& record : timeline.records()) {
    results.push_back(verdict::examine(read.name, record, {}, {read.now, "input"}));
  }
  if (results.empty()) return std::nullopt;
  read.reason = verdict::worst_of(read.name, std::move(results)).reason;
  read.stream = header_of(arm);
  std::uint64_t sequence = 0;
  while (auto next = timeline.next_observation()) {
    read.stream += line_of(next->first, std::move(next->second), ++sequence);
  }
  return read;
}

std::vector<Arm> all_arms() {
  const char* source = std::getenv("LOCKSTEP_SOURCE");
  const std::filesystem::path cases = std::filesystem::path(source ? source : ".") / "tests/cases";
  std::vector<Arm> arms;
  for (const char* folder : {"discovery", "more"}) {
    for (const auto& entry : std::filesystem::directory_iterator(cases / folder)) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
      auto parsed = json::Document::parse(text);
      if (!parsed) continue;
      auto document = std::make_shared<const json::Document>(std::move(*parsed));
      for (const json::Value& arm : document->root()["arms"].elements()) {
        if (auto read = read_arm(document, arm)) {
          read->name = entry.path().stem().string() + "/" + read->name;
          arms.push_back(std::move(*read));
        }
      }
    }
  }
  return arms;
}

std::vector<Outcome> audited(const std::string& text, base::TimePoint now) {
  AuditOptions options;
  options.now = now;
  Audit audit(options);
  audit.begin("stream.jsonl");
  audit.feed(text);
  audit.end();
  audit.finish();
  std::vector<Outcome> outcomes;
  while (auto outcome = audit.next())
    outcomes.push_back(std::move(*outcome));
  return outcomes;
}

TEST(ObservationStreams, AreJudgedAsTheSessionsThatTheyWereTakenFrom) {
  const std::vector<Arm> arms = all_arms();
  ASSERT_GE(arms.size(), 200u);
  for (const Arm& arm : arms) {
    const std::vector<Outcome> outcomes = audited(arm.stream, arm.now);
    ASSERT_EQ(outcomes.size(), 1u) << arm.name;
    const auto* result = std::get_if<verdict::Result>(&outcomes.front());
    ASSERT_NE(result, nullptr) << arm.name << std::get<InputError>(outcomes.front()).error.message;
    EXPECT_EQ(to_string(result->reason), to_string(arm.reason)) << arm.name;
  }
}

TEST(ObservationStreams, AreRefusedWhereTheirSequenceRunsBackwards) {
  const std::string head = "{\"lockstep\":\"observations/v1\"}\n";
  const std::string first = R"({"sequence":5,"at":"2026-07-20T09:00:00Z","what":"polled"})";
  const std::string second = R"({"sequence":5,"at":"2026-07-20T09:00:01Z","what":"polled"})";
  const auto outcomes = audited(head + first + "\n" + second + "\n", base::TimePoint{});
  ASSERT_FALSE(outcomes.empty());
  const auto* error = std::get_if<InputError>(&outcomes.front());
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->error.line, 3u);
  EXPECT_EQ(error->error.pointer, "/sequence");
}

TEST(ObservationStreams, ThatMissALineAreNotGreen) {
  for (const Arm& arm : all_arms()) {
    if (verdict::verdict_of(arm.reason) != verdict::Verdict::converged) continue;
    const auto outcomes = audited(arm.stream + "{\"sequence\":", arm.now);
    ASSERT_EQ(outcomes.size(), 2u) << arm.name;
    const auto* result = std::get_if<verdict::Result>(&outcomes.back());
    ASSERT_NE(result, nullptr) << arm.name;
    // Where nothing is offered, a signal that was missed changes nothing.
    if (arm.reason == verdict::Reason::tools_not_offered) continue;
    EXPECT_NE(result->verdict, verdict::Verdict::converged) << arm.name;
  }
}

}  // namespace
}  // namespace lockstep::recording
