#!/usr/bin/env python3
"""Checks the layers of a source tree: check_layers.py ROOT

The root CMakeLists.txt lists the modules, lowest first, and each module names in USES what it
stands on. Every #include must follow that, and every name in USES must be needed; the pure side
(lockstep/) must stay free of I/O, threads, clocks, randomness and the environment; foreign headers
show only in their home. Prints one line a fault and exits 1 if there is any.
"""
import re
import sys
from pathlib import Path

# The standard headers that values need; any other one is refused on the pure side.
PURE_STANDARD = set("""
algorithm any array bit bitset cassert cctype charconv cfloat cinttypes climits cmath compare
concepts cstddef cstdint cstdlib cstring cwchar deque exception expected forward_list functional
initializer_list iomanip ios iosfwd iterator limits list map memory memory_resource new numbers
numeric optional ostream queue ratio set span sstream stack stdexcept string string_view
system_error tuple type_traits typeindex typeinfo unordered_map unordered_set utility variant vector version
emmintrin.h immintrin.h arm_neon.h
""".split())

# What a unit test beside the code may include more.
TEST_EXTRA = ("gtest/", "gmock/", "double-conversion/")
PURE_FOREIGN = ("fmt/", "tl/expected.hpp")
PURE_FOREIGN_REFUSED = {"fmt/chrono.h", "fmt/os.h", "fmt/std.h"}

# Foreign headers that have one home: prefix, path pattern of the home, its name for people.
HOMES = [
    ("simdjson", r"lockstep/json/[^/]+\.cc", "lockstep/json/*.cc"),
    ("openssl/", r"lockstep/base/[^/]+\.cc", "lockstep/base/*.cc"),
    ("CLI/", r"apps/.+", "apps/"),
    ("yaml-cpp/", r"apps/.+", "apps/"),
]

# Headers that one file may have because its job is there: the last words of a failed assertion.
EXCEPTIONS = {("lockstep/base/check.cc", "cstdio"), ("lockstep/base/check.cc", "fprintf")}

# Calls that reach out of the process although their header is harmless or never included.
REFUSED_CALLS = [
    ("environment", r"\b(?:std::|::)?(?:secure_)?(?:getenv|setenv|putenv)\s*\("),
    ("a process", r"(?<![\w.>:])(?:std::|::)?(?:system|popen|fork|vfork|execv[pe]*|execl[pe]?|"
                  r"posix_spawnp?)\s*\("),
    ("I/O", r"\bstd::(?:cout|cerr|clog|cin|wcout|wcerr|[io]?fstream|basic_[io]?fstream|"
            r"filesystem)\b"),
    ("I/O", r"(?<![\w.>:])(?:std::|::)?(?P<call>f?printf|v?fprintf|puts|fputs|putchar|fputc|fwrite|"
            r"fread|fopen|freopen|fgets|fflush|getline\s*\(\s*std::cin)\s*\("),
    ("I/O", r"\bfmt::(?:v9::)?(?:print|println|output_file)\s*\("),
    ("a clock", r"\b(?:system_clock|steady_clock|high_resolution_clock|utc_clock|clock_gettime|"
                r"gettimeofday|timespec_get|localtime(?:_r)?|gmtime(?:_r)?|mktime|strftime)\b"),
    ("a clock", r"\b(?:std::|::)time\s*\(|\btime\s*\(\s*(?:nullptr|NULL|0)\s*\)|\bstd::clock\s*\("),
    ("randomness", r"\b(?:std::)?(?:random_device|mt19937(?:_64)?|default_random_engine)\b|"
                   r"(?<![\w.>:])(?:std::|::)?s?rand\s*\(|\bRAND_(?:priv_)?bytes\b"),
    ("threads", r"\bstd::(?:j?thread|async|mutex|shared_mutex|recursive_mutex|condition_variable|"
                r"atomic\w*|future|promise|call_once|this_thread)\b|\bthread_local\b|"
                r"\bpthread_\w+"),
    ("a wait", r"(?<![\w.>:])(?:std::|::)?(?:sleep|usleep|nanosleep)\s*\("),
]

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>|(\S+))', re.M)
SOURCE = {".h", ".cc"}


def strip_comments(text):
    """Blanks comments, keeping line numbers; string and character literals stay."""
    pattern = re.compile(r'R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])*\''
                         r'|//[^\n]*|/\*.*?\*/', re.S)
    blank = lambda m: re.sub(r"[^\n]", " ", m[0]) if m[0].startswith("/") else m[0]
    return pattern.sub(blank, text)


def strip_strings(text):
    pattern = re.compile(r'R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


class Checker:
    def __init__(self, root):
        self.root = root
        self.faults = []
        self.needed = set()
        self.order = re.findall(r"^add_subdirectory\(lockstep/(\w+)\)",
                                (root / "CMakeLists.txt").read_text(), re.M)
        self.uses = {name: self.read_uses(name) for name in self.order}

    def fault(self, where, text):
        self.faults.append(f"{where}: {text}")

    def read_uses(self, name):
        path = self.root / "lockstep" / name / "CMakeLists.txt"
        if not path.exists():
            self.fault(f"lockstep/{name}", "has no CMakeLists.txt")
            return []
        call = re.search(r"module\s*\(([^)]*)\)", path.read_text())
        words = call[1].split() if call else []
        if words[:2] != ["NAME", name]:
            self.fault(f"lockstep/{name}/CMakeLists.txt",
                       f"does not declare module(NAME {name} …)")
            return []
        uses = []
        if "USES" in words:
            for word in words[words.index("USES") + 1:]:
                if word.isupper():
                    break
                uses.append(word)
        above = self.order[:self.order.index(name)]
        for used in uses:
            if used not in above:
                self.fault(f"lockstep/{name}/CMakeLists.txt", f"USES {used}, which does not "
                           f"stand above {name} in the root CMakeLists.txt")
        return uses

    def check(self):
        for folder in sorted(p.name for p in (self.root / "lockstep").iterdir() if p.is_dir()):
            if folder not in self.order:
                self.fault(f"lockstep/{folder}", "is not listed in the root CMakeLists.txt")
        for path in sorted((self.root / "lockstep").rglob("*")):
            if path.suffix in SOURCE:
                self.check_pure(path)
        for name, uses in self.uses.items():
            for used in uses:
                if (name, used) not in self.needed:
                    self.fault(f"lockstep/{name}/CMakeLists.txt",
                               f"USES {used}, of which nothing is included")
        for top in ("apps", "tests", "fuzz", "bench"):
            for path in sorted((self.root / top).rglob("*")):
                if path.suffix in SOURCE:
                    self.check_homes(path)
        return self.faults

    def includes(self, path, text):
        name = path.relative_to(self.root).as_posix()
        for found in INCLUDE.finditer(text):
            where = f"{name}:{line_of(text, found.start())}"
            if found[3]:
                self.fault(where, f"#include {found[3]}: name the header itself")
            else:
                yield where, found[1], found[2]

    def check_pure(self, path):
        name = path.relative_to(self.root).as_posix()
        module = name.split("/")[1]
        is_test = path.name.endswith("_test.cc") or path.name.startswith("test_")
        text = strip_comments(path.read_text())
        for where, own, foreign in self.includes(path, text):
            if own:
                if not (is_test and own.startswith("tests/support/")):
                    self.check_own(where, module, own)
            elif not self.check_home(where, name, foreign, is_test) and not is_test:
                self.check_pure_foreign(where, name, foreign)
        if not is_test:
            self.check_calls(name, strip_strings(text))

    def check_own(self, where, module, own):
        parts = own.split("/")
        if parts[0] != "lockstep" or len(parts) != 3:
            self.fault(where, f'#include "{own}": the pure side includes only '
                              '"lockstep/<module>/<file>"')
            return
        used = parts[1]
        self.needed.add((module, used))
        if used == module:
            return
        if used not in self.order:
            self.fault(where, f"includes {own}, but '{used}' is no module")
        elif module in self.order and self.order.index(used) > self.order.index(module):
            self.fault(where, f"includes {own}, which stands above it: '{used}' comes after "
                              f"'{module}'")
        elif used not in self.uses.get(module, []):
            self.fault(where, f"includes {own}, but module '{module}' does not name '{used}' in "
                              "USES")

    def check_home(self, where, name, foreign, is_test=False):
        """True if the header has one home; a fault if this is not it."""
        for prefix, pattern, home in HOMES:
            if not foreign.startswith(prefix):
                continue
            if not re.fullmatch(pattern, name) and not self.may_visit(name, prefix, is_test):
                self.fault(where, f"includes <{foreign}>, whose only home is {home}")
            return True
        return False

    @staticmethod
    def may_visit(name, prefix, is_test):
        """Benchmarks measure the parser itself; tests may check a digest with the library's own."""
        top = name.split("/")[0]
        return (top == "bench" and prefix == "simdjson") or \
               ((is_test or top in ("tests", "bench")) and prefix == "openssl/")

    def check_pure_foreign(self, where, name, header):
        if header in PURE_STANDARD or (name, header) in EXCEPTIONS:
            return
        if header.startswith(PURE_FOREIGN) and header not in PURE_FOREIGN_REFUSED:
            return
        if header.startswith(TEST_EXTRA):
            self.fault(where, f"includes <{header}>, which belongs to tests")
            return
        self.fault(where, f"includes <{header}>, which the pure side may not: bytes, messages and "
                          "time come in as arguments")

    def check_calls(self, name, text):
        for what, pattern in REFUSED_CALLS:
            for found in re.finditer(pattern, text):
                call = found[0].strip(" (:").removeprefix("std::")
                if (name, call) not in EXCEPTIONS:
                    self.fault(f"{name}:{line_of(text, found.start())}",
                               f"reaches for {what} ({call}) on the pure side")

    def check_homes(self, path):
        name = path.relative_to(self.root).as_posix()
        text = strip_comments(path.read_text())
        for where, own, foreign in self.includes(path, text):
            if foreign:
                self.check_home(where, name, foreign)
            elif own.startswith("lockstep/") and own.split("/")[1] not in self.order:
                self.fault(where, f"includes {own}, but '{own.split('/')[1]}' is no module")


def main():
    if len(sys.argv) != 2:
        print("usage: check_layers.py ROOT", file=sys.stderr)
        return 2
    checker = Checker(Path(sys.argv[1]).resolve())
    faults = checker.check()
    for fault in faults:
        print(fault)
    if not faults:
        print(f"layers in order: {' < '.join(checker.order)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
