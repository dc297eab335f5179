#pragma once

#include <cstdint>

#include "lockstep/json/value.h"

namespace lockstep::recording {

/// What one JSON value of an input is, told by its members.
enum class Content : std::uint8_t {
  unknown,
  record,              ///< an evidence record
  record_with_moment,  ///< `{record, now}`, perhaps with `id` and `expect`
  list,                ///< an array, or `{cases: […]}`, of the two above
  case_file,           ///< `{case, arms: […]}`
  arm,                 ///< `{events: […]}`
  events,              ///< an array of transcript events
  har,                 ///< `{log: {entries}}`
  transcript_header,
  transcript_event,
  capture,  ///< a line of a raw capture
  observation_header,
  observation,
  comment,  ///< a line that says nothing: an empty object
};
Content classify(const json::Value& value);

/// It belongs to a stream of lines of one recording.
bool is_stream(Content content);

}  // namespace lockstep::recording
