#!/usr/bin/env python3
"""Compares canonical_cat with npm's canonicalize and PyPI's rfc8785 on generated documents.

Exit status: 0 equal, 1 different, 77 skipped because a package could not be installed.
"""

import argparse
import json
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
import documents  # noqa: E402

NPM_PACKAGE = "canonicalize@5.1.0"
PYPI_PACKAGE = "rfc8785==0.1.4"
HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
INTEGER_MAX = 2**53 - 1


def install(command, folder, marker):
    """Runs an installer once; True when its package is there."""
    stamp = folder / marker
    if stamp.exists():
        return True
    folder.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}")
        return False
    if done.returncode != 0:
        print(done.stderr[-2000:])
        return False
    stamp.touch()
    return True


def through(command, lines):
    text = "".join(line + "\n" for line in lines).encode()
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode().split("\n")[:-1]


def with_npm(packages, lines):
    folder = packages / "npm"
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), NPM_PACKAGE]
    if not install(command, folder, NPM_PACKAGE):
        return None
    return through(["node", str(HERE / "canonicalize.mjs"), str(folder)], lines)


def with_pypi(packages, lines):
    folder = packages / "pypi"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    if not install(command + ["--target", str(folder), PYPI_PACKAGE], folder, PYPI_PACKAGE):
        return None
    sys.path.insert(0, str(folder))
    import rfc8785  # pylint: disable=import-outside-toplevel,import-error

    def integer(text):
        value = int(text)
        return value if abs(value) <= INTEGER_MAX else float(text)

    return [rfc8785.dumps(json.loads(line, parse_int=integer)).decode() for line in lines]


def report_differences(name, lines, ours, theirs):
    """Prints the first few differences and returns their number."""
    if len(ours) != len(theirs):
        print(f"{name}: {len(theirs)} lines instead of {len(ours)}")
        return 1
    different = [i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b]
    print(f"{name}: {len(lines) - len(different)} of {len(lines)} documents are equal")
    for i in different[:3]:
        print(f"document {i}: {lines[i]!a}\n  ours   {ours[i]!a}\n  theirs {theirs[i]!a}")
    return len(different)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--canonical-cat", required=True)
    arguments.add_argument("--packages", type=pathlib.Path, required=True)
    arguments.add_argument("--seed", type=int, default=8785)
    arguments.add_argument("--count", type=int, default=20000)
    options = arguments.parse_args()
    print(f"seed {options.seed}, {options.count} documents")
    lines = documents.generate(options.seed, options.count)
    ours = through([options.canonical_cat], lines)
    differences = 0
    missing = []
    for name, run in ((NPM_PACKAGE, with_npm), (PYPI_PACKAGE, with_pypi)):
        theirs = run(options.packages, lines)
        if theirs is None:
            missing.append(name)
        else:
            differences += report_differences(name, lines, ours, theirs)
    if differences:
        return 1
    if missing:
        print("SKIPPED: could not install " + ", ".join(missing))
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
