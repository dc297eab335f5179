#include "lockstep/json/member_order.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace lockstep::json {
namespace {

/// Where a byte of UTF-8 stands in the order of UTF-16: only U+E000..U+FFFF (lead bytes EE and EF)
/// and the characters beyond them (F0 and up, surrogates in UTF-16) change places.
unsigned utf16_rank(unsigned byte) {
  if (byte < 0xEE) return byte;
  return byte < 0xF0 ? byte + 0x100 : byte;
}

/// The first eight bytes as one big-endian number, zeros behind a shorter name.
std::uint64_t prefix(std::string_view name) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, name.data(), sizeof bytes);
  if constexpr (std::endian::native == std::endian::little) bytes = __builtin_bswap64(bytes);
  if (name.size() >= sizeof bytes) return bytes;
  return name.empty() ? 0 : bytes & (~std::uint64_t{0} << (64 - 8 * name.size()));
}

/// How many of the first `size` bytes are equal, eight at a time.
std::size_t common_length(const char* a, const char* b, std::size_t size) {
  std::size_t at = 0;
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  for (; at + sizeof left <= size; at += sizeof left) {
    std::memcpy(&left, a + at, sizeof left);
    std::memcpy(&right, b + at, sizeof right);
    if (left != right) break;
  }
  while (at < size && a[at] == b[at])
    ++at;
  return at;
}

bool name_less(std::string_view a, std::string_view b) {
  const std::uint64_t x = prefix(a);
  const std::uint64_t y = prefix(b);
  if (x == y) return utf16_less(a, b);
  const int shift = 56 - (std::countl_zero(x ^ y) & 56);
  return utf16_rank((x >> shift) & 0xFF) < utf16_rank((y >> shift) & 0xFF);
}

void insertion_sort(std::span<Member> members) {
  for (std::size_t i = 1; i < members.size(); ++i) {
    if (!name_less(members[i].name, members[i - 1].name)) continue;
    const Member moving = members[i];
    std::size_t hole = i;
    do {
      members[hole] = members[hole - 1];
      --hole;
    } while (hole > 0 && name_less(moving.name, members[hole - 1].name));
    members[hole] = moving;
  }
}

}  // namespace

bool utf16_less(std::string_view a, std::string_view b) {
  const std::size_t common = std::min(a.size(), b.size());
  const std::size_t at = common_length(a.data(), b.data(), common);
  if (at == common) return a.size() < b.size();
  return utf16_rank(static_cast<unsigned char>(a[at])) <
         utf16_rank(static_cast<unsigned char>(b[at]));
}

void sort_members(std::span<Member> members) {
  constexpr std::size_t small = 16;
  if (members.size() <= small) return insertion_sort(members);
  std::sort(members.begin(), members.end(),
            [](const Member& a, const Member& b) { return name_less(a.name, b.name); });
}

}  // namespace lockstep::json
