#include "lockstep/protocol/list_result.h"

#include <gtest/gtest.h>

#include <limits>

#include "lockstep/json/document.h"

namespace lockstep::protocol {
namespace {

using namespace std::literals;

json::Document parse(std::string_view text) {
  auto document = json::Document::parse(text);
  EXPECT_TRUE(document) << text;
  return document ? std::move(*document) : json::Document();
}

/// The result with one member beside its tools.
ListResult list_with(std::string_view member) {
  return read_list_result(parse(R"({"tools":[],)" + std::string(member) + "}").root());
}

TEST(ListResult, SaysWhatItsPageSays) {
  const json::Document document = parse(
      R"({"resultType":"complete","tools":[{"name":"a"},{"name":"b"}],
          "nextCursor":"next","ttlMs":300000,"cacheScope":"public"})");
  const ListResult result = read_list_result(document.root());
  EXPECT_TRUE(result.valid);
  EXPECT_EQ(result.tools.elements().size(), 2u);
  EXPECT_EQ(result.next_kind, CursorKind::text);
  EXPECT_EQ(result.next_cursor, "next");
  EXPECT_EQ(result.ttl_ms, 300000);
  EXPECT_FALSE(result.ttl_invalid);
  EXPECT_EQ(result.scope, CacheScope::public_);
  EXPECT_FALSE(result.result_type_absent);
}

TEST(ListResult, ALegacyPageSaysLess) {
  const ListResult result = read_list_result(parse(R"({"tools":[]})").root());
  EXPECT_TRUE(result.valid);
  EXPECT_EQ(result.next_kind, CursorKind::none);
  EXPECT_EQ(result.ttl_ms, std::nullopt);
  EXPECT_FALSE(result.ttl_invalid);
  EXPECT_EQ(result.scope, CacheScope::absent);
  EXPECT_TRUE(result.result_type_absent);
}

TEST(ListResult, WithoutAnArrayOfToolsItIsInvalid) {
  for (const std::string_view text :
       {"null", "[]", R"("tools")", "{}", R"({"tools":null})", R"({"tools":{}})",
        R"({"tools":"[]"})", R"([{"tools":[]}])", R"({"resultType":"complete"})"}) {
    EXPECT_FALSE(read_list_result(parse(text).root()).valid) << text;
  }
}

TEST(ListResult, OnlyACompleteResultIsValid) {
  EXPECT_TRUE(list_with(R"("resultType":"complete")").valid);
  for (const std::string_view member :
       {R"("resultType":"input_required")", R"("resultType":"")", R"("resultType":"Complete")",
        R"("resultType":null)", R"("resultType":true)"}) {
    EXPECT_FALSE(list_with(member).valid) << member;
    EXPECT_FALSE(list_with(member).result_type_absent) << member;
  }
}

struct CursorCase {
  std::string_view member;
  CursorKind kind;
  std::string_view cursor;
};

constexpr CursorCase cursors[] = {
    {R"("nextCursor":null)", CursorKind::none, ""},
    {R"("nextCursor":"")", CursorKind::text, ""},  // the empty string is a cursor, not the end
    {R"("nextCursor":"null")", CursorKind::text, "null"},
    {R"("nextCursor":"a\u0000b")", CursorKind::text, "a\0b"sv},
    {R"("nextCursor":7)", CursorKind::invalid, ""},
    {R"("nextCursor":false)", CursorKind::invalid, ""},
    {R"("nextCursor":{})", CursorKind::invalid, ""},
    {R"("nextCursor":["a"])", CursorKind::invalid, ""},
    {R"("cursor":"a")", CursorKind::none, ""},
};

TEST(ListResult, ACursorIsAStringOfAnyContent) {
  for (const CursorCase& c : cursors) {
    const ListResult result = list_with(c.member);
    EXPECT_TRUE(result.valid) << c.member;
    EXPECT_EQ(result.next_kind, c.kind) << c.member;
    EXPECT_EQ(result.next_cursor, c.cursor) << c.member;
  }
}

struct TtlCase {
  std::string_view member;
  std::optional<std::int64_t> ms;
  bool invalid;
};

constexpr TtlCase ttls[] = {
    {R"("ttlMs":0)", 0, false},
    {R"("ttlMs":-0)", 0, false},
    {R"("ttlMs":1500)", 1500, false},
    {R"("ttlMs":1.5e3)", 1500, false},
    {R"("ttlMs":9223372036854775807)", std::numeric_limits<std::int64_t>::max(), false},
    {R"("ttlMs":9223372036854775808)", std::nullopt, true},
    {R"("ttlMs":1e400)", std::nullopt, true},
    {R"("ttlMs":-1)", std::nullopt, true},
    {R"("ttlMs":0.5)", std::nullopt, true},
    {R"("ttlMs":"1500")", std::nullopt, true},
    {R"("ttlMs":null)", std::nullopt, true},
    {R"("ttlMs":true)", std::nullopt, true},
    {R"("ttlMs":[])", std::nullopt, true},
    {R"("ttl":1500)", std::nullopt, false},
};

TEST(ListResult, ATtlIsAWholeNumberThatIsNotNegative) {
  for (const TtlCase& c : ttls) {
    const ListResult result = list_with(c.member);
    EXPECT_EQ(result.ttl_ms, c.ms) << c.member;
    EXPECT_EQ(result.ttl_invalid, c.invalid) << c.member;
    EXPECT_TRUE(result.valid) << c.member;
  }
}

TEST(ListResult, AScopeIsPublicOrPrivate) {
  EXPECT_EQ(list_with(R"("cacheScope":"public")").scope, CacheScope::public_);
  EXPECT_EQ(list_with(R"("cacheScope":"private")").scope, CacheScope::private_);
  for (const std::string_view member : {R"("cacheScope":"Public")", R"("cacheScope":"")",
                                        R"("cacheScope":null)", R"("cacheScope":1)"}) {
    EXPECT_EQ(list_with(member).scope, CacheScope::invalid) << member;
  }
}

TEST(Offer, AnInitializeResultNamesOneVersion) {
  const Offer offer = read_offer(
      parse(
          R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},
          "serverInfo":{"name":"tickets","version":"1.2"}})")
          .root());
  EXPECT_EQ(offer.version, "2025-11-25");
  EXPECT_TRUE(offer.supported.empty());
  EXPECT_TRUE(offer.tools);
  EXPECT_TRUE(offer.list_changed);
  EXPECT_EQ(offer.server_name, "tickets");
  EXPECT_EQ(offer.server_version, "1.2");
}

TEST(Offer, ADiscoverResultNamesEveryVersionAndItsServerInMeta) {
  const Offer offer = read_offer(
      parse(
          R"({"supportedVersions":["2026-07-28",7,"2027-01-01"],"capabilities":{"tools":{}},
          "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"tickets","version":"2"}}})")
          .root());
  EXPECT_EQ(offer.version, "");
  EXPECT_EQ(offer.supported, (std::vector<std::string>{"2026-07-28", "2027-01-01"}));
  EXPECT_TRUE(offer.tools);
  EXPECT_FALSE(offer.list_changed);
  EXPECT_EQ(offer.server_name, "tickets");
  EXPECT_EQ(offer.server_version, "2");
}

struct ToolsCase {
  std::string_view capabilities;
  bool tools;
  bool list_changed;
};

constexpr ToolsCase capabilities[] = {
    {R"({"tools":{}})", true, false},
    {R"({"tools":{"listChanged":false}})", true, false},
    {R"({"tools":{"listChanged":true}})", true, true},
    {R"({"tools":{"listChanged":"true"}})", true, false},
    {R"({"tools":{"listChanged":1}})", true, false},
    {R"({"tools":null})", false, false},
    {R"({"tools":true})", false, false},
    {R"({"tools":[]})", false, false},
    {R"({"prompts":{"listChanged":true}})", false, false},
    {R"({})", false, false},
    {R"(null)", false, false},
    {R"("tools")", false, false},
};

TEST(Offer, ToolsAreOfferedByAnObject) {
  for (const ToolsCase& c : capabilities) {
    const Offer offer =
        read_offer(parse(R"({"capabilities":)" + std::string(c.capabilities) + "}").root());
    EXPECT_EQ(offer.tools, c.tools) << c.capabilities;
    EXPECT_EQ(offer.list_changed, c.list_changed) << c.capabilities;
  }
}

TEST(Offer, WrongTypesOfferNothing) {
  for (const std::string_view text :
       {"null", "[]", "7", R"({"protocolVersion":7,"supportedVersions":"2026-07-28",
                              "serverInfo":[],"_meta":7})"}) {
    const Offer offer = read_offer(parse(text).root());
    EXPECT_EQ(offer.version, "") << text;
    EXPECT_TRUE(offer.supported.empty()) << text;
    EXPECT_EQ(offer.server_name, "") << text;
  }
}

TEST(Listen, OnlyTrueNamesTheToolList) {
  const std::pair<std::string_view, bool> cases[] = {
      {R"({"notifications":{"toolsListChanged":true}})", true},
      {R"({"notifications":{"toolsListChanged":false}})", false},
      {R"({"notifications":{"toolsListChanged":"true"}})", false},
      {R"({"notifications":{"promptsListChanged":true}})", false},
      {R"({"notifications":["toolsListChanged"]})", false},
      {R"({"toolsListChanged":true})", false},
      {R"({})", false},
      {R"(null)", false},
  };
  for (const auto& [params, expected] : cases) {
    EXPECT_EQ(names_tools_list_changed(parse(params).root()), expected) << params;
  }
}

}  // namespace
}  // namespace lockstep::protocol
