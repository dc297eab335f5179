#include <fmt/format.h>

#include "apps/lockstep/messages.h"
#include "apps/lockstep/wording.h"
#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

// Takes text that is escaped visibly, so that no character is left that XML 1.0 forbids.
std::string xml(std::string_view text) {
  std::string out;
  for (const char c : text)
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += c;
    }
  return out;
}

std::string xml_of_peer(std::string_view untrusted) {
  return xml(base::escape_visible(untrusted));
}

std::string side(const std::string& name) {
  return name.empty() ? "?" : xml_of_peer(name);
}

std::string failure_text(const verdict::Result& result) {
  std::string text;
  for (const auto& change : result.affected)
    text += xml(change_words(change)) + "\n";
  for (const auto& finding : result.findings)
    text += xml_of_peer(finding.code + ": " + finding.facts) + "\n";
  return text + xml_of_peer("next step: " + result.next_action.text) + "\n";
}

class JunitView final : public View {
 public:
  explicit JunitView(Machine& machine) : machine_(machine) {}

  void result(const verdict::Result& result) override {
    ++tests_;
    const std::string_view reason = to_string(result.reason);
    cases_ += fmt::format("    <testcase name=\"{}\" classname=\"{}/{}\"", xml(id_words(result)),
                          side(result.client), side(result.server));
    if (result.verdict == verdict::Verdict::converged) {
      cases_ += "/>\n";
      return;
    }
    ++failures_;
    cases_ += fmt::format(
        ">\n      <failure type=\"{}\" message=\"{}: {}\">{}</failure>\n    </testcase>\n", reason,
        to_string(result.verdict), xml(explanation(result.reason)), failure_text(result));
  }

  void error(const recording::InputError& error) override {
    ++tests_;
    ++errors_;
    cases_ += fmt::format(
        "    <testcase name=\"{0}\" classname=\"input\">\n"
        "      <error type=\"{1}\" message=\"{2}\"/>\n    </testcase>\n",
        xml_of_peer(error.name), xml_of_peer(error.error.code), xml(error_text(error)));
  }

  void finish() override {
    const std::string counts =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", tests_, failures_, errors_);
    machine_.out("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites " + counts +
                 ">\n  <testsuite name=\"lockstep\" " + counts + " skipped=\"0\">\n" + cases_ +
                 "  </testsuite>\n</testsuites>\n");
  }

 private:
  static std::string error_text(const recording::InputError& error) {
    std::string line = error_line(error.name, error.error);
    line.pop_back();
    return line;
  }

  Machine& machine_;
  std::string cases_;
  std::size_t tests_ = 0;
  std::size_t failures_ = 0;
  std::size_t errors_ = 0;
};

}  // namespace

std::unique_ptr<View> make_junit_view(Machine& machine) {
  return std::make_unique<JunitView>(machine);
}

}  // namespace lockstep::app
