#include "lockstep/json/document.h"

#include <utility>

#include "lockstep/json/builder.h"

namespace lockstep::json {

Document::Document() = default;
Document::~Document() = default;

Document::Document(Document&& other) noexcept
    : memory_(std::move(other.memory_)), root_(std::exchange(other.root_, Value())) {}

Document& Document::operator=(Document&& other) noexcept {
  memory_ = std::move(other.memory_);
  root_ = std::exchange(other.root_, Value());
  return *this;
}

base::Result<Document> Document::parse(std::string_view text, const ParseLimits& limits) {
  return Builder().build(text, limits);
}

struct Parser::State {
  ParseLimits limits;
  Builder builder;
};

Parser::Parser(ParseLimits limits) : state_(std::make_unique<State>()) {
  state_->limits = limits;
}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

base::Result<Document> Parser::parse(std::string_view text) {
  return state_->builder.build(text, state_->limits);
}

}  // namespace lockstep::json
