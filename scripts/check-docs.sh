#!/usr/bin/env bash
# Checks the Markdown files of the tree: every link to a file or heading leads somewhere, and every
# fenced block marked `sh run` runs. `sh run=1` says that exit status 1 is right. Blocks run in the
# root of the tree with build/ on the PATH, one shell a block.
set -euo pipefail
cd "$(dirname "$0")/.."

export PATH="$PWD/build:$PATH"
export DOCS_TMP
DOCS_TMP=$(mktemp -d)
trap 'rm -rf "$DOCS_TMP"' EXIT
failed=0
blocks=0
links=0

fail() {
  echo "check-docs: $*" >&2
  failed=$((failed + 1))
}

# Headings as GitHub makes anchors of them.
anchors() {
  sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

# Targets of links outside code.
links_of() {
  awk '/^```/ { code = !code; next } !code { gsub(/`[^`]*`/, ""); print }' "$1" |
    grep -o '](\([^) ]*\))' | sed 's/^](//; s/)$//' || true
}

check_link() {
  local file=$1 link=$2 path anchor target
  case $link in http://* | https://* | mailto:*) return ;; esac
  links=$((links + 1))
  path=${link%%#*}
  anchor=
  [[ $link == *#* ]] && anchor=${link#*#}
  target=$file
  [ -z "$path" ] || target=$(dirname "$file")/$path
  if [ ! -e "$target" ]; then
    fail "$file: $link leads nowhere"
  elif [ -n "$anchor" ] && [ -f "$target" ] && ! anchors "$target" | grep -qxF -- "$anchor"; then
    fail "$file: $link names no heading"
  fi
}

run_block() {
  local file=$1 line=$2 expected=$3 script=$4 status=0
  blocks=$((blocks + 1))
  bash -eu -o pipefail "$script" </dev/null >"$DOCS_TMP/output" 2>&1 || status=$?
  if [ "$status" -ne "$expected" ]; then
    cat "$script" "$DOCS_TMP/output" >&2
    fail "$file:$line: exit status $status, expected $expected"
  else
    echo "check-docs: $file:$line runs"
  fi
}

# Writes each runnable block to a file and prints "line status file".
extract_blocks() {
  awk -v folder="$DOCS_TMP" -v name="$(tr '/' '_' <<<"$1")" '
    /^```sh run(=[0-9]+)?$/ {
      status = 0
      if (split($0, parts, "=") == 2) status = parts[2]
      out = folder "/" name "." NR ".sh"
      print NR, status, out
      inside = 1
      next
    }
    /^```/ { if (inside) close(out); inside = 0 }
    inside { print >out }' "$1"
}

while IFS= read -r file; do
  while IFS= read -r link; do
    check_link "$file" "$link"
  done < <(links_of "$file")
  while read -r line expected script; do
    run_block "$file" "$line" "$expected" "$script"
  done < <(extract_blocks "$file")
done < <(git ls-files --cached --others --exclude-standard -- '*.md')

echo "check-docs: $blocks blocks run, $links links checked, $failed failed"
[ "$failed" -eq 0 ]
