#include "lockstep/base/hash.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <limits>

#include "lockstep/base/check.h"

namespace lockstep::base {

namespace {

/// The algorithm, looked up once: OpenSSL 3 otherwise looks it up under a lock at every use.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return fetched != nullptr ? fetched : EVP_sha256();
}

}  // namespace

Sha256 sha256(std::string_view bytes) {
  Sha256 digest{};
  unsigned int size = 0;
  LOCKSTEP_CHECK(
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, algorithm(), nullptr) == 1);
  LOCKSTEP_CHECK(size == digest.size());
  return digest;
}

Sha256 hmac_sha256(std::string_view key, std::string_view bytes) {
  LOCKSTEP_CHECK(key.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()));
  // OpenSSL takes a null key for "the key of before"; an empty one needs an address.
  const char* const key_data = key.empty() ? "" : key.data();
  Sha256 code{};
  unsigned int size = 0;
  LOCKSTEP_CHECK(HMAC(EVP_sha256(), key_data, static_cast<int>(key.size()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                      code.data(), &size) != nullptr);
  LOCKSTEP_CHECK(size == code.size());
  return code;
}

struct Sha256Stream::State {
  struct Free {
    void operator()(EVP_MD_CTX* unowned) const { EVP_MD_CTX_free(unowned); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context{EVP_MD_CTX_new()};
  bool finished = false;
};

Sha256Stream::Sha256Stream() : state_(std::make_unique<State>()) {
  LOCKSTEP_CHECK(state_->context != nullptr);
  LOCKSTEP_CHECK(EVP_DigestInit_ex(state_->context.get(), algorithm(), nullptr) == 1);
}

Sha256Stream::~Sha256Stream() = default;

void Sha256Stream::add(std::string_view bytes) {
  LOCKSTEP_CHECK(!state_->finished);
  LOCKSTEP_CHECK(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()) == 1);
}

Sha256 Sha256Stream::finish() {
  LOCKSTEP_CHECK(!state_->finished);
  state_->finished = true;
  Sha256 digest{};
  unsigned int size = 0;
  LOCKSTEP_CHECK(EVP_DigestFinal_ex(state_->context.get(), digest.data(), &size) == 1);
  LOCKSTEP_CHECK(size == digest.size());
  return digest;
}

}  // namespace lockstep::base
