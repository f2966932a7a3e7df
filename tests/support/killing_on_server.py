"""The same kills with the games on PostgreSQL: ``python -m tests.support.killing_on_server``.

What is typed behind it, and what comes of it, is as in :mod:`tests.support.killing`. A process that
is killed leaves its connections to the server, which ends what they had begun.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url

from tests.support import postgres
from tests.support.killing import NAMED, Stage, command


class ServerStage(Stage):
    """A stage whose shows have a database each on the server of this run."""

    def _prepare(self) -> None:
        postgres.server()

    def _new(self, name: str) -> Path:
        here = self._folder / name
        here.mkdir(parents=True)
        made = postgres.with_tables(f"killed_{self._folder.parent.name}_{self._folder.name}_{name}")
        (here / NAMED).write_text(made.render_as_string(hide_password=False))
        return here

    def _forget(self, here: Path) -> None:
        postgres.drop(make_url((here / NAMED).read_text()))
        super()._forget(here)


if __name__ == "__main__":
    command(ServerStage)
