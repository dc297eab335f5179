#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::app {

/// Text here is safe to print (base::escape_visible has been over what a peer sent) and is measured
/// in terminal columns.

/// Breaks text into lines of at most `width` columns (at least 1), at blanks where it can.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// `lead`, then the text wrapped behind it; further lines are indented as wide as `lead`. Every
/// line ends with a line break.
std::string hanging(std::string_view lead, std::string_view text, std::size_t width);

/// Blanks behind the text up to `width` columns.
std::string pad(std::string_view text, std::size_t width);

/// The text, or as much of its beginning as fits with `…` behind it.
std::string fit_start(std::string_view text, std::size_t width);
/// The text, or as much of its end as fits with `…` in front: the telling part of a path.
std::string fit_end(std::string_view text, std::size_t width);

/// Without the blanks at the end.
std::string_view trimmed(std::string_view text);

}  // namespace lockstep::app
