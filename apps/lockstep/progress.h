#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/lockstep/machine.h"

namespace lockstep::app {

/// One line on standard error that says how far a large file was read; only on a terminal, and gone
/// before anything else is printed.
class Progress {
 public:
  explicit Progress(Machine& machine) : machine_(machine) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(std::string_view file, std::optional<std::uint64_t> size);
  void add(std::uint64_t bytes);
  void clear();

 private:
  void show();

  Machine& machine_;
  std::string file_;
  std::optional<std::uint64_t> size_;
  std::uint64_t read_ = 0;
  std::uint64_t next_ = 0;
  bool shown_ = false;
};

}  // namespace lockstep::app
