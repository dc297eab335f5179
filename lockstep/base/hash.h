#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

namespace lockstep::base {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);
Sha256 hmac_sha256(std::string_view key, std::string_view bytes);

/// SHA-256 over pieces. Immovable; finish() may be called once.
class Sha256Stream {
 public:
  Sha256Stream();
  ~Sha256Stream();
  Sha256Stream(const Sha256Stream&) = delete;
  Sha256Stream& operator=(const Sha256Stream&) = delete;
  void add(std::string_view bytes);
  Sha256 finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::base
