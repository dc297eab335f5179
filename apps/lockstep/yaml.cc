#include "apps/lockstep/yaml.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "lockstep/base/check.h"

namespace lockstep::app {
namespace {

unsigned hex4(std::string_view digits) {
  unsigned value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

// JSON writes a character beyond the first plane as two escapes, YAML knows one.
std::string yaml_string(std::string_view json) {
  std::string out;
  while (!json.empty()) {
    // The two characters that JSON lets stand and YAML does not.
    if (json.starts_with("\xEF\xBF\xBE") || json.starts_with("\xEF\xBF\xBF")) {
      out += json[2] == '\xBE' ? "\\uFFFE" : "\\uFFFF";
      json.remove_prefix(3);
      continue;
    }
    if (json.front() != '\\') {
      out += json.front();
      json.remove_prefix(1);
      continue;
    }
    const bool unicode = json.substr(1, 1) == "u";
    const unsigned high = unicode ? hex4(json.substr(2, 4)) : 0;
    if (high >= 0xD800 && high < 0xDC00) {
      const unsigned low = hex4(json.substr(8, 4));
      out += fmt::format("\\U{:08X}", 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
      json.remove_prefix(12);
      continue;
    }
    out += json.substr(0, unicode ? 6 : 2);
    json.remove_prefix(unicode ? 6 : 2);
  }
  return out;
}

class Emitter {
 public:
  explicit Emitter(std::string_view json) : rest_(json) {}

  std::string run() {
    while (!rest_.empty())
      step();
    return std::move(out_);
  }

 private:
  enum class Container { array, object };

  void step() {
    const char c = rest_.front();
    if (c == '{' || c == '[') {
      open(c == '{' ? Container::object : Container::array);
    } else if (c == '}' || c == ']') {
      levels_.pop_back();
      rest_.remove_prefix(1);
    } else if (c == ',' || c == ':') {
      rest_.remove_prefix(1);
      if (c == ':') after_key_ = true;
    } else {
      scalar();
    }
  }

  void open(Container container) {
    const bool is_empty = rest_.size() > 1 && (rest_[1] == '}' || rest_[1] == ']');
    if (is_empty) {
      begin_value();
      inline_text(container == Container::object ? "{}" : "[]");
      rest_.remove_prefix(2);
      return;
    }
    begin_value();
    levels_.push_back(container);
    rest_.remove_prefix(1);
  }

  void scalar() {
    const std::string_view token = take_token();
    const bool is_key = !after_key_ && !levels_.empty() && levels_.back() == Container::object;
    if (is_key) {
      line_start();
      out_ += token.substr(1, token.size() - 2);
      out_ += ':';
      return;
    }
    begin_value();
    inline_text(token.front() == '"' ? yaml_string(token) : std::string(token));
  }

  // Where a value of an array begins its own line with a dash.
  void begin_value() {
    if (!after_key_ && !levels_.empty() && levels_.back() == Container::array) {
      line_start();
      out_ += '-';
      after_dash_ = true;
    }
    after_key_ = false;
  }

  void inline_text(std::string_view text) {
    if (!out_.empty()) out_ += ' ';
    out_ += text;
    out_ += '\n';
    at_line_start_ = true;
    after_dash_ = false;
  }

  // A first member or element stands behind the dash of the array around it.
  void line_start() {
    if (after_dash_) {
      out_ += ' ';
      after_dash_ = false;
      return;
    }
    if (!at_line_start_) out_ += '\n';
    out_.append(2 * (levels_.size() - 1), ' ');
    at_line_start_ = false;
  }

  std::string_view take_token() {
    std::size_t end = 1;
    if (rest_.front() == '"') {
      while (rest_[end] != '"')
        end += rest_[end] == '\\' ? 2 : 1;
      ++end;
    } else {
      end = std::min(rest_.find_first_of(",]}"), rest_.size());
    }
    const std::string_view token = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return token;
  }

  std::string_view rest_;
  std::string out_;
  std::vector<Container> levels_;
  bool after_key_ = false;
  bool after_dash_ = false;
  bool at_line_start_ = true;
};

}  // namespace

std::string yaml_of(std::string_view compact_json) {
  return Emitter(compact_json).run();
}

}  // namespace lockstep::app
