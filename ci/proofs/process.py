"""Runs one command to its end, or to the end of its time, with everything that it started."""
from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time

GRACE = 30


def succeeds(command: str) -> bool:
    return subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def run(command: str, log: pathlib.Path, limit: float) -> bool:
    """Whether the command passed within the limit (seconds). What it prints goes to the log and to our output."""
    log.parent.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + limit
    # A file, not a pipe: a daemon that a command leaves running (the container engine) would hold a pipe open.
    with open(log, "wb") as written, open(log, "rb") as read:
        process = subprocess.Popen(["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=written, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            while process.poll() is None and time.monotonic() < until:
                _copy(read)
                time.sleep(0.2)
            timed_out = process.poll() is None
        finally:
            _end(process)
            _copy(read)
    if timed_out:
        print(f"::: ended after {limit:.0f} s: {command}", flush=True)
    return not timed_out and process.returncode == 0


def _copy(read) -> None:
    sys.stdout.buffer.write(read.read())
    sys.stdout.flush()


def _end(process: subprocess.Popen) -> None:
    """Ends the command's process group: first by a request, so that scripts can clear up; a daemon has a session of its own and stays."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            pass  # ended below
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # nothing of the group is left
    process.wait()
