"""A process of the bot as an earlier build has it: out of the history, beside those of this one."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from bot.store import migrate
from tests.golden.builds import NoHistoryError, build_before, commit, take_out

FIRST: Final = "86201828"
"""The first version that is run by several processes."""
_SHARES: Final = "bot/shares.py"
"""The module that a build has which can be one of several."""


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
        folder: Where its program lies.
        is_behind: Whether its tables are those of a revision before. It plays on when this build
            brings them up to date, but it cannot be started again then.
    """

    def __init__(self, revision: str, folder: Path) -> None:
        """Take a build out of the history, as git knows it, into a folder that is there.

        Raises:
            CannotPlay: There is none, or it cannot be one of several.
        """
        try:
            self.build = commit(revision)
            take_out(self.build, folder)
        except NoHistoryError as error:
            raise CannotPlay(f"{revision} cannot be taken out of the history.") from error
        if not (folder / _SHARES).exists():
            raise CannotPlay(
                f"{revision} is for one process: {FIRST} is the first version for several."
            )
        self.folder = folder
        scripts = folder / migrate.SCRIPTS.relative_to(Path(__file__).parents[2]) / "versions"
        theirs = {path.name for path in scripts.glob("[0-9]*.py")}
        self.is_behind = any(
            path.name not in theirs for path in (migrate.SCRIPTS / "versions").glob("[0-9]*.py")
        )
