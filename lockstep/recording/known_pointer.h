#pragma once

#include <string>
#include <string_view>

#include "lockstep/base/result.h"

namespace lockstep::recording {

/// The beginning of a JSON pointer, as far as it consists of positions and of member names that a
/// format or the protocol defines. Any other name is the text of a peer (an argument, a key of
/// `_meta`) and must not get into a message; line and offset still tell the place.
std::string known_pointer(std::string_view pointer);

/// An error of the parser as it may be shown: its pointer is cut.
base::Error without_peer_names(base::Error error);

}  // namespace lockstep::recording
