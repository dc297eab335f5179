#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/base/time.h"

namespace lockstep::evidence {

/// A member of a record: not known (absent), known to be none (null), or known.
template <class T>
class Fact {
 public:
  Fact() = default;
  Fact(T value) : known_(true), value_(std::move(value)) {}  // NOLINT: a fact reads like its value
  static Fact none() {
    Fact fact;
    fact.known_ = true;
    return fact;
  }

  bool absent() const { return !known_; }
  bool is_none() const { return known_ && !value_; }
  bool has_value() const { return value_.has_value(); }
  const T& operator*() const {
    LOCKSTEP_CHECK(value_.has_value());
    return *value_;
  }
  T& operator*() {
    LOCKSTEP_CHECK(value_.has_value());
    return *value_;
  }
  const T* operator->() const { return &**this; }
  T* operator->() { return &**this; }

 private:
  bool known_ = false;
  std::optional<T> value_;
};

/// A moment and, where one observer ordered it, its place in that observer's sequence (0: none).
struct Stamp {
  base::TimePoint at;
  std::uint64_t sequence = 0;
  bool operator==(const Stamp&) const = default;
};

/// Whether one stamp came before another.
enum class Order : std::uint8_t { before, after, unclear };

/// By sequence where both have one, else by time; times that are equal or nearer to each other than
/// `uncertainty` are unclear.
inline Order order_of(const Stamp& a, const Stamp& b, base::Duration uncertainty = {}) {
  if (a.sequence != 0 && b.sequence != 0) {
    if (a.sequence == b.sequence) return Order::unclear;
    return a.sequence < b.sequence ? Order::before : Order::after;
  }
  const base::Duration apart = b.at - a.at;
  if (apart.nanoseconds > uncertainty.nanoseconds) return Order::before;
  if (apart.nanoseconds < -uncertainty.nanoseconds) return Order::after;
  return Order::unclear;
}

}  // namespace lockstep::evidence
