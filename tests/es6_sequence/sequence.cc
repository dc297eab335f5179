#include "sequence.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>

namespace lockstep::es6_sequence {
namespace {

constexpr std::uint64_t smallest_normal = 0x0010'0000'0000'0000;
constexpr std::size_t normals = 2000;

bool belongs(std::uint64_t bits) {
  const double value = std::bit_cast<double>(bits);
  return std::isfinite(value) && value != 0;
}

}  // namespace

std::uint64_t Sequence::next() {
  const std::size_t position = position_++;
  if (position < fixed_.size()) return fixed_[position];
  if (position < fixed_.size() + normals) return smallest_normal + (position - fixed_.size());
  for (;;) {
    const std::uint64_t bits = next_of_chain();
    if (belongs(bits)) return bits;
  }
}

std::uint64_t Sequence::next_of_chain() {
  if (used_ == block_.size()) {
    block_ = base::sha256({reinterpret_cast<const char*>(block_.data()), block_.size()});
    used_ = 0;
  }
  std::uint64_t bits = 0;
  for (std::size_t i = sizeof bits; i-- > 0;)
    bits = bits << 8 | block_[used_ + i];
  used_ += sizeof bits;
  return bits;
}

std::vector<std::uint64_t> read_patterns(const std::string& path) {
  std::vector<std::uint64_t> patterns;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::uint64_t bits = 0;
    std::from_chars(line.data(), line.data() + line.size(), bits, 16);
    patterns.push_back(bits);
  }
  return patterns;
}

}  // namespace lockstep::es6_sequence
