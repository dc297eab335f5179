#!/usr/bin/env python3
"""The built program, run as a person or a script runs it: command_line_test.py BINARY ROOT"""
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest
import xml.etree.ElementTree
from pathlib import Path

import evidence

BINARY = os.path.abspath(sys.argv[1])
ROOT = Path(sys.argv[2]).resolve()
NOW = "2026-07-20T09:06:00Z"
HOSTILE = "x\x1b[31m\x07\u202e\u200b<b>|`*_&\"'\r\n\U000e0041é日"
COMMANDS = ["audit", "explain", "digest", "diff", "completion", "help", "version"]
VERDICTS = {"converged": 0, "stale": 1, "incomplete": 3, "unverifiable": 4}


def run(*words, stdin=b"", cwd=None, **environment):
    inherited = {k: v for k, v in os.environ.items()
                 if k not in ("COLUMNS", "NO_COLOR", "TERM")}
    return subprocess.run([BINARY, *map(str, words)], input=stdin, capture_output=True, cwd=cwd,
                          env={**inherited, "LC_ALL": "C.UTF-8", **environment}, timeout=120)


def width(text):
    return sum(0 if unicodedata.combining(c) else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="lockstep-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content)
        else:
            path.write_text(json.dumps(content))
        return path

    def one_of_each(self):
        return [self.write(f"{name}.json", getattr(evidence, name)()) for name in VERDICTS]

    def audit(self, *words, **more):
        return run("audit", "--now", NOW, *words, **more)

    def results(self, *words, **more):
        return json.loads(self.audit("-o", "json", *words, **more).stdout)["results"]


class ExitStatus(CommandLine):
    def test_each_verdict_has_its_status(self):
        for path, (verdict, status) in zip(self.one_of_each(), VERDICTS.items()):
            ran = self.audit("-o", "json", path)
            self.assertEqual(json.loads(ran.stdout)["results"][0]["verdict"], verdict)
            self.assertEqual((ran.returncode, ran.stderr), (status, b""), verdict)
            self.assertEqual(run("explain", "--now", NOW, path).returncode, status)

    def test_several_give_the_worst_in_the_order_2_1_3_4_0(self):
        green, stale, incomplete, unknown = self.one_of_each()
        broken = self.write("broken.json", "{")
        for files, status in [([green, unknown], 4), ([unknown, incomplete, green], 3),
                              ([incomplete, stale, unknown], 1), ([stale, broken], 2)]:
            self.assertEqual(self.audit(*files).returncode, status)

    def test_fail_on_forgives_what_is_less_bad(self):
        green, stale, incomplete, unknown = self.one_of_each()
        for limit, path, status in [("stale", incomplete, 0), ("stale", stale, 1),
                                    ("incomplete", unknown, 0), ("incomplete", incomplete, 3),
                                    ("unverifiable", unknown, 4), ("converged", green, 0)]:
            self.assertEqual(self.audit("--fail-on", limit, path).returncode, status, limit)
        gone = self.folder / "gone"
        self.assertEqual(self.audit("--fail-on", "stale", green, gone).returncode, 2)

    def test_nothing_to_judge_is_an_error_also_beside_others(self):
        green = self.write("green.json", evidence.converged())
        empty = self.folder / "empty"
        empty.mkdir()
        for nothing in [self.write("zero.json", b""), self.write("list.json", []),
                        self.write("lines.jsonl", "\n\n"), self.write("other.json", {"a": 1}),
                        empty]:
            for words in ([nothing], [green, nothing]):
                ran = self.audit(*words)
                self.assertEqual(ran.returncode, 2, words)
                self.assertIn(os.fsencode(nothing), ran.stderr)
            self.assertIn(b"converged", ran.stdout)

    def test_a_wrong_call_is_told_on_standard_error(self):
        for words in [[], ["nope"], ["audit"], ["audit", "--nope", "x"], ["audit", "x", "-o", "xml"],
                      ["audit", "x", "--fail-on", "red"], ["audit", "x", "--now", "noon"],
                      ["diff", "x"], ["completion", "tcsh"], ["help", "nope"]]:
            ran = run(*words)
            self.assertEqual((ran.returncode, ran.stdout), (2, b""), words)
            self.assertTrue(ran.stderr, words)


class Forms(CommandLine):
    def test_json_is_one_report_with_every_member(self):
        ran = self.audit("-o", "json", *self.one_of_each())
        report = json.loads(ran.stdout)
        self.assertEqual(list(report), ["schema", "rules", "now", "nowFrom", "results"])
        self.assertEqual(report["schema"], "lockstep.report/v1")
        self.assertEqual((report["now"], report["nowFrom"]), ("2026-07-20T09:06:00.000Z", "option"))
        self.assertEqual([r["verdict"] for r in report["results"]], list(VERDICTS))
        for result in report["results"]:
            self.assertEqual(list(result)[:18], [
                "id", "client", "server", "vantage", "verdict", "reason", "stages", "discovered",
                "registry", "affected", "severity", "uncertainty", "freshness", "findings",
                "nextAction", "notEstablished", "evidence", "pairs"])
            self.assertEqual(len(result["notEstablished"]), 5)

    def test_a_stale_result_names_digests_and_affected_tools(self):
        result = self.results(self.write("s.json", evidence.stale()))[0]
        self.assertEqual(result["reason"], "fetched_not_installed")
        self.assertNotEqual(result["discovered"]["digest"], result["registry"]["digest"])
        tool = result["affected"][0]
        self.assertEqual((tool["name"], tool["change"], tool["class"]),
                         ("book_room", "changed", "breaking"))
        self.assertIn("/inputSchema/required", tool["members"])

    def test_jsonl_prints_the_same_results_one_a_line(self):
        files = self.one_of_each()
        lines = self.audit("-o", "jsonl", *files).stdout.decode().splitlines()
        self.assertEqual([json.loads(line) for line in lines], self.results(*files))

    def test_yaml_holds_the_same_data(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("the yaml module of Python is not installed")
        files = self.one_of_each() + [self.write("h.json", evidence.named(
            evidence.stale(), HOSTILE, HOSTILE, HOSTILE))]
        data = yaml.load(self.audit("-o", "yaml", *files).stdout, yaml.BaseLoader)
        report = json.loads(self.audit("-o", "json", *files).stdout)
        self.assertEqual(data, self.as_text(report))

    def as_text(self, value):
        """All scalars as YAML's base loader gives them."""
        if isinstance(value, dict):
            return {key: self.as_text(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.as_text(each) for each in value]
        return value if isinstance(value, str) else json.dumps(value)

    def test_junit_counts_failures_and_errors(self):
        files = self.one_of_each() + [self.write("broken.json", "{"), self.write(
            "h.json", evidence.named(evidence.stale(), HOSTILE, HOSTILE, HOSTILE))]
        suite = xml.etree.ElementTree.fromstring(self.audit("-o", "junit", *files).stdout)[0]
        self.assertEqual([suite.get(k) for k in ("name", "tests", "failures", "errors")],
                         ["lockstep", "6", "4", "1"])
        self.assertEqual(len(suite.findall("testcase/failure")), 4)
        self.assertEqual(len(suite.findall("testcase/error")), 1)
        self.assertEqual(suite.find("testcase/failure").get("type"), "fetched_not_installed")

    def test_markdown_is_one_table_whose_cells_stay_in_place(self):
        path = self.write("h.json", evidence.named(evidence.stale(), HOSTILE, HOSTILE, HOSTILE))
        text = self.audit("-o", "markdown", path, *self.one_of_each()).stdout.decode()
        rows = [line for line in text.splitlines() if line.startswith("|")]
        self.assertEqual(len(rows), 2 + 5)
        for row in rows:
            self.assertEqual(len(re.findall(r"(?<!\\)\|", row)), 7, row)
        self.assertNotIn("<b>", text)
        self.assertIn("does not prove", text)

    def test_wide_has_digests_times_and_uncertainty(self):
        text = self.audit("-o", "wide", *self.one_of_each()).stdout.decode()
        for word in ["DISCOVERED", "UNCERTAINTY", "09:05:00", "fetched_not_installed", "rooms"]:
            self.assertIn(word, text)

    def test_table_tells_details_next_step_and_what_green_does_not_prove(self):
        text = self.audit(*self.one_of_each()).stdout.decode()
        for word in ["VERDICT", "✓ converged", "✗ stale", "… incomplete", "? unverifiable",
                     "book_room", "/inputSchema/required", "next step", "does not prove"]:
            self.assertIn(word, text)

    def test_every_form_repeats_byte_for_byte(self):
        files = self.one_of_each()
        for form in ["table", "wide", "json", "jsonl", "yaml", "junit", "markdown"]:
            first, second = (self.audit("-o", form, *files).stdout for _ in range(2))
            self.assertEqual(first, second, form)
            self.assertTrue(first, form)

    def test_explain_names_rule_facts_and_remedy(self):
        path = self.write("u.json", evidence.unverifiable())
        text = run("explain", "--now", NOW, path).stdout.decode()
        for word in ["registry_unknown", "facts used", "missing", "would change", "from the option"]:
            self.assertIn(word, text)
        explained = json.loads(run("explain", "--now", NOW, "-o", "json", path).stdout)
        self.assertEqual(explained["schema"], "lockstep.explanation/v1")
        result = explained["results"][0]
        self.assertEqual(result["reason"], "registry_unknown")
        self.assertTrue(result["factsMissing"] and result["wouldChange"])


class Inputs(CommandLine):
    def test_a_dash_is_standard_input(self):
        ran = self.audit("-", stdin=json.dumps(evidence.stale()).encode())
        self.assertEqual(ran.returncode, 1)

    def test_directories_are_read_sorted_and_deep(self):
        for name in ["b.json", "a/z.json", "c.txt", ".hidden.json", "a/y.json"]:
            self.write(f"d/{name}", evidence.converged())
        ids = [r["id"] for r in self.results("d", cwd=self.folder)]
        self.assertEqual(len(ids), 3)
        for part, name in zip(ids, ["d/a/y.json", "d/a/z.json", "d/b.json"]):
            self.assertTrue(part.startswith(name), ids)

    def test_a_link_to_a_directory_is_not_followed(self):
        self.write("d/a.json", evidence.converged())
        (self.folder / "d/loop").symlink_to(self.folder / "d")
        self.assertEqual(len(self.results(self.folder / "d")), 1)

    def test_results_keep_the_order_of_the_words(self):
        files = self.one_of_each()[::-1]
        self.assertEqual([r["verdict"] for r in self.results(*files)], list(VERDICTS)[::-1])

    def test_lists_lines_and_wrappers_give_a_result_for_each_record(self):
        records = [evidence.converged(), evidence.stale()]
        forms = [self.write("list.json", records),
                 self.write("lines.jsonl", "".join(json.dumps(r) + "\n" for r in records)),
                 self.write("cases.json", {"cases": [{"id": f"c{i}", "record": r}
                                                     for i, r in enumerate(records)]})]
        for path in forms:
            self.assertEqual([r["verdict"] for r in self.results(path)], ["converged", "stale"], path)

    def test_one_bad_record_does_not_hide_the_others(self):
        good = json.dumps(evidence.converged())
        path = self.write("lines.jsonl", f"{good}\n{{\"schema\": }}\n{good}\n")
        ran = self.audit("-o", "json", path)
        self.assertEqual(ran.returncode, 2)
        self.assertEqual(len(json.loads(ran.stdout)["results"]), 2)
        self.assertRegex(ran.stderr.decode(), r"^lockstep: .*lines\.jsonl:2: offset \d+: .*\n$")

    def test_a_transcript_is_judged(self):
        path = self.write("case.json", {"case": "room", "arms": [
            {"arm": "seen", "events": evidence.STDIO_SESSION}]})
        result = json.loads(run("audit", "-o", "json", path).stdout)["results"][0]
        self.assertEqual((result["id"], result["reason"]), ("room/seen", "no_refetch"))

    def test_the_moment_of_judgement_comes_from_the_option_the_input_or_the_clock(self):
        record = evidence.converged()
        path = self.write("r.json", record)
        wrapped = self.write("w.json", {"cases": [{"id": "x", "now": NOW, "record": record}]})
        for words, source in [(["--now", NOW, path], "option"), ([wrapped], "input"),
                              ([path], "clock")]:
            report = json.loads(run("audit", "-o", "json", *words).stdout)
            self.assertEqual(report["nowFrom"], source)

    def test_a_policy_wins_over_the_record_and_its_faults_are_named(self):
        record = evidence.converged()
        record["tools"] = {"listChanged": False}
        record["notificationAt"] = None
        record["signal"] = {"kind": "session_opened", "at": record["session"]["openedAt"]}
        path = self.write("r.json", record)
        policy = self.write("p.json", {"maxAgeMs": 3600000})
        self.assertEqual(self.audit(path).returncode, 4)
        self.assertEqual(self.audit("--policy", policy, path).returncode, 0)
        for text in ["{", '{"maxAgeMs": "long"}']:
            ran = self.audit("--policy", self.write("bad.json", text), path)
            self.assertEqual((ran.returncode, ran.stdout), (2, b""))
            self.assertIn(b"bad.json", ran.stderr)

    def test_the_key_comes_from_a_file_and_never_from_a_flag(self):
        path = self.write("r.json", evidence.stale())
        key = self.write("key", b"sixteen bytes or more\n")
        self.assertEqual(self.audit("--key-file", key, path).returncode, 1)
        for wrong in [self.write("none", b"\n"), self.folder / "gone"]:
            self.assertEqual(self.audit("--key-file", wrong, path).returncode, 2)
        self.assertEqual(self.audit("--key", "secret", path).returncode, 2)

    def test_a_document_or_line_above_its_limit_is_refused(self):
        record = evidence.converged()
        path = self.write("r.json", json.dumps(record, indent=1))
        ran = self.audit("--max-document", "100", path)
        self.assertEqual((ran.returncode, ran.stdout), (2, b""))
        self.assertIn(b"limit", ran.stderr)
        self.assertEqual(self.audit("--max-document", "1M", path).returncode, 0)
        long = evidence.named(record, client="desk" * 1000)
        lines = self.write("r.jsonl", "".join(json.dumps(r) + "\n" for r in (record, long, record)))
        ran = self.audit("-o", "jsonl", "--max-line", "2K", lines)
        self.assertEqual((ran.returncode, ran.stdout.count(b"\n")), (2, 2))
        self.assertRegex(ran.stderr.decode(), r"r\.jsonl:2: .*limit")
        self.assertEqual(self.audit("--max-line", "1M", lines).returncode, 0)


class Errors(CommandLine):
    def test_name_file_line_offset_and_what_was_expected(self):
        path = self.write("bad.json", '{\n "schema": "lockstep.evidence/v1",\n "a": 01\n}')
        for command in (["audit"], ["digest"], ["explain"]):
            text = run(*command, path).stderr.decode()
            self.assertRegex(text, r"^lockstep: \S*bad\.json:3: offset \d+: .+ \(expected .+\)\n$")

    def test_name_duplicate_members_broken_utf8_and_what_is_not_there(self):
        for content, word in [('{"a":1,"a":2}', "member"), (b'{"a":"\xff"}', "UTF-8"),
                              ('{"a":"\\ud800"}', "surrogate")]:
            self.assertIn(word, self.audit(self.write("f.json", content)).stderr.decode())
        self.assertIn(b"no such file", self.audit(self.folder / "gone.json").stderr)

    def test_a_contradictory_record_names_the_contradiction(self):
        record = evidence.converged()
        record["registry"]["digest"] = "sha256:" + "0" * 64
        ran = self.audit(self.write("c.json", record))
        self.assertNotIn(ran.returncode, (0, 1, 3))
        self.assertIn("digest", (ran.stdout + ran.stderr).decode())

    def test_a_file_that_may_not_be_read_does_not_hide_others(self):
        green = self.write("green.json", evidence.converged())
        locked = self.write("locked.json", evidence.converged())
        locked.chmod(0)
        if os.access(locked, os.R_OK):
            self.skipTest("this user may read everything")
        ran = self.audit(locked, green)
        self.assertEqual(ran.returncode, 2)
        self.assertIn(b"converged", ran.stdout)


class Terminal(CommandLine):
    def on_terminal(self, *words, columns=80, **environment):
        """Runs with a terminal as standard output and error and gives what came there."""
        master, slave = pty.openpty()
        base = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR")}
        process = subprocess.Popen([BINARY, *map(str, words)], stdout=slave, stderr=slave,
                                   stdin=subprocess.DEVNULL,
                                   env={**base, "TERM": "xterm", "COLUMNS": str(columns),
                                        **environment})
        os.close(slave)
        output = b""
        while select.select([master], [], [], 60)[0]:
            try:
                piece = os.read(master, 65536)
            except OSError:
                break
            if not piece:
                break
            output += piece
        os.close(master)
        self.assertIsNotNone(process.wait(60))
        return output.decode()

    def test_colour_shows_on_a_terminal_only_and_never_alone(self):
        path = self.write("s.json", evidence.stale())
        words = ["audit", "--now", NOW, path]
        self.assertIn("\x1b[31m✗ stale\x1b[0m", self.on_terminal(*words))
        self.assertNotIn("\x1b", self.on_terminal(*words, NO_COLOR="1"))
        self.assertNotIn("\x1b", self.on_terminal(*words, TERM="dumb"))
        self.assertNotIn("\x1b", self.on_terminal(*words, "--color", "never"))
        self.assertNotIn(b"\x1b", run(*words).stdout)
        self.assertIn("✗ stale", run(*words).stdout.decode())
        self.assertIn(b"\x1b[31m", run(*words, "--color", "always", NO_COLOR="1").stdout)

    def test_progress_shows_on_a_terminal_only_and_is_wiped(self):
        line = json.dumps(evidence.converged()) + "\n"
        path = self.write("big.jsonl", line * (9_000_000 // len(line)))
        text = self.on_terminal("audit", "--now", NOW, "-o", "jsonl", path)
        self.assertRegex(text, r"\d+ MiB of \d+ MiB \(\d+ %\)")
        self.assertIn("\r\x1b[K", text)
        self.assertEqual(self.audit("-o", "jsonl", path).stderr, b"")

    def test_tables_fit_their_columns(self):
        files = self.one_of_each() + [self.write("very/long/" * 12 + "name.json", evidence.named(
            evidence.stale(), HOSTILE * 9, "server" * 30, "tool_" * 50))]
        for columns in [20, 30, 40, 60, 79, 80, 100, 200]:
            for command in (["audit", "--now", NOW], ["explain", "--now", NOW]):
                text = run(*command, *files, COLUMNS=str(columns)).stdout.decode()
                widest = max(width(line) for line in text.splitlines())
                self.assertLessEqual(widest, min(columns, 100), (command, columns))
        text = self.audit(*files).stdout.decode()
        self.assertLessEqual(max(width(line) for line in text.splitlines()), 100)

    def test_hostile_names_are_shown_and_do_nothing(self):
        path = self.write("h\x1b[2J.json", evidence.named(evidence.stale(), HOSTILE, HOSTILE, HOSTILE))
        for words in [["audit", "--now", NOW, "-o", form] for form in
                      ("table", "wide", "json", "jsonl", "yaml", "junit", "markdown")] + [
                          ["explain", "--now", NOW], ["explain", "--now", NOW, "-o", "json"],
                          ["digest", "--tools"], ["diff", path], ["diff", path, "-o", "json"]]:
            ran = run(*words, path)
            text = (ran.stdout + ran.stderr).decode()
            self.assertTrue(text)
            # What is only invisible stays in the strings of JSON and YAML, which are for programs.
            for_programs = {"json", "jsonl", "yaml"} & set(map(str, words))
            for bad in ["\x1b", "\x07", "\r", "\u202e"] + (
                    [] if for_programs else ["\u200b", "\U000e0041"]):
                self.assertNotIn(bad, text, words)
        gone = self.audit(self.folder / "gone\x1b[2J")
        self.assertNotIn(b"\x1b", gone.stderr)

    def test_a_reader_that_leaves_ends_the_program_quietly(self):
        line = json.dumps(evidence.converged()) + "\n"
        path = self.write("many.jsonl", line * 2000)
        messages = self.folder / "messages"
        with open(messages, "wb") as stderr:
            process = subprocess.Popen([BINARY, "audit", "-o", "jsonl", "--now", NOW, str(path)],
                                       stdout=subprocess.PIPE, stderr=stderr)
        process.stdout.read(100)
        process.stdout.close()
        self.assertNotEqual(process.wait(60), 0)
        self.assertEqual(messages.read_bytes(), b"")

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_disk_is_an_error(self):
        path = self.write("g.json", evidence.converged())
        with open("/dev/full", "wb") as full:
            ran = subprocess.run([BINARY, "audit", "--now", NOW, str(path)], stdout=full,
                                 stderr=subprocess.PIPE)
        self.assertEqual(ran.returncode, 2)
        self.assertIn(b"cannot be written", ran.stderr)


class DigestAndDiff(CommandLine):
    def test_digest_is_first_on_its_line_for_every_form_of_a_registry(self):
        tools = [evidence.BOOK_ROOM]
        answer = {"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}
        files = [self.write("a.json", tools), self.write("b.json", {"tools": tools}),
                 self.write("c.json", answer), self.write("d.json", evidence.converged())]
        lines = run("digest", *files).stdout.decode().splitlines()
        digests = {re.match(r"(sha256:[0-9a-f]{64})  1 tool  \S+\.json", line)[1] for line in lines}
        self.assertEqual((len(lines), len(digests)), (4, 1))

    def test_digest_has_the_published_check_values(self):
        ticket = {"name": "read_ticket", "description": "Read one ticket",
                  "inputSchema": {"type": "object", "properties": {"ticketId": {"type": "string"}},
                                  "required": ["ticketId"]}}
        self.assertTrue(run("digest", "-", stdin=json.dumps([ticket]).encode()).stdout.startswith(
            b"sha256:c42521a2412558ca"))
        ticket["description"] = "Read one ticket within a project"
        ticket["inputSchema"]["properties"]["projectId"] = {"type": "string"}
        ticket["inputSchema"]["required"] = ["projectId", "ticketId"]
        self.assertTrue(run("digest", "-", stdin=json.dumps([ticket]).encode()).stdout.startswith(
            b"sha256:c3837b93f14b688f"))

    def test_diff_tells_0_equal_1_different_2_error(self):
        old = self.write("old.json", [evidence.BOOK_ROOM])
        new = self.write("new.json", {"tools": [evidence.BOOK_ROOM_BY_FLOOR]})
        same = self.write("same.json", {"result": {"tools": [evidence.BOOK_ROOM]}})
        self.assertEqual(run("diff", old, same).returncode, 0)
        ran = run("diff", old, new)
        self.assertEqual(ran.returncode, 1)
        for word in [b"~ changed", b"breaking", b"book_room", b"/inputSchema/required"]:
            self.assertIn(word, ran.stdout)
        data = json.loads(run("diff", "-o", "json", old, new).stdout)
        self.assertEqual((data["schema"], data["equal"]), ("lockstep.diff/v1", False))
        self.assertEqual(data["tools"][0]["class"], "breaking")
        self.assertEqual(run("diff", old, self.folder / "gone").returncode, 2)
        self.assertEqual(run("diff", old, self.write("x.json", "{}")).returncode, 2)


class HelpAndPages(CommandLine):
    def options_of(self, text):
        return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))

    def test_man_pages_name_exactly_the_options_of_the_help(self):
        for command in COMMANDS:
            shown = run(command, "--help").stdout.decode()
            listed = shown.split("\nOptions:\n")[1]
            page = (ROOT / f"man/lockstep-{command}.1").read_text().replace("\\-", "-")
            section = re.sub(r"\\f[BIR]", "", page.split(".SH OPTIONS")[1].split(".SH ")[0])
            heads = [line for line in section.splitlines() if line.startswith("-")]
            self.assertEqual(self.options_of(listed), self.options_of("\n".join(heads)), command)
            self.assertIn(f"lockstep-{command}", (ROOT / "man/lockstep.1").read_text().replace(
                "\\-", "-"))

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_man_pages_are_free_of_roff_warnings(self):
        for page in sorted((ROOT / "man").glob("*.1")):
            ran = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", "-k", str(page)],
                                 capture_output=True)
            self.assertEqual(ran.stderr.decode(), "", page.name)

    def test_help_names_every_command_and_the_exit_codes(self):
        text = run("help").stdout.decode()
        for command in COMMANDS:
            self.assertIn(f"\n  {command}", text)
        self.assertIn("unverifiable", run("help", "exit-codes").stdout.decode())

    def test_version_is_that_of_the_project_and_carries_no_path(self):
        version = re.search(r"VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text().split(
            "project(")[1])[1]
        text = run("version").stdout.decode()
        self.assertTrue(text.startswith(f"lockstep {version}\n"), text)
        self.assertEqual(run("--version").stdout.decode(), text)
        self.assertNotIn(str(ROOT), text)

    @unittest.skipUnless(shutil.which("bash"), "bash is not installed")
    def test_bash_completes_commands_options_and_values(self):
        script = self.write("c.bash", run("completion", "bash").stdout)

        def complete(*words):
            quoted = " ".join(f"'{w}'" for w in words)
            code = (f"set -eu; source '{script}'; COMP_WORDS=({quoted}); "
                    f"COMP_CWORD={len(words) - 1}; _lockstep; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
            ran = subprocess.run(["bash", "-c", code], capture_output=True, text=True)
            self.assertEqual(ran.stderr, "")
            return ran.stdout.split()

        self.assertEqual(complete("lockstep", "au"), ["audit"])
        self.assertEqual(complete("lockstep", "audit", "--fail"), ["--fail-on"])
        self.assertEqual(complete("lockstep", "audit", "-o", "j"), ["json", "jsonl", "junit"])
        self.assertEqual(complete("lockstep", "completion", "z"), ["zsh"])
        self.assertIn("exit-codes", complete("lockstep", "help", "exit"))

    def test_zsh_and_fish_accept_their_scripts(self):
        for shell in ["zsh", "fish"]:
            text = run("completion", shell).stdout
            self.assertIn(b"lockstep", text)
            if shutil.which(shell):
                script = self.write(f"c.{shell}", text)
                ran = subprocess.run([shell, "-n", str(script)], capture_output=True)
                self.assertEqual((ran.returncode, ran.stderr), (0, b""), shell)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
