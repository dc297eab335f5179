#include "apps/lockstep/inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/lockstep/memory_machine.h"

namespace lockstep::app {
namespace {

using testing::ElementsAre;

std::vector<std::string> listed(const std::vector<Input>& inputs) {
  std::vector<std::string> lines;
  for (const Input& input : inputs) {
    std::string line = input.error ? input.error->code + ":" : "";
    for (const std::string& part : input.parts)
      line += (line.empty() ? "" : " ") + part;
    lines.push_back(line);
  }
  return lines;
}

TEST(FindInputs, keeps_the_order_of_the_words) {
  MemoryMachine machine;
  machine.files = {{"b.json", ""}, {"a.json", ""}, {"notes.txt", ""}};
  EXPECT_THAT(listed(find_inputs({"b.json", "-", "notes.txt", "a.json"}, machine)),
              ElementsAre("b.json", "-", "notes.txt", "a.json"));
}

TEST(FindInputs, walks_a_directory_sorted_and_takes_only_names_of_evidence) {
  MemoryMachine machine;
  machine.files = {{"d/b.json", ""},    {"d/a/z.har", ""}, {"d/a/a.jsonl", ""},
                   {"d/README.md", ""}, {"d/.x.json", ""}, {"d/.git/c.json", ""},
                   {"d/c.ndjson", ""}};
  EXPECT_THAT(listed(find_inputs({"d"}, machine)),
              ElementsAre("d/a/a.jsonl", "d/a/z.har", "d/b.json", "d/c.ndjson"));
}

TEST(FindInputs, joins_the_processes_of_one_folder_in_the_order_of_their_numbers) {
  MemoryMachine machine;
  machine.files = {{"d/x.proc1.jsonl", ""},
                   {"d/x.proc10.jsonl", ""},
                   {"d/x.proc2.jsonl", ""},
                   {"d/m.json", ""},
                   {"d/e/x.proc1.jsonl", ""}};
  EXPECT_THAT(listed(find_inputs({"d"}, machine)),
              ElementsAre("d/e/x.proc1.jsonl", "d/m.json",
                          "d/x.proc1.jsonl d/x.proc2.jsonl d/x.proc10.jsonl"));
  EXPECT_THAT(listed(find_inputs(
                  {"d/x.proc2.jsonl", "d/m.json", "d/x.proc1.jsonl", "d/x.proc2.jsonl"}, machine)),
              ElementsAre("d/x.proc1.jsonl d/x.proc2.jsonl", "d/m.json"));
}

TEST(FindInputs, names_what_is_not_there_in_its_place) {
  MemoryMachine machine;
  machine.files = {{"a.json", ""}, {"empty/README.md", ""}};
  EXPECT_THAT(listed(find_inputs({"gone.json", "a.json", "empty"}, machine)),
              ElementsAre("not_found: gone.json", "a.json", "empty_directory: empty"));
}

}  // namespace
}  // namespace lockstep::app
