#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "apps/lockstep/machine.h"
#include "lockstep/base/result.h"
#include "lockstep/registry/tool.h"
#include "lockstep/verdict/result.h"

namespace lockstep::app {

/// Which set of an evidence record is meant.
enum class Side { registry, discovered };

/// One set of tools that an input holds.
struct ToolSource {
  /// What tells it from others of the same input, and which side of a record it is; may be empty.
  std::string label;
  /// The definitions, unless the input says no more than a digest.
  std::optional<registry::ToolSet> tools;
  /// What a record states where it holds no definitions.
  verdict::SetSummary stated;
  /// Entries that are no tools.
  std::size_t nameless = 0;
};

/// Reads what digest and diff take: an array of tools, `{"tools": […]}`, a result of tools/list or
/// the JSON-RPC answer around it (an array of answers is one set of several pages), an evidence
/// record, several of them in an array, in `cases` or one a line. Of a record the side that is
/// asked for counts; without `side` its registry, or the discovered set where it has none. Errors:
/// those of json::Document, and `no_tools`.
base::Result<std::vector<ToolSource>> read_tool_sources(std::string_view text,
                                                        std::optional<Side> side,
                                                        std::size_t bytes_max);

/// The same for a file.
base::Result<std::vector<ToolSource>> read_tool_file(Machine& machine, const std::string& path,
                                                     std::optional<Side> side,
                                                     std::size_t bytes_max);

}  // namespace lockstep::app
