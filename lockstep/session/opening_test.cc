#include "lockstep/session/opening.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/texts.h"

namespace lockstep::session {
namespace {

using protocol::Era;
using support::parse;

std::string initialize_answer(std::string_view version) {
  return R"({"protocolVersion":")" + std::string(version) +
         R"(","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"desk"}})";
}

std::string discover_answer(std::string_view supported) {
  return R"({"supportedVersions":[)" + std::string(supported) +
         R"(],"capabilities":{"tools":{"listChanged":true}}})";
}

Opening legacy_session() {
  Opening opening;
  opening.initialize_result(parse(initialize_answer("2025-11-25"))->root());
  return opening;
}

Opening modern_session() {
  Opening opening;
  opening.discover_result(parse(discover_answer(R"("2026-07-28")"))->root(), "2026-07-28");
  return opening;
}

TEST(Opening, has_agreed_on_nothing_at_first_and_after_a_reset) {
  Opening opening = legacy_session();
  EXPECT_TRUE(opening.negotiated());
  opening.reset();
  for (const Opening& empty : {Opening(), opening}) {
    EXPECT_FALSE(empty.negotiated());
    EXPECT_EQ(empty.era(), std::nullopt);
    EXPECT_EQ(empty.revision(), std::nullopt);
    EXPECT_EQ(empty.version_text(), "");
    EXPECT_FALSE(empty.offer());
  }
}

TEST(Opening, agrees_on_what_the_answer_to_initialize_says) {
  struct Case {
    std::string_view version;
    std::string_view text;
    std::string_view defect;
  };
  for (const Case& c : {Case{"2024-11-05", "2024-11-05", ""}, Case{"2025-03-26", "2025-03-26", ""},
                        Case{"2025-06-18", "2025-06-18", ""}, Case{"2025-11-25", "2025-11-25", ""},
                        Case{"2026-07-28", "2026-07-28", "era_inconsistent"},
                        Case{"2031-01-01", "other", "unsupported_version"},
                        Case{"", "other", "unsupported_version"}}) {
    Opening opening;
    const auto step = opening.initialize_result(parse(initialize_answer(c.version))->root());
    EXPECT_TRUE(step.negotiated) << c.version;
    EXPECT_EQ(step.defect, c.defect) << c.version;
    EXPECT_EQ(opening.version_text(), c.text) << c.version;
    EXPECT_EQ(opening.era(), Era::legacy) << c.version;
    ASSERT_TRUE(step.offer) << c.version;
    EXPECT_TRUE(step.offer->tools && step.offer->list_changed) << c.version;
    EXPECT_EQ(step.offer->server_name, "desk") << c.version;
  }
}

TEST(Opening, takes_the_modern_revision_of_a_discover_answer) {
  struct Case {
    std::string_view supported;
    std::string_view asked;
    bool negotiated;
    std::string_view text;
    std::string_view defect;
  };
  const std::vector<Case> cases = {
      {R"("2026-07-28")", "2026-07-28", true, "2026-07-28", ""},
      {R"("2025-11-25","2026-07-28")", "2026-07-28", true, "2026-07-28", ""},
      {R"("2026-07-28","2031-01-01")", "2031-01-01", true, "2026-07-28", ""},
      // No list: the version that was asked with holds, if it is one.
      {"", "2026-07-28", true, "2026-07-28", ""},
      {"", "2031-01-01", true, "other", "unsupported_version"},
      // Legacy revisions only: the client may go on with `initialize`.
      {R"("2025-11-25")", "2026-07-28", false, "", ""},
      {R"("2031-01-01")", "2026-07-28", false, "", "no_common_version"},
      {R"(17, null)", "2026-07-28", true, "2026-07-28", ""},
  };
  for (const Case& c : cases) {
    Opening opening;
    const auto answer = parse(discover_answer(c.supported));
    const auto step = opening.discover_result(answer->root(), c.asked);
    EXPECT_EQ(step.negotiated, c.negotiated) << c.supported;
    EXPECT_EQ(step.defect, c.defect) << c.supported;
    EXPECT_EQ(opening.version_text(), c.text) << c.supported;
    if (c.negotiated) {
      EXPECT_EQ(opening.era(), Era::modern) << c.supported;
    } else {
      EXPECT_EQ(opening.era(), std::nullopt) << c.supported;
    }
  }
}

TEST(Opening, concludes_no_common_version_only_from_a_list_that_names_none) {
  struct Case {
    bool initialize;
    std::int64_t code;
    std::string_view data;
    std::string_view defect;
  };
  const std::vector<Case> cases = {
      {false, -32022, R"({"supported":["2031-01-01"]})", "no_common_version"},
      {false, -32022, R"({"supportedVersions":["2031-01-01"]})", "no_common_version"},
      {false, -32022, R"({"supported":["2025-11-25"]})", ""},
      {false, -32022, R"({"supported":["2031-01-01","2026-07-28"]})", ""},
      {false, -32601, R"({"supported":["2031-01-01"]})", ""},
      {false, -32000, "null", ""},
      // Who opens with `initialize` can only go on with a legacy revision.
      {true, -32602, R"({"supported":["2026-07-28"]})", "no_common_version"},
      {true, -32602, R"({"supported":["2024-11-05"]})", ""},
      {true, -32602, R"({"supported":[]})", ""},
      {true, -32602, "null", ""},
  };
  for (const Case& c : cases) {
    Opening opening;
    const auto data = parse(c.data);
    const auto step = c.initialize ? opening.initialize_error(c.code, data->root())
                                   : opening.discover_error(c.code, data->root());
    EXPECT_EQ(step.defect, c.defect) << c.code << ' ' << c.data;
    EXPECT_FALSE(step.negotiated);
    EXPECT_FALSE(opening.negotiated());
  }
}

TEST(Opening, agrees_by_the_version_that_a_first_request_carries) {
  struct Case {
    std::string_view version;
    std::string_view text;
    std::string_view defect;
  };
  for (const Case& c :
       {Case{"2026-07-28", "2026-07-28", ""}, Case{"2025-06-18", "2025-06-18", "era_inconsistent"},
        Case{"2031-01-01", "other", "unsupported_version"}}) {
    Opening opening;
    const auto step = opening.modern_request(c.version);
    EXPECT_TRUE(step.negotiated) << c.version;
    EXPECT_EQ(step.defect, c.defect) << c.version;
    EXPECT_EQ(opening.version_text(), c.text) << c.version;
    EXPECT_EQ(opening.era(), Era::modern) << c.version;
    EXPECT_FALSE(step.offer) << "a request says nothing of the server";
  }
  Opening again = modern_session();
  const auto step = again.modern_request("2026-07-28");
  EXPECT_FALSE(step.negotiated);
  EXPECT_EQ(step.defect, "");
}

TEST(Opening, notices_messages_of_one_era_inside_the_other) {
  const auto answer = parse(initialize_answer("2025-11-25"));
  const auto discovered = parse(discover_answer(R"("2026-07-28")"));
  Opening modern = modern_session();
  EXPECT_EQ(modern.legacy_only_message().defect, "era_inconsistent");
  EXPECT_EQ(modern.modern_only_message().defect, "");
  EXPECT_EQ(modern.initialize_result(answer->root()).defect, "era_inconsistent");
  Opening legacy = legacy_session();
  EXPECT_EQ(legacy.modern_only_message().defect, "era_inconsistent");
  EXPECT_EQ(legacy.legacy_only_message().defect, "");
  EXPECT_EQ(legacy.modern_request("2026-07-28").defect, "era_inconsistent");
  EXPECT_EQ(legacy.discover_result(discovered->root(), "2026-07-28").defect, "era_inconsistent");
  Opening unknown;
  EXPECT_EQ(unknown.legacy_only_message().defect, "");
  EXPECT_EQ(unknown.modern_only_message().defect, "");
}

}  // namespace
}  // namespace lockstep::session
