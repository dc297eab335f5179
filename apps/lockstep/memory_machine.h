#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/lockstep/machine.h"

namespace lockstep::app {

/// A machine that exists in memory only: for tests and for whoever embeds the commands.
class MemoryMachine final : public Machine {
 public:
  /// Path and bytes; a directory is every prefix of a path that ends before a slash.
  std::map<std::string, std::string> files;
  /// Paths that exist and cannot be read.
  std::vector<std::string> locked;
  std::map<std::string, std::string, std::less<>> variables;
  std::string standard_input;
  base::TimePoint now;
  Screen terminal;
  /// Bytes that one read gives at most.
  std::size_t piece_max = 7;

  std::string output;
  std::string messages;
  bool output_broken = false;

  void out(std::string_view text) override;
  void err(std::string_view text) override;
  bool flush() override;
  base::Result<PathKind> kind(const std::string& path) override;
  base::Result<std::vector<DirectoryEntry>> list(const std::string& path) override;
  base::Result<std::unique_ptr<ByteSource>> open(const std::string& path) override;
  base::TimePoint clock() override;
  std::optional<std::string> variable(std::string_view name) const override;
  Screen screen() const override;
};

}  // namespace lockstep::app
