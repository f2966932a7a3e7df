"""`python -m bot try-update`: what this version would do to a database, tried on a copy of it."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sqlalchemy.engine import URL

from bot.cli.keeping import copied
from bot.cli.runs import in_runs
from bot.games import GAMES
from bot.moderator import Moderator
from bot.moderator.api import Complaint
from bot.moderator.table.live import Live
from bot.moderator.table.replay import verify
from bot.moderator.table.versions import build_of
from bot.store import (
    Build,
    Database,
    StoreError,
    as_url,
    builds,
    campaigns,
    live_campaigns,
    log,
    migrate,
    server_copies,
)
from bot.store.lock import sqlite_file
from engine.api import Game
from engine.errors import EngineError

SOME: Final = 5
"""So many of a kind are told one by one."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What an update would do, in a few lines, and whether nothing would fail."""

    lines: tuple[str, ...]
    sound: bool


@dataclass
class _Campaign:
    """What an update would do to one campaign."""

    name: str
    head: int = 0
    told: str = ""
    shown: int = 0
    hidden: list[int] = field(default_factory=list)
    again: int = 0
    damaged: list[str] = field(default_factory=list)
    fault: str = ""

    def lines(self) -> Iterator[str]:
        """Yield what is to be said of it."""
        if self.fault:
            yield f"{self.name}: FAILS: {self.fault}"
            return
        said = [f"{self.shown} of {self.head} steps are shown as they were"]
        if self.again:
            said.append(f"{self.again} played again come out the same")
        if self.told:
            said.append(self.told)
        yield f"{self.name}: {', '.join(said) if self.head else 'not begun'}."
        if self.hidden:
            steps = in_runs("step", self.hidden, SOME)
            yield f"  {steps} cannot be shown: the nearest is shown instead."
        yield from (f"  {one}" for one in self.damaged[:SOME])
        if len(self.damaged) > SOME:
            yield f"  and {len(self.damaged) - SOME} more of the kind"


async def try_on_copy(
    database: URL | Path,
    *,
    copies: Path | None = None,
    games: Mapping[str, Game[Any, Any]] = GAMES,
) -> Tried:
    """Open a copy of a database as this version would, and look at every running campaign.

    The database is only read, also while the bot runs. The copy of a server's is made beside it
    there, and needs the right to make databases.

    Args:
        database: A file, or where a server has it.
        copies: The folder of backups, to be named where only going back is left.
        games: What this version plays.

    Raises:
        StoreError: It cannot be read, or is from a newer version.
    """
    build = build_of(games, copies)
    url = as_url(database)
    file = sqlite_file(url)
    if file is not None:
        with copied(file, build) as copy:
            revision, before = builds.last_of_file(copy)
            tables = _tables(revision, before, build, ", after a copy of it is laid beside it")
            return await _tried(as_url(copy), str(file), tables, build, games)
    if url.get_backend_name() != "postgresql":
        raise StoreError("Name a SQLite file or the URL of a PostgreSQL database.")
    async with server_copies.copied(url, build) as there:
        named = f"the database {server_copies.shown(url)}"
        tables = _tables(there.revision, there.before, build, ". Back it up first")
        return await _tried(there.url, named, tables, build, games)


async def _tried(
    copy: URL, named: str, tables: str, build: Build, games: Mapping[str, Game[Any, Any]]
) -> Tried:
    """Look at a copy as this version would, and say what comes of it."""
    database = await Database.open(copy, keep_copy=False, build=build)
    try:
        with _silence():
            found = await _look(database, games)
    finally:
        await database.close()
    lines = [
        f"Tried on a copy of {named}, which is as it was.",
        tables,
        *(line for one in found for line in one.lines()),
    ]
    faults = sum(bool(one.fault) for one in found)
    if not found:
        lines.append("No campaign is running.")
    told = sum(bool(one.told) for one in found)
    if told:
        lines.append(f"{told} of {len(found)} running campaigns are told that rules have changed.")
    lines.append(
        f"The update would fail for {faults} of {len(found)} running campaigns: stay with the "
        "version you have, and report what fails."
        if faults
        else "The update would go well."
    )
    return Tried(tuple(lines), faults == 0)


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Log nothing: what fails is told in the campaign's line."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _tables(revision: str | None, before: Build | None, build: Build, kept: str) -> str:
    """Say what becomes of the tables, and with *kept* what copy is left of them."""
    was = f"Adjutant {before.version}" if before is not None else "an earlier Adjutant"
    if revision == migrate.HEAD:
        if before is None or not before.lacks(build):
            return f"Its tables are those of Adjutant {build.version} already ({revision})."
        done = f"its tables stay as they are ({revision})"
    else:
        done = f"its tables are brought up to date ({revision} to {migrate.HEAD})"
    return f"From {was} to {build.version}: {done}{kept}."


async def _look(database: Database, games: Mapping[str, Game[Any, Any]]) -> list[_Campaign]:
    """Look at every running campaign."""
    door = Moderator(database, games)
    door.rest()  # nobody plays here
    try:
        async with database.read() as connection:
            names = await live_campaigns.live_ids(connection)
            rulesets = {key: game.ruleset for key, game in games.items()}
            told = set(await live_campaigns.not_told(connection, rulesets))
        return [await _one(database, door, games, name, told) for name in sorted(names)]
    finally:
        await door.settle()


async def _one(
    database: Database,
    door: Moderator,
    games: Mapping[str, Game[Any, Any]],
    campaign: str,
    told: Iterable[str],
) -> _Campaign:
    found = _Campaign(campaign)
    try:
        async with database.read() as connection:
            row = await campaigns.get(connection, campaign)
            await log.whole_chain(connection, campaign)
        assert row is not None
        found.name = f"{campaign} ({' '.join(row.name.split())})"
        live = await door.desk.at_hand(campaign)
        found.head = row.head
        if row.head == 0:
            return found
        if campaign in told:
            found.told = f"its table is told of ruleset {live.game.ruleset}"
        report = await verify(database, games, campaign)
        found.again, found.damaged = report.actions, [str(one) for one in report.damage]
        for seq in range(1, row.head + 1):
            if await _is_shown(door, live, seq):
                found.shown += 1
            else:
                found.hidden.append(seq)
    except Exception as error:  # noqa: BLE001 - whatever would fail is to be told, not raised
        cause = error.__cause__ or error
        found.fault = " ".join(f"{type(cause).__name__}: {cause}".split())[:300]
    return found


async def _is_shown(door: Moderator, live: Live, seq: int) -> bool:
    """Look back at a step as everybody and as each side; say whether it is the very step."""
    try:
        position = await door.reader.position(live, seq)
    except (Complaint, StoreError, EngineError, ValueError):
        return False
    for seat in (None, *live.game.seats):
        live.game.status(live.game.view(position.state, seat))
    return not door.desk.positions.is_near((live.row.id, seq))
