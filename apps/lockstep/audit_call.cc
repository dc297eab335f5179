#include "apps/lockstep/audit_call.h"

#include <fmt/format.h>

#include "apps/lockstep/size.h"
#include "lockstep/json/document.h"

namespace lockstep::app {
namespace {

constexpr std::size_t policy_bytes_max = 1u << 20;
constexpr std::size_t key_bytes_max = 4096;

base::Result<evidence::Policy> read_policy_file(const std::string& path, Machine& machine) {
  const auto text = read_file(machine, path, policy_bytes_max);
  if (!text) return tl::unexpected(text.error());
  const auto document = json::Document::parse(*text);
  if (!document) return tl::unexpected(document.error());
  return evidence::read_policy(document->root());
}

base::Result<std::string> read_key_file(const std::string& path, Machine& machine) {
  auto key = read_file(machine, path, key_bytes_max);
  if (!key) return key;
  // An editor's line break at the end is no part of a key.
  if (key->ends_with('\n')) key->pop_back();
  if (key->empty())
    return base::failure("empty_key", "the key file is empty (expected at least one byte)");
  return key;
}

base::Result<recording::AuditLimits> read_limits(const Arguments& arguments) {
  recording::AuditLimits limits;
  for (const auto& [option, limit] : {std::pair("--max-document", &limits.document_bytes_max),
                                      std::pair("--max-line", &limits.line_bytes_max),
                                      std::pair("--max-frame", &limits.frame_bytes_max)}) {
    const auto size = read_size_option(arguments, option, *limit);
    if (!size) return tl::unexpected(size.error());
    *limit = *size;
  }
  return limits;
}

// Puts a value in its place, or names the file that it could not be read from.
template <class T>
bool take(base::Result<T> value, T& place, const std::string& path, base::Error& error,
          std::string& file_at_fault) {
  if (value) {
    place = std::move(*value);
    return true;
  }
  error = value.error();
  file_at_fault = path;
  return false;
}

}  // namespace

std::vector<Option> audit_options() {
  return {
      {"--now", "", "TIME", "The moment of judgement, RFC 3339; without it that of the input."},
      {"--policy", "", "FILE", "A policy (JSON) whose members win over those of the input."},
      {"--fail-on",
       "",
       "VERDICT",
       "Exit with 0 for every verdict that is less bad than this.",
       {"stale", "incomplete", "unverifiable", "converged"}},
      {"--key-file", "", "FILE",
       "Key of the fingerprints, shared by the observers of one fleet; without it the key is "
       "derived "
       "from the input, so that an audit repeats exactly."},
      {"--color",
       "",
       "WHEN",
       "Colour; auto is for a terminal and without NO_COLOR.",
       {"auto", "always", "never"}},
      {"--max-document", "", "SIZE", "Refuse a single document above this; 256M by default."},
      {"--max-line", "", "SIZE", "Refuse a line above this; 64M by default."},
      {"--max-frame", "", "SIZE", "Leave a message above this unread; 16M by default."},
  };
}

base::Result<AuditCall> read_audit_call(const Arguments& arguments, Machine& machine,
                                        std::string& file_at_fault) {
  AuditCall call;
  base::Error error;
  call.options.clock = machine.clock();
  if (!take(read_limits(arguments), call.options.limits, {}, error, file_at_fault))
    return tl::unexpected(error);
  if (const auto now = arguments.value("--now")) {
    const auto time = base::parse_rfc3339(*now);
    if (!time)
      return base::failure("usage",
                           fmt::format("--now cannot be `{}` (expected a time by RFC 3339, "
                                       "such as 2026-07-20T09:00:00Z)",
                                       *now));
    call.options.now = *time;
  }
  if (const auto path = arguments.value("--policy"))
    if (!take(read_policy_file(*path, machine), call.options.policy, *path, error, file_at_fault))
      return tl::unexpected(error);
  if (const auto path = arguments.value("--key-file"))
    if (!take(read_key_file(*path, machine), call.options.key, *path, error, file_at_fault))
      return tl::unexpected(error);
  if (const auto verdict = arguments.value("--fail-on"))
    call.fail_on = verdict::parse_verdict(*verdict);
  return call;
}

}  // namespace lockstep::app
