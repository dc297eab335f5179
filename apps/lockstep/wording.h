#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/lockstep/view.h"
#include "lockstep/registry/diff.h"
#include "lockstep/verdict/result.h"

namespace lockstep::app {

/// Words of a result for people. What a peer sent is escaped in all of them.

/// A sign beside the word, so that neither colour nor the word stands alone: `✓ converged`.
std::string verdict_words(verdict::Verdict verdict);

enum class Tint : std::uint8_t { good, bad, open, unknown, faint, strong };
Tint tint_of(verdict::Verdict verdict);
/// The text between the escape sequences of a colour, or as it is.
std::string tinted(std::string_view text, Tint tint, const Typography& typography);

/// A set text in which the words of the verdict get their colour.
std::string tinted_verdict(std::string text, verdict::Verdict verdict,
                           const Typography& typography);

/// The id of a result, or its pair when it has none.
std::string id_words(const verdict::Result& result);
/// Id and pair.
std::string title_words(const verdict::Result& result);
/// `agent ↔ tickets`; `?` for a side that is not known.
std::string pair_words(const verdict::Result& result);
/// `read_ticket (changed, breaking): /description, /inputSchema/required`.
std::string change_words(const registry::ToolChange& change);
/// `read_ticket (breaking), 2 more`; empty when nothing is affected.
std::string affected_words(const verdict::Result& result);
/// The next step in two or three words.
std::string step_words(const verdict::Result& result);

std::string signal_words(const verdict::Stages& stages);
std::string discovery_words(const verdict::Stages& stages);
std::string install_words(const verdict::Stages& stages);
std::string set_words(const std::optional<verdict::SetSummary>& set);
std::string freshness_words(const verdict::Result& result);

/// The first 16 hex digits of `sha256:…`; `-` when there are none.
std::string short_digest(std::string_view digest);

/// What green does not prove, one sentence.
std::string_view boundary_sentence();

/// `1 tool`, `2 tools`.
std::string counted(std::size_t count, std::string_view noun);

}  // namespace lockstep::app
