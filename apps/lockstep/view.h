#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/lockstep/machine.h"
#include "lockstep/recording/audit.h"
#include "lockstep/verdict/result.h"

namespace lockstep::app {

/// Shows outcomes on standard output, one form of output each. Outcomes come in the order of the
/// inputs. Errors are told on standard error by who drives the view; most views leave them out.
class View {
 public:
  virtual ~View() = default;
  virtual void result(const verdict::Result& result) = 0;
  virtual void error(const recording::InputError&) {}
  /// Everything was shown; called once.
  virtual void finish() = 0;
};

/// How text for people is set.
struct Typography {
  std::size_t columns = 100;
  bool colour = false;
};

/// By `--color`, `NO_COLOR`, `TERM` and `COLUMNS`.
Typography typography(std::string_view color_option, const Machine& machine);

std::unique_ptr<View> make_table_view(Machine& machine, const Typography& typography);
std::unique_ptr<View> make_wide_view(Machine& machine, const Typography& typography);
std::unique_ptr<View> make_json_view(Machine& machine);
std::unique_ptr<View> make_jsonl_view(Machine& machine);
std::unique_ptr<View> make_yaml_view(Machine& machine);
std::unique_ptr<View> make_junit_view(Machine& machine);
std::unique_ptr<View> make_markdown_view(Machine& machine);

}  // namespace lockstep::app
