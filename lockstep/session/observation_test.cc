#include "lockstep/session/observation.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/texts.h"

namespace lockstep::session {
namespace {

using support::at;
using support::parse;

std::vector<What> every_kind() {
  std::vector<What> kinds;
  for (int i = 0; i <= static_cast<int>(What::finding); ++i)
    kinds.push_back(static_cast<What>(i));
  return kinds;
}

void expect_same(const protocol::ListResult& a, const protocol::ListResult& b) {
  EXPECT_EQ(a.valid, b.valid);
  EXPECT_EQ(json::to_text(a.tools), json::to_text(b.tools));
  EXPECT_EQ(a.next_kind, b.next_kind);
  EXPECT_EQ(a.next_cursor, b.next_cursor);
  EXPECT_EQ(a.ttl_ms, b.ttl_ms);
  EXPECT_EQ(a.ttl_invalid, b.ttl_invalid);
  EXPECT_EQ(a.scope, b.scope);
  EXPECT_EQ(a.result_type_absent, b.result_type_absent);
}

void expect_same(const protocol::Offer& a, const protocol::Offer& b) {
  EXPECT_EQ(a.version, b.version);
  EXPECT_EQ(a.supported, b.supported);
  EXPECT_EQ(a.tools, b.tools);
  EXPECT_EQ(a.list_changed, b.list_changed);
  EXPECT_EQ(a.server_name, b.server_name);
  EXPECT_EQ(a.server_version, b.server_version);
}

/// Every member but `document`, which is the memory of the others.
void expect_same(const Observation& a, const Observation& b) {
  SCOPED_TRACE(write_observation(a));
  EXPECT_EQ(a.sequence, b.sequence);
  EXPECT_EQ(a.at, b.at);
  EXPECT_EQ(a.what, b.what);
  EXPECT_EQ(a.code, b.code);
  EXPECT_EQ(a.request, b.request);
  EXPECT_EQ(a.cursor, b.cursor);
  EXPECT_EQ(a.auth, b.auth);
  EXPECT_EQ(a.version, b.version);
  EXPECT_EQ(a.transport, b.transport);
  EXPECT_EQ(a.era, b.era);
  EXPECT_EQ(json::to_text(a.content), json::to_text(b.content));
  EXPECT_EQ(a.merged, b.merged);
  EXPECT_EQ(a.ttl_ms, b.ttl_ms);
  EXPECT_EQ(a.age_ms, b.age_ms);
  ASSERT_EQ(a.offer.has_value(), b.offer.has_value());
  if (a.offer) expect_same(*a.offer, *b.offer);
  ASSERT_EQ(a.page.has_value(), b.page.has_value());
  if (a.page) expect_same(*a.page, *b.page);
}

void expect_reads_back(const Observation& observation) {
  const std::string line = write_observation(observation);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto read = read_observation(parse(line));
  ASSERT_TRUE(read) << line << ": " << read.error().message;
  expect_same(observation, *read);
  EXPECT_EQ(write_observation(*read), line);
}

Observation bare(What what) {
  Observation observation;
  observation.sequence = 7;
  observation.at = base::TimePoint{at(250).nanoseconds + 1};
  observation.what = what;
  return observation;
}

protocol::ListResult page(const json::Value& tools) {
  protocol::ListResult page;
  page.valid = true;
  page.tools = tools;
  return page;
}

TEST(What, has_a_unique_name_that_reads_back) {
  std::set<std::string_view> names;
  for (const What what : every_kind()) {
    EXPECT_FALSE(to_string(what).empty()) << static_cast<int>(what);
    EXPECT_TRUE(names.insert(to_string(what)).second) << to_string(what);
    EXPECT_EQ(parse_what(to_string(what)), what);
  }
  for (const std::string_view text : {"", "Opening", "list", "signal "})
    EXPECT_EQ(parse_what(text), std::nullopt) << text;
}

TEST(Transport, has_a_name_that_reads_back) {
  for (const Transport transport : {Transport::stdio, Transport::streamable_http, Transport::sse})
    EXPECT_EQ(parse_transport(to_string(transport)), transport);
  EXPECT_EQ(to_string(Transport::streamable_http), "streamable-http");
  for (const std::string_view text : {"", "http", "STDIO"})
    EXPECT_EQ(parse_transport(text), std::nullopt) << text;
}

TEST(Observation, of_every_kind_reads_back_equal_bare_and_with_all_members) {
  const auto document = parse(
      R"([{"name":"a","inputSchema":{"type":"object","maximum":1e400}},{"name":"\u202e\u0000"}])");
  for (const What what : every_kind()) {
    Observation observation = bare(what);
    if (what == What::list_answered) observation.page = page(document->root());
    expect_reads_back(observation);
    observation.code = "some_code";
    observation.request = "s\"1\"";
    observation.cursor = "";
    observation.auth = "hmac:0011223344556677";
    observation.version = "2025-11-25";
    observation.offer = protocol::Offer{"", {}, true, true, "desk", "1.0"};
    observation.transport = Transport::sse;
    observation.era = protocol::Era::modern;
    observation.page = page(document->root());
    observation.content = document->root();
    observation.merged = true;
    observation.ttl_ms = 9'007'199'254'740'993;
    observation.age_ms = 0;
    observation.document = document;
    expect_reads_back(observation);
  }
}

TEST(Observation, tells_all_forms_of_a_page_apart) {
  const auto document = parse(R"([{"name":"a"}])");
  using protocol::CacheScope;
  using protocol::CursorKind;
  for (const CursorKind kind : {CursorKind::none, CursorKind::text, CursorKind::invalid}) {
    for (const CacheScope scope :
         {CacheScope::absent, CacheScope::public_, CacheScope::private_, CacheScope::invalid}) {
      for (const bool flag : {false, true}) {
        Observation observation = bare(What::list_answered);
        observation.page = page(document->root());
        observation.page->next_kind = kind;
        if (flag && kind == CursorKind::text) observation.page->next_cursor = "\n2";
        observation.page->scope = scope;
        observation.page->ttl_invalid = flag;
        if (!flag) observation.page->ttl_ms = 0;
        observation.page->result_type_absent = flag;
        expect_reads_back(observation);
      }
    }
  }
}

TEST(Observation, keeps_what_a_server_does_not_offer) {
  Observation observation = bare(What::negotiated);
  observation.offer = protocol::Offer{};
  observation.era = protocol::Era::legacy;
  observation.transport = Transport::stdio;
  expect_reads_back(observation);
}

TEST(Observation, is_refused_without_its_place_time_or_kind) {
  struct Case {
    std::string_view line;
    std::string_view member;
  };
  const std::vector<Case> cases = {
      {R"({"sequence":1,"at":"2026-07-20T09:00:00Z"})", "what"},
      {R"({"sequence":1,"at":"2026-07-20T09:00:00Z","what":"noise"})", "what"},
      {R"({"at":"2026-07-20T09:00:00Z","what":"signal"})", "sequence"},
      {R"({"sequence":0,"at":"2026-07-20T09:00:00Z","what":"signal"})", "sequence"},
      {R"({"sequence":1.5,"at":"2026-07-20T09:00:00Z","what":"signal"})", "sequence"},
      {R"({"sequence":"1","at":"2026-07-20T09:00:00Z","what":"signal"})", "sequence"},
      {R"({"sequence":1,"what":"signal"})", "at"},
      {R"({"sequence":1,"at":"yesterday","what":"signal"})", "at"},
      {R"({"sequence":1,"at":17,"what":"signal"})", "at"},
      {R"({"sequence":1,"at":"2026-07-20T09:00:00Z","what":"list_answered"})", "page.tools"},
      {R"({"sequence":1,"at":"2026-07-20T09:00:00Z","what":"list_answered","page":{"tools":{}}})",
       "page.tools"},
      {"[]", "what"},
      {"null", "what"},
  };
  for (const Case& c : cases) {
    const auto read = read_observation(parse(c.line));
    ASSERT_FALSE(read) << c.line;
    EXPECT_EQ(read.error().code, "invalid_observation") << c.line;
    EXPECT_NE(read.error().message.find('`' + std::string(c.member) + '`'), std::string::npos)
        << c.line << ": " << read.error().message;
  }
}

TEST(Observation, ignores_members_that_it_does_not_know) {
  const auto read = read_observation(parse(
      R"({"future":[1],"sequence":1,"at":"2026-07-20T09:00:00Z","what":"signal","code":"x"})"));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->code, "x");
}

}  // namespace
}  // namespace lockstep::session
