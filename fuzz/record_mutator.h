#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::fuzz {

/// Mutates an input that is the JSON text of a record and `tail` further bytes: values are
/// replaced, members dropped, parts of the other input taken over; now and then bytes, as libFuzzer
/// does. Gives the new size, at most `room`.
std::size_t mutate_record(std::uint8_t* data, std::size_t size, std::size_t room, unsigned seed,
                          std::size_t tail);

}  // namespace lockstep::fuzz
