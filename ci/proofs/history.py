"""When each proof last passed, and on which commit: kept in the user's cache folder, so that it outlives clones."""
from __future__ import annotations

import fcntl
import json
import os
import pathlib
import sys


def cache_folder() -> pathlib.Path:
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(os.environ.get("PROOFS_CACHE") or os.path.join(cache, "turnstile-proofs"))


class History:
    """Entries are read once; a new one is added to what the file holds then, since several clones may write to it."""

    def __init__(self, at: pathlib.Path):
        self.file = at / "history.json"
        self.entries = self._read()

    def date(self, name: str) -> str:
        return self.entries.get(name, {}).get("date", "")

    def commit(self, name: str) -> str:
        return self.entries.get(name, {}).get("commit", "")

    def passed(self, name: str, date: str, commit: str, seconds: int) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with open(self.file.with_suffix(".lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.entries = self._read() | {name: {"date": date, "commit": commit, "seconds": seconds}}
            written = self.file.with_suffix(".part")
            written.write_text(json.dumps(self.entries, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            written.replace(self.file)

    def _read(self) -> dict[str, dict]:
        if not self.file.exists():
            return {}
        try:
            entries = json.loads(self.file.read_text(encoding="utf-8"))
            return {name: entry for name, entry in entries.items() if isinstance(entry.get("date"), str)}
        except (ValueError, AttributeError) as unreadable:
            print(f"ci/prove: {self.file} cannot be read, so every proof counts as never run: {unreadable}", file=sys.stderr)
            return {}
