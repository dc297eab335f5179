#include "apps/lockstep/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/lockstep/auditor.h"
#include "apps/lockstep/command.h"
#include "apps/lockstep/help.h"
#include "apps/lockstep/memory_machine.h"
#include "lockstep/base/text.h"

namespace lockstep::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view read_ticket =
    R"([{"name":"read_ticket","description":"Read one ticket","inputSchema":{"type":"object",)"
    R"("properties":{"ticketId":{"type":"string"}},"required":["ticketId"]}}])";

struct Ran {
  int status;
  std::string output;
  std::string messages;
};

Ran ran(const std::vector<std::string>& words, MemoryMachine machine = {}) {
  machine.output.clear();
  const int status = run(words, machine);
  return {status, machine.output, machine.messages};
}

MemoryMachine with_files(std::map<std::string, std::string> files) {
  MemoryMachine machine;
  machine.files = std::move(files);
  return machine;
}

TEST(Program, tells_a_wrong_call_on_standard_error_with_status_2) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                {"nope"},
                                                {"--nope"},
                                                {"audit"},
                                                {"audit", "--nope", "f"},
                                                {"help", "nope"},
                                                {"completion", "tcsh"},
                                                {"diff", "one"},
                                                {"audit", "f", "--now", "yesterday"},
                                                {"audit", "f", "--max-line", "9X"},
                                                {"digest", "f", "--max-document", "0"}}) {
    const Ran result = ran(words);
    EXPECT_EQ(result.status, 2) << testing::PrintToString(words);
    EXPECT_EQ(result.output, "") << testing::PrintToString(words);
    EXPECT_NE(result.messages, "") << testing::PrintToString(words);
  }
}

TEST(Program, has_help_for_itself_every_command_topic_and_reason) {
  std::vector<std::string> names = {"no_refetch", "fresh_full_traversal"};
  for (const Command* command : commands())
    names.emplace_back(command->name);
  for (const Topic& topic : topics())
    names.emplace_back(topic.name);
  for (const std::string& name : names) {
    const Ran result = ran({"help", name});
    EXPECT_EQ(result.status, 0) << name;
    EXPECT_GT(result.output.size(), 80U) << name;
  }
  EXPECT_EQ(ran({"--help"}).output, ran({"help"}).output);
  EXPECT_EQ(ran({"audit", "x", "--help"}).output, ran({"help", "audit"}).output);
  EXPECT_THAT(ran({"help"}).output, HasSubstr("exit-codes"));
}

TEST(Program, keeps_its_help_within_the_columns) {
  for (const std::string columns : {"20", "40", "80", "100"}) {
    MemoryMachine machine;
    machine.variables["COLUMNS"] = columns;
    for (const char* name : {"audit", "explain", "digest", "diff", "completion", "no_refetch"}) {
      const std::string text = ran({"help", name}, machine).output;
      for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = text.find('\n', start);
        // An option and its value are never parted.
        EXPECT_LE(base::display_width(text.substr(start, end - start)),
                  std::max<std::size_t>(std::stoul(columns), 26))
            << name << " " << columns;
        start = end + 1;
      }
    }
  }
}

TEST(Program, says_when_its_output_is_lost) {
  MemoryMachine machine;
  machine.output_broken = true;
  const Ran result = ran({"version"}, machine);
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.messages, HasSubstr("cannot be written"));
}

TEST(Digest, prints_the_check_value_first_on_its_line) {
  const Ran result = ran({"digest", "r.json"}, with_files({{"r.json", std::string(read_ticket)}}));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, StartsWith("sha256:c42521a2412558ca"));
  EXPECT_THAT(result.output, HasSubstr("  1 tool  r.json\n"));
}

TEST(Digest, reads_standard_input_and_lists_each_tool) {
  MemoryMachine machine;
  machine.standard_input = read_ticket;
  const Ran result = ran({"digest", "-", "--tools"}, machine);
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("\n  sha256:"));
  EXPECT_THAT(result.output, HasSubstr("  read_ticket\n"));
}

TEST(Digest, covers_every_member_in_the_full_projection_only) {
  MemoryMachine machine = with_files({{"a", R"([{"name":"a","inputSchema":{"type":"object"}}])"},
                                      {"b", R"([{"name":"a","inputSchema":{"type":"object"},)"
                                            R"("_meta":{"x":1}}])"}});
  const auto first = [&](const char* file, const char* projection) {
    return ran({"digest", file, "--projection", projection}, machine).output.substr(0, 71);
  };
  EXPECT_EQ(first("a", "mcp-tools/v1"), first("b", "mcp-tools/v1"));
  EXPECT_NE(first("a", "mcp-tools-full/v1"), first("b", "mcp-tools-full/v1"));
}

TEST(Digest, goes_on_after_a_file_that_it_cannot_use) {
  MemoryMachine machine = with_files({{"bad", "{\n\"tools\": [}"}, {"good", "[]"}});
  const Ran result = ran({"digest", "bad", "gone", "good"}, machine);
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.output, HasSubstr("0 tools  good"));
  EXPECT_THAT(result.messages, HasSubstr("lockstep: bad:2: offset "));
  EXPECT_THAT(result.messages, HasSubstr("lockstep: gone: "));
}

TEST(Digest, refuses_a_file_above_the_limit) {
  const Ran result =
      ran({"digest", "r", "--max-document", "10"}, with_files({{"r", std::string(read_ticket)}}));
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.messages, HasSubstr("limit of 10 bytes"));
}

TEST(Diff, gives_0_for_equal_1_for_different_and_2_for_an_error) {
  MemoryMachine machine = with_files({{"a", std::string(read_ticket)},
                                      {"b", R"({"tools":)" + std::string(read_ticket) + "}"},
                                      {"c", "[]"},
                                      {"d", "{"}});
  EXPECT_EQ(ran({"diff", "a", "b"}, machine).status, 0);
  EXPECT_EQ(ran({"diff", "a", "c"}, machine).status, 1);
  EXPECT_THAT(ran({"diff", "a", "c"}, machine).output, HasSubstr("- removed"));
  EXPECT_EQ(ran({"diff", "a", "d"}, machine).status, 2);
  EXPECT_EQ(ran({"diff", "a", "gone"}, machine).status, 2);
  EXPECT_THAT(ran({"diff", "a", "c", "-o", "json"}, machine).output,
              HasSubstr("\"schema\": \"lockstep.diff/v1\""));
}

TEST(Tally, gives_the_worst_in_the_order_2_1_3_4_0) {
  using verdict::Verdict;
  const auto status = [](std::vector<Verdict> verdicts, std::size_t errors,
                         std::optional<Verdict> fail_on = std::nullopt) {
    Tally tally;
    for (const Verdict verdict : verdicts)
      tally.add(verdict);
    tally.errors = errors;
    return tally.exit_status(fail_on);
  };
  EXPECT_EQ(status({}, 0), 2);
  EXPECT_EQ(status({Verdict::converged}, 0), 0);
  EXPECT_EQ(status({Verdict::converged, Verdict::unverifiable}, 0), 4);
  EXPECT_EQ(status({Verdict::unverifiable, Verdict::incomplete}, 0), 3);
  EXPECT_EQ(status({Verdict::incomplete, Verdict::stale, Verdict::unverifiable}, 0), 1);
  EXPECT_EQ(status({Verdict::stale}, 1), 2);
  EXPECT_EQ(status({Verdict::incomplete, Verdict::unverifiable}, 0, Verdict::stale), 0);
  EXPECT_EQ(status({Verdict::incomplete}, 0, Verdict::incomplete), 3);
  EXPECT_EQ(status({Verdict::unverifiable}, 0, Verdict::converged), 4);
  EXPECT_EQ(status({Verdict::converged}, 1, Verdict::stale), 2);
}

TEST(Completion, names_every_command_and_option) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string text = ran({"completion", shell}).output;
    for (const Command* command : commands()) {
      EXPECT_THAT(text, HasSubstr(std::string(command->name))) << shell;
      for (const Option& option : command->options)
        EXPECT_THAT(text, HasSubstr(std::string(option.name.substr(2)))) << shell;
    }
  }
}

}  // namespace
}  // namespace lockstep::app
