"""Which paths differ between a commit and the files of this clone."""
from __future__ import annotations

import subprocess


def head() -> str:
    """The commit of these files; empty where files differ from it."""
    return "" if _git("status", "--porcelain") != "" else (_git("rev-parse", "HEAD") or "").strip()


def since(commit: str) -> frozenset[str] | None:
    """Paths changed since the commit, or None where that is not known: no commit was remembered, or this clone does not have it."""
    if not commit or _git("cat-file", "-e", commit + "^{commit}") is None:
        return None
    changed = _git("diff", "--name-only", commit)
    untracked = _git("ls-files", "--others", "--exclude-standard")
    return None if changed is None or untracked is None else frozenset((changed + untracked).splitlines())


def _git(*words: str) -> str | None:
    answer = subprocess.run(["git", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return answer.stdout if answer.returncode == 0 else None
