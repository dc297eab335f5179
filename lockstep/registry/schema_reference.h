#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lockstep/json/value.h"

namespace lockstep::registry {

/// The place inside `root` that a reference `#` or `#/…` names; nullptr for anything else: other
/// documents, anchors, and what does not exist. `pointer` gets the RFC 6901 text of the place.
const json::Value* resolve_local(const json::Value& root, std::string_view reference,
                                 std::string& pointer);

/// The same for a schema that is only a reference, followed until a schema is none. nullptr when it
/// leads nowhere or in a circle, or when a schema on the way says more than the reference.
const json::Value* resolve_chain(const json::Value& root, const json::Value& schema);

/// True when `schema` has a `$ref` and beside it nothing that demands anything.
bool is_only_reference(const json::Value& schema);

/// True when a keyword somewhere in the document makes one part speak about another in a way that
/// comparing part by part does not see: `unevaluated…`, anchors, dynamic references, `$id` beside
/// references, or a dialect that is not known.
bool is_entangled(const json::Value& root);

/// How many values a document holds; a long string counts as several.
std::size_t count_values(const json::Value& root);

/// Appends `/` and one token in the form of RFC 6901.
void append_pointer_token(std::string& pointer, std::string_view token);

}  // namespace lockstep::registry
