#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "checker.h"
#include "generator.h"
#include "lockstep/json/document.h"
#include "lockstep/registry/schema_compat.h"
#include "lockstep/registry/schema_keywords.h"

namespace lockstep::schema_compat {
namespace {

using registry::Compatibility;
using registry::Direction;
using registry::MemberChange;

constexpr std::uint64_t first_seed = 20260701;
constexpr std::size_t pair_count = 60'000;
constexpr std::size_t instance_count = 40;

/// The keyword that a change speaks of: the last token of its pointer that is one.
std::string keyword_of(std::string_view pointer) {
  while (!pointer.empty()) {
    const std::size_t slash = pointer.rfind('/');
    const std::string_view token = pointer.substr(slash + 1);
    if (registry::rule_of(token) != registry::Rule::unknown) return std::string(token);
    pointer = pointer.substr(0, slash);
  }
  return {};
}

/// Keywords of the changes that are not `compatible`.
std::set<std::string> incompatible_keywords(const std::vector<MemberChange>& changes) {
  std::set<std::string> keywords;
  for (const MemberChange& change : changes) {
    if (change.compatibility != Compatibility::compatible)
      keywords.insert(keyword_of(change.pointer));
  }
  return keywords;
}

struct Pair {
  std::uint64_t seed;
  SchemaPair text;
  json::Document before;
  json::Document after;
};

/// An instance that the promising side accepts and the other refuses; empty when none was found.
/// Input: what a caller sent before is accepted after. Output: what comes after would have been
/// accepted before.
std::string counterexample(Generator& generator, const Pair& pair, Direction direction,
                           std::size_t& tried) {
  const bool input = direction == Direction::input;
  const json::Value& promised = (input ? pair.before : pair.after).root();
  const Checker accepting(promised);
  const Checker asked((input ? pair.after : pair.before).root());
  for (std::size_t i = 0; i < instance_count; ++i) {
    const std::string text = generator.instance(accepting, promised);
    const auto instance = json::Document::parse(text);
    if (!instance || !accepting.accepts(instance->root())) continue;
    if (input && !accepting.knows_all_members(instance->root())) continue;
    ++tried;
    if (!asked.accepts(instance->root())) return text;
  }
  return {};
}

/// What one direction showed over all pairs.
struct Outcome {
  std::size_t compatible_pairs = 0;
  std::size_t instances = 0;
  /// Pairs all of whose changes are `compatible`, and the instance that proves them wrong.
  std::vector<std::string> unsound;
  /// Keywords such that, were each change of them taken for compatible, a counterexample exists.
  std::map<std::string, std::string> guarded;
};

void examine(Generator& generator, const Pair& pair, Direction direction, Outcome& outcome) {
  const auto changes =
      registry::compare_schemas(pair.before.root(), pair.after.root(), direction, "");
  const auto keywords = incompatible_keywords(changes);
  if (keywords.size() > 1 || changes.empty()) return;
  if (keywords.size() == 1 && outcome.guarded.contains(*keywords.begin())) return;
  std::size_t tried = 0;
  const std::string found = counterexample(generator, pair, direction, tried);
  if (keywords.empty()) {
    ++outcome.compatible_pairs;
    outcome.instances += tried;
  }
  if (found.empty()) return;
  const std::string shown = "seed " + std::to_string(pair.seed) + "\n  before " + pair.text.before +
                            "\n  after  " + pair.text.after + "\n  instance " + found;
  if (keywords.empty()) {
    outcome.unsound.push_back(shown);
  } else {
    outcome.guarded.emplace(*keywords.begin(), shown);
  }
}

const Outcome& outcome_of(Direction direction) {
  static const std::array<Outcome, 2> outcomes = [] {
    std::array<Outcome, 2> both;
    for (std::uint64_t seed = first_seed; seed < first_seed + pair_count; ++seed) {
      Generator generator(seed);
      SchemaPair text = generator.schemas();
      auto before = json::Document::parse(text.before);
      auto after = json::Document::parse(text.after);
      if (!before || !after) {
        both[0].unsound.push_back("no JSON: " + text.before + "\n" + text.after);
        continue;
      }
      const Pair pair = {seed, std::move(text), std::move(*before), std::move(*after)};
      examine(generator, pair, Direction::input, both[0]);
      examine(generator, pair, Direction::output, both[1]);
    }
    return both;
  }();
  return outcomes[direction == Direction::input ? 0 : 1];
}

void expect_sound(Direction direction) {
  const Outcome& outcome = outcome_of(direction);
  for (std::size_t i = 0; i < std::min<std::size_t>(outcome.unsound.size(), 5); ++i)
    ADD_FAILURE() << outcome.unsound[i];
  EXPECT_EQ(outcome.unsound.size(), 0U);
  // What was generated is enough to mean something.
  EXPECT_GT(outcome.compatible_pairs, pair_count / 20);
  EXPECT_GT(outcome.instances, pair_count);
  std::printf("%zu of %zu pairs changed compatibly, %zu instances\n", outcome.compatible_pairs,
              pair_count, outcome.instances);
}

/// A rule that took every change of one of these keywords for compatible would be found out.
void expect_guarded(Direction direction, const std::vector<std::string_view>& keywords) {
  const Outcome& outcome = outcome_of(direction);
  for (const std::string_view keyword : keywords)
    EXPECT_TRUE(outcome.guarded.contains(std::string(keyword))) << keyword;
}

TEST(SchemaCompatProperty, ACallThatWasRightIsAcceptedAfterACompatibleChange) {
  expect_sound(Direction::input);
}

TEST(SchemaCompatProperty, AnAnswerAfterACompatibleChangeWasAcceptedBefore) {
  expect_sound(Direction::output);
}

TEST(SchemaCompatProperty, AWrongRuleOfAnyKeywordWouldBeFound) {
  const std::vector<std::string_view> both = {"additionalProperties",
                                              "allOf",
                                              "anyOf",
                                              "enum",
                                              "exclusiveMaximum",
                                              "exclusiveMinimum",
                                              "items",
                                              "maxItems",
                                              "maxLength",
                                              "maximum",
                                              "minItems",
                                              "minLength",
                                              "minimum",
                                              "multipleOf",
                                              "not",
                                              "oneOf",
                                              "maxProperties",
                                              "properties",
                                              "required",
                                              "type",
                                              "uniqueItems",
                                              "pattern",
                                              "contains",
                                              "prefixItems",
                                              "patternProperties"};
  expect_guarded(Direction::input, both);
  expect_guarded(Direction::output, both);
}

}  // namespace
}  // namespace lockstep::schema_compat
