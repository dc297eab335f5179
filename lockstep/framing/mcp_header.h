#pragma once

#include <string_view>

#include "lockstep/json/value.h"

namespace lockstep::framing {

/// Whether every `x-mcp-header` in a tool's `inputSchema` keeps the rules of the 2026-07-28
/// transport: a non-empty string that is an HTTP token, unique without case within the schema, on a
/// property of a primitive type that the rules allow. A schema without any is fine. Clients of
/// modern Streamable HTTP must leave a tool out for which this is false.
bool mcp_headers_valid(const json::Value& input_schema);

}  // namespace lockstep::framing
