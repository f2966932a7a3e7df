"""A process of the bot as an earlier build has it: out of the history, beside those of this one."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from bot.store import migrate
from tests.golden.builds import NoHistoryError, build_before, commit, take_out

FIRST: Final = "86201828"
"""The first version that is run by several processes."""
_MEMBER: Final = "from tests.kills.member import main; main({!r}, {}, {}, {!r}, {})"


class CannotPlay(Exception):
    """An earlier build cannot be one of several processes; one line says why."""


def last_version() -> str:
    """Return the commit of the last version, where it has several processes; else the first such.

    Raises:
        NoHistoryError: Neither is at hand.
    """
    first = commit(FIRST)
    last = build_before()
    return last if _is_since(first, last) else first


def _is_since(first: str, last: str) -> bool:
    asked = ["git", "-C", str(migrate.SCRIPTS), "merge-base", "--is-ancestor", first, last]
    return subprocess.run(asked, check=False, capture_output=True).returncode == 0


class Earlier:
    """A build before this one, in a folder of its own.

    Attributes:
        build: Its commit.
        is_behind: Whether its tables are those of a revision before. It plays on when this build
            brings them up to date, but it cannot be started again then.
    """

    def __init__(self, revision: str, folder: Path) -> None:
        """Take a build out of the history, as git knows it, into a folder that is there.

        Raises:
            CannotPlay: There is none, or it is older than the kill trials.
        """
        try:
            self.build = commit(revision)
            take_out(self.build, folder)
        except NoHistoryError as error:
            raise CannotPlay(f"{revision} cannot be taken out of the history.") from error
        if not (folder / "tests" / "kills" / "member.py").exists():
            raise CannotPlay(
                f"{revision} has no kill trials: {FIRST} is the first version that has."
            )
        self._tree = folder
        scripts = folder / migrate.SCRIPTS.relative_to(Path(__file__).parents[2]) / "versions"
        theirs = {path.name for path in scripts.glob("[0-9]*.py")}
        self.is_behind = any(
            path.name not in theirs for path in (migrate.SCRIPTS / "versions").glob("[0-9]*.py")
        )

    def start(self, *given: Any) -> Program:
        """Start a process of it; what is given is what :func:`tests.kills.member.main` takes."""
        return Program(
            subprocess.Popen(
                [sys.executable, "-c", _MEMBER.format(*given)],
                cwd=self._tree,
                env={**os.environ, "PYTHONPATH": str(self._tree)},
            )
        )


class Program:
    """A program, to be asked what is asked of a process of :mod:`multiprocessing`."""

    def __init__(self, program: subprocess.Popen[bytes]) -> None:
        self._program = program

    @property
    def pid(self) -> int | None:
        """Its number."""
        return self._program.pid

    @property
    def exitcode(self) -> int | None:
        """With what it has ended."""
        return self._program.poll()

    def is_alive(self) -> bool:
        """Say whether it runs."""
        return self._program.poll() is None

    def terminate(self) -> None:
        """Ask it to stop."""
        self._program.terminate()

    def kill(self) -> None:
        """Kill it."""
        self._program.kill()

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended, so many seconds at most."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._program.wait(timeout)
