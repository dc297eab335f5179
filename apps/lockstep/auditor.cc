#include "apps/lockstep/auditor.h"

#include "apps/lockstep/audit_call.h"
#include "apps/lockstep/messages.h"
#include "apps/lockstep/progress.h"

namespace lockstep::app {
namespace {

constexpr std::size_t piece_bytes = 256u << 10;

/// Audits one input after the other.
class Run {
 public:
  Run(const recording::AuditOptions& options, Machine& machine, View& view)
      : options_(options), machine_(machine), view_(view), progress_(machine) {}

  void input(const Input& input) {
    if (input.error) {
      refuse({input.parts.front(), *input.error});
      return;
    }
    const std::size_t before = tally_.results + tally_.errors;
    recording::Audit audit(options_);
    for (const std::string& part : input.parts) {
      const auto whole = read_part(part, audit);
      if (whole) continue;
      // Half of a recording would be judged as the whole of it.
      refuse({part, whole.error()});
      return;
    }
    audit.finish();
    drain(audit);
    if (tally_.results + tally_.errors == before)
      refuse({input.parts.front(),
              {"nothing_to_judge",
               "holds nothing to judge (expected evidence records, observations, a transcript, a "
               "capture or a HAR file)"}});
  }

  Tally finish() {
    progress_.clear();
    view_.finish();
    return tally_;
  }

 private:
  base::Result<std::uint64_t> read_part(const std::string& part, recording::Audit& audit) {
    auto source = machine_.open(part);
    if (!source) return tl::unexpected(source.error());
    progress_.begin(part, (*source)->size());
    audit.begin(part);
    buffer_.resize(piece_bytes);
    std::uint64_t bytes = 0;
    for (;;) {
      const auto count = (*source)->read(buffer_);
      if (!count) return tl::unexpected(count.error());
      if (*count == 0) break;
      audit.feed(std::string_view(buffer_).substr(0, *count));
      bytes += *count;
      progress_.add(*count);
      drain(audit);
    }
    audit.end();
    drain(audit);
    return bytes;
  }

  void drain(recording::Audit& audit) {
    while (auto outcome = audit.next()) {
      if (const auto* result = std::get_if<verdict::Result>(&*outcome)) {
        progress_.clear();
        tally_.add(result->verdict);
        view_.result(*result);
      } else {
        refuse(std::get<recording::InputError>(*outcome));
      }
    }
  }

  void refuse(const recording::InputError& error) {
    progress_.clear();
    ++tally_.errors;
    machine_.err(error_line(error.name, error.error));
    view_.error(error);
  }

  const recording::AuditOptions& options_;
  Machine& machine_;
  View& view_;
  Progress progress_;
  Tally tally_;
  std::string buffer_;
};

}  // namespace

void Tally::add(verdict::Verdict verdict) {
  ++results;
  if (!worst || badness(verdict) > badness(*worst)) worst = verdict;
}

int Tally::exit_status(std::optional<verdict::Verdict> fail_on) const {
  if (errors > 0 || !worst) return status_error;
  if (fail_on && badness(*worst) < badness(*fail_on)) return 0;
  return verdict::exit_status(*worst);
}

Tally audit_inputs(const std::vector<Input>& inputs, const recording::AuditOptions& options,
                   Machine& machine, View& view) {
  Run run(options, machine, view);
  for (const Input& input : inputs)
    run.input(input);
  return run.finish();
}

int run_audit(const Arguments& arguments, Machine& machine, MakeView make_view) {
  std::string file_at_fault;
  const auto call = read_audit_call(arguments, machine, file_at_fault);
  if (!call) {
    machine.err(error_line(file_at_fault, call.error()));
    return status_error;
  }
  const auto view = make_view(arguments, machine);
  return audit_inputs(find_inputs(arguments.words, machine), call->options, machine, *view)
      .exit_status(call->fail_on);
}

}  // namespace lockstep::app
