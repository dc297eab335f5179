#!/usr/bin/env bash
# Audits the bundled recordings. A verdict other than green is a result of the audit and no failure
# of this script; only a usage or tool error is.
set -euo pipefail
cd "$(dirname "$0")/.."

status=0
build/lockstep audit examples/recordings "$@" || status=$?
case $status in
  0) echo "Exit status 0: every recording converged." ;;
  1) echo "Exit status 1: the worst verdict is stale ('build/lockstep help exit-codes')." ;;
  3) echo "Exit status 3: the worst verdict is incomplete." ;;
  4) echo "Exit status 4: the worst verdict is unverifiable." ;;
  *)
    echo "The audit failed with exit status $status." >&2
    exit "$status"
    ;;
esac
