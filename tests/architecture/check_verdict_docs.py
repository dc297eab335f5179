#!/usr/bin/env python3
"""Every reason has a heading in docs/verdicts.md, and every heading there is a reason.

check_verdict_docs.py ROOT reads the reasons from lockstep/verdict/reason.h.
"""
import re
import sys
from pathlib import Path


def main():
    root = Path(sys.argv[1])
    header = (root / "lockstep/verdict/reason.h").read_text()
    body = re.search(r"enum class Reason[^{]*\{(.*?)\};", header, re.S)[1]
    reasons = re.findall(r"^\s*(\w+),", body, re.M)
    headings = re.findall(r"^### `(\w+)`$", (root / "docs/verdicts.md").read_text(), re.M)
    faults = [f"docs/verdicts.md has no heading for {name}" for name in reasons
              if name not in headings]
    faults += [f"docs/verdicts.md describes {name}, which is no reason" for name in headings
               if name not in reasons]
    faults += [f"docs/verdicts.md describes {name} twice" for name in set(headings)
               if headings.count(name) > 1]
    for fault in faults:
        print(fault)
    print(f"{len(reasons)} reasons, {len(faults)} faults")
    return 1 if faults or not reasons else 0


if __name__ == "__main__":
    sys.exit(main())
