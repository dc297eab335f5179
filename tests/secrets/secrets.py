#!/usr/bin/env python3
"""Plants a secret in every field that a peer controls and searches all that the program prints.

Usage: secrets.py LOCKSTEP WRITE_EVIDENCE [FOLDER]; FOLDER keeps the inputs and outputs.
"""
import base64
import copy
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import formats
import sessions

AUDITS = [["audit", "-o", form] for form in
          ("table", "wide", "json", "jsonl", "yaml", "junit", "markdown")]
EXPLAINS = [["explain", "-o", form] for form in ("text", "json")]
# What the writer of a record says in words of its own; no peer has a say in it.
SELF_REPORTED = {"code", "kind", "projection", "witness"}
FOUR = {"converged", "stale", "incomplete", "unverifiable"}


def encodings():
    """How the beginning of a mark looks in other clothes."""
    yield r"7a7178(?:3[0-9]){5}"
    yield "enF4"
    yield "[HXn3]pxeD"
    yield "[159BFJNRVZdhlptx]6cXg"


class Search:
    def __init__(self, marks):
        self.marks = marks
        self.hashes = {}
        for mark, place in marks.places.items():
            self.know(mark, place)
        self.encoded = re.compile("|".join(encodings()))
        self.shown = set()

    def know(self, mark, place):
        self.hashes[hashlib.sha256(mark.encode()).hexdigest()[:16]] = place

    def leaks(self, text):
        """What of the secrets stands in a text: whole, cut, wrapped, encoded or hashed."""
        for mark in re.findall(r"zqv[0-9]{5}qz", text):
            self.shown.add(self.marks.shown_places[mark])
        squeezed = re.sub(r"[\s│|]+", "", text)
        found = {(mark, self.marks.places.get(mark, "part of a secret"))
                 for mark in re.findall(r"zqx[0-9]*(?:qz)?", (text + "\n" + squeezed).casefold())}
        found.update((code, "a secret, encoded") for code in self.encoded.findall(text))
        found.update((digits, "hash of " + self.hashes[digits])
                     for digits in re.findall(r"[0-9a-f]{16}", text) if digits in self.hashes)
        return found


def sprinkled(marks, value, cursors):
    """A copy with unknown members everywhere but in definitions, and cursors in clear."""
    if isinstance(value, list):
        return [sprinkled(marks, entry, cursors) for entry in value]
    if isinstance(value, str) and value.startswith("fp:"):
        return cursors.setdefault(value, marks.secret("cursor in clear"))
    if not isinstance(value, dict):
        return value
    copied = {key: entry if key in ("tools", "content") else sprinkled(marks, entry, cursors)
              for key, entry in value.items()}
    return {**copied, marks.secret("unknown member"): {
        marks.secret("key of an unknown member"): marks.secret("unknown value")}}


def replaced(marks, value, names=("id", "name", "tools", "content", "schema", "server", "client")):
    """Copies in each of which one text is a secret; our names and definitions stay."""
    if not isinstance(value, (dict, list)):
        return
    for key, entry in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if key in names:
            continue
        if isinstance(entry, str):
            changed = copy.copy(value)
            changed[key] = marks.shown(key) if key in SELF_REPORTED else marks.secret(key)
            yield changed
        for inner in replaced(marks, entry, names):
            changed = copy.copy(value)
            changed[key] = inner
            yield changed


class Inputs:
    def __init__(self, marks, folder, writer):
        self.marks = marks
        self.folder = folder
        self.writer = writer
        self.files = {}
        self.records = []

    def put(self, form, name, content):
        folder = self.folder / form
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.files.setdefault(form, []).append(path)
        return path

    def written(self, what, path):
        run = subprocess.run([self.writer, what, path], capture_output=True, text=True, check=False)
        if run.returncode != 0 or not run.stdout:
            sys.exit(f"{self.writer} {what} {path}: {run.returncode} {run.stderr}")
        return run.stdout

    def put_evidence(self, name, path):
        marks = self.marks
        stored = self.written("records", path)
        self.records.append((path, stored))
        records = [json.loads(line) for line in stored.splitlines()]
        full = [json.loads(line) for line in self.written("full", path).splitlines()]
        self.put("record", name + ".json", formats.text(sprinkled(marks, records[0], {})))
        self.put("record-full", name + ".json", formats.text(sprinkled(marks, full[0], {})))
        stream = [json.loads(line) for line in self.written("observations", path).splitlines()]
        self.put("observations", name + ".jsonl",
                 formats.lines(sprinkled(marks, line, {}) for line in stream))
        return records, stream

    def put_replaced(self, name, records, stream):
        for record in records:
            for number, changed in enumerate(replaced(self.marks, record)):
                self.put("record-replaced", f"{name}-{number}.json", formats.text(changed))
        for number, line in enumerate(stream):
            for turn, changed in enumerate(replaced(self.marks, line, ("name", "tools", "content",
                                                                       "serverVersion",
                                                                       "serverName"))):
                self.put("observations-replaced", f"{name}-{number}-{turn}.jsonl",
                         formats.lines([*stream[:number], changed, *stream[number + 1:]]))

    def put_session(self, name, era, steps):
        marks = self.marks
        over_pipe = formats.stdio_events(steps)
        path = self.put("transcript-stdio", name + ".jsonl",
                        formats.transcript(marks, over_pipe, era, "stdio"))
        records, stream = self.put_evidence(name, path)
        if name.startswith(("text_changed", "page_error")):
            self.put_replaced(name, records, stream)
        order = formats.exchanges(marks, steps, era)
        over_http = formats.http_events(order)
        path = self.put("transcript-http", name + ".jsonl",
                        formats.transcript(marks, over_http, era, "streamable-http"))
        self.put_evidence(name + "-http", path)
        self.put("case", name + ".json", formats.case(marks, name, [
            ("stdio", formats.stdio_events(steps, "gen"))], era, "stdio"))
        self.put("case", name + "-http.json", formats.case(marks, name, [
            ("http", over_http)], era, "streamable-http"))
        self.put("capture-stdio", name + ".jsonl", formats.stdio_capture(marks, steps))
        self.put("capture-http", name + ".jsonl", formats.http_capture(marks, order))
        self.put("capture-tcp", name + ".jsonl", formats.tcp_capture(marks, order))
        self.put("har", name + ".har", formats.har(marks, order))

    def put_broken(self):
        """Inputs that cannot be read, so that error messages are seen too."""
        s = self.marks.secret
        head = '{"t":1,"from":"client","via":"stdio","json":{"jsonrpc":"2.0","method":"x","params":'
        name = s("argument name twice")
        whole = {
            "twice.jsonl": head + '{"arguments":{"' + name + '":1,"' + name + '":2}}}}\n',
            "deep.jsonl": head + '{"' + s("outer name") + '":' + '{"x":' * 600 + "1" + "}" * 603,
            "open.jsonl": head + '{"' + s("name") + '":"' + s("open text"),
            "bytes.jsonl": head.encode() + b'{"' + s("name").encode() + b'":"\xff\xfe"}}}\n',
            "surrogate.jsonl": head + '{"' + s("name") + '":"\\ud800"}}}\n',
            "comma.jsonl": head + '{"' + s("name") + '":["' + s("text") + '",]}}}\n',
            "plain.txt": s("a text of no format") + "\n",
            "plain.json": formats.text({s("key"): s("value")}),
            "list.json": formats.text([s("entry"), {s("key"): s("value")}]),
            "twice.har": '{"log":{"entries":[{"request":{"' + name + '":1,"' + name + '":2}}]}}',
            "form.har": formats.text({"log": {"entries": [{"request": {
                "method": "POST", "url": s("url"), "headers": [s("header")]}}]}}),
            "form.jsonl": formats.lines([
                {"lockstep": "transcript/v1", "transport": s("transport")},
                {"lockstep": "transcript/v1", "vantage": s("vantage")},
                {"lockstep": "transcript/v1", "startedAt": s("startedAt")},
                {"t": 1, "from": s("from"), "via": s("via"), "json": {}},
                {"t": 2, "from": "server", "via": "stdio", "b64": "%" + s("b64")},
                {"t": 3, "from": "server", "via": "post", "http": {"status": s("status")}},
                {"t": 4, "app": "installed", "tools": s("tools")}]),
            "tools.json": '{"tools":[{"name":"a","' + name + '":1,"' + name + '":2}]}',
            "meta.json": '{"result":{"_meta":{"' + name + '":1,"' + name + '":2},"tools":[]}}',
        }
        return [self.put("broken", name, content) for name, content in whole.items()]


class Program:
    def __init__(self, path, folder, search):
        self.path = path
        self.folder = folder
        self.search = search
        self.leaks = {}
        self.outputs = 0

    def run(self, *arguments):
        run = subprocess.run([self.path, *map(str, arguments)], capture_output=True, check=False)
        out, err = run.stdout.decode(errors="replace"), run.stderr.decode(errors="replace")
        if run.returncode not in (0, 1, 2, 3, 4):
            sys.exit(f"status {run.returncode}: {arguments[:4]} {err[-500:]}")
        self.outputs += 1
        for sink, text in (("stdout", out), ("stderr", err)):
            (self.folder / f"{self.outputs:04d}.{sink}").write_text(text, encoding="utf-8")
            for leak in self.search.leaks(text):
                words = " ".join(str(word) for word in arguments[:3])
                self.leaks.setdefault(leak[1], f"{words} ({sink} {self.outputs:04d}, {leak[0]})")
        return out, err


def audit_all(program, inputs, key):
    """Every output of every format; what verdicts each format gave."""
    faults = []
    for form, files in inputs.files.items():
        verdicts = set()
        for options in [*AUDITS, *EXPLAINS]:
            out, err = program.run(*options, "--key-file", key, *files)
            strict = not form.endswith("replaced") and form != "broken"
            if strict and err:
                faults.append(f"{form}: {' '.join(options)} says {err[:300]}")
            if options != AUDITS[2]:
                continue
            results = json.loads(out)["results"]
            verdicts = {result["verdict"] for result in results}
            if strict and len(results) != len(files):
                faults.append(f"{form}: {len(results)} results of {len(files)} files")
        wanted = {} if not strict else FOUR
        if form.startswith(("capture", "har")):
            wanted = FOUR - {"converged"}  # nobody says there what the client installed
        print(f"{form}: {len(files)} files, {' '.join(sorted(verdicts))}")
        faults.extend(f"{form}: no session is {verdict}" for verdict in wanted
                      if verdict not in verdicts)
        program.run("audit", *files[:3])
        subprocess_columns(program, files)
    return faults


def subprocess_columns(program, files):
    """A table that is too narrow cuts and wraps."""
    run = subprocess.run([program.path, "audit", *map(str, files)], capture_output=True, text=True,
                         check=False, env={"COLUMNS": "40"})
    for mark, place in program.search.leaks(run.stdout + run.stderr):
        program.leaks.setdefault(place, f"audit on 40 columns ({mark})")


def compare_sets(program, inputs, marks, broken):
    """Digests and differences of sets of tools in each form in which they may stand."""
    author = sessions.Author(marks, "modern")
    tools = [author.tool(i) for i in range(3)]
    other = [author.tool(0), {**author.tool(1), "annotations": {"destructiveHint": True}}]
    other[0]["inputSchema"]["properties"][marks.shown("property name")] = {
        "type": "string", "enum": [marks.secret("enum value")]}
    other[0]["inputSchema"]["required"] = [marks.shown("property name")]
    result = {"jsonrpc": "2.0", "id": marks.secret("id"), "result": {
        "tools": other, "nextCursor": marks.secret("cursor"), "_meta": author.meta()},
        **author.extra("an answer")}
    files = [inputs.put("sets", name, formats.text(value)) for name, value in (
        ("held.json", tools), ("offered.json", result), ("wrapped.json", {"tools": other}),
        ("mixed.json", [*tools, marks.secret("no tool"), {"title": marks.secret("no tool")}]))]
    del inputs.files["sets"]
    records = inputs.files["record-full"]
    files += records + inputs.files["record"] + broken
    for options in ([], ["--tools"], ["--projection", "mcp-tools-full/v1", "--tools"],
                    ["--set", "discovered"], ["--set", "registry"]):
        program.run("digest", *options, *files)
    changed = [path for path in records if path.name.startswith(("other_schema", "text_changed"))]
    pairs = [(files[0], files[1]), (files[1], files[2]), (files[0], files[3]),
             (files[2], changed[0]), *((files[0], path) for path in [*changed, *broken])]
    for held, offered in pairs:
        for form in ("table", "json"):
            program.run("diff", "-o", form, held, offered)
            program.run("diff", "-o", form, "--set", "discovered", held, offered)


def record_faults(inputs, search):
    """Records as they are stored hold no text of a tool, no cursor in clear and no secret."""
    for path, stored in inputs.records:
        for mark, place in search.leaks(stored):
            yield f"record of {path}: {place} ({mark})"
        for member in ("description", "inputSchema", "outputSchema", "annotations", "_meta"):
            if f'"{member}"' in stored:
                yield f"record of {path}: holds {member}"
        for cursor in re.findall(r'"(?:c|nextC)ursor":("[^"]*"|[^,}]*)', stored):
            if not re.fullmatch(r'"fp:[0-9a-f]{16}"|null|false', cursor):
                yield f"record of {path}: cursor {cursor}"
    if not search.leaks(inputs.written("full", inputs.records[0][0])):
        yield "the search finds nothing in a record with definitions"
    if not any('"fp:' in stored for _, stored in inputs.records):
        yield "no record holds a cursor"


def blind_spots(search, marks):
    """The search must find: a name that is shown, and a secret in whatever form."""
    yield from (f"no output shows a {place}" for place in ("tool name", "property name")
                if place not in search.shown)
    mark = marks.secret("a secret for the search itself")
    search.know(mark, "a secret for the search itself")
    forms = [mark, mark.upper(), mark[:6], f"{mark[:5]}\n  {mark[5:]}", mark.encode().hex(),
             "sha256:" + hashlib.sha256(mark.encode()).hexdigest()]
    forms += [base64.b64encode(b"x" * offset + mark.encode()).decode() for offset in range(3)]
    yield from (f"the search does not see {form!r}" for form in forms if not search.leaks(form))


def check(program_path, writer, folder):
    marks = sessions.Marks()
    inputs = Inputs(marks, folder / "inputs", writer)
    for name, era, steps in sessions.generate(marks):
        inputs.put_session(name, era, steps)
    broken = inputs.put_broken()
    key = folder / "key"
    key.write_text(marks.secret("key of the fingerprints"), encoding="utf-8")
    search = Search(marks)
    outputs = folder / "outputs"
    outputs.mkdir(exist_ok=True)
    program = Program(program_path, outputs, search)
    faults = audit_all(program, inputs, key)
    compare_sets(program, inputs, marks, broken)
    faults.extend(record_faults(inputs, search))
    faults.extend(blind_spots(search, marks))
    faults.extend(f"{place} stands in {where}" for place, where in sorted(program.leaks.items()))
    for fault in faults:
        print(fault)
    print(f"{len(marks.places)} secrets, {program.outputs} outputs, {len(inputs.records)} records, "
          f"{len(faults)} faults")
    return 1 if faults else 0


def main():
    if len(sys.argv) == 4:
        return check(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]))
    with tempfile.TemporaryDirectory() as folder:
        return check(sys.argv[1], sys.argv[2], pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
