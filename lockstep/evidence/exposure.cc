#include "lockstep/evidence/exposure.h"

#include <algorithm>
#include <functional>

namespace lockstep::evidence {

namespace {

/// `*` matches any run; iterative, so that hostile patterns cost at most length times length.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*')
    ++p;
  return p == pattern.size();
}

bool any_matches(const std::vector<std::string>& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches(pattern, name); });
}

std::string replaced(std::string_view text, bool merge_runs) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c & 0xC0u) == 0x80u) continue;  // the character counted at its first byte
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-';
    if (kept) {
      out.push_back(static_cast<char>(c));
    } else if (!merge_runs || out.empty() || out.back() != '_') {
      out.push_back('_');
    }
  }
  return out;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

bool keeps(const Filter& filter, std::string_view name) {
  if (filter.nothing) return false;
  if (!filter.include.empty() && !any_matches(filter.include, name)) return false;
  return !any_matches(filter.exclude, name);
}

std::optional<std::string> exposed_name(const Policy& policy, std::string_view server,
                                        std::string_view name) {
  if (policy.name_template) {
    const std::string& pattern = *policy.name_template;
    if (pattern.find("{name}") == std::string::npos) return std::nullopt;
    std::string out;
    for (std::size_t i = 0; i < pattern.size();) {
      if (pattern.compare(i, 6, "{name}") == 0) {
        out += name;
        i += 6;
      } else if (pattern.compare(i, 8, "{server}") == 0) {
        out += server;
        i += 8;
      } else {
        out.push_back(pattern[i++]);
      }
    }
    return out;
  }
  if (policy.name_prefix) return *policy.name_prefix + std::string(name);
  return std::string(name);
}

std::vector<std::string> possible_names(const Policy& policy, std::string_view server,
                                        std::string_view name) {
  std::vector<std::string> names = {std::string(name)};
  if (const auto exposed = exposed_name(policy, server, name)) names.push_back(*exposed);
  const std::size_t plain = names.size();
  for (std::size_t i = 0; i < plain; ++i) {
    names.push_back(replaced(names[i], false));
    names.push_back(replaced(names[i], true));
  }
  const std::size_t cased = names.size();
  for (std::size_t i = 0; i < cased; ++i)
    names.push_back(lower_case(names[i]));
  return names;
}

bool is_taken(const std::vector<std::string>& taken, std::string_view possible) {
  // Shorter cuts would make any common beginning a collision; longer names are not cut anywhere.
  constexpr std::size_t cut_min = 24;
  constexpr std::size_t cut_max = 128;
  const auto holds = [&](std::string_view name) {
    return std::binary_search(taken.begin(), taken.end(), name, std::less<>());
  };
  if (holds(possible)) return true;
  for (std::size_t cut = cut_min; cut < std::min(possible.size(), cut_max + 1); ++cut) {
    if (holds(possible.substr(0, cut))) return true;
  }
  return false;
}

}  // namespace lockstep::evidence
