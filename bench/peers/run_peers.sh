#!/usr/bin/env bash
# Measures the registry digest (parse, project, sort, canonical form, SHA-256) side by side in one
# run: Lockstep, npm's canonicalize, PyPI's rfc8785, and the Rust crates serde_jcs and
# serde_json_canonicalizer. Packages and builds go to build/peers. A peer whose registry cannot be
# reached is left out and said so.
#
#   bench/peers/run_peers.sh [ROUNDS] [SECONDS]
#
# Each program runs for SECONDS (1) in each of ROUNDS (5), in turns. The core time of its best pass
# counts, since other work on the machine can only slow a pass down. All must agree on the digest.
set -euo pipefail

rounds=${1:-5}
seconds=${2:-1}
here=$(cd "$(dirname "$0")" && pwd)
source_root=$(cd "$here/../.." && pwd)
shared=${LOCKSTEP_SHARED:-$source_root/../shared}
build=${LOCKSTEP_PEERS:-$source_root/build/peers}
mkdir -p "$build"

prepare_ours() {
  cmake -S "$source_root" -B "$build/lockstep" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DLOCKSTEP_TESTS=OFF -DLOCKSTEP_BENCH=ON &&
    cmake --build "$build/lockstep" --target digest_peer
}
prepare_npm() {
  [ -d "$build/npm/node_modules/canonicalize" ] ||
    npm install --no-audit --no-fund --prefix "$build/npm" canonicalize@5.1.0
}
prepare_pypi() {
  [ -d "$build/pypi/rfc8785" ] ||
    python3 -m pip install --quiet --no-deps --target "$build/pypi" rfc8785==0.1.4
}
prepare_rust() {
  cargo build --release --locked --manifest-path "$here/rust/Cargo.toml" \
    --target-dir "$build/rust"
}

# try NAME STEP: remembers the peer when its preparation works.
peers=()
try() {
  if "$2" >"$build/$1.log" 2>&1; then
    peers+=("$1")
  else
    echo "$1 is left out: see $build/$1.log" >&2
  fi
}

# run PEER FILE: prints a digest and the microseconds of the best pass.
run() {
  case $1 in
    lockstep) "$build/lockstep/bin/digest_peer" digest "$2" "$seconds" ;;
    parse-alone) "$build/lockstep/bin/digest_peer" parse "$2" "$seconds" ;;
    sha256-alone) "$build/lockstep/bin/digest_peer" sha256 "$2" "$seconds" ;;
    canonicalize) node "$here/digest.mjs" "$build/npm" "$2" "$seconds" ;;
    rfc8785) python3 "$here/digest.py" "$build/pypi" "$2" "$seconds" ;;
    *) "$build/rust/release/digest_peer" "$1" "$2" "$seconds" ;;
  esac
}

measure() {
  local results=$build/results.txt
  : >"$results"
  for _ in $(seq "$rounds"); do
    for peer in lockstep parse-alone sha256-alone "${peers[@]}"; do
      echo "$peer $(run "$peer" "$1")" >>"$results"
    done
  done
  awk -v file="$(basename "$1")" -v size="$(stat -c %s "$1")" '
    { if (!($1 in best) || $3 < best[$1]) best[$1] = $3
      if (!seen[$1]++) order[++count] = $1
      if ($2 != "-" && ++digests[$2] == 1) kinds++ }
    END {
      printf "%s, %d bytes\n", file, size
      printf "  %-26s %12s %10s %22s\n", "", "us a pass", "MB/s", "time against lockstep"
      for (i = 1; i <= count; i++) {
        name = order[i]
        printf "  %-26s %12.1f %10.1f %21.2fx\n", name, best[name], size / best[name],
          best[name] / best["lockstep"]
      }
      limit = best["parse-alone"] + best["sha256-alone"]
      printf "  parse and SHA-256 one after the other: %.1f us; lockstep reaches %.2f of it\n",
        limit, limit / best["lockstep"]
      if (kinds != 1) { print "  the digests differ"; exit 1 }
    }' "$results"
}

prepare_ours >"$build/lockstep.log" 2>&1 || { tail -20 "$build/lockstep.log" >&2; exit 1; }
try canonicalize prepare_npm
try rfc8785 prepare_pypi
try serde_jcs prepare_rust
for peer in "${peers[@]}"; do
  if [ "$peer" = serde_jcs ]; then peers+=(serde_json_canonicalizer); fi
done
for file in fixture-tools-1MB.json fixture-tools-real41.json; do
  [ -f "$shared/captures/$file" ] || { echo "$file is not there (LOCKSTEP_SHARED)" >&2; exit 1; }
  measure "$shared/captures/$file"
done
