#include "apps/lockstep/posix_machine.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace lockstep::app {
namespace {

constexpr std::size_t buffer_bytes = 64u << 10;

std::string reason_of(int error) {
  return std::generic_category().message(error);
}

tl::unexpected<base::Error> open_failure(int error) {
  if (error == ENOENT || error == ENOTDIR)
    return base::failure("not_found", "there is no such file or directory");
  return base::failure("not_readable", "cannot be read: " + reason_of(error));
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

class FileSource final : public ByteSource {
 public:
  explicit FileSource(int descriptor) : descriptor_(descriptor) {}
  ~FileSource() override {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  base::Result<std::size_t> read(std::span<char> buffer) override {
    for (;;) {
      const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR)
        return base::failure("read_failed", "cannot be read on: " + reason_of(errno));
    }
  }

  std::optional<std::uint64_t> size() const override {
    struct stat facts {};
    if (::fstat(descriptor_, &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(facts.st_size);
  }

 private:
  int descriptor_;
};

std::optional<std::size_t> terminal_columns() {
  winsize size{};
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return std::nullopt;
}

}  // namespace

PosixMachine::PosixMachine()
    : screen_{::isatty(STDOUT_FILENO) == 1, ::isatty(STDERR_FILENO) == 1, std::nullopt} {
  if (screen_.out_is_terminal) screen_.columns = terminal_columns();
}

void PosixMachine::out(std::string_view text) {
  buffer_ += text;
  if (screen_.out_is_terminal || buffer_.size() >= buffer_bytes) flush();
}

void PosixMachine::err(std::string_view text) {
  flush();
  write_all(STDERR_FILENO, text);
}

bool PosixMachine::flush() {
  if (!broken_ && !buffer_.empty()) broken_ = !write_all(STDOUT_FILENO, buffer_);
  buffer_.clear();
  return !broken_;
}

base::Result<PathKind> PosixMachine::kind(const std::string& path) {
  if (path == "-") return PathKind::file;
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return open_failure(errno);
  return S_ISDIR(facts.st_mode) ? PathKind::directory : PathKind::file;
}

base::Result<std::vector<DirectoryEntry>> PosixMachine::list(const std::string& path) {
  std::vector<DirectoryEntry> entries;
  std::error_code error;
  auto item = std::filesystem::directory_iterator(path, error);
  for (; !error && item != std::filesystem::directory_iterator(); item.increment(error)) {
    std::error_code ignored;
    const bool directory = item->is_directory(ignored);
    if (directory && item->is_symlink(ignored)) continue;
    if (!directory && !item->is_regular_file(ignored)) continue;
    entries.push_back(
        {item->path().filename().string(), directory ? PathKind::directory : PathKind::file});
  }
  if (error) return open_failure(error.value());
  return entries;
}

base::Result<std::unique_ptr<ByteSource>> PosixMachine::open(const std::string& path) {
  if (path == "-") return std::make_unique<FileSource>(STDIN_FILENO);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) return open_failure(errno);
  return std::make_unique<FileSource>(descriptor);
}

base::TimePoint PosixMachine::clock() {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return {static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec};
}

std::optional<std::string> PosixMachine::variable(std::string_view name) const {
  const char* value = std::getenv(std::string(name).c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace lockstep::app
