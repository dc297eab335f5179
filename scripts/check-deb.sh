#!/usr/bin/env bash
# Unpacks the Debian package into an empty folder and runs what it holds.
set -euo pipefail
cd "$(dirname "$0")/.."

package=$(find build -maxdepth 1 -name 'lockstep_*.deb')
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
dpkg-deb --extract "$package" "$root"

for path in bin/lockstep share/man/man1/lockstep.1.gz share/doc/lockstep/copyright \
  share/doc/lockstep/changelog.gz share/bash-completion/completions/lockstep \
  share/zsh/vendor-completions/_lockstep share/fish/vendor_completions.d/lockstep.fish; do
  [ -s "$root/usr/$path" ] || { echo "check-deb: $path is missing or empty" >&2; exit 1; }
done
bash -n "$root/usr/share/bash-completion/completions/lockstep"

version=$(dpkg-deb --field "$package" Version)
"$root/usr/bin/lockstep" --version | grep -qF "$version" ||
  { echo "check-deb: --version does not say $version" >&2; exit 1; }
status=0
"$root/usr/bin/lockstep" audit examples/recordings >/dev/null || status=$?
case $status in
  0 | 1 | 3 | 4) ;;
  *) echo "check-deb: the packaged program fails with exit status $status" >&2; exit 1 ;;
esac
dpkg-deb --field "$package" Depends | grep -q libc6 ||
  { echo "check-deb: no dependencies were found" >&2; exit 1; }
echo "check-deb: $(basename "$package") holds and runs what it should"
