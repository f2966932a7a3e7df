"""What people would do who know all rules: what is legal, by what is on file."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Literal

from sqlalchemy.engine import URL

from bot.games import GAMES
from bot.moderator import Complaint, Moderator
from bot.moderator.table.live import Live
from bot.shares import Share
from bot.store import Database, StoreError
from bot.trials.random_play import DeadEnd, Temper, choose
from engine.api import Action, Seat
from engine.dice import SeededDice

TRIED = 20
"""Choices that are tried before a position is left to another hand."""
ELSEWHERE = Share(2, (0,))
"""As one process of several: what others have done is looked for each time."""

Wish = tuple[Seat, Action] | Literal["over", "waits"]


class Mind:
    """Sees each campaign as it is now, and wishes; it writes nothing."""

    def __init__(self, door: Moderator) -> None:
        self._door = door

    async def campaign_in(self, guild: int, channel: int) -> str | None:
        """Return the campaign of a channel, ``None`` where there is none yet or nobody knows."""
        with contextlib.suppress(StoreError, Complaint):
            found = await self._door.reader.campaign_in(guild, channel)
            return None if found is None else found.id
        return None

    async def status(self, campaign: str) -> str:
        """Return whether a campaign is open, playing or over; nothing where nobody knows."""
        with contextlib.suppress(StoreError, Complaint):
            return (await self._now(campaign)).row.status
        return ""

    async def head(self, campaign: str) -> int:
        """Return how much was done in a campaign; 0 where nobody knows."""
        with contextlib.suppress(StoreError, Complaint):
            return (await self._now(campaign)).row.head
        return 0

    async def players(self, campaign: str) -> dict[int, Seat]:
        """Return who plays what; empty where nobody knows."""
        with contextlib.suppress(StoreError, Complaint):
            live = await self._now(campaign)
            return {who: seat for seat, some in live.campaign.seats.items() for who in some}
        return {}

    async def next(self, campaign: str, chance: str) -> Wish:
        """Return who does what; by *chance* always the same of the same position."""
        try:
            live = await self._now(campaign)
        except (StoreError, Complaint):
            return "waits"
        return await asyncio.to_thread(_wish, live, chance)

    async def _now(self, campaign: str) -> Live:
        desk = self._door.desk
        if desk.database.is_sqlite:
            # A file is one process's own: it notes no revisions by which another could tell.
            desk.shelf.drop(campaign)
        return await desk.at_hand(campaign)


def _wish(live: Live, chance: str) -> Wish:
    if live.row.status == "over" or live.position is None:
        return "over" if live.row.status == "over" else "waits"
    game, state = live.game, live.position.state
    for decision in game.awaiting(state):
        if decision.seat in live.computer:
            continue
        for again in range(TRIED):
            dice = SeededDice(f"{chance} {again}".encode())
            try:
                action = choose(game, state, decision, dice, Temper(dice))
            except DeadEnd:
                continue
            if not game.check(state, decision.seat, action):
                return decision.seat, action
    return "waits"


@contextlib.asynccontextmanager
async def mind(url: URL) -> AsyncIterator[Mind]:
    """Lend a mind that sees a database while bots use it."""
    database = await Database.look_at(url)
    database._shards = ELSEWHERE.shards or ()  # what is at hand is asked after before it is used
    try:
        games: Any = GAMES
        door = Moderator(database, games, share=ELSEWHERE)
        door.rest()
        yield Mind(door)
        await door.settle()
    finally:
        await database.close()
