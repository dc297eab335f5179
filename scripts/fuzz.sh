#!/usr/bin/env bash
# fuzz.sh BUILD_FOLDER SECONDS [TARGET…]: runs libFuzzer targets, one after the other, each from
# its corpus in the tree. New inputs stay in the build folder; a finding is left beside them.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$1
seconds=$2
shift 2
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  for binary in "$folder"/bin/*_fuzz; do
    targets+=("$(basename "$binary" _fuzz)")
  done
fi

for target in "${targets[@]}"; do
  grown=$folder/corpus/$target
  findings=$folder/findings
  mkdir -p "$grown" "$findings"
  corpora=("$grown" "fuzz/corpus/$target")
  log=$findings/$target.log
  if ! "$folder/bin/${target}_fuzz" "${corpora[@]}" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$findings/$target-" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    echo "fuzz: $target found something; the input is in $findings" >&2
    exit 1
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  echo "fuzz: $target: ${runs:-?} inputs in $seconds s, nothing found"
done
