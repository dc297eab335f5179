#!/usr/bin/env bash
# Runs a command without address space randomisation where the kernel lets us. The thread sanitizer
# of GCC 12 and Clang 14 dies with "unexpected memory mapping" on kernels that randomise more bits
# than it knows of (vm.mmap_rnd_bits above 28).
set -euo pipefail

machine=$(uname -m)
if command -v setarch >/dev/null && setarch "$machine" -R true 2>/dev/null; then
  exec setarch "$machine" -R "$@"
fi
bits=$(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null || echo unknown)
echo "setarch -R is refused here; running with address randomisation ($bits bits)." >&2
if [ "$bits" != unknown ] && [ "$bits" -gt 28 ]; then
  echo "If this dies with 'unexpected memory mapping': sysctl -w vm.mmap_rnd_bits=28" >&2
fi
exec "$@"
