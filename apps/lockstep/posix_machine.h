#pragma once

#include <string>

#include "apps/lockstep/machine.h"

namespace lockstep::app {

/// The machine that the program runs on. Standard output is buffered unless it is a terminal.
class PosixMachine final : public Machine {
 public:
  PosixMachine();
  void out(std::string_view text) override;
  void err(std::string_view text) override;
  bool flush() override;
  base::Result<PathKind> kind(const std::string& path) override;
  base::Result<std::vector<DirectoryEntry>> list(const std::string& path) override;
  base::Result<std::unique_ptr<ByteSource>> open(const std::string& path) override;
  base::TimePoint clock() override;
  std::optional<std::string> variable(std::string_view name) const override;
  Screen screen() const override { return screen_; }

 private:
  Screen screen_;
  std::string buffer_;
  bool broken_ = false;
};

}  // namespace lockstep::app
