#include "lockstep/json/token_index.h"

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <algorithm>

#include "lockstep/base/check.h"

namespace lockstep::json {

static_assert(TokenIndex::padding >= simdjson::SIMDJSON_PADDING);

struct TokenIndex::State {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stage;
};

TokenIndex::TokenIndex() : state_(std::make_unique<State>()) {}
TokenIndex::~TokenIndex() = default;
TokenIndex::TokenIndex(TokenIndex&&) noexcept = default;
TokenIndex& TokenIndex::operator=(TokenIndex&&) noexcept = default;

namespace {

// Room grows by doubling, so that a stream of slowly growing lines does not allocate each time.
std::size_t next_capacity(std::size_t current, std::size_t needed) {
  const std::size_t grown = std::max<std::size_t>(needed, 4096);
  return std::min(std::max(grown, current * 2), TokenIndex::bytes_max);
}

TokenIndex::Outcome outcome_of(simdjson::error_code code) {
  if (code == simdjson::SUCCESS) return TokenIndex::Outcome::found;
  return code == simdjson::EMPTY ? TokenIndex::Outcome::empty : TokenIndex::Outcome::broken;
}

}  // namespace

TokenIndex::Outcome TokenIndex::find(const char* text, std::size_t size) {
  LOCKSTEP_CHECK(size <= bytes_max);
  if (size == 0) return Outcome::empty;
  // Not every implementation of the stage looks at all bytes outside of strings.
  if (!simdjson::validate_utf8(text, size)) return Outcome::broken;
  auto& stage = state_->stage;
  if (stage == nullptr) {
    // The second argument is the depth of simdjson's own tree builder, which is not used here.
    LOCKSTEP_CHECK(simdjson::get_active_implementation()->create_dom_parser_implementation(
                       next_capacity(0, size), 1, stage) == simdjson::SUCCESS);
  } else if (stage->capacity() < size) {
    LOCKSTEP_CHECK(stage->set_capacity(next_capacity(stage->capacity(), size)) ==
                   simdjson::SUCCESS);
  }
  const Outcome outcome = outcome_of(stage->stage1(reinterpret_cast<const std::uint8_t*>(text),
                                                   size, simdjson::stage1_mode::regular));
  stage->structural_indexes[count()] = static_cast<std::uint32_t>(size);
  return outcome;
}

const std::uint32_t* TokenIndex::begin() const {
  return state_->stage->structural_indexes.get();
}
std::size_t TokenIndex::count() const {
  return state_->stage->n_structural_indexes;
}

}  // namespace lockstep::json
