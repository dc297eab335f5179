"""Runs ours and the peers in turns and prints the median of each with its ratio to ours."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def run(command, environment=None):
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def ours(options, benchmark):
    """Core time of one pass by the Google Benchmark; the digest by the command line."""
    if options.fixture.name != "fixture-tools-1MB.json":
        sys.exit("digest_bench knows only captures/fixture-tools-1MB.json")
    environment = dict(os.environ, LOCKSTEP_SHARED=str(options.fixture.parent.parent))
    report = json.loads(run(
        [options.bin / "digest_bench", f"--benchmark_filter=^{benchmark}", "--benchmark_format=json",
         f"--benchmark_min_time={options.seconds}"], environment))
    found = report["benchmarks"][0]
    unit = {"ns": 1, "us": 1e3, "ms": 1e6}[found["time_unit"]]
    return found["real_time"] * unit


def our_digest(options):
    text = run([options.bin / "lockstep", "digest", str(options.fixture)])
    return text.split()[0].removeprefix("sha256:")


def peer(command):
    found = json.loads(run([str(word) for word in command]))
    return found["digest"], found["ns"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fixture", type=pathlib.Path, required=True)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    options = parser.parse_args()

    packages, tail = options.packages.resolve(), (options.fixture, options.seconds)
    rust = packages / "rust/release/jcs-peer"
    peers = {
        "Rust serde_json_canonicalizer": (rust, "serde_json_canonicalizer", *tail),
        "Rust serde_jcs": (rust, "serde_jcs", *tail),
        "npm canonicalize": ("node", HERE / "canonicalize_peer.mjs", packages / "npm", *tail),
        "PyPI rfc8785": (sys.executable, HERE / "rfc8785_peer.py", packages / "pypi", *tail),
    }
    benchmarks = {
        "Lockstep, digest": "whole_digest",
        "Lockstep, set with 1,050 digests": "tool_set_with_digests",
    }
    passes = {name: [] for name in (*benchmarks, *peers)}
    digest = our_digest(options)
    for _ in range(options.rounds):
        for name, benchmark in benchmarks.items():
            passes[name].append(ours(options, benchmark))
        for name, command in peers.items():
            other, nanoseconds = peer(command)
            if other != digest:
                sys.exit(f"{name} has another digest: {other}, ours is {digest}")
            passes[name].append(nanoseconds)

    size = options.fixture.stat().st_size
    base = statistics.median(passes["Lockstep, digest"])
    print(f"{options.fixture.name}, {size} bytes, sha256:{digest[:16]}, {options.rounds} rounds")
    print(f"{'':34}{'ms a pass':>12}{'MB/s':>10}{'times ours':>12}")
    for name, times in passes.items():
        median = statistics.median(times)
        print(f"{name:34}{median / 1e6:12.2f}{size / median * 1e3:10.1f}{median / base:12.1f}")


if __name__ == "__main__":
    main()
