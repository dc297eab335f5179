#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/base/hash.h"

namespace lockstep::es6_sequence {

/// The doubles of the published number sequence, as bit patterns in their order: the fixed ones,
/// 2,000 that begin at the smallest normal double, then without end those of a chain of SHA-256.
class Sequence {
 public:
  explicit Sequence(std::vector<std::uint64_t> fixed) : fixed_(std::move(fixed)) {}

  std::uint64_t next();

 private:
  std::uint64_t next_of_chain();

  std::vector<std::uint64_t> fixed_;
  std::size_t position_ = 0;
  base::Sha256 block_{};
  std::size_t used_ = sizeof(base::Sha256);
};

/// The fixed patterns, one in hexadecimal a line; empty when the file cannot be read.
std::vector<std::uint64_t> read_patterns(const std::string& path);

}  // namespace lockstep::es6_sequence
