// What base/text.h promises holds for any bytes: escaped text is UTF-8 that hides nothing, keeps to
// its columns, and times and base64 that read come back as they were.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/base/check.h"
#include "lockstep/base/encoding.h"
#include "lockstep/base/text.h"
#include "lockstep/base/time.h"

namespace {

using namespace lockstep;

void check_visible(std::string_view visible) {
  LOCKSTEP_CHECK(!base::find_invalid_utf8(visible));
  LOCKSTEP_CHECK(!base::is_suspicious(visible));
  for (const char c : visible) {
    const auto byte = static_cast<unsigned char>(c);
    LOCKSTEP_CHECK(byte >= 0x20 && byte != 0x7f);
  }
}

void check_text(std::string_view text) {
  const std::string visible = base::escape_visible(text);
  check_visible(visible);
  LOCKSTEP_CHECK(visible.size() >= text.size());  // nothing is dropped
  const std::size_t width = base::display_width(visible);
  LOCKSTEP_CHECK(base::escape_visible(text, width + 1) == visible);
  if (width > 0) LOCKSTEP_CHECK(base::escape_visible(text, width) == visible);
}

void check_cut(std::string_view text, std::size_t columns) {
  const std::string cut = base::escape_visible(text, columns);
  check_visible(cut);
  LOCKSTEP_CHECK(base::display_width(cut) <= columns);
}

void check_readers(std::string_view text) {
  if (const auto bytes = base::from_base64(text)) LOCKSTEP_CHECK(base::to_base64(*bytes) == text);
  LOCKSTEP_CHECK(base::from_base64(base::to_base64(text)) == std::string(text));
  if (const auto time = base::parse_rfc3339(text)) {
    const auto again = base::parse_rfc3339(base::format_rfc3339(*time));
    LOCKSTEP_CHECK(again && *again == *time);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_text(text);
  check_readers(text);
  if (size > 0) check_cut(text.substr(1), data[0]);
  return 0;
}
