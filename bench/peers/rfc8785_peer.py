"""rfc8785_peer.py PACKAGES FILE SECONDS: the registry digest with PyPI's rfc8785.

Prints the digest and the median nanoseconds of core time of one pass, as JSON.
"""

import hashlib
import json
import statistics
import sys
import time

packages, file, seconds = sys.argv[1:]
sys.path.insert(0, packages)
import rfc8785  # noqa: E402  (installed by run_peers.sh)

KEPT = ("name", "title", "description", "inputSchema", "outputSchema", "annotations", "execution")


def project(tool):
    return {member: tool[member] for member in KEPT if tool.get(member) is not None}


def digest(data):
    tools = [project(tool) for tool in json.loads(data)["tools"]]
    tools.sort(key=lambda tool: tool["name"].encode("utf-16-be"))
    return hashlib.sha256(rfc8785.dumps(tools)).hexdigest()


with open(file, "rb") as stream:
    content = stream.read()
end = time.monotonic() + float(seconds)
passes = []
while not passes or time.monotonic() < end:
    start = time.process_time_ns()
    result = digest(content)
    passes.append(time.process_time_ns() - start)
print(json.dumps({"digest": result, "ns": statistics.median(passes)}))
