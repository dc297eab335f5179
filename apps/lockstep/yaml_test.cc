#include "apps/lockstep/yaml.h"

#include <gtest/gtest.h>

namespace lockstep::app {
namespace {

TEST(Yaml, sets_objects_and_arrays_in_blocks_and_keeps_their_order) {
  EXPECT_EQ(yaml_of(R"({"b":1,"a":{"x":null,"y":[]},"c":[{"k":true,"l":{}},"s",-2.5]})"),
            "b: 1\n"
            "a:\n"
            "  x: null\n"
            "  y: []\n"
            "c:\n"
            "  - k: true\n"
            "    l: {}\n"
            "  - \"s\"\n"
            "  - -2.5\n");
}

TEST(Yaml, nests_arrays_in_arrays) {
  EXPECT_EQ(yaml_of(R"([[1,[2]],[]])"), "- - 1\n  - - 2\n- []\n");
}

TEST(Yaml, keeps_strings_quoted_whatever_they_look_like) {
  EXPECT_EQ(yaml_of(R"({"a":"yes: {no} #x\n\"q\" \\ ,:]}"})"),
            "a: \"yes: {no} #x\\n\\\"q\\\" \\\\ ,:]}\"\n");
}

TEST(Yaml, writes_a_pair_of_surrogates_as_one_escape) {
  EXPECT_EQ(yaml_of(R"(["\udb40\udc01","\u202e"])"), "- \"\\U000E0001\"\n- \"\\u202e\"\n");
}

TEST(Yaml, escapes_the_characters_that_yaml_alone_forbids) {
  EXPECT_EQ(yaml_of("[\"\xEF\xBF\xBE\xEF\xBF\xBF\"]"), "- \"\\uFFFE\\uFFFF\"\n");
}

TEST(Yaml, takes_a_single_scalar) {
  EXPECT_EQ(yaml_of("\"x\""), "\"x\"\n");
}

}  // namespace
}  // namespace lockstep::app
