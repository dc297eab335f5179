#include "apps/lockstep/layout.h"

#include <algorithm>

#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

constexpr std::string_view ellipsis = "…";
// Columns that a text beside its lead needs at least.
constexpr std::size_t beside_min = 16;

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// Bytes of the character at the front.
std::size_t first_character(std::string_view text) {
  std::size_t count = 1;
  while (count < text.size() && continues(text[count]))
    ++count;
  return count;
}

std::size_t last_character(std::string_view text) {
  std::size_t count = 1;
  while (count < text.size() && continues(text[text.size() - count]))
    ++count;
  return count;
}

// Bytes of the front that fit into `width` columns, at least one character.
std::size_t front_bytes(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  std::size_t columns = 0;
  while (bytes < text.size()) {
    const std::size_t count = first_character(text.substr(bytes));
    columns += base::display_width(text.substr(bytes, count));
    if (columns > width && bytes > 0) break;
    bytes += count;
  }
  return bytes;
}

class Lines {
 public:
  explicit Lines(std::size_t width) : width_(std::max<std::size_t>(width, 1)) {}

  void add_word(std::string_view word) {
    const std::size_t columns = base::display_width(word);
    if (!line_.empty() && used_ + 1 + columns > width_) end_line();
    if (!line_.empty()) {
      line_ += ' ';
      ++used_;
    }
    add_pieces(word);
  }

  std::vector<std::string> finish() {
    if (!line_.empty() || lines_.empty()) end_line();
    return std::move(lines_);
  }

 private:
  void add_pieces(std::string_view word) {
    while (base::display_width(word) > width_ - used_) {
      const std::size_t bytes = front_bytes(word, width_ - used_);
      line_ += word.substr(0, bytes);
      word.remove_prefix(bytes);
      if (word.empty()) return;
      end_line();
    }
    line_ += word;
    used_ += base::display_width(word);
  }
  void end_line() {
    lines_.push_back(std::move(line_));
    line_.clear();
    used_ = 0;
  }

  std::size_t width_;
  std::vector<std::string> lines_;
  std::string line_;
  std::size_t used_ = 0;
};

}  // namespace

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  Lines lines(width);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) lines.add_word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines.finish();
}

std::string hanging(std::string_view lead, std::string_view text, std::size_t width) {
  std::size_t indent = base::display_width(lead);
  std::string out(lead);
  bool joined = true;
  if (indent > 0 && width < indent + beside_min) {
    // Too narrow for a text beside its lead: it goes below.
    out = trimmed(lead);
    if (!out.empty()) out += '\n';
    indent = std::min<std::size_t>(indent, width / 5);
    joined = false;
  }
  for (const std::string& line : wrap(text, width - std::min(indent, width))) {
    if (!joined) out.append(indent, ' ');
    out += line;
    out += '\n';
    joined = false;
  }
  return out;
}

std::string pad(std::string_view text, std::size_t width) {
  const std::size_t columns = base::display_width(text);
  std::string out(text);
  if (columns < width) out.append(width - columns, ' ');
  return out;
}

std::string fit_start(std::string_view text, std::size_t width) {
  if (base::display_width(text) <= width) return std::string(text);
  if (width < 2) return std::string(ellipsis);
  return std::string(text.substr(0, front_bytes(text, width - 1))).append(ellipsis);
}

std::string fit_end(std::string_view text, std::size_t width) {
  if (base::display_width(text) <= width) return std::string(text);
  std::size_t bytes = 0;
  std::size_t columns = 1;
  while (bytes < text.size()) {
    const std::string_view rest = text.substr(0, text.size() - bytes);
    const std::size_t count = last_character(rest);
    columns += base::display_width(rest.substr(rest.size() - count));
    if (columns > width) break;
    bytes += count;
  }
  return std::string(ellipsis).append(text.substr(text.size() - bytes));
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

}  // namespace lockstep::app
