#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::base {

/// Offset of the first byte that is not part of well-formed UTF-8 (surrogates and overlong forms
/// are not), or nullopt.
std::optional<std::size_t> find_invalid_utf8(std::string_view bytes);

/// Hostile text made visible for a terminal, a log or a report of one line: control characters,
/// bidi controls, zero-width and other invisible characters, line and paragraph separators, tags,
/// private use and broken bytes come out as `\u{XXXX}` or `\xHH`, a backslash as `\\`. All else is
/// left as it is. Nothing is dropped. The result is valid UTF-8.
std::string escape_visible(std::string_view untrusted);

/// The same, cut after at most `columns` terminal columns with `…` as the last one.
std::string escape_visible(std::string_view untrusted, std::size_t columns);

/// Terminal columns that already-escaped text takes (wide East Asian characters and emoji take 2,
/// combining marks 0).
std::size_t display_width(std::string_view escaped);

/// True when `untrusted` holds a character that can deceive a reader: bidi control, zero-width,
/// tag character, control character other than tab and line ends.
bool is_suspicious(std::string_view untrusted);

}  // namespace lockstep::base
