#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/base/text.h"
#include "lockstep/json/builder.h"

namespace lockstep::json {
namespace {

/// Longer pointers are left out: they are as long as hostile input wants.
constexpr std::size_t pointer_bytes_max = 1024;

std::string pointer_segment(std::string_view name) {
  std::string pointer = "/";
  for (const char byte : name.substr(0, pointer_bytes_max)) {
    if (byte == '~') {
      pointer += "~0";
    } else if (byte == '/') {
      pointer += "~1";
    } else {
      pointer += byte;
    }
  }
  return pointer;
}

}  // namespace

bool Builder::fail(const char* code, const char* message, std::size_t offset, Blame blame) {
  if (auto fault = text_fault()) {
    error_ = std::move(*fault);
    return false;
  }
  error_ = error_at(code, message, offset);
  error_.pointer = pointer(blame);
  return false;
}

base::Error Builder::error_at(const char* code, const char* message, std::size_t offset) const {
  base::Error error{code, message};
  error.offset = offset;
  error.line =
      1 + static_cast<std::size_t>(std::count(input_.begin(), input_.begin() + offset, '\n'));
  return error;
}

std::string Builder::pointer(Blame blame) const {
  std::vector<std::string> segments;
  std::size_t bytes = 0;
  std::size_t elements_end = elements_.size();
  std::size_t members_end = members_.size();
  for (std::size_t i = open_.size(); i-- > 0;) {
    const bool object = open_[i].kind == Kind::object;
    std::size_t& end = object ? members_end : elements_end;
    const bool skipped = blame == Blame::container && i + 1 == open_.size();
    if (!skipped) {
      segments.push_back(object ? pointer_segment(members_[end - 1].name)
                                : fmt::format("/{}", end - 1 - open_[i].first));
      bytes += segments.back().size();
      if (bytes > pointer_bytes_max) return {};
    }
    end = open_[i].first;
  }
  std::reverse(segments.begin(), segments.end());
  std::string out;
  for (const std::string& segment : segments)
    out += segment;
  return out;
}

/// Looks slowly through a text that was refused. Faults of bytes and strings come before all
/// others, so that the error does not depend on which implementation of simdjson this machine runs.
std::optional<base::Error> Builder::text_fault() const {
  if (const auto offset = base::find_invalid_utf8(input_)) {
    return error_at("invalid_utf8", "the text is not UTF-8", *offset);
  }
  bool inside = false;
  bool escaped = false;
  std::size_t opened = 0;
  for (std::size_t i = 0; i < input_.size(); ++i) {
    const char byte = input_[i];
    if (inside && static_cast<unsigned char>(byte) < 0x20) {
      return error_at("syntax", "a control character stands raw in a string", i);
    }
    if (!inside && byte == '\\') return error_at("syntax", "a value is expected", i);
    if (escaped && static_cast<unsigned char>(byte) > 0x7F) {
      return error_at("syntax", "this is not a JSON escape sequence", i - 1);
    }
    if (byte == '"' && !escaped) {
      inside = !inside;
      opened = i;
    }
    escaped = byte == '\\' && !escaped;
  }
  if (inside) return error_at("syntax", "a string is not closed", opened);
  return std::nullopt;
}

}  // namespace lockstep::json
