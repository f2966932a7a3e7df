"""Which builds have opened a database, so that an older one that comes after a newer one is told.

Tables are told apart by their revision. What else a build writes that an older one would misread,
such as the ruleset that a campaign is played by, has a number, and a database keeps the numbers of
every build that opened it with others than the one before.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, bindparam, insert, inspect, select

from bot.store.errors import StoreNewer
from bot.store.schema import builds


@dataclass(frozen=True, slots=True)
class Build:
    """A build as a database knows it.

    Attributes:
        version: The project's, such as 1.0.0.
        numbers: By name, each higher where an older build would misread what is written
            ("chess ruleset"); a name that a build lacks is no business of its own.
        copies: The folder of backups, where a copy to go back to may lie.
    """

    version: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    copies: Path | None = None

    def lacks(self, newer: Build) -> tuple[str, ...]:
        """Return in words what of *newer* this build is behind of; empty where it may go on."""
        return tuple(
            f"{name} {number}, this version knows {self.numbers[name]}"
            for name, number in sorted(newer.numbers.items())
            if number > self.numbers.get(name, number)
        )

    def is_same(self, other: Build | None) -> bool:
        """Say whether nothing would be noted of this build that *other* does not say."""
        return other is not None and (self.version, self.numbers) == (other.version, other.numbers)


_LAST = (
    select(builds.c.version, builds.c.numbers)
    .where(builds.c.number > 0)  # by the key, so that a plan shows it
    .order_by(builds.c.number.desc())
    .limit(1)
)
_ENTER = insert(builds).values(
    version=bindparam("version"), revision=bindparam("revision"), numbers=bindparam("numbers")
)


def last(connection: Connection) -> Build | None:
    """Return the build that opened a database last; ``None`` where none has said so."""
    if not inspect(connection).has_table(builds.name):
        return None
    row = connection.execute(_LAST).first()
    return None if row is None else Build(row.version, json.loads(row.numbers))


def enter(connection: Connection, build: Build, revision: str) -> None:
    """Note that *build* has opened the database."""
    numbers = json.dumps(dict(build.numbers), sort_keys=True)
    given = {"version": build.version, "revision": revision, "numbers": numbers}
    connection.execute(_ENTER, given)


def last_of_file(file: Path) -> tuple[str | None, Build | None]:
    """Return a file's revision, and the build that opened it last; neither where it is no database.

    Nothing is left beside it.
    """
    try:
        uri = f"{file.resolve().as_uri()}?mode=ro&immutable=1"
        with contextlib.closing(sqlite3.connect(uri, uri=True)) as raw:
            found = raw.execute("SELECT version_num FROM alembic_version").fetchone()
            if not raw.execute("PRAGMA table_info(builds)").fetchall():
                return (found and str(found[0])), None
            row = raw.execute(
                "SELECT version, numbers FROM builds ORDER BY number DESC LIMIT 1"
            ).fetchone()
            return (found and str(found[0])), (row and Build(row[0], json.loads(row[1])))
    except (sqlite3.Error, ValueError, OSError):
        return None, None


def refuse(
    where: str,
    build: Build,
    newer: Build | None,
    behind: tuple[str, ...],
    known: Collection[str],
) -> StoreNewer:
    """Return what an operator is told of a database that a newer build has opened, in one line.

    Args:
        where: The database as the operator knows it.
        build: This one.
        newer: The one that opened it last, if it has said so.
        behind: What this build does not know, in words.
        known: The revisions that this build can begin from.
    """
    by = f"{newer.version}: " if newer is not None else ""
    line = f"The database {where} is from a newer version of Adjutant ({by}{'; '.join(behind)}): "
    copy = next(_to_go_back_to(Path(where), build, known), None)
    if copy is None:
        return StoreNewer(
            f"{line}update the bot, or use another database; there is no copy beside it or among "
            f"the backups that this version ({build.version}) could go back to."
        )
    made = datetime.fromtimestamp(copy.stat().st_mtime, UTC)
    return StoreNewer(
        f"{line}update the bot, or go back to what was before by `python -m bot restore {copy}`, "
        f"the newest copy that this version ({build.version}) can open, made "
        f"{made:%Y-%m-%d %H:%M} UTC."
    )


def _to_go_back_to(file: Path, build: Build, known: Collection[str]) -> Iterator[Path]:
    """Yield the copies of a database that *build* can open, the newest first."""
    found = [*file.parent.glob(f"{file.name}.*.bak")]
    if build.copies is not None:
        found += build.copies.glob(f"{file.stem}-*.sqlite3")
    for copy in sorted(found, key=lambda one: one.stat().st_mtime, reverse=True):
        revision, opened = last_of_file(copy)
        if revision in known and (opened is None or not build.lacks(opened)):
            yield copy
