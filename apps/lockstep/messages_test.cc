#include "apps/lockstep/messages.h"

#include <gtest/gtest.h>

#include "apps/lockstep/memory_machine.h"

namespace lockstep::app {
namespace {

TEST(ErrorLine, names_file_line_offset_fault_and_what_was_expected) {
  base::Error error{"syntax", "a comma is missing", 17, 3, "/a/0"};
  EXPECT_EQ(error_line("f.json", error),
            "lockstep: f.json:3: offset 17: at /a/0: a comma is missing (expected JSON by RFC "
            "8259)\n");
}

TEST(ErrorLine, leaves_out_what_is_not_known) {
  EXPECT_EQ(error_line("f", {"odd", "odd bytes"}), "lockstep: f: odd bytes\n");
  EXPECT_EQ(error_line("", {"odd", ""}), "lockstep: odd\n");
  EXPECT_EQ(error_line("", {"syntax", "bad (expected good)"}), "lockstep: bad (expected good)\n");
}

TEST(ErrorLine, lets_no_control_character_of_a_name_through) {
  const std::string line = error_line("a\x1b[2J\nb", {"x", "y\x07", {}, {}, "/\xe2\x80\xae"});
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
  EXPECT_EQ(line.find('\x07'), std::string::npos);
  EXPECT_EQ(line.find("\xe2\x80\xae"), std::string::npos);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

TEST(TextColumns, follow_the_variable_then_the_terminal_within_20_and_100) {
  MemoryMachine machine;
  EXPECT_EQ(text_columns(machine), 100U);
  machine.terminal.columns = 70;
  EXPECT_EQ(text_columns(machine), 70U);
  const std::pair<const char*, std::size_t> cases[] = {{"64", 64}, {"500", 100}, {"3", 20},
                                                       {"0", 70},  {"x", 70},    {"80x", 70}};
  for (const auto& [text, columns] : cases) {
    machine.variables["COLUMNS"] = text;
    EXPECT_EQ(text_columns(machine), columns) << text;
  }
}

}  // namespace
}  // namespace lockstep::app
