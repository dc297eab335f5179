#!/usr/bin/env python3
"""Audits every case file and compares verdict, reason, digests and affected tools with `expect`.

Usage: run_cases.py LOCKSTEP FOLDER
"""
import json
import pathlib
import subprocess
import sys


def expectations(document):
    if "arms" in document:
        return [(f"{document['case']}/{arm['arm']}", arm["expect"]) for arm in document["arms"]]
    return [(case["id"], case["expect"]) for case in document["cases"]]


def differences(name, expected, result):
    if result is None:
        yield f"{name}: no result"
        return
    reasons = expected["reason"] if isinstance(expected["reason"], list) else [expected["reason"]]
    if result["verdict"] != expected["verdict"] or result["reason"] not in reasons:
        yield (f"{name}: expected {expected['verdict']}/{expected['reason']}, "
               f"got {result['verdict']}/{result['reason']}")
    for side in ("discovered", "registry"):
        if side in expected and result[side]["digest"][7:23] != expected[side]:
            yield f"{name}: {side} digest is {result[side]['digest']}"
    if "affected" in expected:
        got = [{key: tool[key] for key in ("name", "change", "class")}
               for tool in result["affected"]]
        if got != expected["affected"]:
            yield f"{name}: affected tools are {got}"


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    files = sorted([*folder.glob("discovery/*.json"), *folder.glob("more/*.json"),
                    *folder.glob("evidence/*.json")])
    run = subprocess.run([program, "audit", "-o", "json", *map(str, files)],
                         capture_output=True, text=True, check=False)
    results = {}
    for result in json.loads(run.stdout)["results"]:
        results[result["id"]] = result
    count = 0
    faults = []
    for file in files:
        for name, expected in expectations(json.loads(file.read_text(encoding="utf-8"))):
            count += 1
            faults.extend(differences(name, expected, results.get(name)))
    for fault in faults:
        print(fault)
    print(run.stderr, end="")
    print(f"{count} expectations in {len(files)} files, {len(faults)} faults")
    return 1 if faults or count < 131 or run.stderr else 0


if __name__ == "__main__":
    sys.exit(main())
