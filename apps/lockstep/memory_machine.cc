#include "apps/lockstep/memory_machine.h"

#include <algorithm>

namespace lockstep::app {
namespace {

class MemorySource final : public ByteSource {
 public:
  MemorySource(std::string text, std::size_t piece_max)
      : text_(std::move(text)), piece_max_(piece_max) {}
  base::Result<std::size_t> read(std::span<char> buffer) override {
    const std::size_t count = std::min({buffer.size(), piece_max_, text_.size() - at_});
    std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(at_), count, buffer.begin());
    at_ += count;
    return count;
  }
  std::optional<std::uint64_t> size() const override { return text_.size(); }

 private:
  std::string text_;
  std::size_t piece_max_;
  std::size_t at_ = 0;
};

}  // namespace

void MemoryMachine::out(std::string_view text) {
  output += text;
}
void MemoryMachine::err(std::string_view text) {
  messages += text;
}
bool MemoryMachine::flush() {
  return !output_broken;
}

base::Result<PathKind> MemoryMachine::kind(const std::string& path) {
  if (path == "-" || files.contains(path) || std::ranges::count(locked, path) > 0)
    return PathKind::file;
  const std::string prefix = path + "/";
  const auto next = files.lower_bound(prefix);
  if (next != files.end() && next->first.starts_with(prefix)) return PathKind::directory;
  return base::failure("not_found", "there is no such file or directory");
}

base::Result<std::vector<DirectoryEntry>> MemoryMachine::list(const std::string& path) {
  const std::string prefix = path + "/";
  std::vector<DirectoryEntry> entries;
  for (const auto& [name, text] : files) {
    if (!name.starts_with(prefix)) continue;
    const std::string rest = name.substr(prefix.size());
    const std::string first = rest.substr(0, rest.find('/'));
    const PathKind kind = first == rest ? PathKind::file : PathKind::directory;
    if (entries.empty() || entries.back().name != first) entries.push_back({first, kind});
  }
  // Nobody may rely on an order that a real directory does not have.
  std::ranges::reverse(entries);
  return entries;
}

base::Result<std::unique_ptr<ByteSource>> MemoryMachine::open(const std::string& path) {
  if (path == "-") return std::make_unique<MemorySource>(standard_input, piece_max);
  if (std::ranges::count(locked, path) > 0)
    return base::failure("not_readable", "the file cannot be read: permission denied");
  const auto found = files.find(path);
  if (found == files.end()) return base::failure("not_found", "there is no such file or directory");
  return std::make_unique<MemorySource>(found->second, piece_max);
}

base::TimePoint MemoryMachine::clock() {
  return now;
}

std::optional<std::string> MemoryMachine::variable(std::string_view name) const {
  const auto found = variables.find(name);
  return found == variables.end() ? std::nullopt : std::optional(found->second);
}

Screen MemoryMachine::screen() const {
  return terminal;
}

}  // namespace lockstep::app
