#!/usr/bin/env bash
# Renews the sample output in README.md from the bundled recordings; with --check only says whether
# it is what the program prints now.
set -euo pipefail
cd "$(dirname "$0")/.."

renewed=$(mktemp)
trap 'rm -f "$renewed"' EXIT
status=0
table=$(NO_COLOR=1 COLUMNS=100 build/lockstep audit examples/recordings 2>/dev/null) || status=$?
case $status in
  0 | 1 | 3 | 4) ;;
  *) echo "refresh-sample: the audit fails with exit status $status" >&2; exit 1 ;;
esac

TABLE=$table awk '
  /^<!-- sample -->$/ {
    print; print "```"; print "$ build/lockstep audit examples/recordings"
    print ENVIRON["TABLE"]; print "```"; inside = 1
  }
  /^<!-- \/sample -->$/ { inside = 0; print; next }
  !inside' README.md >"$renewed"

if [ "${1:-}" = --check ]; then
  diff -u README.md "$renewed" || { echo "Run scripts/refresh-sample.sh" >&2; exit 1; }
else
  cp "$renewed" README.md
fi
