#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "apps/lockstep/machine.h"
#include "lockstep/base/result.h"
#include "lockstep/registry/list_digest.h"
#include "lockstep/registry/tool.h"
#include "lockstep/verdict/result.h"

namespace lockstep::app {

/// Which set of an evidence record is meant.
enum class Side { registry, discovered };

/// What is asked of an input.
struct Asked {
  /// Which side of a record; without it the registry, or the discovered set where it has none.
  std::optional<Side> side = {};
  /// No more than the digest of each set is wanted: much faster.
  std::optional<registry::Projection> digest_only = {};
};

/// One set of tools that an input holds.
struct ToolSource {
  /// What tells it from others of the same input, and which side of a record it is; may be empty.
  std::string label;
  /// The definitions, unless the input says no more than a digest or no more was asked for.
  std::optional<registry::ToolSet> tools;
  /// Where only the digest was asked for and no name stands twice.
  std::optional<registry::ListDigest> digest;
  /// What a record states where it holds no definitions.
  verdict::SetSummary stated;
  /// Entries that are no tools.
  std::size_t nameless = 0;
};

/// Reads what digest and diff take: an array of tools, `{"tools": […]}`, a result of tools/list or
/// the JSON-RPC answer around it (an array of answers is one set of several pages), an evidence
/// record, several of them in an array, in `cases` or one a line. Errors: those of json::Document,
/// and `no_tools`.
base::Result<std::vector<ToolSource>> read_tool_sources(std::string_view text, const Asked& asked,
                                                        std::size_t bytes_max);

/// The same for a file.
base::Result<std::vector<ToolSource>> read_tool_file(Machine& machine, const std::string& path,
                                                     const Asked& asked, std::size_t bytes_max);

}  // namespace lockstep::app
