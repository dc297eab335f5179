#!/usr/bin/env python3
"""Audits recordings and compares each verdict and reason with a table.

Usage: run_recordings.py LOCKSTEP FOLDER EXPECTED
FOLDER `shared:NAME` is looked for in LOCKSTEP_SHARED (../shared beside the source tree); where it is
absent the test is skipped with status 77.
"""
import json
import os
import pathlib
import re
import subprocess
import sys


def find(folder):
    if not folder.startswith("shared:"):
        return pathlib.Path(folder)
    source = pathlib.Path(os.environ["LOCKSTEP_SOURCE"])
    shared = pathlib.Path(os.environ.get("LOCKSTEP_SHARED", source / ".." / "shared"))
    return shared / folder.removeprefix("shared:")


def main():
    program, folder, table = sys.argv[1], find(sys.argv[2]), sys.argv[3]
    if not folder.is_dir():
        print(f"SKIPPED: {folder} is not there")
        return 77
    expected = json.loads(pathlib.Path(table).read_text(encoding="utf-8"))
    files = sorted(folder.glob("*.jsonl"))
    stems = {re.sub(r"(\.proc\d+)?\.jsonl$", "", file.name) for file in files}
    named = {re.sub(r"(\.proc\d+)?\.jsonl$", "", name) for name in expected}
    faults = [f"{name}: not in the table" for name in sorted(stems - named)]
    faults += [f"{name}: no such recording" for name in sorted(named - stems)]
    run = subprocess.run([program, "audit", "-o", "json", *map(str, files)],
                         capture_output=True, text=True, check=False)
    results = {}
    for result in json.loads(run.stdout)["results"]:
        name = re.sub(r"(\.proc\d+)?\.jsonl$", "", pathlib.Path(result["id"]).name)
        results.setdefault(name, []).append((result["verdict"], result["reason"]))
    for name, want in sorted(expected.items()):
        name = re.sub(r"(\.proc\d+)?\.jsonl$", "", name)
        wanted = [] if want["verdict"] is None else [(want["verdict"], want["reason"])]
        if results.get(name, []) != wanted:
            faults.append(f"{name}: expected {wanted}, got {results.get(name, [])}")
    for fault in faults:
        print(fault)
    print(f"{len(expected)} recordings, {len(faults)} faults")
    return 1 if faults or not expected else 0


if __name__ == "__main__":
    sys.exit(main())
