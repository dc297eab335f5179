#!/usr/bin/env bash
# Installs the Debian packages for the purposes named: build, test, tools, package. Asks apt only
# for what is missing, so a second run takes no time and needs no rights.
set -euo pipefail

build=(g++ make cmake ninja-build ccache libfmt-dev libexpected-dev libsimdjson-dev libssl-dev
  libcli11-dev)
test=(libgtest-dev libgmock-dev libdouble-conversion-dev python3)
tools=(clang-14 libclang-rt-14-dev clang-format-14 shellcheck libbenchmark-dev)
package=(dpkg-dev)

wanted=()
for purpose in "$@"; do
  case $purpose in
    build) wanted+=("${build[@]}") ;;
    test)
      wanted+=("${test[@]}")
      # Any Node from 18 on will do; Debian's own comes in only where there is none.
      command -v node >/dev/null || wanted+=(nodejs)
      command -v npm >/dev/null || wanted+=(npm ca-certificates)
      python3 -c 'import pip' 2>/dev/null || wanted+=(python3-pip)
      ;;
    tools) wanted+=("${tools[@]}") ;;
    package) wanted+=("${package[@]}") ;;
    *)
      echo "usage: install-packages.sh [build] [test] [tools] [package]" >&2
      exit 2
      ;;
  esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "Not a Debian system: nothing installed. Lockstep needs the likes of: ${wanted[*]}" >&2
  exit 0
fi

installed=$(dpkg-query -W -f '${Status} ${Package}\n' "${wanted[@]}" 2>/dev/null |
  sed -n 's/^install ok installed //p' || true)
missing=()
for name in "${wanted[@]}"; do
  grep -qxF -- "$name" <<<"$installed" || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "These packages are missing and there is no sudo; as root, run:" >&2
    echo "  apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
  [ -t 0 ] || as_root=(sudo -n)
fi

echo "Installing: ${missing[*]}"
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" </dev/null
}
apt update
apt install -y --no-install-recommends "${missing[@]}"
