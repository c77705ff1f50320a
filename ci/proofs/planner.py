"""What a run of the proofs does next: decisions about values, without a clock, a file or a process."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

FIRST, TOUCHED, TURN, LAST, HAND = "first", "touched", "turn", "last", "hand"


@dataclass(frozen=True)
class Part:
    """What some proofs need, and how it is built."""

    name: str
    minutes: int
    is_built: str
    command: str


@dataclass(frozen=True)
class Proof:
    """One line of proofs.txt."""

    name: str
    when: str
    minutes: int
    needs: tuple[str, ...]
    paths: tuple[str, ...]
    command: str

    def is_touched(self, changed: frozenset[str] | None) -> bool:
        """Whether the changed paths concern this proof; it is not known what changed (None) = yes."""
        return changed is None or any(path.startswith(self.paths) for path in changed)


@dataclass(frozen=True)
class Room:
    """Seconds that are left for everything, and for the quick tier."""

    all: float
    quick: float


def rows(text: str, columns: int) -> list[list[str]]:
    """The lines of a table: columns are separated by " | ", so that the last one may hold a command with a pipe."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            row = [cell.strip() for cell in line.split("|", columns - 1)]
            if len(row) != columns:
                raise ValueError(f"line {number} has {len(row)} columns, not {columns}: {line}")
            found.append(row)
    return found


def read_parts(text: str) -> dict[str, Part]:
    return {name: Part(name, int(minutes), check, command) for name, minutes, check, command in rows(text, 4)}


def read_proofs(text: str, parts: Mapping[str, Part]) -> list[Proof]:
    proofs = [Proof(name, when, int(minutes), tuple(needs.split()), tuple(paths.split()), command)
              for name, when, minutes, needs, paths, command in rows(text, 6)]
    for proof in proofs:
        if proof.when not in (FIRST, TOUCHED, TURN, LAST, HAND):
            raise ValueError(f"{proof.name}: {proof.when} is none of {FIRST}, {TOUCHED}, {TURN}, {LAST}, {HAND}")
        unknown = set(proof.needs) - set(parts)
        if unknown:
            raise ValueError(f"{proof.name} needs what parts.txt does not have: {sorted(unknown)}")
    if len({proof.name for proof in proofs}) != len(proofs):
        raise ValueError("two proofs have one name")
    return proofs


def next_step(waiting: list[Proof], last_run: Mapping[str, str], touched: frozenset[str], missing: Mapping[str, Part], room: Room) -> Proof | Part | None:
    """The proof to run now, or a part to build for one that does not fit into this run; None: nothing fits any more.

    Proofs of FIRST come first, whatever is left. Then touched proofs that may be in the quick tier, as long as that has room. Then
    each in its turn, what was not run for longest first. last_run has the date of each proof's last run that passed (none = never), missing the
    parts that are not built.
    """
    for proof in waiting:
        if proof.when == FIRST:
            return proof
    turns = sorted((proof for proof in waiting if proof.when not in (LAST, HAND)), key=lambda proof: (last_run.get(proof.name, ""), proof.name not in touched))
    for proof in turns:
        if proof.when == TOUCHED and proof.name in touched and _seconds(proof, missing) <= min(room.quick, room.all):
            return proof
    for proof in turns:
        if _seconds(proof, missing) <= room.all:
            return proof
        for part in _missing(proof, missing):
            if part.minutes * 60 <= room.all:
                return part
    return None


def _missing(proof: Proof, missing: Mapping[str, Part]) -> list[Part]:
    return [missing[name] for name in proof.needs if name in missing]


def _seconds(proof: Proof, missing: Mapping[str, Part]) -> int:
    return 60 * (proof.minutes + sum(part.minutes for part in _missing(proof, missing)))
