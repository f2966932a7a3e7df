"""Leaks planted in clocks, reminders and time-outs; see `leaks`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moderator.table import clocks as table
from bot.moderator.table import steps
from bot.moderator.table.live import Live, Position
from bot.moderator.time.time_outs import TimeOuts
from bot.store import clocks
from bot.store.clocks import Awaited, Clocks
from bot.store.log import ActionRow
from bot.store.schema import plans
from engine.api import Seat
from tests.support.leaks import Leak
from tests.support.worlds import Scene


def move_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a secret step take a minute of every clock."""
    after_step = table.after_step

    def leaky(live: Live, row: ActionRow, after: Position, *how: Any, **more: Any) -> Clocks:
        found = after_step(live, row, after, *how, **more)
        spent = 60_000 if row.secret else 0
        return {seat: replace(one, used_ms=one.used_ms + spent) for seat, one in found.items()}

    monkeypatch.setattr(steps, "after_step", leaky)


async def _planned(connection: AsyncConnection, campaign: str) -> bool:
    """Say whether anybody has put anything together for when their time runs out."""
    found = await connection.execute(
        select(plans.c.person).where(plans.c.campaign == campaign, plans.c.late)
    )
    return found.first() is not None


def remind_by_plans(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let nobody be reminded at a table at which there is a late plan."""
    awaited_people = clocks.awaited_people

    async def leaky(connection: AsyncConnection) -> tuple[Awaited, ...]:
        found = await awaited_people(connection)
        return tuple([one for one in found if not await _planned(connection, one.campaign)])

    monkeypatch.setattr(clocks, "awaited_people", leaky)


def answer_by_plans(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let what follows when time has run out wait while there is a late plan."""
    run_out = TimeOuts.run_out

    async def leaky(this: TimeOuts, campaign: str, seat: Seat) -> None:
        async with this._desk.database.read() as connection:
            planned = await _planned(connection, campaign)
        if not planned:
            await run_out(this, campaign, seat)

    monkeypatch.setattr(TimeOuts, "run_out", leaky)


TIME = (
    Leak("a clock moved by a secret step", move_by_secrets, "clocks"),
    Leak("a reminder that hangs on plans", remind_by_plans, "outbox", needs="alice"),
    Leak("a time-out that hangs on plans", answer_by_plans, "outbox"),
)
