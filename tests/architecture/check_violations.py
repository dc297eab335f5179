#!/usr/bin/env python3
"""Proves that the layer check and module() bite: check_violations.py ROOT [CMAKE_ARGUMENT…]

Each row injects one violation into a copy of the tree and requires the check to fail with its
message, and the untouched copy to pass. Then two modules of the copy's root CMakeLists.txt change
places, and cmake must refuse it.
"""
import contextlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

# file, line that is added at its end (or replaces a CMakeLists.txt), words of the message
VIOLATIONS = [
    ("lockstep/base/text.h", '#include "lockstep/json/value.h"', "'json' comes after 'base'"),
    ("lockstep/json/value.cc", '#include "lockstep/verdict/reason.h"',
     "'verdict' comes after 'json'"),
    ("lockstep/json/value.cc", '# include "lockstep/framing/http.h"',
     "'framing' comes after 'json'"),
    ("lockstep/json/value_test.cc", '#include "lockstep/registry/tool.h"',
     "'registry' comes after 'json'"),
    ("lockstep/protocol/message.cc", '#include "lockstep/framing/http.h"',
     "module 'protocol' does not name 'framing' in USES"),
    ("lockstep/verdict/reason.cc", '#include "../base/text.h"', "the pure side includes only"),
    ("lockstep/verdict/reason.cc", '#include "lockstep/nowhere/x.h"', "'nowhere' is no module"),
    ("lockstep/verdict/reason.cc", '#include "apps/lockstep/audit.h"',
     "the pure side includes only"),
    ("lockstep/verdict/reason.cc", "#define H <thread>\n#include H", "name the header itself"),
    ("lockstep/session/observer.cc", "#include <iostream>", "includes <iostream>"),
    ("lockstep/session/observer.cc", "#include <fstream>", "includes <fstream>"),
    ("lockstep/session/observer.cc", "#include <filesystem>", "includes <filesystem>"),
    ("lockstep/session/observer.cc", "#include <cstdio>", "includes <cstdio>"),
    ("lockstep/session/observer.cc", "#include <thread>", "includes <thread>"),
    ("lockstep/session/observer.cc", "#include <mutex>", "includes <mutex>"),
    ("lockstep/session/observer.cc", "#include <atomic>", "includes <atomic>"),
    ("lockstep/session/observer.cc", "#include <chrono>", "includes <chrono>"),
    ("lockstep/session/observer.cc", "#include <ctime>", "includes <ctime>"),
    ("lockstep/session/observer.cc", "#include <random>", "includes <random>"),
    ("lockstep/session/observer.cc", "#include <unistd.h>", "includes <unistd.h>"),
    ("lockstep/session/observer.cc", "#include <sys/socket.h>", "includes <sys/socket.h>"),
    ("lockstep/session/observer.cc", "#include <boost/asio.hpp>", "includes <boost/asio.hpp>"),
    ("lockstep/session/observer.cc", "#include <fmt/chrono.h>", "includes <fmt/chrono.h>"),
    ("lockstep/session/observer.cc", "#include <gtest/gtest.h>", "which belongs to tests"),
    ("lockstep/session/observer.cc", "#include <simdjson.h>",
     "whose only home is lockstep/json/*.cc"),
    ("lockstep/json/document.h", "#include <simdjson.h>",
     "whose only home is lockstep/json/*.cc"),
    ("lockstep/json/document.cc", "#include <openssl/sha.h>",
     "whose only home is lockstep/base/*.cc"),
    ("lockstep/recording/audit.h", "#include <CLI/CLI.hpp>", "whose only home is apps/"),
    ("lockstep/recording/audit.h", "#include <yaml-cpp/yaml.h>", "whose only home is apps/"),
    ("apps/lockstep/main.cc", "#include <simdjson.h>",
     "whose only home is lockstep/json/*.cc"),
    ("lockstep/base/time.cc", 'const char* home() { return std::getenv("HOME"); }',
     "reaches for environment"),
    ("lockstep/base/time.cc", 'int go() { return ::system("true"); }', "reaches for a process"),
    ("lockstep/base/time.cc", 'void say() { std::cerr << "x"; }', "reaches for I/O"),
    ("lockstep/base/time.cc", 'void say() { printf("x"); }', "reaches for I/O"),
    ("lockstep/base/time.cc", 'void say() { fmt::print("x"); }', "reaches for I/O"),
    ("lockstep/base/time.cc", "auto now() { return std::chrono::system_clock::now(); }",
     "reaches for a clock"),
    ("lockstep/base/time.cc", "auto now() { return std::time(nullptr); }", "reaches for a clock"),
    ("lockstep/base/time.cc", "int dice() { return std::rand(); }", "reaches for randomness"),
    ("lockstep/base/hash.cc", "void dice(unsigned char* b) { RAND_bytes(b, 8); }",
     "reaches for randomness"),
    ("lockstep/base/time.cc", "thread_local int x = 0;", "reaches for threads"),
    ("lockstep/base/time.cc", "std::atomic<int> x;", "reaches for threads"),
    ("lockstep/json/CMakeLists.txt", "module(NAME json USES base verdict)",
     "USES verdict, which does not stand above json"),
    ("lockstep/framing/CMakeLists.txt", "module(NAME framing USES base json protocol)",
     "USES protocol, which does not stand above framing"),
    ("lockstep/recording/CMakeLists.txt", "module(NAME recording USES verdict framing)",
     "but module 'recording' does not name 'base' in USES"),
    ("lockstep/base/CMakeLists.txt", "# empty", "does not declare module(NAME base"),
    ("lockstep/stray/stray.h", "#pragma once", "lockstep/stray: is not listed"),
]

# Lines that look like violations and are none.
HARMLESS = [
    "// #include <thread> stands in a comment",
    "/* std::getenv( is only text */",
    'const char* kText = "std::cout << system_clock::now()";',
    "inline void call(Printer& p) { p.printf(1); }",
]


def copy_tree(root, target):
    skip = shutil.ignore_patterns("build", "build-*", "node_modules", "corpus", "__pycache__")
    for part in ("CMakeLists.txt", "cmake", "lockstep", "apps", "fuzz", "bench"):
        source = root / part
        if source.is_dir():
            shutil.copytree(source, target / part, ignore=skip)
        else:
            shutil.copy2(source, target / part)


@contextlib.contextmanager
def injected(tree, name, line):
    path = tree / name
    before = path.read_text() if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = "" if before is None or path.name == "CMakeLists.txt" else before
    path.write_text(f"{kept}{line}\n")
    try:
        yield
    finally:
        if before is None:
            path.unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()
        else:
            path.write_text(before)


def check(tree):
    run = subprocess.run([sys.executable, HERE / "check_layers.py", tree], capture_output=True,
                         text=True, check=False)
    return run.returncode, run.stdout + run.stderr


def configure(tree, build, arguments):
    run = subprocess.run(["cmake", "-S", tree, "-B", build, "-DLOCKSTEP_TESTS=OFF", *arguments],
                         capture_output=True, text=True, check=False)
    return run.returncode, " ".join((run.stdout + run.stderr).split())


def swap_modules(tree, first, second):
    path = tree / "CMakeLists.txt"
    text = path.read_text()
    upper, lower = (f"add_subdirectory(lockstep/{name})" for name in (first, second))
    path.write_text(text.replace(upper, "@").replace(lower, upper).replace("@", lower))


def main():
    root = Path(sys.argv[1]).resolve()
    failures = []

    def require(truth, what, output=""):
        print(("ok      " if truth else "FAILED  ") + what)
        if not truth:
            failures.append(what)
            print(output)

    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        copy_tree(root, tree)
        status, output = check(tree)
        require(status == 0, "the untouched tree passes", output)
        for name, line, message in VIOLATIONS:
            with injected(tree, name, line):
                status, output = check(tree)
            require(status == 1 and message in output, f"refused: {name}: {line!r}", output)
        for line in HARMLESS:
            with injected(tree, "lockstep/base/time.cc", line):
                status, output = check(tree)
            require(status == 0, f"allowed: {line}", output)
        status, output = configure(tree, Path(folder) / "right", sys.argv[2:])
        require(status == 0, "cmake takes the modules in their order", output)
        swap_modules(tree, "base", "json")
        status, output = configure(tree, Path(folder) / "wrong", sys.argv[2:])
        message = "module(json): 'base' is not declared yet"
        require(status != 0 and message in output, "module() refuses json above base", output)
    print(f"{len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
