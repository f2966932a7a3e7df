"""`python -m bot doctor`: looks over all that a host looks after, a line for each thing.

Each check is a function that returns what it found; a new one is added to :data:`CHECKS`. What a
check itself fails over is a line too, and the others go on.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.cli.rights import NotReached, ask_discord
from bot.cli.seeing import ago, counted, megabytes, printable, said_of, seen
from bot.clock import from_ms, system_clock, to_ms
from bot.games import BadData, games_with
from bot.moderator import Moderator
from bot.settings import (
    HostSettings,
    KeepingSettings,
    SettingsError,
    load_keeping_settings,
    load_settings,
    unknown,
)
from bot.store import StoreError, host_orders, leases, log, migrate, overview, remembered, soundness
from bot.store.copies import copies_of
from bot.store.errors import translate
from bot.store.lock import beside, holder, sqlite_file

ENV_FILE: Final = Path(".env")
SPARE: Final = 500_000_000
"""Bytes that must be free on a disk, or as many as the database takes twice over: an update copies
it."""
PATIENCE: Final = timedelta(hours=1)
"""How long a message may wait to be posted before that wants looking at."""
ASKEW: Final = timedelta(seconds=60)
"""How much this machine's clock may differ from another before that wants putting right."""
FIRST: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is right shows less: this program was written later."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a check has found.

    Attributes:
        fine: Whether nothing wants doing about it.
        what: One sentence.
    """

    fine: bool
    what: str

    @property
    def line(self) -> str:
        """It, as the operator reads it."""
        return f"{'fine ' if self.fine else 'TO DO'} {self.what}"


def fine(what: str) -> Found:
    """Return that nothing wants doing."""
    return Found(True, what)


def to_do(what: str) -> Found:
    """Return that something does."""
    return Found(False, what)


@dataclass(frozen=True, slots=True)
class House:
    """What is looked over.

    Attributes:
        keeping: The settings that every command needs.
        host: All settings; ``None`` where one of the others is missing or wrong.
        door: A moderator that only looks; ``None`` where the database cannot be read.
        now: The present instant.
        offline: Whether Discord is not to be asked.
    """

    keeping: KeepingSettings
    host: HostSettings | None
    door: Moderator | None
    now: datetime
    offline: bool

    @property
    def file(self) -> Path | None:
        """The database's file; ``None`` on a server."""
        return sqlite_file(self.keeping.database_url)


Check = Callable[[House], Awaitable[list[Found]]]


async def examine(*, offline: bool = False, now: datetime | None = None) -> list[Found]:
    """Look over everything; whatever is broken is a line, never raised.

    Args:
        offline: Whether Discord is not to be asked.
        now: The present instant.
    """
    now = now or system_clock()
    found, host = _settings()
    try:
        keeping = host or load_keeping_settings()
    except SettingsError:
        return [*found, to_do("Nothing else can be looked at before the settings are right.")]
    url, copies = keeping.database_url, keeping.backup_folder
    found += _file(keeping)
    try:
        async with seen(url, copies) as door:
            found += await _all_of(CHECKS, House(keeping, host, door, now, offline))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it, it is to be told
        why = error if isinstance(error, StoreError) else f"it can't be opened ({_kind(error)})."
        found.append(to_do(f"Database: {why}"))
        found += await _all_of(CHECKS, House(keeping, host, None, now, offline))
    return found


def _kind(error: Exception) -> str:
    return type(error).__name__


async def _all_of(checks: Sequence[Check], house: House) -> list[Found]:
    found: list[Found] = []
    for check in checks:
        try:
            found += await check(house)
        except Exception as error:  # noqa: BLE001 - one check that fails must not hide the others
            what = (check.__doc__ or "").partition("\n")[0].removesuffix(".").lower()
            why = str(error) if isinstance(error, StoreError) else _kind(error)
            found.append(to_do(f"It can't be found out, {what}: {why}"))
    return found


# -- settings and files --------------------------------------------------------------------------


def _settings() -> tuple[list[Found], HostSettings | None]:
    """Read the settings as `run` would."""
    found, host = list[Found](), None
    try:
        host = load_settings()
        found += [to_do(f"Settings: {one} is no setting of Adjutant.") for one in unknown()]
        games_with(host.data)
    except SettingsError as error:
        return [to_do(f"Settings: {error}")], None
    except BadData as error:
        found.append(to_do(f"Settings: ADJUTANT_DATA: {error}"))
    if ENV_FILE.is_file() and _is_open(ENV_FILE):
        found.append(to_do(f"Settings: others may read the token: chmod 600 {ENV_FILE}."))
    return found or [fine("Settings: complete and understood.")], host


def _is_open(path: Path) -> bool:
    """Say whether others on this machine may read a file."""
    try:
        return os.name == "posix" and bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
    except OSError:
        return False


def _file(keeping: KeepingSettings) -> list[Found]:
    """Look at a database's file, before this process opens it: who has it, is it whole."""
    file = sqlite_file(keeping.database_url)
    if file is None or not file.is_file():
        return []
    held = holder(file)
    found = [fine(f"Process: {held.line}." if held else "Process: the bot isn't running.")]
    if _is_open(file):
        found.append(to_do(f"Database: others may read all secrets in it: chmod 600 {file}."))
    try:
        if held is None:  # else it was asked when the bot started
            soundness.require(file)
    except StoreError as error:
        found.append(to_do(f"Database: {error}"))
    except Exception as error:  # noqa: BLE001 - the driver's, or the disk's
        found.append(to_do(f"Database: {translate(error, str(file))}"))
    return found


async def database(house: House) -> list[Found]:
    """Whether the database is of this version and its logs are as they were written."""
    if house.door is None:
        return []
    async with house.door.desk.database.read() as connection:
        broken = await log.broken_heads(connection)
    where = house.door.desk.database.where
    return [
        fine(f"Database: {where}, revision {migrate.HEAD}."),
        *(
            to_do(f"Database: the log of campaign {one} was changed: `python -m bot replay {one}`.")
            for one in broken
        ),
    ]


async def processes(house: House) -> list[Found]:
    """Whether every shard has its process, where several processes share the bot."""
    if house.door is None:
        return []
    async with house.door.desk.database.read() as connection:
        found = await leases.living(connection)
    counts = {one.count for one in found}
    if not found:
        return []
    if len(counts) > 1:
        said = ", ".join(map(str, found))
        return [to_do(f"Processes: they don't agree how many shards there are ({said}).")]
    count = counts.pop() or 0
    lacking = sorted({*range(count)} - {shard for one in found for shard in one.shards or ()})
    if lacking:
        named = ", ".join(map(str, lacking))
        return [to_do(f"Processes: none has these shards of {count}: {named}. Start one for them.")]
    return [fine(f"Processes: {len(found)} have all of {count} shards.")]


async def backups(house: House) -> list[Found]:
    """How old the newest copy is."""
    folder, days = house.keeping.backup_folder, house.keeping.backup_days
    found = copies_of(house.keeping.database_url).newest(folder)
    if found is None and house.file is None:
        return [fine(f"Backups: none in {folder}; a server's own are not looked at here.")]
    if found is None:
        return [to_do(f"Backups: there is none in {folder}: `python -m bot backup --keep 14`.")]
    copy, made = found
    said = f"Backups: the newest, {copy.name}, was made {ago(made, house.now)}"
    if house.now - made > timedelta(days=days):
        return [to_do(f"{said}: `python -m bot backup --keep 14`, best once a day by a timer.")]
    return [fine(f"{said}.")]


async def disk(house: House) -> list[Found]:
    """Whether there is room on the disk."""
    file, wanted = house.file, SPARE
    folders = [house.keeping.backup_folder]
    if file is not None:
        size = sum(
            one.stat().st_size for tail in ("", "-wal") if (one := beside(file, tail)).exists()
        )
        folders.insert(0, file.resolve().parent)
        wanted = max(wanted, 2 * size)
    found, seen_before = list[Found](), set[int]()
    for folder in folders:
        there = next((one for one in (folder, *folder.resolve().parents) if one.is_dir()), None)
        if there is None or there.stat().st_dev in seen_before:
            continue
        seen_before.add(there.stat().st_dev)
        free = shutil.disk_usage(there).free
        said = f"Disk: {megabytes(free)} free in {there}"
        if not os.access(there, os.W_OK):
            found.append(to_do(f"Disk: {there} can't be written by this user."))
        elif free < wanted:
            found.append(to_do(f"{said}, and {megabytes(wanted)} are wanted: make room."))
        else:
            found.append(fine(f"{said}."))
    return found


async def clock(house: House) -> list[Found]:
    """Whether this machine's clock can be right, by what is on file."""
    if house.now < FIRST:
        return [to_do(f"Clock: it shows {house.now:%Y-%m-%d %H:%M} UTC: set it.")]
    if house.door is not None:
        async with house.door.desk.database.read() as connection:
            beat = await remembered.get(connection, remembered.BEAT)
        if beat is not None and from_ms(int(beat)) - house.now > ASKEW:
            last = f"{from_ms(int(beat)):%Y-%m-%d %H:%M} UTC"
            return [to_do(f"Clock: it is behind {last}, when the bot was last at work: set it.")]
    return [fine(f"Clock: {house.now:%Y-%m-%d %H:%M} UTC.")]


# -- what the bot has to do ----------------------------------------------------------------------


async def outbox(house: House) -> list[Found]:
    """What waits to be posted."""
    if house.door is None:
        return []
    async with house.door.desk.database.read() as connection:
        channels, people = await overview.queues(connection)
        behind, tried = await overview.panels_behind(connection)
        lost = await overview.given_up(connection, to_ms(house.now - timedelta(days=1)))
    found: list[Found] = []
    for queue, name in ((channels, "post"), (people, "direct message")):
        said = f"Outbox: {counted(queue.count, name)} to go"
        oldest = None if queue.oldest is None else from_ms(queue.oldest)
        if oldest is not None and house.now - oldest > PATIENCE:
            found.append(
                to_do(
                    f"{said}, the oldest ordered {ago(oldest, house.now)}: is the bot running, and "
                    "what does its log say?"
                )
            )
        else:
            found.append(fine(f"{said}."))
    if tried:
        found.append(to_do(f"Outbox: {counted(tried, 'panel')} can't be shown; the log says why."))
    else:
        found.append(fine(f"Outbox: {counted(behind, 'panel')} to be brought up to date."))
    if lost:
        said = counted(lost, "message")
        found.append(to_do(f"Outbox: {said} given up in the last 24 hours; the log says why."))
    return found


async def rules(house: House) -> list[Found]:
    """Which versions of rules are in play."""
    if house.door is None:
        return []
    async with house.door.desk.database.read() as connection:
        rows = await overview.in_play(connection)
    found: list[Found] = []
    for row in rows:
        game = house.door.games.get(row.game)
        tables = counted(row.count, "table")
        said = f"Rules: {printable(row.game)}, ruleset {row.ruleset}: {tables}"
        if game is None:
            found.append(to_do(f"{said} of a game that this version hasn't: update the bot."))
        elif row.ruleset > game.ruleset:
            newer = f"this version plays {game.ruleset}: update the bot"
            found.append(to_do(f"{said}, and {newer}."))
        elif row.ruleset < game.ruleset:
            found.append(fine(f"{said}, told of {game.ruleset} at the next start."))
        else:
            found.append(fine(f"{said}."))
    return found or [fine("Rules: no table is open or under way.")]


async def ordered(house: House) -> list[Found]:
    """What the host has ordered."""
    if house.door is None:
        return []
    async with house.door.desk.database.read() as connection:
        orders = await host_orders.rows(connection)
    # Whoever is shut out may stay so; what is set aside or paused waits for the host.
    waits = {"campaign", "plan", "tables"}
    return [Found(one.kind not in waits, f"{said_of(one)}.") for one in orders]


# -- what Discord says ---------------------------------------------------------------------------


async def discord(house: House) -> list[Found]:
    """Whether Discord can be reached, and what the bot may do in each server."""
    if house.offline:
        return [fine("Discord: not asked (--offline), nor what the bot may do in servers.")]
    if house.host is None:
        return [to_do("Discord: not asked, since the settings aren't complete.")]
    channels: dict[int, tuple[int, ...]] = {}
    if house.door is not None:
        async with house.door.desk.database.read() as connection:
            channels = await overview.channels(connection)
            lobbies = await overview.lobbies(connection)
        channels = {
            server: (*channels.get(server, ()), *lobbies.get(server, ()))
            for server in {*channels, *lobbies}
        }
    try:
        answer = await ask_discord(house.host.token.get_secret_value(), channels)
    except NotReached as error:
        return [to_do(f"Discord: {error}")]
    found = [to_do(line) for line in answer.lacking]
    if answer.at is not None and abs(answer.at - system_clock()) > ASKEW:
        found.append(to_do(f"Clock: Discord's shows {answer.at:%Y-%m-%d %H:%M:%S} UTC: set yours."))
    if not answer.lacking:
        found.append(
            fine(f"Discord: the bot may do all it has to in {counted(answer.servers, 'server')}.")
        )
    return found


CHECKS: Final[tuple[Check, ...]] = (
    database,
    processes,
    backups,
    disk,
    clock,
    outbox,
    rules,
    ordered,
    discord,
)
"""What is looked at once the settings are known, in this order."""
