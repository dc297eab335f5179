// es6_sequence N               compares checksums of the first N lines with the published ones
// es6_sequence --formatters N  compares N doubles of the chain with double-conversion's text
//
// Exit status: 0 equal, 1 different, 2 usage, 77 skipped (the fixed patterns are not there).

#include <double-conversion/double-conversion.h>
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/base/hash.h"
#include "lockstep/json/number.h"
#include "sequence.h"

namespace {

using lockstep::base::Sha256Stream;
using lockstep::es6_sequence::Sequence;

constexpr int skipped = 77;

struct Checksum {
  std::size_t lines;
  std::string_view sha256;
  std::unique_ptr<Sha256Stream> stream = std::make_unique<Sha256Stream>();
};

std::string patterns_path() {
  const char* shared = std::getenv("LOCKSTEP_SHARED");
  const char* source = std::getenv("LOCKSTEP_SOURCE");
  const std::string root = shared != nullptr   ? shared
                           : source != nullptr ? std::string(source) + "/../shared"
                                               : "../shared";
  return root + "/cases/jcs/es6-static-patterns.txt";
}

void append_line(std::string& out, std::uint64_t bits) {
  fmt::format_to(std::back_inserter(out), "{:x},", bits);
  lockstep::json::append_ecmascript_number(out, std::bit_cast<double>(bits));
  out += '\n';
}

std::string hex(const lockstep::base::Sha256& digest) {
  std::string out;
  for (const unsigned byte : digest)
    fmt::format_to(std::back_inserter(out), "{:02x}", byte);
  return out;
}

/// Feeds the lines up to each checksum's number to it and to those of more lines.
int compare_checksums(std::size_t lines) {
  Checksum checksums[] = {
      {1'000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687"},
      {10'000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892"},
      {100'000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7"},
      {1'000'000, "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16"},
      {10'000'000, "b9f8a44a91d46813b21b9602e72f112613c91408db0b8341fb94603d9db135e0"},
      {100'000'000, "0f7dda6b0837dde083c5d6b896f7d62340c8a2415b0c7121d83145e08a755272"},
  };
  auto patterns = lockstep::es6_sequence::read_patterns(patterns_path());
  if (patterns.empty()) {
    fmt::print("SKIPPED: the fixed patterns are not there (LOCKSTEP_SHARED)\n");
    return skipped;
  }
  Sequence sequence(std::move(patterns));
  std::size_t line = 0;
  std::string text;
  for (Checksum& checksum : checksums) {
    if (checksum.lines > lines) break;
    while (line < checksum.lines) {
      text.clear();
      for (; line < checksum.lines && text.size() < 65536; ++line)
        append_line(text, sequence.next());
      for (Checksum* later = &checksum; later != std::end(checksums); ++later) {
        if (later->lines <= lines) later->stream->add(text);
      }
    }
    const std::string given = hex(checksum.stream->finish());
    const bool equal = given == checksum.sha256;
    fmt::print("{:>11} lines {} {}\n", checksum.lines, given, equal ? "equal" : "DIFFERENT");
    if (!equal) return 1;
  }
  return 0;
}

int compare_formatters(std::size_t count) {
  const auto& oracle = double_conversion::DoubleToStringConverter::EcmaScriptConverter();
  Sequence sequence({0, 0x8000'0000'0000'0000, 1});
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bits = sequence.next();
    char buffer[64];
    double_conversion::StringBuilder builder(buffer, sizeof buffer);
    oracle.ToShortest(std::bit_cast<double>(bits), &builder);
    const std::string expected = builder.Finalize();
    const std::string given = lockstep::json::ecmascript_number(std::bit_cast<double>(bits));
    if (given != expected) {
      fmt::print("{:x}: {} instead of {}\n", bits, given, expected);
      return 1;
    }
  }
  fmt::print("{} doubles have the same text in both libraries\n", count);
  return 0;
}

std::optional<std::size_t> parse_count(std::string_view text) {
  std::size_t count = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  const bool formatters = argc == 3 && std::string_view(argv[1]) == "--formatters";
  const auto count = argc == 2 || formatters ? parse_count(argv[argc - 1]) : std::nullopt;
  if (!count || *count < 1000) {
    fmt::print(stderr, "usage: es6_sequence [--formatters] N (1000 or more)\n");
    return 2;
  }
  return formatters ? compare_formatters(*count) : compare_checksums(*count);
}
