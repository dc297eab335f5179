#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/framing/mcp_header.h"
#include "lockstep/json/document.h"
#include "lockstep/protocol/list_result.h"
#include "lockstep/protocol/message.h"
#include "lockstep/protocol/revision.h"

namespace lockstep::protocol {
namespace {

namespace fs = std::filesystem;

fs::path protocol_folder() {
  if (const char* shared = std::getenv("LOCKSTEP_SHARED")) return fs::path(shared) / "protocol";
  const char* source = std::getenv("LOCKSTEP_SOURCE");
  return fs::path(source == nullptr ? "." : source) / ".." / "shared" / "protocol";
}

json::Document parse_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  auto document = json::Document::parse(text);
  EXPECT_TRUE(document) << path << ": " << (document ? "" : document.error().message);
  return document ? std::move(*document) : json::Document();
}

/// The definitions of one published schema.
class Schema {
 public:
  explicit Schema(std::string_view revision)
      : document_(parse_file(protocol_folder() / (std::string(revision) + ".schema.json"))) {}
  json::Value operator[](std::string_view type) const {
    const json::Value* definitions = document_.root().find("$defs");
    if (definitions == nullptr) definitions = document_.root().find("definitions");
    return definitions == nullptr ? json::Value() : (*definitions)[type];
  }

 private:
  json::Document document_;
};

struct Example {
  std::string type;
  fs::path path;
  json::Document document;
  json::Value root() const { return document.root(); }
};

/// The published examples, all of them or those of one type.
std::vector<Example> read_examples(std::string_view only_type = {}) {
  std::vector<Example> examples;
  const fs::path folder = protocol_folder() / "2026-07-28.examples";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string type = entry.path().parent_path().filename().string();
    if (!only_type.empty() && type != only_type) continue;
    examples.push_back({type, entry.path(), parse_file(entry.path())});
  }
  EXPECT_FALSE(examples.empty()) << only_type;
  return examples;
}

/// The kind of message that a type's published schema describes.
MessageKind kind_by_schema(const json::Value& definition) {
  const json::Value properties = definition["properties"];
  const auto has = [&](std::string_view name) { return properties.find(name) != nullptr; };
  if (!has("jsonrpc")) return MessageKind::invalid;
  if (has("method")) return has("id") ? MessageKind::request : MessageKind::notification;
  if (has("result")) return MessageKind::result;
  return has("error") ? MessageKind::error : MessageKind::invalid;
}

TEST(PublishedExamples, ReadAsTheKindOfMessageTheirSchemaSays) {
  const Schema schema("2026-07-28");
  std::map<MessageKind, int> counts;
  for (const Example& example : read_examples()) {
    const json::Value definition = schema[example.type];
    ASSERT_TRUE(definition.is_object()) << example.type;
    const MessageKind expected = kind_by_schema(definition);
    EXPECT_EQ(read_message(example.root()).kind, expected) << example.path;
    counts[expected] += 1;
  }
  for (const MessageKind kind : {MessageKind::request, MessageKind::notification,
                                 MessageKind::result, MessageKind::error, MessageKind::invalid}) {
    EXPECT_GT(counts[kind], 0) << "no example of kind " << static_cast<int>(kind);
  }
}

TEST(PublishedExamples, AMessageKeepsItsMembers) {
  for (const Example& example : read_examples()) {
    const Message message = read_message(example.root());
    if (message.kind == MessageKind::invalid) continue;
    const json::Value* id = example.root().find("id");
    EXPECT_EQ(message.id, id == nullptr ? Id{} : read_id(*id)) << example.path;
    EXPECT_EQ(message.method, example.root()["method"].string()) << example.path;
    EXPECT_EQ(message.params.is_object(), example.root()["params"].is_object()) << example.path;
    EXPECT_EQ(message.error_code, example.root()["error"]["code"].integer().value_or(0))
        << example.path;
  }
}

void expect_list_page(const json::Value& page, const fs::path& path) {
  const ListResult result = read_list_result(page);
  EXPECT_TRUE(result.valid) << path;
  EXPECT_FALSE(result.result_type_absent) << path;
  EXPECT_FALSE(result.tools.elements().empty()) << path;
  EXPECT_FALSE(result.ttl_invalid) << path;
  EXPECT_EQ(result.ttl_ms, page["ttlMs"].integer()) << path;
  EXPECT_EQ(result.next_kind, page.find("nextCursor") ? CursorKind::text : CursorKind::none)
      << path;
  EXPECT_EQ(result.next_cursor, page["nextCursor"].string()) << path;
  EXPECT_EQ(result.scope == CacheScope::public_, page["cacheScope"].string() == "public") << path;
  EXPECT_EQ(result.scope == CacheScope::private_, page["cacheScope"].string() == "private") << path;
}

TEST(PublishedExamples, EveryToolListIsAValidPage) {
  for (const Example& example : read_examples("ListToolsResult")) {
    expect_list_page(example.root(), example.path);
  }
  for (const Example& example : read_examples("ListToolsResultResponse")) {
    expect_list_page(read_message(example.root()).result, example.path);
  }
}

TEST(PublishedExamples, NoOtherResultIsAToolList) {
  for (const Example& example : read_examples()) {
    if (!example.type.ends_with("Result") || example.type == "ListToolsResult") continue;
    EXPECT_FALSE(read_list_result(example.root()).valid) << example.path;
  }
}

void expect_offer(const json::Value& result, const fs::path& path) {
  const Offer offer = read_offer(result);
  ASSERT_FALSE(offer.supported.empty()) << path;
  EXPECT_EQ(parse_revision(offer.supported.front()), Revision::r2026_07_28) << path;
  EXPECT_TRUE(offer.tools) << path;
  EXPECT_NE(offer.server_name, "") << path;
  EXPECT_NE(offer.server_version, "") << path;
}

TEST(PublishedExamples, EveryDiscoveryOffersTools) {
  for (const Example& example : read_examples("DiscoverResult")) {
    expect_offer(example.root(), example.path);
  }
  for (const Example& example : read_examples("DiscoverResultResponse")) {
    expect_offer(read_message(example.root()).result, example.path);
  }
}

TEST(PublishedExamples, ASubscriptionAndItsAcknowledgementNameTheToolList) {
  for (const Example& example : read_examples("SubscriptionsListenRequest")) {
    const Message message = read_message(example.root());
    EXPECT_EQ(message.method, listen);
    EXPECT_TRUE(names_tools_list_changed(message.params)) << example.path;
  }
  for (const Example& example : read_examples("SubscriptionsAcknowledgedNotification")) {
    const Message message = read_message(example.root());
    EXPECT_EQ(message.method, acknowledged);
    EXPECT_TRUE(names_tools_list_changed(message.params)) << example.path;
    EXPECT_TRUE(message.params["_meta"][meta_subscription].is_string()) << example.path;
  }
}

TEST(PublishedExamples, AnUnsupportedVersionNamesTheSupportedOnes) {
  for (const Example& example : read_examples("UnsupportedProtocolVersionError")) {
    const Message message = read_message(example.root());
    EXPECT_EQ(message.error_code, unsupported_version_error);
    EXPECT_FALSE(message.error_data["supported"].elements().empty()) << example.path;
  }
}

TEST(PublishedExamples, NoToolHasAnInvalidHeaderAnnotation) {
  for (const Example& example : read_examples("Tool")) {
    ASSERT_TRUE(example.root()["inputSchema"].is_object()) << example.path;
    EXPECT_TRUE(framing::mcp_headers_valid(example.root()["inputSchema"])) << example.path;
  }
}

struct MethodCase {
  std::string_view revision;
  std::string_view type;
  std::string_view method;
};

constexpr MethodCase methods[] = {
    {"2025-11-25", "InitializeRequest", initialize},
    {"2025-11-25", "InitializedNotification", initialized},
    {"2024-11-05", "InitializeRequest", initialize},
    {"2024-11-05", "ListToolsRequest", tools_list},
    {"2024-11-05", "ToolListChangedNotification", list_changed},
    {"2026-07-28", "DiscoverRequest", discover},
    {"2026-07-28", "SubscriptionsListenRequest", listen},
    {"2026-07-28", "SubscriptionsAcknowledgedNotification", acknowledged},
    {"2026-07-28", "ListToolsRequest", tools_list},
    {"2026-07-28", "CallToolRequest", tools_call},
    {"2026-07-28", "ToolListChangedNotification", list_changed},
    {"2026-07-28", "CancelledNotification", cancelled},
};

TEST(PublishedSchemas, NameTheMethodsAsWeDo) {
  for (const MethodCase& c : methods) {
    const Schema schema(c.revision);
    EXPECT_EQ(schema[c.type]["properties"]["method"]["const"].string(), c.method) << c.type;
  }
}

TEST(PublishedSchemas, NameTheKeysOfMetaAsWeDo) {
  const Schema schema("2026-07-28");
  const json::Value request = schema["RequestMetaObject"]["properties"];
  EXPECT_NE(request.find(meta_version), nullptr);
  EXPECT_NE(request.find(meta_capabilities), nullptr);
  EXPECT_NE(schema["NotificationMetaObject"]["properties"].find(meta_subscription), nullptr);
}

TEST(PublishedSchemas, StandForEveryRevisionWeKnowAndNoOther) {
  std::vector<std::string> known;
  for (const Revision revision : all_revisions)
    known.emplace_back(to_string(revision));
  std::vector<std::string> published;
  constexpr std::string_view ending = ".schema.json";
  for (const auto& entry : fs::directory_iterator(protocol_folder())) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(ending)) published.push_back(name.substr(0, name.size() - ending.size()));
  }
  std::sort(published.begin(), published.end());
  EXPECT_EQ(published, known);
}

}  // namespace

int run(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!fs::is_directory(protocol_folder())) {
    std::puts("skipped: the shared folder with the published schemas is absent (LOCKSTEP_SHARED)");
    return 77;
  }
  return RUN_ALL_TESTS();
}

}  // namespace lockstep::protocol

int main(int argc, char** argv) {
  return lockstep::protocol::run(argc, argv);
}
