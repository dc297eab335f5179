#include "lockstep/framing/http.h"

#include <gtest/gtest.h>

namespace lockstep::framing {
namespace {

Headers with_content_type(std::string value) {
  Headers headers;
  headers.add("content-TYPE", std::move(value));
  return headers;
}

TEST(Headers, NamesHaveNoCaseAndTheFirstFieldCounts) {
  Headers headers;
  EXPECT_TRUE(headers.empty());
  headers.add("Mcp-Session-Id", " \tabc \r");
  headers.add("mcp-session-id", "def");
  headers.add("X", "");
  EXPECT_FALSE(headers.empty());
  EXPECT_EQ(headers.find("MCP-SESSION-ID"), "abc");
  EXPECT_EQ(headers.find("x"), "");
  EXPECT_EQ(headers.find("Mcp-Session"), std::nullopt);
  EXPECT_EQ(headers.find(""), std::nullopt);
  EXPECT_EQ(headers.fields().size(), 3u);
  EXPECT_EQ(headers.fields()[0].second, " \tabc \r");
}

TEST(Headers, TheMediaTypeIsReadWithoutCaseAndParameters) {
  EXPECT_EQ(content_type({}), ContentType::none);
  const std::pair<std::string_view, ContentType> cases[] = {
      {"", ContentType::none},
      {"application/json", ContentType::json},
      {"Application/JSON; charset=utf-8", ContentType::json},
      {"application/json ;x", ContentType::json},
      {"text/event-stream", ContentType::event_stream},
      {"text/Event-Stream;charset=utf-8", ContentType::event_stream},
      {"application/problem+json", ContentType::other},
      {"application/jsonp", ContentType::other},
      {"text/html", ContentType::other},
      {";application/json", ContentType::other},
  };
  for (const auto& [value, type] : cases) {
    EXPECT_EQ(content_type(with_content_type(std::string(value))), type) << value;
  }
}

TEST(Http, FourStatusesMayRefuseASession) {
  for (const int status : {400, 404, 410, 503})
    EXPECT_TRUE(may_refuse_session(status)) << status;
  for (const int status : {200, 202, 401, 403, 405, 429, 500, 502, 504}) {
    EXPECT_FALSE(may_refuse_session(status)) << status;
  }
}

struct ValueCase {
  std::string_view value;
  std::string_view header;
};

// The first five are the examples of the specification.
constexpr ValueCase value_cases[] = {
    {"us-west1", "us-west1"},
    {"Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="},
    {" padded ", "=?base64?IHBhZGRlZCA=?="},
    {"line1\nline2", "=?base64?bGluZTEKbGluZTI=?="},
    {"=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="},
    {"", ""},
    {"a b", "a b"},
    {"a\tb", "=?base64?YQli?="},
    {"a ", "=?base64?YSA=?="},
    {"\x7f", "=?base64?fw==?="},
    {"=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="},
    {"=?BASE64?YQ==?=", "=?BASE64?YQ==?="},  // the marks have case
    {"=?base64?YQ==", "=?base64?YQ=="},
    {"get_weather", "get_weather"},
};

TEST(Http, HeaderValuesAreEncodedAndComeBack) {
  for (const ValueCase& c : value_cases) {
    EXPECT_EQ(encode_header_value(c.value), c.header);
    EXPECT_EQ(decode_header_value(c.header), c.value);
  }
}

TEST(Http, ABrokenBase64FormIsNoValue) {
  const std::string_view broken[] = {
      "=?base64?YQ?=",    "=?base64?YQ=?=",  "=?base64?YR==?=",
      "=?base64?Y Q==?=", "=?base64?Y-_=?=", "=?base64?/w==?=",  // no UTF-8
      "=?base64?7aCA?=",                                         // a surrogate
  };
  for (const std::string_view header : broken) {
    EXPECT_EQ(decode_header_value(header), std::nullopt) << header;
  }
  EXPECT_EQ(decode_header_value("=?base64?"
                                "?="),
            "");
}

}  // namespace
}  // namespace lockstep::framing
