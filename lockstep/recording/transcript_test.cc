#include "lockstep/recording/transcript.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/encoding.h"
#include "lockstep/evidence/record_json.h"
#include "tests/support/texts.h"

namespace lockstep::recording {
namespace {

using evidence::Record;
using session::Transport;
using support::parse;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;
using Lines = std::vector<std::string>;

Lines operator+(Lines a, const Lines& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// A timeline that the events of one case are told to.
struct Told {
  explicit Told(std::optional<Transport> transport = Transport::stdio,
                Transcript::Limits limits = {})
      : timeline([&] {
          Timeline::Setup setup;
          setup.client.id = "client";
          setup.server.id = "server";
          setup.transport = transport;
          setup.key = "a key";
          setup.frame_bytes_max = limits.frame_bytes_max;
          return setup;
        }()),
        transcript(timeline, case_origin(), "a key", limits) {}

  base::Result<void> tell(const std::string& event) {
    const auto document = parse(event);
    return transcript.event(document, document->root());
  }
  Told& all(const Lines& events) {
    for (const std::string& event : events) {
      const auto done = tell(event);
      EXPECT_TRUE(done) << event << ": " << (done ? "" : done.error().message);
    }
    return *this;
  }
  Record record() const {
    const std::vector<Record> records = timeline.records();
    EXPECT_EQ(records.size(), 1U);
    return records.empty() ? Record{} : records.front();
  }

  Timeline timeline;
  Transcript transcript;
};

std::string message(const std::string& t, const std::string& from, const std::string& via,
                    const std::string& json, const std::string& more = "") {
  return R"({"t":)" + t + R"(,"from":")" + from + R"(","via":")" + via + R"(","json":)" + json +
         more + '}';
}
std::string report(const std::string& t, const std::string& name, const std::string& more = "") {
  return R"({"t":)" + t + R"(,"app":")" + name + '"' + more + '}';
}

const std::string initialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})";
const std::string initialize_answer =
    R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25",)"
    R"("capabilities":{"tools":{"listChanged":true}}}})";
const std::string initialized = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
const std::string changed = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";
const std::string list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
const std::string tools = R"([{"name":"a","inputSchema":{"type":"object"}}])";
const std::string list_answer = R"({"jsonrpc":"2.0","id":1,"result":{"tools":)" + tools + "}}";

Lines opened(const std::string& via) {
  return {message("0", "client", via, initialize), message("1", "server", via, initialize_answer),
          message("2", "client", via, initialized)};
}
Lines listed(const std::string& via) {
  return {message("10", "client", via, list), message("11", "server", via, list_answer)};
}
const std::string installed = report("12", "installed", R"(,"tools":)" + tools);

base::TimePoint ms(std::int64_t count) {
  return case_origin() + base::milliseconds(count);
}

TEST(Transcript, tells_a_session_over_each_channel) {
  for (const std::string via : {"stdio", "sse", "post"}) {
    const auto transport = via == "stdio" ? Transport::stdio
                           : via == "sse" ? Transport::sse
                                          : Transport::streamable_http;
    const Record record =
        Told(transport).all(opened(via) + listed(via) + Lines{installed}).record();
    EXPECT_EQ(record.comparison.match, evidence::Match::equal) << via;
    EXPECT_EQ(record.session->transport, transport) << via;
    EXPECT_EQ(record.discovery_started->at, ms(10)) << via;
    EXPECT_EQ(record.channel.has_value(), via != "post") << via;
  }
}

TEST(Transcript, takes_fractions_of_milliseconds_and_times_before_its_start) {
  Told told;
  told.all({message("-1.5", "client", "stdio", initialize),
            message("0.000001", "server", "stdio", initialize_answer)});
  EXPECT_EQ(told.record().session->opened_at, ms(0) + base::Duration{-1'500'000});
  EXPECT_EQ(told.record().channel->opened.at, ms(0) + base::Duration{1});
}

TEST(Transcript, orders_by_its_lines_and_not_by_their_times) {
  Told told;
  told.all(opened("stdio") + listed("stdio") + Lines{installed});
  told.all({message("5", "server", "stdio", changed)});
  const Record record = told.record();
  EXPECT_EQ(record.signal->kind, "list_changed");
  EXPECT_EQ(order_of(record.signal->stamp, *record.discovery_started), evidence::Order::after);
  EXPECT_THAT(record.contradictions, IsEmpty());
}

TEST(Transcript, understands_every_report) {
  struct Case {
    std::string event;
    std::function<bool(const Record&)> holds;
  };
  const auto signal = [](const std::string& kind) {
    return [kind](const Record& r) { return r.signal->kind == kind; };
  };
  const std::vector<Case> cases = {
      {report("20", "poll"), signal("poll_due")},
      {report("20", "reconnect"), signal("reconnect")},
      {report("20", "server_restart"), signal("reconnect")},
      {report("20", "process_spawn"), signal("reconnect")},
      {report("20", "process_exit", R"(,"code":1)"), signal("transport_lost")},
      {report("20", "stdout_eof"), signal("transport_lost")},
      {report("20", "stream_lost"), signal("transport_lost")},
      {report("20", "close"), [](const Record& r) { return r.session->closed_at.has_value(); }},
      {report("20", "client_timeout", R"(,"id":1)"),
       [](const Record& r) { return r.traversal->outcome == evidence::WalkOutcome::complete; }},
      {report("20", "installed", R"(,"tools":[])"),
       [](const Record& r) { return r.registry->tool_count == 0; }},
      {report("20", "installed",
              R"(,"merged":[{"server":"server","exposed":"x","tool":{"name":"a"}}])"),
       [](const Record& r) { return r.registry->merged && r.registry->exposed.front() == "x"; }},
      {report("20", "filter_declared", R"(,"include":["b"])"),
       [](const Record& r) { return r.policy.filter->include.front() == "b"; }},
      {report("20", "access", R"(,"auth":"u")"),
       [](const Record& r) { return r.signal->kind == "session_opened"; }},
      {report("20", "note", R"(,"text":"hello")"), signal("session_opened")},
      {report("20", "of_the_future"), signal("session_opened")},
  };
  for (const Case& c : cases) {
    Told told;
    told.all(opened("stdio") + listed("stdio") + Lines{installed, c.event});
    EXPECT_TRUE(c.holds(told.record())) << c.event;
  }
  Told timed;
  timed.all(opened("stdio") + Lines{message("10", "client", "stdio", list),
                                    report("20", "client_timeout", R"(,"id":1)")});
  EXPECT_THAT(timed.record().traversal->reasons, ElementsAre("list_timeout"));
  Told stopped;
  stopped.all(opened("stdio") +
              Lines{message("10", "client", "stdio", list), report("20", "client_limit")});
  EXPECT_THAT(stopped.record().traversal->reasons, ElementsAre("page_limit"));
}

TEST(Transcript, dates_a_cache_by_its_age_or_by_the_moment_it_was_received) {
  const auto received = [](const std::string& members) {
    Told told;
    told.all({report("5000", "cache_hit", R"(,"ttlMs":60000,"tools":)" + tools + members)});
    return told.record().pages->front().received_at;
  };
  EXPECT_EQ(received(""), ms(5000));
  EXPECT_EQ(received(R"(,"ageMs":1000)"), ms(4000));
  EXPECT_EQ(received(R"(,"receivedAt":3000)"), ms(3000));
  EXPECT_EQ(received(R"(,"receivedAt":"2026-01-01T00:00:02Z")"), ms(2000));
  for (const std::string hostile :
       {R"(,"ageMs":-9223372036854775808)", R"(,"receivedAt":1e300)", R"(,"receivedAt":9000)"})
    EXPECT_EQ(received(hostile), ms(5000)) << hostile << ": no list comes from the future";
}

TEST(Transcript, cuts_raw_bytes_into_messages_across_events) {
  const std::string bytes = list_answer + "\n";
  Told told;
  told.all(opened("stdio") + Lines{message("10", "client", "stdio", list)});
  for (const std::string& piece : {bytes.substr(0, 30), bytes.substr(30)}) {
    told.all({R"({"t":11,"from":"server","via":"stdio","b64":")" + base::to_base64(piece) + "\"}"});
  }
  EXPECT_EQ(told.record().traversal->outcome, evidence::WalkOutcome::complete);
}

TEST(Transcript, generates_what_is_too_long_to_write_within_limits) {
  const Lines begun = opened("stdio") + Lines{message("10", "client", "stdio", list)};
  const auto generated = [](const std::string& parts) {
    return R"({"t":11,"from":"server","via":"stdio","gen":)" + parts + "}";
  };
  Told whole(Transport::stdio, {.frame_bytes_max = 1'000});
  whole.all(begun + Lines{generated(R"(["{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]",)"
                                    R"([" ",500],"}}\n"])")});
  EXPECT_EQ(whole.record().traversal->outcome, evidence::WalkOutcome::complete);
  Told over(Transport::stdio, {.frame_bytes_max = 1'000});
  over.all(begun + Lines{generated(R"([["x","frame_cap"],"xx\n"])")});
  EXPECT_THAT(over.record().traversal->reasons, ElementsAre("frame_too_large"));
  Told bounded(Transport::stdio, {.generated_bytes_max = 1'000});
  for (const std::string parts :
       {R"([["x",1001]])", R"([["x",600],["x",600]])", R"([["xx",9223372036854775807]])",
        R"([["x",-1]])", R"([["x","many"]])", R"([["x"]])", R"([[1,2]])", "[7]"}) {
    const auto done = bounded.tell(generated(parts));
    ASSERT_FALSE(done) << parts;
    EXPECT_EQ(done.error().pointer, "/gen") << parts;
  }
  EXPECT_TRUE(bounded.tell(generated(R"([["x",1000],["",9223372036854775807]])")));
}

TEST(Transcript, follows_HTTP_envelopes_and_the_ends_of_streams) {
  const auto envelope = [](const std::string& from, const std::string& via,
                           const std::string& http) {
    return R"({"t":5,"from":")" + from + R"(","via":")" + via + R"(","http":)" + http + '}';
  };
  const Lines stream = {
      envelope("client", "get", R"({"method":"GET"})"),
      envelope("server", "get",
               R"({"status":200,"headers":{"Content-Type":"text/event-stream"}})")};
  const Lines open = opened("post") + stream;
  EXPECT_EQ(Told(Transport::streamable_http).all(open).record().channel->kind, "get");
  for (const std::string end :
       {R"({"t":20,"from":"server","via":"get","end":true})",
        R"({"t":20,"app":"stream_lost","via":"get"})", R"({"t":20,"app":"stream_lost"})"}) {
    const Record lost = Told(Transport::streamable_http).all(open + Lines{end}).record();
    EXPECT_EQ(*lost.channel->ended_at, ms(20)) << end;
    EXPECT_EQ(lost.signal->kind, "session_opened") << "a lost stream alone calls for nothing";
  }
  const Record refused = Told(Transport::streamable_http)
                             .all(open + Lines{message("10", "client", "post", list,
                                                       R"(,"headers":{"Mcp-Session-Id":"s"})"),
                                               envelope("server", "post#1", R"({"status":404})")})
                             .record();
  EXPECT_EQ(refused.signal->kind, "session_refused");
  EXPECT_THAT(refused.traversal->reasons, ElementsAre("list_error"));
  for (const std::string& body : std::vector<std::string>{
           R"({"status":200,"headers":{"content-type":"application/json"},"body":)" + list_answer +
               "}",
           R"({"status":200,"headers":{"content-type":"text/event-stream"},"body_text":"data: )" +
               std::string(R"({\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\n\n"})")}) {
    const Record answered = Told(Transport::streamable_http)
                                .all(open + Lines{message("10", "client", "post", list),
                                                  envelope("server", "post#1", body)})
                                .record();
    EXPECT_EQ(answered.traversal->outcome, evidence::WalkOutcome::complete) << body;
  }
  const Record closed = Told(Transport::streamable_http)
                            .all(open + Lines{envelope("client", "post", R"({"method":"DELETE"})")})
                            .record();
  EXPECT_TRUE(closed.session->closed_at.has_value());
}

TEST(Transcript, keeps_authorization_contexts_as_fingerprints_only) {
  Told told;
  told.all(opened("stdio") + Lines{message("10", "client", "stdio", list, R"(,"auth":"alice")"),
                                   message("11", "server", "stdio", list_answer),
                                   report("12", "installed", R"(,"auth":"bob","tools":)" + tools)});
  const Record record = told.record();
  EXPECT_THAT(record.traversal->auth_context, StartsWith("hmac:"));
  EXPECT_THAT(record.registry->auth_context, StartsWith("hmac:"));
  EXPECT_NE(record.traversal->auth_context, record.registry->auth_context);
  EXPECT_THAT(evidence::write_record(record, evidence::Detail::full),
              testing::Not(testing::AnyOf(testing::HasSubstr("alice"), testing::HasSubstr("bob"))));
}

TEST(Transcript, tells_servers_of_their_own_apart) {
  Told told;
  told.all(opened("east") + opened("west") + listed("west") +
           Lines{report("12", "installed", R"(,"server":"west","tools":)" + tools),
                 message("20", "server", "east", changed)});
  const std::vector<Record> records = told.timeline.records();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].server.id, "east");
  EXPECT_EQ(records[0].signal->kind, "list_changed");
  EXPECT_TRUE(records[0].traversal.is_none());
  EXPECT_EQ(records[1].server.id, "west");
  EXPECT_EQ(records[1].comparison.match, evidence::Match::equal);
}

TEST(Transcript, judges_at_the_audit_or_the_last_event_or_just_before_a_close) {
  const Lines begun = opened("stdio") + listed("stdio");
  Told audit;
  audit.all(begun + Lines{report("99", "audit")});
  EXPECT_EQ(audit.timeline.audit_at(), ms(99));
  Told last;
  last.all(begun);
  EXPECT_EQ(last.timeline.audit_at(), std::nullopt);
  EXPECT_EQ(last.timeline.last_at(), ms(11));
  Told closed;
  closed.all(begun + Lines{report("50", "close"), report("51", "process_exit")});
  EXPECT_EQ(closed.timeline.last_at(), ms(11));
}

TEST(Transcript, refuses_events_of_a_wrong_form_with_their_pointer) {
  struct Case {
    std::string event;
    std::string_view pointer;
  };
  const std::vector<Case> cases = {
      {R"({"from":"client","via":"stdio","json":{}})", "/t"},
      {R"({"t":"0","app":"audit"})", "/t"},
      {R"({"t":1e300,"app":"audit"})", "/t"},
      {R"({"t":0})", ""},
      {R"({"t":0,"from":"proxy","via":"stdio","json":{}})", "/from"},
      {R"({"t":0,"from":"client","via":"stdio"})", ""},
      {R"({"t":0,"from":"server","via":"stdio","b64":"%%%"})", "/b64"},
      {R"({"t":0,"from":"server","via":"stdio","b64":7})", "/b64"},
      {R"({"t":0,"from":"server","via":"post","http":{"status":"200"}})", "/http/status"},
      {R"({"t":0,"from":"server","via":"post","http":{"status":42}})", "/http/status"},
      {R"({"t":0,"app":"installed"})", "/tools"},
      {R"({"t":0,"app":"installed","tools":{}})", "/tools"},
      {R"({"t":0,"app":"cache_hit","tools":7})", "/tools"},
  };
  for (const Case& c : cases) {
    Told told;
    const auto done = told.tell(c.event);
    ASSERT_FALSE(done) << c.event;
    EXPECT_EQ(done.error().code, "invalid_event") << c.event;
    EXPECT_EQ(done.error().pointer, c.pointer) << c.event;
  }
}

TEST(TranscriptHeader, names_the_parties_the_way_and_the_start) {
  const auto header = read_transcript_header(
      parse(R"({"lockstep":"transcript/v1","client":{"id":"a","name":"Agent","version":"1"},)"
            R"("server":{"id":"s"},"transport":"streamable-http","vantage":"tap",)"
            R"("startedAt":"2026-07-20T09:00:00Z","policy":{"maxAgeMs":5}})")
          ->root());
  ASSERT_TRUE(header);
  EXPECT_EQ(header->client.id, "a");
  EXPECT_EQ(header->client.name, "Agent");
  EXPECT_EQ(header->client.version, "1");
  EXPECT_EQ(header->server.id, "s");
  EXPECT_EQ(header->transport, Transport::streamable_http);
  EXPECT_EQ(header->vantage, evidence::Vantage::tap);
  EXPECT_EQ(header->origin, support::at(0));
  EXPECT_EQ(header->policy.max_age_ms, 5);
  const auto bare = read_transcript_header(parse(R"({"lockstep":"transcript/v1"})")->root());
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->client.id, "client");
  EXPECT_EQ(bare->vantage, evidence::Vantage::client);
  EXPECT_EQ(bare->origin, case_origin());
  EXPECT_EQ(base::format_rfc3339(case_origin()), "2026-01-01T00:00:00.000Z");
}

TEST(TranscriptHeader, is_refused_with_the_pointer_of_a_member_of_a_wrong_form) {
  struct Case {
    std::string_view member;
    std::string_view pointer;
  };
  for (const Case& c :
       {Case{R"("transport":"pigeon")", "/transport"}, Case{R"("transport":7)", "/transport"},
        Case{R"("vantage":"above")", "/vantage"}, Case{R"("startedAt":"noon")", "/startedAt"},
        Case{R"("policy":{"settleMs":-1})", "/policy/settleMs"}}) {
    const auto header = read_transcript_header(
        parse(R"({"lockstep":"transcript/v1",)" + std::string(c.member) + "}")->root());
    ASSERT_FALSE(header) << c.member;
    EXPECT_EQ(header.error().pointer, c.pointer);
  }
}

TEST(TransportOfEvents, is_what_their_channels_show) {
  struct Case {
    std::string_view events;
    std::optional<Transport> transport;
  };
  for (const Case& c : {Case{R"([{"via":"stdio"}])", Transport::stdio},
                        Case{R"([{"app":"note"},{"via":"post#1"}])", Transport::streamable_http},
                        Case{R"([{"via":"get"}])", Transport::streamable_http},
                        Case{R"([{"via":"post"},{"via":"sse"}])", Transport::sse},
                        Case{R"([{"via":"east"}])", std::nullopt}, Case{"[]", std::nullopt}})
    EXPECT_EQ(transport_of(parse(c.events)->root()), c.transport) << c.events;
}

}  // namespace
}  // namespace lockstep::recording
