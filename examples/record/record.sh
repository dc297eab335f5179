#!/bin/sh
# Installs the pinned SDKs and records every example session anew into ../recordings.
set -eu
cd "$(dirname "$0")"
npm ci --no-fund --no-audit
exec node record.mjs "$@"
