// Reads one JSON text a line on standard input and writes its canonical form, or `!` and the code
// of the error.

#include <iostream>
#include <string>

#include "lockstep/json/canonical.h"
#include "lockstep/json/document.h"

int main() {
  std::ios::sync_with_stdio(false);
  lockstep::json::Parser parser;
  for (std::string line; std::getline(std::cin, line);) {
    const auto document = parser.parse(line);
    if (!document) {
      std::cout << '!' << document.error().code << '\n';
      continue;
    }
    const auto text = lockstep::json::canonicalize(document->root());
    if (text) {
      std::cout << text->view() << '\n';
    } else {
      std::cout << '!' << text.error().code << '\n';
    }
  }
}
