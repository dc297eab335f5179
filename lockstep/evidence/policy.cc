#include "lockstep/evidence/policy.h"

namespace lockstep::evidence {

namespace {

tl::unexpected<base::Error> wrong(std::string_view member, std::string_view expected) {
  base::Error error{"invalid_policy", "policy member is not " + std::string(expected)};
  error.pointer = "/" + std::string(member);
  return tl::unexpected<base::Error>(std::move(error));
}

base::Result<std::optional<std::int64_t>> read_duration(const json::Value& value,
                                                        std::string_view member) {
  const json::Value entry = value[member];
  if (entry.is_null()) return std::optional<std::int64_t>();
  const auto number = entry.integer();
  if (!number || *number < 0) return wrong(member, "a whole number of milliseconds");
  return std::optional<std::int64_t>(*number);
}

bool read_names(const json::Value& value, std::vector<std::string>& names) {
  if (value.is_null()) return true;
  if (!value.is_array()) return false;
  for (const json::Value& entry : value.elements()) {
    if (!entry.is_string()) return false;
    names.emplace_back(entry.string());
  }
  return true;
}

}  // namespace

base::Result<Policy> read_policy(const json::Value& value) {
  Policy policy;
  if (value.is_null()) return policy;
  if (!value.is_object()) return wrong("", "an object");
  const json::Value reconnect = value["refreshOnReconnect"];
  if (reconnect.is_boolean()) {
    policy.refresh_on_reconnect = reconnect.boolean();
  } else if (!reconnect.is_null()) {
    return wrong("refreshOnReconnect", "true or false");
  }
  const auto durations = {std::pair{"maxAgeMs", &policy.max_age_ms},
                          std::pair{"settleMs", &policy.settle_ms},
                          std::pair{"requestTimeoutMs", &policy.request_timeout_ms}};
  for (const auto& [member, place] : durations) {
    auto duration = read_duration(value, member);
    if (!duration) return tl::unexpected<base::Error>(duration.error());
    *place = *duration;
  }
  const json::Value filter = value["filter"];
  if (!filter.is_null()) {
    Filter read;
    if (filter.is_array()) {
      if (!read_names(filter, read.include)) return wrong("filter", "an array of names");
    } else if (!filter.is_object() || !read_names(filter["include"], read.include) ||
               !read_names(filter["exclude"], read.exclude)) {
      return wrong("filter", "an object with arrays of names `include` and `exclude`");
    }
    const bool listed = filter.is_array() || filter["include"].is_array();
    read.nothing = listed && read.include.empty();
    policy.filter = std::move(read);
  }
  const auto texts = {std::pair{"namePrefix", &policy.name_prefix},
                      std::pair{"nameTemplate", &policy.name_template}};
  for (const auto& [member, place] : texts) {
    const json::Value text = value[member];
    if (text.is_null()) continue;
    if (!text.is_string()) return wrong(member, "a string");
    *place = std::string(text.string());
  }
  return policy;
}

void write_policy(json::Writer& writer, const Policy& policy) {
  const auto names = [&](std::string_view key, const std::vector<std::string>& list) {
    if (list.empty()) return;
    writer.key(key).begin_array();
    for (const std::string& name : list)
      writer.string(name);
    writer.end_array();
  };
  writer.begin_object();
  if (policy.refresh_on_reconnect) {
    writer.key("refreshOnReconnect").boolean(*policy.refresh_on_reconnect);
  }
  if (policy.max_age_ms) writer.key("maxAgeMs").integer(*policy.max_age_ms);
  if (policy.settle_ms) writer.key("settleMs").integer(*policy.settle_ms);
  if (policy.request_timeout_ms) {
    writer.key("requestTimeoutMs").integer(*policy.request_timeout_ms);
  }
  if (policy.filter) {
    writer.key("filter").begin_object();
    if (policy.filter->nothing) writer.key("include").begin_array().end_array();
    names("include", policy.filter->include);
    names("exclude", policy.filter->exclude);
    writer.end_object();
  }
  if (policy.name_prefix) writer.key("namePrefix").string(*policy.name_prefix);
  if (policy.name_template) writer.key("nameTemplate").string(*policy.name_template);
  writer.end_object();
}

Policy merge(const Policy& under, const Policy& over) {
  Policy merged = under;
  if (over.refresh_on_reconnect) merged.refresh_on_reconnect = over.refresh_on_reconnect;
  if (over.max_age_ms) merged.max_age_ms = over.max_age_ms;
  if (over.settle_ms) merged.settle_ms = over.settle_ms;
  if (over.request_timeout_ms) merged.request_timeout_ms = over.request_timeout_ms;
  if (over.filter) merged.filter = over.filter;
  if (over.name_prefix) merged.name_prefix = over.name_prefix;
  if (over.name_template) merged.name_template = over.name_template;
  return merged;
}

}  // namespace lockstep::evidence
