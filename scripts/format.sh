#!/usr/bin/env bash
# Formats every C++ file of the tree, or with --check only says which ones are not formatted.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(-i)
[ "${1:-}" = --check ] && mode=(--dry-run --Werror)
git ls-files -z -- '*.cc' '*.h' | xargs -0 -r clang-format-14 "${mode[@]}"
