#include "apps/lockstep/inputs.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "lockstep/recording/audit.h"

namespace lockstep::app {
namespace {

constexpr std::array<std::string_view, 4> endings = {".json", ".jsonl", ".ndjson", ".har"};

// The part of a path before its last name, the slash included.
std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1);
}
std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_wanted(const DirectoryEntry& entry) {
  if (entry.name.starts_with('.')) return false;
  if (entry.kind == PathKind::directory) return true;
  return std::ranges::any_of(endings, [&](auto ending) { return entry.name.ends_with(ending); });
}

// Collects files; the processes of one pair meet in one input.
class Collector {
 public:
  void add_file(const std::string& path) {
    const auto stem = recording::process_stem(name_of(path));
    if (!stem) {
      inputs_.push_back({{path}, std::nullopt});
      return;
    }
    const auto [place, is_new] = groups_.emplace(folder_of(path) + *stem, inputs_.size());
    if (is_new) inputs_.emplace_back();
    inputs_[place->second].parts.push_back(path);
  }

  void add_error(const std::string& path, base::Error error) {
    inputs_.push_back({{path}, std::move(error)});
  }

  std::vector<Input> finish() {
    // Of equal stems the shorter name has the smaller number, and names of equal length compare.
    for (Input& input : inputs_) {
      std::ranges::sort(input.parts, [](const std::string& a, const std::string& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
      });
      input.parts.erase(std::unique(input.parts.begin(), input.parts.end()), input.parts.end());
    }
    return std::move(inputs_);
  }

 private:
  std::vector<Input> inputs_;
  std::map<std::string, std::size_t> groups_;
};

struct Pending {
  std::string path;
  PathKind kind;
};

// Puts what a directory holds on the stack, so that the first name comes off first.
base::Result<std::size_t> push_entries(const std::string& path, Machine& machine,
                                       std::vector<Pending>& stack) {
  auto entries = machine.list(path);
  if (!entries) return tl::unexpected(entries.error());
  std::erase_if(*entries, [](const DirectoryEntry& entry) { return !is_wanted(entry); });
  std::ranges::sort(*entries, std::ranges::greater(), &DirectoryEntry::name);
  const std::string prefix = path.ends_with('/') ? path : path + "/";
  for (const DirectoryEntry& entry : *entries)
    stack.push_back({prefix + entry.name, entry.kind});
  return entries->size();
}

void add_directory(const std::string& path, Machine& machine, Collector& collector) {
  std::vector<Pending> stack = {{path, PathKind::directory}};
  bool any = false;
  while (!stack.empty()) {
    const Pending next = std::move(stack.back());
    stack.pop_back();
    if (next.kind == PathKind::file) {
      any = true;
      collector.add_file(next.path);
      continue;
    }
    if (const auto count = push_entries(next.path, machine, stack); !count) {
      any = true;
      collector.add_error(next.path, count.error());
    }
  }
  if (!any)
    collector.add_error(path, {"empty_directory",
                               "holds nothing to judge (expected files *.json, *.jsonl, *.ndjson "
                               "or *.har)"});
}

}  // namespace

std::vector<Input> find_inputs(const std::vector<std::string>& words, Machine& machine) {
  Collector collector;
  for (const std::string& word : words) {
    const auto kind = machine.kind(word);
    if (!kind)
      collector.add_error(word, kind.error());
    else if (*kind == PathKind::directory)
      add_directory(word, machine, collector);
    else
      collector.add_file(word);
  }
  return collector.finish();
}

}  // namespace lockstep::app
