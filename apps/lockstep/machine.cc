#include "apps/lockstep/machine.h"

#include <fmt/format.h>

namespace lockstep::app {

base::Result<std::string> read_file(Machine& machine, const std::string& path,
                                    std::size_t bytes_max) {
  auto source = machine.open(path);
  if (!source) return tl::unexpected(source.error());
  std::string text;
  std::string buffer(256u << 10, '\0');
  for (;;) {
    const auto count = (*source)->read(buffer);
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) return text;
    if (*count > bytes_max - text.size())
      return base::failure("too_large",
                           fmt::format("the file is larger than the limit of {} bytes", bytes_max));
    text.append(buffer, 0, *count);
  }
}

}  // namespace lockstep::app
