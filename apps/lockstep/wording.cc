#include "apps/lockstep/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lockstep/base/check.h"
#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

using verdict::Verdict;

// Members of one tool that are told one by one.
constexpr std::size_t members_max = 12;

std::string time_words(const std::optional<base::TimePoint>& time) {
  return time ? base::format_rfc3339(*time) : "at an unknown time";
}

std::string_view colour_code(Tint tint) {
  switch (tint) {
    case Tint::good:
      return "32";
    case Tint::bad:
      return "31";
    case Tint::open:
      return "33";
    case Tint::unknown:
      return "35";
    case Tint::faint:
      return "2";
    case Tint::strong:
      return "1";
  }
  LOCKSTEP_CHECK(false);
}

std::string spaced(std::string_view name) {
  std::string words(name);
  for (char& c : words)
    if (c == '_') c = ' ';
  return words;
}

}  // namespace

std::string verdict_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::converged:
      return "✓ converged";
    case Verdict::stale:
      return "✗ stale";
    case Verdict::incomplete:
      return "… incomplete";
    case Verdict::unverifiable:
      return "? unverifiable";
  }
  LOCKSTEP_CHECK(false);
}

Tint tint_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::converged:
      return Tint::good;
    case Verdict::stale:
      return Tint::bad;
    case Verdict::incomplete:
      return Tint::open;
    case Verdict::unverifiable:
      return Tint::unknown;
  }
  LOCKSTEP_CHECK(false);
}

std::string tinted(std::string_view text, Tint tint, const Typography& typography) {
  if (!typography.colour || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", colour_code(tint), text);
}

std::string tinted_verdict(std::string text, Verdict verdict, const Typography& typography) {
  const std::string words = verdict_words(verdict);
  const std::size_t at = text.find(words);
  if (at != std::string::npos)
    text.replace(at, words.size(), tinted(words, tint_of(verdict), typography));
  return text;
}

std::string id_words(const verdict::Result& result) {
  return result.id.empty() ? pair_words(result) : base::escape_visible(result.id);
}

std::string title_words(const verdict::Result& result) {
  return result.id.empty() ? pair_words(result) : id_words(result) + ", " + pair_words(result);
}

std::string pair_words(const verdict::Result& result) {
  const auto side = [](const std::string& name) {
    return name.empty() ? std::string("?") : base::escape_visible(name);
  };
  return side(result.client) + " ↔ " + side(result.server);
}

std::string change_words(const registry::ToolChange& change) {
  std::string words =
      fmt::format("{} ({}, {}", base::escape_visible(change.name),
                  registry::to_string(change.change), registry::to_string(change.compatibility));
  if (change.guidance_only) words += ", guidance only";
  if (change.against_safety) words += ", against safety";
  words += ")";
  std::string_view separator = ": ";
  std::size_t told = 0;
  for (const auto& member : change.members) {
    if (++told > members_max) {
      words += fmt::format(", {} more", change.members.size() - members_max);
      break;
    }
    words += separator;
    words += base::escape_visible(member.pointer);
    if (!member.why.empty()) words += fmt::format(" [{}]", member.why);
    separator = ", ";
  }
  return words;
}

std::string affected_words(const verdict::Result& result) {
  if (result.affected.empty()) return {};
  const registry::ToolChange* worst = &result.affected.front();
  for (const auto& change : result.affected)
    if (change.compatibility > worst->compatibility) worst = &change;
  std::string words = fmt::format("{} ({})", base::escape_visible(worst->name),
                                  registry::to_string(worst->compatibility));
  if (result.affected.size() > 1) words += fmt::format(", {} more", result.affected.size() - 1);
  return words;
}

std::string step_words(const verdict::Result& result) {
  const std::string& verb = result.next_action.verb;
  if (verb.empty() || verb == "none") return "go on";
  if (verb == "request_refresh") return "ask for one refresh";
  return base::escape_visible(spaced(verb));
}

std::string signal_words(const verdict::Stages& stages) {
  if (stages.signal != verdict::SignalState::seen) return std::string(to_string(stages.signal));
  const std::string kind =
      stages.signal_kind.empty() ? "a signal" : base::escape_visible(spaced(stages.signal_kind));
  return fmt::format("{}, {}", kind, time_words(stages.signal_at));
}

std::string discovery_words(const verdict::Stages& stages) {
  std::string words = spaced(to_string(stages.discovery));
  if (stages.pages) words += ", " + counted(static_cast<std::size_t>(*stages.pages), "page");
  if (stages.tools) words += ", " + counted(static_cast<std::size_t>(*stages.tools), "tool");
  if (stages.started_at) words += ", begun " + base::format_rfc3339(*stages.started_at);
  if (stages.completed_at) words += ", ended " + base::format_rfc3339(*stages.completed_at);
  return words;
}

std::string install_words(const verdict::Stages& stages) {
  std::string words(to_string(stages.install));
  if (stages.installed_at) words += ", since " + base::format_rfc3339(*stages.installed_at);
  if (!stages.witness.empty()) words += ", witness " + base::escape_visible(spaced(stages.witness));
  return words;
}

std::string set_words(const std::optional<verdict::SetSummary>& set) {
  if (!set) return "-";
  const std::string count = set->tool_count ? std::to_string(*set->tool_count) : "?";
  return fmt::format("{}/{}", short_digest(set->digest), count);
}

std::string freshness_words(const verdict::Result& result) {
  std::string words(to_string(result.basis));
  if (result.as_of) words += ", as of " + base::format_rfc3339(*result.as_of);
  if (result.valid_until) words += ", until " + base::format_rfc3339(*result.valid_until);
  return words;
}

std::string short_digest(std::string_view digest) {
  constexpr std::string_view prefix = "sha256:";
  if (digest.empty()) return "-";
  if (digest.starts_with(prefix)) digest.remove_prefix(prefix.size());
  return base::escape_visible(digest.substr(0, 16));
}

std::string_view boundary_sentence() {
  return "Converged does not prove that the next call gets through (reachability), that it is "
         "authorized (authorization), that the tool behaves (tool behaviour), that an effect "
         "happened (external effect) or that the task succeeded (task outcome).";
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace lockstep::app
