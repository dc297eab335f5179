#pragma once

#include <string>

#include "lockstep/json/value.h"
#include "lockstep/json/writer.h"

namespace lockstep::registry {

/// Writes a value with each number in its exact decimal form. Two values that mean the same have
/// the same text; no number is rounded.
void write_exact(json::Writer& writer, const json::Value& value);

/// The same as a text of its own.
std::string exact_text(const json::Value& value);

/// Same meaning: numbers by their exact decimal value, objects without order.
bool same_value(const json::Value& a, const json::Value& b);

}  // namespace lockstep::registry
