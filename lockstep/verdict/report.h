#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/time.h"
#include "lockstep/json/writer.h"
#include "lockstep/verdict/result.h"

namespace lockstep::verdict {

/// Version of the rules that this build judges by.
inline constexpr std::string_view rules_version = "1";

/// One result as the JSON object of `lockstep.report/v1` (docs/formats/report.md).
void write_result(json::Writer& writer, const Result& result);

/// Changed tools as the array that `affected` is in it.
void write_changes(json::Writer& writer, const std::vector<registry::ToolChange>& tools);

/// The whole report. `now` and `nowFrom` are those of the results when they agree, else null.
std::string write_report(const std::vector<Result>& results, std::size_t indent = 2);

}  // namespace lockstep::verdict
