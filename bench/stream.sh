#!/usr/bin/env bash
# A long recording against its floor: `lockstep audit` of a JSONL file made of the captured sessions,
# repeated in their own mix, beside simdjson alone over the same lines. Prints seconds, MB/s, peak
# memory and the ratio.
#
# Usage: bench/stream.sh [MB]   (1024 by default; LOCKSTEP_SHARED names the folder with captures/)
set -euo pipefail
cd "$(dirname "$0")/.."

size=${1:-1024}
captures=${LOCKSTEP_SHARED:-../shared}/captures
program=${LOCKSTEP:-build/lockstep}
floor=${STREAM_FLOOR:-build/release/bin/stream_floor}
[ -d "$captures" ] || { echo "stream: no folder $captures; set LOCKSTEP_SHARED" >&2; exit 2; }
[ -x "$program" ] || { echo "stream: no program $program; run make build" >&2; exit 2; }
[ -x "$floor" ] || { echo "stream: no program $floor; run make bench" >&2; exit 2; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat "$captures"/*.jsonl >"$folder/mix"
: >"$folder/long.jsonl"
while [ "$(stat -c %s "$folder/long.jsonl")" -lt $((size * 1000000)) ]; do
  cat "$folder/mix" >>"$folder/long.jsonl"
done

python3 - "$folder/long.jsonl" "$program" "$floor" <<'PYTHON'
import os
import subprocess
import sys
import time

path, program, floor = sys.argv[1:]
size = os.path.getsize(path) / 1e6


def run(command):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1, 3, 4):
        sys.exit(f"stream: {command[0]} failed")
    return time.monotonic() - start, usage.ru_maxrss / 1024


best = {}
memory = {}
for _ in range(3):
    for name, command in (("simdjson alone", [floor, path]),
                          ("lockstep audit", [program, "audit", path])):
        seconds, peak = run(command)
        best[name] = min(best.get(name, seconds), seconds)
        memory[name] = max(memory.get(name, 0), peak)
for name, seconds in best.items():
    print(f"{name}: {seconds:.2f} s, {size / seconds:.0f} MB/s, {memory[name]:.0f} MiB")
print(f"ratio: {best['simdjson alone'] / best['lockstep audit']:.2f} of the floor, {size:.0f} MB")
PYTHON
