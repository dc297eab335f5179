#include "apps/lockstep/size.h"

#include <fmt/format.h>

#include <charconv>

namespace lockstep::app {
namespace {

constexpr std::size_t size_max = std::size_t{1} << 40;

std::optional<int> shift_of(std::string_view letter) {
  if (letter.empty()) return 0;
  if (letter == "K") return 10;
  if (letter == "M") return 20;
  if (letter == "G") return 30;
  return std::nullopt;
}

std::optional<std::size_t> read_size(std::string_view text) {
  std::size_t size = 0;
  const char* const last = text.data() + text.size();
  const auto [end, failed] = std::from_chars(text.data(), last, size);
  const auto shift = shift_of(std::string_view(end, static_cast<std::size_t>(last - end)));
  if (failed != std::errc() || !shift || size == 0 || size > size_max >> *shift)
    return std::nullopt;
  return size << *shift;
}

}  // namespace

base::Result<std::size_t> read_size_option(const Arguments& arguments, std::string_view option,
                                           std::size_t otherwise) {
  const auto text = arguments.value(option);
  if (!text) return otherwise;
  if (const auto size = read_size(*text)) return *size;
  return base::failure("usage",
                       fmt::format("{} cannot be `{}` (expected a number of bytes, such as "
                                   "300M, up to 1024G)",
                                   option, *text));
}

}  // namespace lockstep::app
