#include "lockstep/recording/known_pointer.h"

#include <gtest/gtest.h>

namespace lockstep::recording {
namespace {

TEST(KnownPointer, APointerEndsBeforeTheFirstNameThatAPeerChose) {
  struct Case {
    std::string_view pointer;
    std::string_view known;
  };
  constexpr Case cases[] = {
      {"", ""},
      {"/arms/0/events/12", "/arms/0/events/12"},
      {"/arms/0/events/12/json/params/arguments/password",
       "/arms/0/events/12/json/params/arguments"},
      {"/json/params/_meta/secret/json", "/json/params/_meta"},
      {"/secret/tools", ""},
      {"/tools/1234567890123456", "/tools"},
      {"/tools//name", "/tools"},
      {"/tools~1secret", ""},
  };
  for (const Case& each : cases)
    EXPECT_EQ(known_pointer(each.pointer), each.known) << each.pointer;
}

}  // namespace
}  // namespace lockstep::recording
