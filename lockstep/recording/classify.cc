#include "lockstep/recording/classify.h"

#include "lockstep/evidence/record_json.h"
#include "lockstep/recording/captures.h"
#include "lockstep/recording/har.h"
#include "lockstep/recording/transcript.h"
#include "lockstep/session/observation.h"

namespace lockstep::recording {

Content classify(const json::Value& value) {
  if (value.is_array()) {
    if (value.elements().empty()) return Content::unknown;
    return is_transcript_event(value.elements().front()) ? Content::events : Content::list;
  }
  if (!value.is_object()) return Content::unknown;
  if (value.members().empty()) return Content::comment;
  if (is_transcript_header(value)) return Content::transcript_header;
  if (value["lockstep"].string() == "observations/v1") return Content::observation_header;
  if (value["schema"].is_string()) {
    const bool evidence = value["schema"].string().substr(0, 18) == "lockstep.evidence/";
    if (evidence) return Content::record;
  }
  if (value["record"].is_object()) return Content::record_with_moment;
  if (value["arms"].is_array()) return Content::case_file;
  if (value["events"].is_array()) return Content::arm;
  if (value["cases"].is_array() || value["records"].is_array()) return Content::list;
  if (looks_like_har(value)) return Content::har;
  if (is_transcript_event(value)) return Content::transcript_event;
  if (session::parse_what(value["what"].string()) && value["sequence"].is_number()) {
    return Content::observation;
  }
  if (CaptureReader::looks_like(value)) return Content::capture;
  return Content::unknown;
}

bool is_stream(Content content) {
  return content == Content::transcript_header || content == Content::transcript_event ||
         content == Content::capture || content == Content::observation_header ||
         content == Content::observation;
}

}  // namespace lockstep::recording
