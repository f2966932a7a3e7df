"""What somebody has played to its end, and who lets a server see that of them.

Only campaigns that are over are looked at, and no lessons: of a game under way nothing is counted.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, false, func, insert, or_, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import guilds, people
from bot.store.campaigns import EarlyEnd
from bot.store.damage import passed_over
from bot.store.results import Dice, read
from bot.store.schema import campaigns, members, results, shown_figures
from bot.store.schema import people as accounts
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A campaign that somebody has played to its end, at the seat that they held then.

    Attributes:
        settings: Of the table, as JSON.
        left: Whether they left it with its end: nobody was at the table any more.
        head: The last action.
        computer: The seats that the computer played for the whole game.
        ending: How the table ended when not by the rules.
        known: Whether it is on file who won.
        dice: How the open dice of all its seats fell; ``None`` is not counted yet.
    """

    campaign: str
    game: str
    data: str | None
    settings: str
    seat: Seat
    left: bool
    head: int
    computer: tuple[Seat, ...]
    ending: EarlyEnd | None
    known: bool
    winner: Seat | None
    dice: Dice | None


_IS_OVER = campaigns.c.status == "over"
_PLAYED = (
    select(
        members.c.seat,
        members.c.left_at,
        campaigns.c.id,
        campaigns.c.game,
        campaigns.c.data,
        campaigns.c.settings,
        campaigns.c.head,
        campaigns.c.computer,
        campaigns.c.ending,
        results.c.seq,
        results.c.winner,
        results.c.dice,
    )
    .select_from(members)
    .join(campaigns, campaigns.c.id == members.c.campaign)
    .outerjoin(results, results.c.campaign == campaigns.c.id)
    .where(
        _IS_OVER,
        campaigns.c.lesson == false(),
        campaigns.c.head > 0,  # others never began
        # Whoever left while it went on has not played it to its end.
        or_(members.c.left_at.is_(None), members.c.left_at >= campaigns.c.ended_at),
    )
    .order_by(campaigns.c.ended_at.desc(), campaigns.c.id)
)


async def played(
    connection: AsyncConnection, person: int, guild_id: int | None, *, most: int
) -> tuple[PlayedRow, ...]:
    """Return what somebody has played to its end, the latest first, at most so much.

    Args:
        connection: Of the database.
        person: Our number of them.
        guild_id: In which server; ``None``: in all.
        most: How many campaigns.
    """
    query = _PLAYED.where(members.c.person == person)
    if guild_id is not None:
        query = query.where(campaigns.c.guild_id == guild_id)
    found = (await connection.execute(query.limit(most))).all()
    return await asyncio.to_thread(_readable, connection, found)


def _readable(connection: AsyncConnection, found: Sequence[Row[Any]]) -> tuple[PlayedRow, ...]:
    """Read rows; there may be a thousand."""
    rows: list[PlayedRow] = []
    for row in found:
        with passed_over(connection, f"campaign {row.id}: what came of it"):
            rows.append(_row(row))
    return tuple(rows)


def _row(row: Row[Any]) -> PlayedRow:
    known = row.seq == row.head
    return PlayedRow(
        campaign=row.id,
        game=row.game,
        data=row.data,
        settings=row.settings,
        seat=row.seat,
        left=row.left_at is not None,
        head=row.head,
        computer=tuple(map(str, json.loads(row.computer or "[]"))),
        ending=None if row.ending is None else EarlyEnd(**json.loads(row.ending)),
        known=known,
        winner=row.winner if known else None,
        dice=read(row.dice) if known else None,
    )


async def came_in(connection: AsyncConnection, person: int, guild_id: int | None) -> int:
    """Return in how many campaigns that are over somebody had come in for somebody else."""
    query = (
        select(func.count())
        .select_from(members)
        .join(campaigns, campaigns.c.id == members.c.campaign)
        .where(members.c.person == person, text("members.came_in_at IS NOT NULL"), _IS_OVER)
    )
    if guild_id is not None:
        query = query.where(campaigns.c.guild_id == guild_id)
    return int((await connection.execute(query)).scalar_one())


# ---------------------------------------------------------------- who lets them be seen


async def show(connection: AsyncConnection, guild_id: int, discord_id: int, at: int) -> None:
    """Let the others of a server see somebody's figures of there; since when they may stays."""
    if await shown(connection, guild_id, discord_id):
        return
    person = await people.numbered(connection, discord_id)
    await guilds.note(connection, guild_id)  # so that it goes with the server
    await connection.execute(insert(shown_figures).values(guild_id=guild_id, person=person, at=at))


async def hide(connection: AsyncConnection, guild_id: int, discord_id: int) -> None:
    """Let nobody of a server see somebody's figures any more."""
    person = await people.number(connection, discord_id)
    if person is not None:
        await connection.execute(
            delete(shown_figures).where(
                shown_figures.c.guild_id == guild_id, shown_figures.c.person == person
            )
        )


_SHOWING = select(shown_figures.c.guild_id, accounts.c.discord_id).join(
    accounts, accounts.c.id == shown_figures.c.person
)


async def showing(connection: AsyncConnection) -> tuple[tuple[int, int], ...]:
    """Return everybody who lets a server see their figures, as server and account."""
    found = await connection.execute(_SHOWING)
    return tuple((row.guild_id, row.discord_id) for row in found)


async def shown(connection: AsyncConnection, guild_id: int, discord_id: int) -> bool:
    """Say whether somebody lets the others of a server see their figures of there."""
    found = await connection.execute(
        select(shown_figures.c.at)
        .select_from(accounts)
        .join(shown_figures, shown_figures.c.person == accounts.c.id)
        .where(accounts.c.discord_id == discord_id, shown_figures.c.guild_id == guild_id)
    )
    return found.first() is not None
