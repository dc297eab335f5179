#include "apps/lockstep/messages.h"
#include "apps/lockstep/view.h"

namespace lockstep::app {
namespace {

bool wants_colour(std::string_view option, const Machine& machine) {
  if (option == "always") return true;
  if (option == "never" || !machine.screen().out_is_terminal) return false;
  if (machine.variable("NO_COLOR").value_or("") != "") return false;
  return machine.variable("TERM").value_or("") != "dumb";
}

}  // namespace

Typography typography(std::string_view color_option, const Machine& machine) {
  return {text_columns(machine), wants_colour(color_option, machine)};
}

}  // namespace lockstep::app
