#include "lockstep/protocol/message.h"

#include <gtest/gtest.h>

#include "lockstep/json/document.h"

namespace lockstep::protocol {
namespace {

json::Document parse(std::string_view text) {
  auto document = json::Document::parse(text);
  EXPECT_TRUE(document) << text;
  return document ? std::move(*document) : json::Document();
}

TEST(Message, ARequestHasMethodIdAndParams) {
  const json::Document document =
      parse(R"({"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":""}})");
  const Message message = read_message(document.root());
  EXPECT_EQ(message.kind, MessageKind::request);
  EXPECT_EQ(message.id, "i7");
  EXPECT_EQ(message.method, tools_list);
  EXPECT_TRUE(message.params["cursor"].is_string());
}

TEST(Message, ANotificationHasNoId) {
  const json::Document document =
      parse(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  const Message message = read_message(document.root());
  EXPECT_EQ(message.kind, MessageKind::notification);
  EXPECT_EQ(message.id, "");
  EXPECT_EQ(message.method, list_changed);
  EXPECT_TRUE(message.params.is_null());
}

TEST(Message, AResultAnswersAnId) {
  const json::Document document = parse(R"({"jsonrpc":"2.0","id":"a","result":{"tools":[]}})");
  const Message message = read_message(document.root());
  EXPECT_EQ(message.kind, MessageKind::result);
  EXPECT_EQ(message.id, "sa");
  EXPECT_TRUE(message.result["tools"].is_array());
}

TEST(Message, AnErrorHasACodeAndPerhapsData) {
  const json::Document document = parse(
      R"({"jsonrpc":"2.0","id":1,
          "error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}}})");
  const Message message = read_message(document.root());
  EXPECT_EQ(message.kind, MessageKind::error);
  EXPECT_EQ(message.id, "i1");
  EXPECT_EQ(message.error_code, unsupported_version_error);
  EXPECT_EQ(message.error_data["supported"].elements().size(), 1u);
}

struct KindCase {
  std::string_view text;
  MessageKind kind;
};

constexpr KindCase kinds[] = {
    {R"({"jsonrpc":"2.0","id":null,"method":"m"})", MessageKind::request},
    {R"({"jsonrpc":"2.0","method":"m","params":7})", MessageKind::notification},
    {R"({"jsonrpc":"2.0","method":"","extra":1})", MessageKind::notification},
    {R"({"jsonrpc":"2.0","id":1,"result":null})", MessageKind::result},
    {R"({"jsonrpc":"2.0","id":null,"result":{}})", MessageKind::result},
    {R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700}})", MessageKind::error},
    {R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}})", MessageKind::error},
    {R"({})", MessageKind::invalid},
    {R"(null)", MessageKind::invalid},
    {R"("2.0")", MessageKind::invalid},
    {R"([])", MessageKind::invalid},
    {R"([{"jsonrpc":"2.0","method":"m"}])", MessageKind::invalid},
    {R"({"jsonrpc":"2.0"})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1})", MessageKind::invalid},
    {R"({"id":1,"method":"m"})", MessageKind::invalid},
    {R"({"id":1,"result":{}})", MessageKind::invalid},
    {R"({"id":1,"error":{"code":1}})", MessageKind::invalid},
    {R"({"jsonrpc":"1.0","method":"m"})", MessageKind::invalid},
    {R"({"jsonrpc":2.0,"method":"m"})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","method":7})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1,"method":null})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":true,"method":"m"})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":[1],"result":{}})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":{},"error":{"code":1}})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","result":{}})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1}})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1,"method":"m","result":{}})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1,"method":"m","error":{"code":1}})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1,"error":"no"})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1,"error":null})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1,"error":{"message":"no code"}})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1,"error":{"code":"-32600"}})", MessageKind::invalid},
    {R"({"jsonrpc":"2.0","id":1,"error":{"code":1.5}})", MessageKind::invalid},
};

TEST(Message, TheShapeSaysTheKind) {
  for (const KindCase& c : kinds) {
    const json::Document document = parse(c.text);
    EXPECT_EQ(read_message(document.root()).kind, c.kind) << c.text;
  }
}

TEST(Message, AnInvalidOneHoldsNothing) {
  const json::Document document = parse(R"({"jsonrpc":"2.0","id":1,"method":"m","result":{}})");
  const Message message = read_message(document.root());
  EXPECT_EQ(message.id, "");
  EXPECT_EQ(message.method, "");
  EXPECT_TRUE(message.result.is_null());
}

struct IdCase {
  std::string_view text;
  Id id;
};

const IdCase ids[] = {
    {"7", "i7"},
    {"7.0", "i7"},
    {"70e-1", "i7"},
    {"-0", "i0"},
    {"-7", "i-7"},
    {"9223372036854775807", "i9223372036854775807"},
    {R"("7")", "s7"},
    {R"("")", "s"},
    {R"("\u0037")", "s7"},
    {"null", "null"},
    {R"("null")", "snull"},
    {"true", ""},
    {"[]", ""},
    {"{}", ""},
};

TEST(Message, EqualIdsHaveOneForm) {
  for (const IdCase& c : ids)
    EXPECT_EQ(read_id(parse(c.text).root()), c.id) << c.text;
}

TEST(Message, OtherNumbersAsIdsAreComparedExactly) {
  const Id half = read_id(parse("7.5").root());
  EXPECT_EQ(half.front(), 'n');
  EXPECT_EQ(half, read_id(parse("75e-1").root()));
  EXPECT_NE(half, read_id(parse("7.25").root()));
  // These two are one double.
  EXPECT_NE(read_id(parse("9223372036854775808").root()),
            read_id(parse("9223372036854775809").root()));
}

TEST(Message, ABatchIsAnArrayOfMessages) {
  const json::Document document =
      parse(R"([{"jsonrpc":"2.0","id":1,"result":{}}, 7, [], {"jsonrpc":"2.0","method":"m"}])");
  const std::optional<std::vector<Message>> batch = read_batch(document.root());
  ASSERT_TRUE(batch);
  ASSERT_EQ(batch->size(), 4u);
  EXPECT_EQ((*batch)[0].kind, MessageKind::result);
  EXPECT_EQ((*batch)[1].kind, MessageKind::invalid);
  EXPECT_EQ((*batch)[2].kind, MessageKind::invalid);
  EXPECT_EQ((*batch)[3].kind, MessageKind::notification);
  EXPECT_TRUE(read_batch(parse("[]").root())->empty());
  EXPECT_EQ(read_batch(parse("{}").root()), std::nullopt);
  EXPECT_EQ(read_batch(parse("null").root()), std::nullopt);
}

}  // namespace
}  // namespace lockstep::protocol
