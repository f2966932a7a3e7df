"""`python -m bot restore`: a copy takes the place of the database, and nothing is lost by it.

On a server the copy is put in place by the server's own tools; what it needs then is done here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.engine import URL

from bot.clock import from_ms
from bot.games import GAMES
from bot.moderator import Moderator
from bot.moderator.table.versions import build_of
from bot.store import Database, StoreDamaged, StoreError, live_campaigns, log, restore
from bot.store.chain import ChainBroken
from bot.store.lock import held, sqlite_file
from bot.store.schema import actions, campaigns


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restoration did.

    Attributes:
        place: The database, as the operator knows it.
        kept: Where what it replaced lies now; ``None`` where there was nothing.
        campaigns: Campaigns in it now.
        last: When the last action in it was taken.
    """

    place: str
    kept: Path | None
    campaigns: int
    last: datetime | None

    @property
    def line(self) -> str:
        """The operator's sentence."""
        until = (
            "without any action" if self.last is None else f"up to {self.last:%Y-%m-%d %H:%M} UTC"
        )
        kept = "" if self.kept is None else f" What was there before is kept as {self.kept}."
        return f"{self.place} now holds {self.campaigns} campaigns, {until}.{kept}"


async def restore_copy(
    url: URL, copy: Path, *, what_is_left: bool = False, now: datetime | None = None
) -> Restored:
    """Put *copy*, checked and brought up to date, in the place of the database.

    Until all checks have passed nothing is touched; then what is there goes aside whole. With
    *what_is_left* a copy whose end was lost will do, and the database itself may be the copy.

    Raises:
        StoreError: It cannot be done; one line says why, and the database is as it was.
    """
    file = sqlite_file(url)
    if file is None:
        raise StoreError(
            "Only SQLite files are put in place by this command: use pg_restore, then "
            "`python -m bot restore` without a file."
        )
    file = file.expanduser().resolve()
    now = now or datetime.now(UTC)
    try:
        with held(file):
            restore.finish(file)
            staged = restore.stage(copy, file, build_of(GAMES), what_is_left=what_is_left)
            try:
                count, last = await _bring_up_to_date(staged, now, what_is_left=what_is_left)
                kept = restore.swap(staged, file, now)
            except BaseException:
                restore.discard(staged)
                raise
    except OSError as error:
        raise StoreError(f"The copy cannot be put in place: {error.strerror}.") from error
    return Restored(str(file), kept, count, last)


async def after_restoring(url: URL, *, now: datetime | None = None) -> Restored:
    """Do what a database needs that a server's own tools have put back: as after any restoration.

    Raises:
        StoreError: It cannot be done; one line says why.
    """
    if sqlite_file(url) is not None:
        raise StoreError("Name the copy that takes the place of the database.")
    database = await Database.open(url, build=build_of(GAMES), alone=True)
    count, last = await _settle(database, now or datetime.now(UTC), what_is_left=False)
    return Restored(f"The database {database.where}", None, count, last)


async def _bring_up_to_date(
    staged: Path, now: datetime, *, what_is_left: bool
) -> tuple[int, datetime | None]:
    database = await Database.open(staged, keep_copy=False, build=build_of(GAMES))
    return await _settle(database, now, what_is_left=what_is_left)


async def _settle(
    database: Database, now: datetime, *, what_is_left: bool
) -> tuple[int, datetime | None]:
    """Check a copy's logs, tell its tables, say what it holds, and close it."""
    try:
        async with database.read() as connection:
            for campaign in () if what_is_left else await log.with_logs(connection):
                await log.whole_chain(connection, campaign)
            count = await connection.scalar(select(func.count()).select_from(campaigns))
            last = await connection.scalar(select(func.max(actions.c.at)))
            live = await live_campaigns.live_ids(connection)
        door = Moderator(database, GAMES, clock=lambda: now)
        door.rest()  # the computer is not to play here
        for campaign in live:
            await door.restoration.set_back(campaign)
        await door.settle()
    except ValueError as error:
        raise StoreDamaged(
            f"Rows of the copy cannot be read ({error}): restore another."
        ) from error
    except ChainBroken as error:
        raise StoreDamaged(f"{error} Restore another copy, or add --what-is-left.") from error
    finally:
        await database.close()
    return int(count or 0), None if last is None else from_ms(last)
