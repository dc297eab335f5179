#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/result.h"
#include "lockstep/base/time.h"

namespace lockstep::app {

/// Bytes of an open file or pipe, read once from front to back.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills the front of `buffer` and says how much; 0 is the end. Error: `read_failed`.
  virtual base::Result<std::size_t> read(std::span<char> buffer) = 0;
  /// Bytes of the whole file, where that is known beforehand.
  virtual std::optional<std::uint64_t> size() const = 0;
};

enum class PathKind : std::uint8_t { file, directory };

struct DirectoryEntry {
  std::string name;
  PathKind kind = PathKind::file;
};

/// What stands behind the two output streams.
struct Screen {
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  /// Width of the terminal, where there is one.
  std::optional<std::size_t> columns;
};

/// Everything of the outside world that a command may touch. One implementation is the real one
/// (PosixMachine, in the executable only), the other lives in memory (MemoryMachine).
class Machine {
 public:
  virtual ~Machine() = default;

  /// Data, on standard output. A failure to write is kept and told by out_failed().
  virtual void out(std::string_view text) = 0;
  /// Messages, on standard error.
  virtual void err(std::string_view text) = 0;
  /// Writes out what is still buffered; false when some of the output was lost.
  virtual bool flush() = 0;

  /// What a path names, links followed. Errors: `not_found`, `not_readable`.
  virtual base::Result<PathKind> kind(const std::string& path) = 0;
  /// What a directory holds, in no order; links to directories are left out, so that a walk ends.
  virtual base::Result<std::vector<DirectoryEntry>> list(const std::string& path) = 0;
  /// Opens a file; `-` is standard input. Errors: `not_found`, `not_readable`.
  virtual base::Result<std::unique_ptr<ByteSource>> open(const std::string& path) = 0;

  virtual base::TimePoint clock() = 0;
  virtual std::optional<std::string> variable(std::string_view name) const = 0;
  virtual Screen screen() const = 0;
};

/// A whole file of at most `bytes_max` bytes. Error besides those of open and read: `too_large`.
base::Result<std::string> read_file(Machine& machine, const std::string& path,
                                    std::size_t bytes_max);

}  // namespace lockstep::app
