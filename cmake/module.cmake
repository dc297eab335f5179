# module(NAME json USES base SOURCES a.cc b.cc TESTS a_test.cc [LIBRARIES foreign::lib] [TEST_LIBRARIES ...])
#
# Makes the static library lockstep_<name> (alias lockstep::<name>) of one folder and its unit test
# <name>_test. A module may use only modules that were declared before it: the order of the root
# CMakeLists.txt is the order of the layers.
if(LOCKSTEP_TESTS)
  enable_testing()
  add_custom_target(unit_tests)
endif()

function(module)
  cmake_parse_arguments(M "" "NAME" "USES;SOURCES;TESTS;LIBRARIES;TEST_LIBRARIES" ${ARGN})
  if(M_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "module(${M_NAME}): unknown words: ${M_UNPARSED_ARGUMENTS}")
  endif()
  set(libraries lockstep_flags fmt::fmt tl::expected)
  foreach(used IN LISTS M_USES)
    if(NOT TARGET lockstep_${used})
      message(FATAL_ERROR "module(${M_NAME}): '${used}' is not declared yet; a module may use "
        "only modules above it in the root CMakeLists.txt")
    endif()
    list(APPEND libraries lockstep_${used})
  endforeach()
  add_library(lockstep_${M_NAME} STATIC ${M_SOURCES})
  add_library(lockstep::${M_NAME} ALIAS lockstep_${M_NAME})
  target_link_libraries(lockstep_${M_NAME} PUBLIC ${libraries} PRIVATE ${M_LIBRARIES})
  if(LOCKSTEP_TESTS AND M_TESTS)
    add_executable(${M_NAME}_test ${M_TESTS})
    target_link_libraries(${M_NAME}_test PRIVATE lockstep_${M_NAME} ${M_TEST_LIBRARIES}
      GTest::gmock GTest::gtest_main)
    add_dependencies(unit_tests ${M_NAME}_test)
    add_test(NAME ${M_NAME} COMMAND ${M_NAME}_test)
    set_tests_properties(${M_NAME} PROPERTIES LABELS unit TIMEOUT 300
      ENVIRONMENT "LOCKSTEP_SOURCE=${PROJECT_SOURCE_DIR}")
  endif()
endfunction()
