#include "tests/properties/record_text.h"

#include <array>

#include "lockstep/base/check.h"
#include "lockstep/json/document.h"
#include "lockstep/json/writer.h"

namespace lockstep::properties {

namespace {

json::Document parse(std::string_view text) {
  auto parsed = json::Document::parse(text);
  LOCKSTEP_CHECK(parsed.has_value());
  return std::move(*parsed);
}

constexpr std::array<std::string_view, 28> replacements = {
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1",
    "9223372036854775807",
    "-9223372036854775808",
    "1e400",
    "0.5",
    "\"\"",
    "\"complete\"",
    "\"pending\"",
    "\"failed\"",
    "\"modern\"",
    "\"legacy\"",
    "\"stdio\"",
    "\"streamable-http\"",
    "\"cache\"",
    "\"equal\"",
    "\"mcp-tools-full/v1\"",
    "\"1678-01-01T00:00:00Z\"",
    "\"2261-12-31T23:59:59.999999999Z\"",
    "\"2026-07-20T09:00:00.000Z\"",
    "\"sha256:0000000000000000000000000000000000000000000000000000000000000000\"",
    "[]",
    "{}",
    "[[{}]]"};

/// All values of a document, the root first.
void gather(const json::Value& value, std::vector<json::Value>& out) {
  out.push_back(value);
  for (std::size_t next = out.size() - 1; next < out.size(); ++next) {
    const json::Value one = out[next];
    for (const json::Value& element : one.elements())
      out.push_back(element);
    for (const json::Member& member : one.members())
      out.push_back(member.value);
  }
}

class Mutation {
 public:
  Mutation(const json::Value& root, const json::Value& other, Random& random) : random_(random) {
    std::vector<json::Value> own;
    gather(root, own);
    gather(other, others_);
    rate_ = static_cast<double>(1 + below(random, 4)) / static_cast<double>(own.size());
  }

  // The records are our own and not deep.
  void write(const json::Value& value, json::Writer& writer) {
    if (chance(random_, rate_)) return replace(writer);
    if (value.is_array()) {
      writer.begin_array();
      for (const json::Value& element : value.elements()) {
        if (chance(random_, rate_)) continue;
        if (chance(random_, rate_)) write(element, writer);
        write(element, writer);
      }
      writer.end_array();
    } else if (value.is_object()) {
      writer.begin_object();
      for (const json::Member& member : value.members()) {
        if (chance(random_, rate_)) continue;
        writer.key(member.name);
        write(member.value, writer);
      }
      writer.end_object();
    } else {
      writer.value(value);
    }
  }

 private:
  void replace(json::Writer& writer) {
    if (chance(random_, 0.5)) {
      writer.value(others_[below(random_, others_.size())]);
    } else {
      writer.raw(replacements[below(random_, replacements.size())]);
    }
  }
  Random& random_;
  std::vector<json::Value> others_;
  double rate_ = 0;
};

}  // namespace

std::size_t below(Random& random, std::size_t end) {
  return static_cast<std::size_t>(random() % end);
}

bool chance(Random& random, double probability) {
  return static_cast<double>(random() >> 11) / 9007199254740992.0 < probability;
}

const std::vector<std::string_view>& removable_members() {
  static const std::vector<std::string_view> names = {"tools",
                                                      "notificationAt",
                                                      "signal",
                                                      "discoveryStartedAt",
                                                      "discoveryCompletedAt",
                                                      "pages",
                                                      "discovered",
                                                      "registry",
                                                      "session",
                                                      "subscription",
                                                      "channel"};
  return names;
}

std::string without_member(std::string_view record, std::string_view name) {
  const json::Document document = parse(record);
  std::string out;
  json::Writer writer(out);
  writer.begin_object();
  for (const json::Member& member : document.root().members()) {
    if (member.name != name) writer.key(member.name).value(member.value);
  }
  writer.end_object();
  return out;
}

std::string without_last_page(std::string_view record) {
  const json::Document document = parse(record);
  std::string out;
  json::Writer writer(out);
  writer.begin_object();
  for (const json::Member& member : document.root().members()) {
    writer.key(member.name);
    const auto pages = member.value.elements();
    if (member.name != "pages" || pages.empty()) {
      writer.value(member.value);
      continue;
    }
    writer.begin_array();
    for (const json::Value& page : pages.first(pages.size() - 1))
      writer.value(page);
    writer.end_array();
  }
  writer.end_object();
  return out;
}

std::vector<Lessened> lessen(std::string_view record) {
  std::vector<Lessened> all;
  for (const std::string_view name : removable_members()) {
    all.push_back(Lessened{std::string(name), without_member(record, name)});
  }
  all.push_back(Lessened{"the last page", without_last_page(record)});
  return all;
}

std::string mutate(std::string_view record, std::string_view other, Random& random) {
  const json::Document own = parse(record);
  const json::Document foreign = parse(other);
  std::string out;
  json::Writer writer(out);
  Mutation mutation(own.root(), foreign.root(), random);
  mutation.write(own.root(), writer);
  return out;
}

}  // namespace lockstep::properties
