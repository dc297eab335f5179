#!/usr/bin/env bash
# Runs every benchmark of the release build; words are handed on (--benchmark_filter=…).
set -euo pipefail
cd "$(dirname "$0")/.."

for binary in build/release/bin/*_bench; do
  echo "== $(basename "$binary")"
  "$binary" "$@"
done
