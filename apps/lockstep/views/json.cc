#include <utility>
#include <vector>

#include "apps/lockstep/view.h"
#include "apps/lockstep/yaml.h"
#include "lockstep/json/writer.h"
#include "lockstep/verdict/report.h"

namespace lockstep::app {
namespace {

/// The whole report, once all results are there.
class ReportView : public View {
 public:
  explicit ReportView(Machine& machine) : machine_(machine) {}
  void result(const verdict::Result& result) override { results_.push_back(result); }

 protected:
  Machine& machine_;
  std::vector<verdict::Result> results_;
};

class JsonView final : public ReportView {
 public:
  using ReportView::ReportView;
  void finish() override { machine_.out(verdict::write_report(results_) + "\n"); }
};

class YamlView final : public ReportView {
 public:
  using ReportView::ReportView;
  void finish() override { machine_.out(yaml_of(verdict::write_report(results_, 0))); }
};

/// One result a line, as soon as it is there.
class JsonlView final : public View {
 public:
  explicit JsonlView(Machine& machine) : machine_(machine) {}
  void result(const verdict::Result& result) override {
    std::string line;
    json::Writer writer(line);
    verdict::write_result(writer, result);
    machine_.out(line + "\n");
  }
  void finish() override {}

 private:
  Machine& machine_;
};

}  // namespace

std::unique_ptr<View> make_json_view(Machine& machine) {
  return std::make_unique<JsonView>(machine);
}
std::unique_ptr<View> make_yaml_view(Machine& machine) {
  return std::make_unique<YamlView>(machine);
}
std::unique_ptr<View> make_jsonl_view(Machine& machine) {
  return std::make_unique<JsonlView>(machine);
}

}  // namespace lockstep::app
