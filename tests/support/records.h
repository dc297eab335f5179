#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/evidence/record_json.h"
#include "tests/support/texts.h"

namespace lockstep::support {

/// A moment of the tests' clock as JSON.
inline std::string time_text(std::int64_t ms) {
  return '"' + base::format_rfc3339(at(ms)) + '"';
}

/// An evidence record as text, member by member.
class RecordText {
 public:
  /// Replaces or adds a member; an empty text takes it away.
  RecordText& set(std::string_view name, std::string text) {
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [&](const auto& member) { return member.first == name; });
    if (found != members_.end()) members_.erase(found);
    if (!text.empty()) members_.emplace_back(name, std::move(text));
    return *this;
  }
  RecordText& set(const std::vector<std::pair<std::string, std::string>>& changes) {
    for (const auto& [name, text] : changes)
      set(name, text);
    return *this;
  }

  std::string text() const {
    std::string out = "{";
    for (const auto& [name, text] : members_) {
      if (out.size() > 1) out += ',';
      out += '"' + name + "\":" + text;
    }
    return out + '}';
  }

  /// The record, settled; a failed expectation where it is refused.
  evidence::Record read() const {
    auto record = evidence::read_record(parse(text())->root());
    EXPECT_TRUE(record) << text();
    if (!record) return {};
    return std::move(*record);
  }

 private:
  std::vector<std::pair<std::string, std::string>> members_;
};

constexpr std::string_view tool_a = R"({"name":"a","inputSchema":{"type":"object"}})";
constexpr std::string_view tool_b = R"({"name":"b","inputSchema":{"type":"object"}})";
constexpr std::string_view tool_a_reworded =
    R"({"name":"a","description":"other","inputSchema":{"type":"object"}})";

inline std::string tools(const std::vector<std::string_view>& list) {
  std::string text = "[";
  for (const std::string_view tool : list) {
    if (text.size() > 1) text += ',';
    text += tool;
  }
  return text + ']';
}

/// The only page of a walk, as a record has it.
inline std::string one_page(const std::string& tools_text, std::string_view more = {}) {
  return R"([{"cursor":null,"nextCursor":null,"receivedAt":)" + time_text(300) + R"(,"tools":)" +
         tools_text + std::string(more) + "}]";
}

inline std::string registry_of(const std::string& tools_text, std::int64_t installed = 400) {
  return R"({"installedAt":)" + time_text(installed) + R"(,"witness":"client","tools":)" +
         tools_text + '}';
}

/// A legacy session on stdio that is green: opened at 0, signalled at 100, listed from 200 to 300,
/// installed at 400, with the tools `a` and `b`. Judge it at 1000.
inline RecordText green_text() {
  const std::string both = tools({tool_a, tool_b});
  RecordText text;
  text.set({{"schema", R"("lockstep.evidence/v1")"},
            {"client", R"({"id":"agent"})"},
            {"server", R"({"id":"tickets"})"},
            {"vantage", R"("client")"},
            {"session", R"({"transport":"stdio","era":"legacy","openedAt":)" + time_text(0) +
                            R"(,"closedAt":null})"},
            {"protocolVersion", R"("2025-11-25")"},
            {"tools", R"({"listChanged":true})"},
            {"notificationAt", time_text(100)},
            {"signal", R"({"kind":"list_changed","at":)" + time_text(100) + R"(,"count":1})"},
            {"discoveryStartedAt", time_text(200)},
            {"discoveryCompletedAt", time_text(300)},
            {"pages", one_page(both)},
            {"registry", registry_of(both)}});
  return text;
}

/// The same in the modern era over HTTP, with a subscription acknowledged at 20.
inline RecordText green_modern_text() {
  RecordText text = green_text();
  text.set({{"session", R"({"transport":"streamable-http","era":"modern","openedAt":)" +
                            time_text(0) + R"(,"closedAt":null})"},
            {"protocolVersion", R"("2026-07-28")"},
            {"subscription", R"({"requestedAt":)" + time_text(10) + R"(,"acknowledgedAt":)" +
                                 time_text(20) + R"(,"toolsListChanged":true,"endedAt":null})"}});
  return text;
}

}  // namespace lockstep::support
