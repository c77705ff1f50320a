"""How a command ends, and what is remembered of it."""
from __future__ import annotations

import contextlib
import io
import json
import pathlib
import tempfile
import time
import unittest

import process
from history import History


class Output(io.TextIOWrapper):
    """What a run prints."""

    def __init__(self):
        super().__init__(io.BytesIO(), encoding="utf-8")


class ProcessTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)
        self.addCleanup(setattr, process, "GRACE", process.GRACE)
        process.GRACE = 1

    def run_command(self, command: str, limit: float) -> tuple[bool, str, float]:
        begun = time.monotonic()
        with contextlib.redirect_stdout(Output()) as printed:
            passed = process.run(command, self.folder / "log", limit)
            printed.flush()
            text = printed.buffer.getvalue().decode()
        return passed, text, time.monotonic() - begun

    def test_the_status_says_whether_it_passed_and_all_output_is_printed_and_kept(self):
        self.assertEqual(self.run_command("echo out; echo err >&2", 20)[:2], (True, "out\nerr\n"))
        self.assertEqual((self.folder / "log").read_text(), "out\nerr\n")
        self.assertFalse(self.run_command("exit 3", 20)[0])

    def test_what_hangs_is_asked_to_end_and_can_clear_up(self):
        passed, text, seconds = self.run_command("trap 'echo cleared' EXIT; sleep 100", 1)
        self.assertFalse(passed)
        self.assertIn("cleared\n", text)
        self.assertIn("ended after 1 s", text)
        self.assertLess(seconds, 20)

    def test_what_does_not_end_when_asked_is_ended_all_the_same(self):
        passed, _, seconds = self.run_command("trap '' TERM; while :; do sleep 0.1; done", 1)
        self.assertFalse(passed)
        self.assertLess(seconds, 20)

    def test_what_a_command_leaves_running_holds_nobody_up_and_is_ended(self):
        passed, text, seconds = self.run_command("sleep 1000 & echo $!", 60)
        self.assertTrue(passed)
        self.assertLess(seconds, 20)
        until = time.monotonic() + 20
        while process.succeeds(f"ps -o stat= -p {text.strip()} | grep -v Z"):
            self.assertLess(time.monotonic(), until)


class HistoryTest(unittest.TestCase):
    def test_dates_outlive_a_process_and_those_of_another_are_kept(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "cache"
            one, two = History(folder), History(folder)
            one.passed("a", "2026-11-19", "abc", 5)
            two.passed("b", "2026-11-20", "", 5)
            read = History(folder)
            self.assertEqual((read.date("a"), read.commit("a"), read.date("b"), read.commit("b"), read.date("c")), ("2026-11-19", "abc", "2026-11-20", "", ""))

    def test_a_file_that_cannot_be_read_means_that_nothing_was_run(self):
        with tempfile.TemporaryDirectory() as scratch, contextlib.redirect_stderr(io.StringIO()) as said:
            (pathlib.Path(scratch) / "history.json").write_text("{")
            self.assertEqual(History(pathlib.Path(scratch)).date("a"), "")
            self.assertIn("cannot be read", said.getvalue())
            (pathlib.Path(scratch) / "history.json").write_text(json.dumps({"a": {"date": 5}, "b": {"date": "2026"}}))
            self.assertEqual(History(pathlib.Path(scratch)).date("a"), "")


if __name__ == "__main__":
    unittest.main()
