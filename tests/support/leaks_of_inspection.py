"""Leaks planted in what a referee without secrets inspects; see `leaks`."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moderator.referees import inspecting
from bot.moderator.referees.rechecking import Rechecking, Verdict
from bot.store import outbox, public_steps
from bot.store.log import ActionRow
from bot.store.public_steps import PublicStep
from bot.store.schema import actions
from tests.support.leaks import Leak
from tests.support.worlds import Scene


def queue_all(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let everybody read of private messages that could not be sent."""
    queue = outbox.queue

    async def leaky(*args: Any, private: bool, most: int) -> Any:
        del private
        return await queue(*args, private=True, most=most)

    monkeypatch.setattr(outbox, "queue", leaky)


def wait_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let an answer have been waited for since the last step, whoever may know of it."""

    async def leaky(
        connection: AsyncConnection, campaign: str, seq: int, most: int
    ) -> tuple[PublicStep, ...]:
        found = await connection.execute(
            select(actions.c.seq, actions.c.at, actions.c.seat, actions.c.kind)
            .where(actions.c.campaign == campaign, actions.c.seq < seq)
            .order_by(actions.c.seq.desc())
            .limit(most)
        )
        return tuple(PublicStep(*row) for row in found)

    monkeypatch.setattr(public_steps, "before", leaky)


def tell_plans(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let what led to an entry hang on how many steps there were before it."""
    by = inspecting._by

    def leaky(told: Any, row: ActionRow, *, own: bool) -> Any:
        return "plan" if row.seq % 2 else by(told, row, own=own)

    monkeypatch.setattr(inspecting, "_by", leaky)


def count_all(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let it be told to everybody how many actions a log has."""
    check = Rechecking.check

    async def leaky(this: Rechecking, campaign: str, *how: Any) -> Verdict:
        found = await check(this, campaign, *how)
        live = await this._desk.at_hand(campaign)
        return Verdict(found.sound, actions=live.row.head)

    monkeypatch.setattr(Rechecking, "check", leaky)


INSPECTION = (
    Leak("private messages that wait", queue_all, "carla: Mensajes"),
    Leak("a wait by secret steps", wait_by_secrets, "carla: Diario"),
    Leak("what entries hang on", tell_plans, "carla: Diario"),
    Leak("a count of all actions", count_all, "carla: ¿Se reproduce"),
)
