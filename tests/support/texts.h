#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "lockstep/base/time.h"
#include "lockstep/json/document.h"

/// What tests of several modules share. A header here includes only what its users stand on.
namespace lockstep::support {

/// The document of a text that is JSON; a failed expectation and `null` otherwise.
inline std::shared_ptr<const json::Document> parse(std::string_view text) {
  auto parsed = json::Document::parse(text);
  EXPECT_TRUE(parsed) << text;
  if (!parsed) return std::make_shared<const json::Document>();
  return std::make_shared<const json::Document>(std::move(*parsed));
}

/// 2026-07-20T09:00:00Z and some milliseconds: the clock of the tests.
inline base::TimePoint at(std::int64_t ms) {
  return base::TimePoint{1'784'538'000'000'000'000 + ms * 1'000'000};
}

/// Where the source tree lies.
inline std::string source_root() {
  const char* root = std::getenv("LOCKSTEP_SOURCE");
  return root == nullptr ? "." : root;
}

}  // namespace lockstep::support
