// What a long recording costs at least: every line read and parsed by simdjson, and nothing else.
#include <simdjson.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::FILE* file = std::fopen(arguments[1], "rb");
  if (file == nullptr) return 2;
  simdjson::dom::parser parser;
  std::vector<char> buffer(1u << 20);
  std::size_t kept = 0;
  std::size_t lines = 0;
  std::size_t failed = 0;
  for (;;) {
    if (buffer.size() - kept < (1u << 19) + simdjson::SIMDJSON_PADDING) {
      buffer.resize(buffer.size() * 2);
    }
    const std::size_t room = buffer.size() - kept - simdjson::SIMDJSON_PADDING;
    const std::size_t got = std::fread(buffer.data() + kept, 1, room, file);
    if (got == 0) break;
    const std::size_t size = kept + got;
    std::size_t start = 0;
    while (const void* stop = std::memchr(buffer.data() + start, '\n', size - start)) {
      const auto end = static_cast<std::size_t>(static_cast<const char*>(stop) - buffer.data());
      // The padding behind a line is the next line: it is read and never used.
      failed += parser.parse(buffer.data() + start, end - start, false).error() ? 1 : 0;
      ++lines;
      start = end + 1;
    }
    kept = size - start;
    std::memmove(buffer.data(), buffer.data() + start, kept);
  }
  std::fclose(file);
  std::printf("%zu lines, %zu failed\n", lines, failed);
  return 0;
}
