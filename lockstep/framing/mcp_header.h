#pragma once

#include <string_view>

#include "lockstep/json/value.h"

namespace lockstep::framing {

/// Whether every `x-mcp-header` in a tool's `inputSchema` keeps the rules of specification
/// 2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters", "Schema
/// Extension". Clients of modern Streamable HTTP must leave a tool out for which this is false; on
/// other transports it decides nothing. A schema without any is fine.
///
/// The rules: the value is a string and an HTTP token (RFC 9110, section 5.6.2), so it is not empty
/// and holds no control character; no two values in the schema are equal without case; the schema
/// that carries it has the `type` `string`, `integer` or `boolean` (a list of types, `number` or no
/// type is refused); and it is reached from the root through `properties` alone, at any depth. An
/// annotation at the root or below any other keyword (`items`, `oneOf`, `$defs`, ...) is invalid.
///
/// A property that is itself named `x-mcp-header` is a property and no annotation, and what stands
/// in `const`, `default`, `enum`, `example` and `examples` is data and not looked into.
bool mcp_headers_valid(const json::Value& input_schema);

}  // namespace lockstep::framing
