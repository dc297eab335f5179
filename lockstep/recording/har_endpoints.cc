#include "lockstep/recording/har_endpoints.h"

#include <algorithm>
#include <array>

#include "lockstep/base/text.h"
#include "lockstep/evidence/fingerprint.h"
#include "lockstep/json/document.h"
#include "lockstep/protocol/message.h"

namespace lockstep::recording {
namespace {

/// A longer segment of a path may be a secret: some services give every user an address of its own.
constexpr std::size_t segment_bytes_max = 24;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) { return lower(c); });
  return result;
}

/// Host, port and path of an address.
struct Address {
  std::string authority;
  std::string_view path;
};
Address split(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("?#"));
  const std::size_t slash = std::min(url.find('/'), url.size());
  std::string_view authority = url.substr(0, slash);
  const std::size_t user = authority.rfind('@');
  if (user != std::string_view::npos) authority.remove_prefix(user + 1);
  return {lower(authority), url.substr(slash)};
}

bool is_of_mcp(const protocol::Message& message) {
  if (message.kind == protocol::MessageKind::notification) {
    return message.method == protocol::initialized;
  }
  if (message.kind != protocol::MessageKind::request) return false;
  if (message.method == protocol::initialize) {
    return message.params["protocolVersion"].is_string();
  }
  constexpr std::array<std::string_view, 4> own = {protocol::discover, protocol::listen,
                                                   protocol::tools_list, protocol::tools_call};
  return std::find(own.begin(), own.end(), message.method) != own.end();
}

bool holds_mcp(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) return false;
  const auto parsed = json::Document::parse(text);
  if (!parsed) return false;
  const auto batch = protocol::read_batch(parsed->root());
  if (!batch) return is_of_mcp(protocol::read_message(parsed->root()));
  return std::any_of(batch->begin(), batch->end(), is_of_mcp);
}

bool names_mcp(const framing::Headers& headers) {
  return std::any_of(headers.fields().begin(), headers.fields().end(),
                     [](const auto& field) { return lower(field.first).starts_with("mcp-"); });
}

}  // namespace

std::string HarEndpoints::name_of(std::string_view url) const {
  const Address address = split(url);
  std::string name = address.authority;
  std::string_view path = address.path;
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::string_view segment = path.substr(0, path.find('/'));
    name += '/';
    name += segment.size() > segment_bytes_max ? evidence::fingerprint(key_, segment)
                                               : std::string(segment);
    path.remove_prefix(segment.size());
  }
  return base::escape_visible(name);
}

void HarEndpoints::request(std::string_view url, std::string_view text,
                           const framing::Headers& headers) {
  const std::string name = name_of(url);
  if (known_.contains(name)) return;
  if (names_mcp(headers) || holds_mcp(text)) known_.insert(name);
}

void HarEndpoints::stream(std::string_view url, std::string_view address) {
  const Address own = split(url);
  std::string full(address);
  if (address.starts_with('/')) {
    full = own.authority + full;
  } else if (address.find("://") == std::string_view::npos) {
    full = own.authority + std::string(own.path.substr(0, own.path.rfind('/') + 1)) + full;
  }
  streams_[name_of(full)] = name_of(url);
}

std::string HarEndpoints::find(std::string_view url) const {
  const std::string name = name_of(url);
  if (is_legacy(name)) return name;
  if (!known_.contains(name)) return {};
  const auto stream = streams_.find(name);
  return stream == streams_.end() ? name : stream->second;
}

bool HarEndpoints::is_legacy(const std::string& endpoint) const {
  return std::any_of(streams_.begin(), streams_.end(), [&](const auto& entry) {
    return entry.second == endpoint && known_.contains(entry.first);
  });
}

}  // namespace lockstep::recording
