#include "apps/lockstep/progress.h"

#include <fmt/format.h>

#include "apps/lockstep/layout.h"
#include "apps/lockstep/messages.h"
#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

constexpr std::uint64_t step_bytes = 8u << 20;
constexpr std::uint64_t mebibyte = 1u << 20;

}  // namespace

void Progress::begin(std::string_view file, std::optional<std::uint64_t> size) {
  clear();
  file_ = base::escape_visible(file);
  size_ = size;
  read_ = 0;
  next_ = step_bytes;
}

void Progress::add(std::uint64_t bytes) {
  read_ += bytes;
  if (read_ < next_ || !machine_.screen().err_is_terminal) return;
  next_ = read_ + step_bytes;
  show();
}

void Progress::show() {
  std::string figures = fmt::format("{} MiB", read_ / mebibyte);
  if (size_ && *size_ > 0)
    figures += fmt::format(" of {} MiB ({} %)", *size_ / mebibyte, read_ * 100 / *size_);
  const std::size_t columns = text_columns(machine_) - 1;
  machine_.err(fmt::format("\r\x1b[K{}", fit_start(figures + "  " + file_, columns)));
  shown_ = true;
}

void Progress::clear() {
  if (shown_) machine_.err("\r\x1b[K");
  shown_ = false;
}

}  // namespace lockstep::app
