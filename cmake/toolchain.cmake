# Language, warnings, sanitizers, hardening and ccache for every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# The build type of the sanitizers and fuzzers: fast enough to run, names enough for a stack trace.
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1" CACHE STRING "")
# Every program lands in one folder, so that scripts and tests find it.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Relative paths make one cache serve every clone.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
    CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

add_library(lockstep_flags INTERFACE)
target_include_directories(lockstep_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(lockstep_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  -Wno-sign-conversion $<$<BOOL:${LOCKSTEP_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in `"text" + std::string` where there are none.
  target_compile_options(lockstep_flags INTERFACE -Wno-restrict)
endif()
# The library's own checks stay on wherever speed is not the point.
target_compile_definitions(lockstep_flags INTERFACE $<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)
if(LOCKSTEP_SANITIZE)
  target_compile_options(lockstep_flags INTERFACE -fsanitize=${LOCKSTEP_SANITIZE}
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lockstep_flags INTERFACE -fsanitize=${LOCKSTEP_SANITIZE})
else()
  target_compile_options(lockstep_flags INTERFACE -fstack-protector-strong
    "$<$<CONFIG:Release>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>"
    # No path of the machine that built it gets into the program.
    $<$<CONFIG:Release>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=>)
  target_link_options(lockstep_flags INTERFACE -Wl,-z,relro,-z,now)
endif()
if(LOCKSTEP_FUZZ)
  target_compile_options(lockstep_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
