#include "lockstep/recording/classify.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "tests/support/texts.h"

namespace lockstep::recording {
namespace {

using support::parse;

TEST(Content, is_told_by_the_members_of_a_value) {
  struct Case {
    std::string_view text;
    Content content;
  };
  const std::vector<Case> cases = {
      {R"({"schema":"lockstep.evidence/v1","client":{}})", Content::record},
      {R"({"schema":"lockstep.evidence/v9"})", Content::record},
      {R"({"schema":"something/else"})", Content::unknown},
      {R"({"id":"x","now":"2026-07-20T09:00:00Z","record":{}})", Content::record_with_moment},
      {R"({"record":7})", Content::unknown},
      {R"([{"record":{}}])", Content::list},
      {R"({"cases":[{"record":{}}]})", Content::list},
      {R"({"records":[]})", Content::list},
      {R"({"case":"B01","arms":[]})", Content::case_file},
      {R"({"arm":"x","events":[]})", Content::arm},
      {R"([{"t":0,"app":"audit"}])", Content::events},
      {R"({"log":{"version":"1.2","entries":[]}})", Content::har},
      {R"({"lockstep":"transcript/v1"})", Content::transcript_header},
      {R"({"lockstep":"transcript/v2"})", Content::unknown},
      {R"({"t":0,"from":"client","via":"stdio","json":{}})", Content::transcript_event},
      {R"({"t":-1.5,"app":"note"})", Content::transcript_event},
      {R"({"t":"2026-07-20T09:00:00Z","from":"client"})", Content::unknown},
      {R"({"t":0})", Content::unknown},
      {R"({"lockstep":"observations/v1"})", Content::observation_header},
      {R"({"sequence":1,"at":"2026-07-20T09:00:00Z","what":"signal"})", Content::observation},
      {R"({"sequence":1,"what":"noise"})", Content::unknown},
      {R"({"seq":1,"t":"2026-07-20T09:00:00.000Z","us":5,"transport":"stdio","dir":"c2s","msg":{}})",
       Content::capture},
      {"{}", Content::comment},
      {"[]", Content::unknown},
      {"null", Content::unknown},
      {"\"text\"", Content::unknown},
      {"7", Content::unknown},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", Content::unknown},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(static_cast<int>(classify(parse(c.text)->root())), static_cast<int>(c.content))
        << c.text;
  }
}

TEST(Content, belongs_to_a_stream_if_it_is_one_line_of_a_recording) {
  for (const Content content :
       {Content::transcript_header, Content::transcript_event, Content::capture,
        Content::observation_header, Content::observation})
    EXPECT_TRUE(is_stream(content));
  for (const Content content :
       {Content::unknown, Content::record, Content::record_with_moment, Content::list,
        Content::case_file, Content::arm, Content::events, Content::har, Content::comment})
    EXPECT_FALSE(is_stream(content));
}

}  // namespace
}  // namespace lockstep::recording
