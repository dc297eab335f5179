#include "fuzz/record_mutator.h"

#include <cstring>
#include <string>
#include <string_view>

#include "lockstep/json/document.h"
#include "tests/properties/record_text.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace lockstep::fuzz {

std::size_t mutate_record(std::uint8_t* data, std::size_t size, std::size_t room, unsigned seed,
                          std::size_t tail) {
  properties::Random random(seed);
  if (size <= tail || properties::chance(random, 0.1)) return LLVMFuzzerMutate(data, size, room);
  const std::string_view text(reinterpret_cast<const char*>(data), size - tail);
  if (!json::Document::parse(text)) return LLVMFuzzerMutate(data, size, room);
  const std::string mutated = properties::mutate(text, text, random);
  if (mutated.size() + tail > room) return LLVMFuzzerMutate(data, size, room);
  std::memmove(data + mutated.size(), data + size - tail, tail);
  std::memcpy(data, mutated.data(), mutated.size());
  return mutated.size() + tail;
}

}  // namespace lockstep::fuzz
