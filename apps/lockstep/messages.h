#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "apps/lockstep/machine.h"
#include "lockstep/base/result.h"

namespace lockstep::app {

/// `lockstep: FILE:LINE: offset N: at /pointer: what is wrong (expected …)` and a line break, each
/// part where it is known. Everything in it is escaped.
std::string error_line(std::string_view file, const base::Error& error);

/// `lockstep: FILE: note: …` and a line break.
std::string note_line(std::string_view file, std::string_view text);

/// What stands in place of the faulty thing in a good input; empty when the message says it all.
std::string_view expectation(std::string_view code);

/// Columns for running text: `COLUMNS`, else the terminal's width, at most 100, else 100.
std::size_t text_columns(const Machine& machine);

}  // namespace lockstep::app
