#!/usr/bin/env bash
# Renews the sample output in README.md from the bundled recordings; with --check only says whether
# it is what the program prints now.
set -euo pipefail
cd "$(dirname "$0")/.."

renewed=$(mktemp)
trap 'rm -f "$renewed"' EXIT
status=0
program=$PWD/build/lockstep
recordings=(right-refresh-v2-modern-http page-one-only-v1-stdio keeps-old-schema-v2-modern-stdio)
table=$(cd examples/recordings &&
  NO_COLOR=1 COLUMNS=100 "$program" audit "${recordings[@]/%/.jsonl}" 2>/dev/null) || status=$?
case $status in
  0 | 1 | 3 | 4) ;;
  *) echo "refresh-sample: the audit fails with exit status $status" >&2; exit 1 ;;
esac

FILES="${recordings[0]}.jsonl …" TABLE=$table awk '
  /^<!-- sample -->$/ {
    print; print "```"; print "$ cd examples/recordings && lockstep audit " ENVIRON["FILES"]
    print ENVIRON["TABLE"]; print "```"; inside = 1
  }
  /^<!-- \/sample -->$/ { inside = 0; print; next }
  !inside' README.md >"$renewed"

if [ "${1:-}" = --check ]; then
  diff -u README.md "$renewed" || { echo "Run scripts/refresh-sample.sh" >&2; exit 1; }
else
  cp "$renewed" README.md
fi
