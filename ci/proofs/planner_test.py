"""Which proofs run, given dates, touched paths, what is built, and the time."""
from __future__ import annotations

import pathlib
import unittest

from planner import Part, Proof, Room, next_step, read_parts, read_proofs

HERE = pathlib.Path(__file__).parent
PEERS = Part("peers", 15, "", "")


def proof(name: str, when: str = "turn", minutes: int = 10, needs: tuple[str, ...] = (), paths: tuple[str, ...] = ()) -> Proof:
    return Proof(name, when, minutes, needs, paths, "true")


def run(proofs, minutes, quick=25, dates=None, touched=(), missing=()):
    """The names of a whole run, in which everything takes as long as planned."""
    waiting, left, rest, built, names = list(proofs), minutes * 60, quick * 60, set(), []
    while True:
        parts = {part.name: part for part in missing if part.name not in built}
        step = next_step(waiting, dates or {}, frozenset(touched), parts, Room(left, rest))
        if step is None:
            return names
        names.append(step.name)
        cost = step.minutes * 60
        if isinstance(step, Proof):
            waiting.remove(step)
            needed = [parts[name] for name in step.needs if name in parts]
            cost += sum(part.minutes for part in needed) * 60
            built.update(part.name for part in needed)
        else:
            built.add(step.name)
        left, rest = left - cost, rest - cost


class PlanTest(unittest.TestCase):
    def test_what_never_passed_is_first_and_then_what_passed_longest_ago(self):
        proofs = [proof("new"), proof("old"), proof("never"), proof("middle")]
        dates = {"new": "2026-11-19", "old": "2026-11-01", "middle": "2026-11-10"}
        self.assertEqual(run(proofs, 100, dates=dates), ["never", "old", "middle", "new"])

    def test_what_does_not_fit_any_more_is_left_to_the_next_run_and_is_first_there(self):
        proofs = [proof("a", minutes=20), proof("b", minutes=20), proof("c", minutes=20)]
        self.assertEqual(run(proofs, 45), ["a", "b"])
        self.assertEqual(run(proofs, 45, dates={"a": "2026-11-19T10", "b": "2026-11-19T11"}), ["c", "a"])

    def test_a_short_one_fills_the_time_that_a_long_one_does_not_fit_into(self):
        self.assertEqual(run([proof("long", minutes=25), proof("short", minutes=5)], 20), ["short"])

    def test_a_long_one_has_its_turn_when_it_is_the_oldest(self):
        proofs = [proof("long", minutes=25), proof("short", minutes=5), proof("other", minutes=5)]
        self.assertEqual(run(proofs, 30, dates={"short": "2026-11-19", "other": "2026-11-19"}), ["long", "short"])

    def test_touched_ones_are_in_the_quick_tier_whatever_their_age(self):
        proofs = [proof("aged"), proof("near", "touched", 5), proof("far", "touched", 5)]
        dates = {"aged": "2026-11-01", "near": "2026-11-19", "far": "2026-11-10"}
        self.assertEqual(run(proofs, 12, dates=dates, touched=["near", "aged"]), ["near", "far"])

    def test_the_quick_tier_is_no_longer_than_it_may_be(self):
        proofs = [proof("a", "touched", 15), proof("b", "touched", 15), proof("aged")]
        dates = {"a": "2026-11-18", "b": "2026-11-19", "aged": "2026-11-01"}
        self.assertEqual(run(proofs, 100, quick=25, dates=dates, touched=["a", "b"]), ["a", "aged", "b"])

    def test_the_first_ones_run_even_without_time_and_in_their_order(self):
        proofs = [proof("verify", "first", 30), proof("jars", "first", 5), proof("slow")]
        self.assertEqual(run(proofs, 1, quick=0, dates={"verify": "2026-11-19"}), ["verify", "jars"])

    def test_the_last_ones_are_not_part_of_the_plan(self):
        self.assertEqual(run([proof("secrets", "last", 1)], 100), [])

    def test_what_is_run_by_hand_is_not_part_of_the_plan(self):
        self.assertEqual(run([proof("unproved", "hand", 1)], 100, touched=["unproved"]), [])

    def test_what_is_not_built_counts_with_the_proof(self):
        proofs = [proof("kinds", minutes=20, needs=("peers",)), proof("fuzz", minutes=5)]
        self.assertEqual(run(proofs, 40, missing=[PEERS]), ["kinds", "fuzz"])

    def test_what_a_proof_needs_is_built_for_the_next_run_if_both_do_not_fit(self):
        proofs = [proof("kinds", minutes=20, needs=("peers",)), proof("fuzz", minutes=5)]
        self.assertEqual(run(proofs, 30, missing=[PEERS]), ["peers", "fuzz"])
        self.assertEqual(run(proofs, 30, dates={"fuzz": "2026-11-19"}), ["kinds", "fuzz"])

    def test_nothing_is_built_that_does_not_fit(self):
        proofs = [proof("kinds", minutes=20, needs=("peers",)), proof("fuzz", minutes=5)]
        self.assertEqual(run(proofs, 12, missing=[PEERS]), ["fuzz"])

    def test_of_equal_age_the_touched_one_is_first(self):
        self.assertEqual(run([proof("a"), proof("b")], 10, touched=["b"]), ["b"])

    def test_paths_touch_by_their_beginnings_and_the_unknown_touches_everything(self):
        worker = proof("worker", paths=("worker-service/", "pom.xml"))
        self.assertTrue(worker.is_touched(frozenset({"docs/a.md", "worker-service/src/A.java"})))
        self.assertFalse(worker.is_touched(frozenset({"docs/worker-service/a.md", "worker-service.md"})))
        self.assertFalse(worker.is_touched(frozenset()))
        self.assertTrue(worker.is_touched(None))


class TableTest(unittest.TestCase):
    def test_the_tables_can_be_read_and_fit_into_runs(self):
        parts = read_parts((HERE / "parts.txt").read_text(encoding="utf-8"))
        proofs = read_proofs((HERE / "proofs.txt").read_text(encoding="utf-8"), parts)
        first = sum(each.minutes for each in proofs if each.when in ("first", "last"))
        for each in proofs:
            self.assertTrue(each.when in ("first", "last") or first + each.minutes <= 73, f"{each.name} never has its turn: {each.minutes} minutes")
        for each in parts.values():
            self.assertLessEqual(first + each.minutes, 73, f"{each.name} is never built in time")

    def test_a_line_that_is_wrong_is_refused(self):
        for line in ("a | turn | 5 | | true", "a | later | 5 | | | true", "a | turn | 5 | moon | | true", "a | turn | 5 | | | x\na | turn | 5 | | | y"):
            with self.assertRaises(ValueError):
                read_proofs(line, {})

    def test_a_command_may_hold_a_pipe(self):
        self.assertEqual(read_proofs("a | turn | 5 | | | x | y", {})[0].command, "x | y")


if __name__ == "__main__":
    unittest.main()
