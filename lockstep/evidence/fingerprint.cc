#include "lockstep/evidence/fingerprint.h"

#include "lockstep/base/encoding.h"
#include "lockstep/base/hash.h"

namespace lockstep::evidence {

namespace {

/// The purpose goes into the hash, so that a cursor and a context never share a fingerprint.
std::string keyed(std::string_view key, std::string_view purpose, std::string_view text) {
  std::string input(purpose);
  input.push_back('\0');
  input += text;
  return base::to_hex(base::hmac_sha256(key, input)).substr(0, 16);
}

}  // namespace

std::string fingerprint(std::string_view key, std::string_view text) {
  return "fp:" + keyed(key, "cursor", text);
}

std::string context_fingerprint(std::string_view key, std::string_view context) {
  return "hmac:" + keyed(key, "context", context);
}

}  // namespace lockstep::evidence
