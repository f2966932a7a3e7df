"""`python -m bot campaign ID`: how one campaign stands, for a host who may play in it.

Nothing that hangs on a secret: what everybody may know of the game, what waits for its channel, and
whether what is on file can be read. How many steps it has on file, their size, and what waits for
its people would tell of secret orders, so they are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

from bot.cli.seeing import ago, counted, printable, said_of, seen, since
from bot.clock import from_ms, system_clock
from bot.moderator import Complaint, Look, Moderator
from bot.store import StoreError, campaigns, host_orders, log, outbox
from bot.store.campaigns import CampaignRow
from bot.store.host_orders import ALL_TABLES
from bot.store.outbox import QueuedRow

_LANGUAGES: Final = {"en": "English", "es": "Spanish"}
MOST: Final = 200
"""Messages that are looked at of those which wait for a channel."""


async def campaign(
    url: URL, name: str, *, copies: Path | None = None, now: datetime | None = None
) -> list[str]:
    """Return how a campaign stands, a line for each subject.

    Args:
        url: The database.
        name: The campaign's id.
        copies: The folder of backups.
        now: The present instant.

    Raises:
        StoreError: The database cannot be read, or has no such campaign.
    """
    now = now or system_clock()
    async with seen(url, copies) as door:
        return [line async for line in _lines(door, name, now)]


async def _lines(door: Moderator, name: str, now: datetime) -> AsyncIterator[str]:
    async with door.desk.database.read() as connection:
        row = await campaigns.get(connection, name)
    if row is None:
        raise StoreError(f"There is no campaign {printable(name)}.")
    yield f"{row.id}: {printable(row.name)}"
    language = _LANGUAGES.get(row.language, row.language)
    yield f"Where: server {row.guild_id}, channel {row.channel_id}, in {language}."
    yield f"Table: {_state(row)}; opened {since(row.created_at)}."
    yield _rules(door, row)
    for line in await _at_the_table(door, row, now):
        yield line
    async with door.desk.database.read() as connection:
        queued = await outbox.queue(connection, row.id, private=False, most=MOST)
        behind, tried, error = await outbox.panel_of(connection, row.id)
    yield _queue(queued, now)
    yield f"Panel: {'behind' if behind else 'shows the present'}{_in_vain(tried, error)}."
    yield await _readable(door, row)
    for line in await _orders(door, row):
        yield line


def _state(row: CampaignRow) -> str:
    if row.status == "over":
        archived = ", archived" if row.archived_at is not None else ""
        return f"over since {since(row.ended_at or row.created_at)}{archived}"
    paused = f", paused by its players since {since(row.paused_at)}" if row.paused_at else ""
    lesson = "a lesson, " if row.lesson else ""
    return f"{lesson}{'open' if row.status == 'open' else 'under way'}{paused}"


def _rules(door: Moderator, row: CampaignRow) -> str:
    game = door.games.get(row.game)
    said = f"Rules: {row.game}, ruleset {row.ruleset_told}"
    if game is None:
        return f"{said}; this version has no such game."
    newer = f", this version plays {game.ruleset}" if game.ruleset != row.ruleset_told else ""
    return f"{said}{newer}; data {row.data[:8] if row.data else 'of the first version'}."


async def _at_the_table(door: Moderator, row: CampaignRow, now: datetime) -> list[str]:
    """Return who sits there, how far it has come and whom it waits for, as everybody may see."""
    try:
        look = await door.reader.look(row.id)
        live = await door.desk.at_hand(row.id)
        async with door.desk.database.read() as connection:
            last = (await log.last_public(connection, row.id))[1] if row.head else None
    except (Complaint, StoreError) as error:
        why = error.code if isinstance(error, Complaint) else "its rows cannot be read"
        return [f"Game: it cannot be loaded ({why}); `python -m bot replay {row.id}` says more."]
    found = look.campaign
    played = [seat for seat, people in found.seats.items() if people]
    others = [seat for seat in found.computer if seat not in played]
    seats = f"Seats: {len(played)} of {len(found.seats)} held by people"
    lines = [f"{seats}{f', {len(others)} by the computer' if others else ''}."]
    if last is not None:
        steps = counted(live.counts.public, "public step")
        lines.append(f"Played: {steps}, the last {ago(from_ms(last), now)}.")
        lines.append(_waits(look))
    return lines


def _waits(look: Look) -> str:
    """Say whom everybody knows to be awaited, and in how many questions."""
    if not look.decisions:
        return "Waits for: no side."
    asked = Counter(one.seat for one in look.decisions)
    seats = (f"{seat} ({counted(count, 'question')})" for seat, count in sorted(asked.items()))
    return f"Waits for: {', '.join(seats)}."


def _queue(queued: Sequence[QueuedRow], now: datetime) -> str:
    """Say what waits for the channel, or was given up there."""
    waiting = [one for one in queued if one.status != "failed"]
    said = f"Queue: {counted(len(waiting), 'post')} for its channel"
    if waiting:
        tried = max(one.attempts for one in waiting)
        said += f", the oldest ordered {ago(from_ms(waiting[0].created_at), now)}"
        said += _in_vain(tried, next((one.error for one in waiting if one.error), None))
    lost = len(queued) - len(waiting)
    return f"{said}{f'; {lost} given up' if lost else ''}."


def _in_vain(tried: int, error: str | None) -> str:
    if not tried:
        return ""
    return f", tried in vain {counted(tried, 'time')}{f' ({printable(error)})' if error else ''}"


async def _readable(door: Moderator, row: CampaignRow) -> str:
    """Say whether the log is as it was written. Where it is not is for `replay` to say."""
    try:
        async with door.desk.database.read() as connection:
            await log.whole_chain(connection, row.id)
    except Exception:  # noqa: BLE001 - rows that cannot even be read are to be told
        return f"Log: damaged; `python -m bot replay {row.id}` says where."
    return "Log: as it was written."


async def _orders(door: Moderator, row: CampaignRow) -> list[str]:
    """Return what the host has ordered that holds for a campaign; whose plan is not told."""
    async with door.desk.database.read() as connection:
        found = await host_orders.rows(connection)
    meant = {("campaign", row.id), ("tables", ALL_TABLES), ("server", str(row.guild_id))}
    plans = [one for one in found if one.kind == "plan" and one.which.startswith(f"{row.id}/")]
    return [said_of(one) for one in found if (one.kind, one.which) in meant or one in plans]
