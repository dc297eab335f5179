#!/usr/bin/env bash
# Makes build/lockstep_VERSION_ARCH.deb out of the release build.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^project(lockstep VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
architecture=$(dpkg --print-architecture)
root=build/deb/lockstep
umask 022
rm -rf build/deb
mkdir -p "$root"

DESTDIR=$PWD/$root cmake --install build/release --prefix /usr >/dev/null
strip --strip-unneeded "$root/usr/bin/lockstep"
find "$root/usr/share/man" -type f -exec gzip -9n {} +

doc=$root/usr/share/doc/lockstep
mkdir -p "$doc"
gzip -9nc CHANGELOG.md >"$doc/changelog.gz"
cat >"$doc/copyright" <<EOT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: lockstep

Files: *
Copyright: The Lockstep authors
License: Apache-2.0
 On Debian systems the full text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
EOT

# The shared libraries' packages and versions, by Debian's own rules.
mkdir -p build/deb/debian
printf 'Source: lockstep\n\nPackage: lockstep\nArchitecture: any\n' >build/deb/debian/control
depends=$(cd build/deb && dpkg-shlibdeps -O lockstep/usr/bin/lockstep 2>/dev/null |
  sed -n 's/^shlibs:Depends=//p')

mkdir -p "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<EOT
Package: lockstep
Version: $version
Architecture: $architecture
Maintainer: The Lockstep authors <lockstep@localhost>
Section: utils
Priority: optional
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends
Description: prove whether an agent's MCP tool registry converged
 Lockstep judges recorded Model Context Protocol sessions: after the newest
 change signal, did the client walk tools/list to its last page, and did it
 install exactly the definitions that it found? It answers converged, stale,
 incomplete or unverifiable, with the reason, the evidence and the safest next
 step.
EOT
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)

dpkg-deb --root-owner-group --build "$root" "build/lockstep_${version}_$architecture.deb"
