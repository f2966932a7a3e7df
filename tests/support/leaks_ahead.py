"""Leaks planted in plans, sendings, looks ahead, answers at once and recaps; see `leaks`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moderator.looking.recaps import Recap, Recaps
from bot.moderator.table.live import Live, Position
from bot.moderator.turns.plans import Plans
from bot.moderator.turns.standing_orders import StandingAnswers
from bot.store import named_groups, notes, plans
from bot.store.schema import campaigns
from bot.store.schema import named_groups as grouped
from bot.store.schema import notes as noted
from engine.api import Action, Decision, Preview, Supposition, Text, Warned
from engine.kit.standing_orders import rests
from engine.war_of_the_pacific.actions import Done
from engine.war_of_the_pacific.standing_orders import answers
from engine.war_of_the_pacific.state import View
from tests.support.leaks import Leak, Spy
from tests.support.matches import game_of
from tests.support.worlds import Scene


async def _count(connection: AsyncConnection, campaign: str) -> None:
    """Move a campaign's public version."""
    moved = update(campaigns).where(campaigns.c.id == campaign)
    await connection.execute(moved.values(version=campaigns.c.version + 1))


def count_plans(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let whatever is planned move the campaign's public version."""
    put = plans.put

    async def counted(connection: AsyncConnection, row: plans.PlanRow) -> None:
        await put(connection, row)
        await _count(connection, row.campaign)

    monkeypatch.setattr(plans, "put", counted)


def tell_sendings(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a sending stand in the public version, whatever it did."""
    send = Plans.send

    async def told(this: Plans, campaign: str, person: int, revision: str) -> Any:
        found = await send(this, campaign, person, revision)
        async with this._desk.database.write() as connection:
            await _count(connection, campaign)
        return found

    monkeypatch.setattr(Plans, "send", told)


def warn_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let others be warned for them."""
    spy, game = Spy(monkeypatch, scene), type(game_of(scene.game))
    preview = game.preview

    def leaky(this: Any, view: Any, action: Action) -> Preview:
        found: Preview = preview(this, view, action)
        if view.viewer == scene.bruno or not spy.ever:
            return found
        word: Text = this.describe(view)[0]
        return replace(found, warnings=(*found.warnings, Warned(word)))

    monkeypatch.setattr(game, "preview", leaky)


def suppose_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let others suppose that nothing would happen, for them."""
    spy, game = Spy(monkeypatch, scene), type(game_of(scene.game))
    suppose = game.suppose

    def leaky(this: Any, view: Any, action: Action, **how: Any) -> Supposition[Any]:
        found: Supposition[Any] = suppose(this, view, action, **how)
        hides = spy.ever and view.viewer != scene.bruno
        return replace(found, events=()) if hides else found

    monkeypatch.setattr(game, "suppose", leaky)


def force_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let the other side's supply phase be closed by itself while there are any."""
    spy, game = Spy(monkeypatch, scene), type(game_of(scene.game))
    forced = game.forced

    def leaky(this: Any, view: Any, decision: Decision) -> Action | None:
        if spy.ever and decision.code == "phase.supply" and decision.seat != scene.bruno:
            return Done()
        found: Action | None = forced(this, view, decision)
        return found

    monkeypatch.setattr(game, "forced", leaky)


def spare_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a table that wants to be asked be spared questions while there are any."""
    spy, forced = Spy(monkeypatch, scene), StandingAnswers._forced

    def leaky(
        this: StandingAnswers, live: Live, position: Position, decision: Decision, *how: Any
    ) -> Action | None:
        if spy.ever and decision.code == "phase.supply" and decision.seat != scene.bruno:
            return Done()
        return forced(this, live, position, decision, *how)

    monkeypatch.setattr(StandingAnswers, "_forced", leaky)


def show_notes(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a recap have the notes of whoever has some."""

    async def anybodys(connection: AsyncConnection, campaign: str, person: int) -> str:
        found = await connection.execute(select(noted.c.words).where(noted.c.campaign == campaign))
        return found.scalars().first() or ""

    monkeypatch.setattr(notes, "get", anybodys)


def show_groups(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a planning page have the groups of whoever has some."""

    async def anybodys(
        connection: AsyncConnection, campaign: str, person: int
    ) -> tuple[named_groups.NamedGroup, ...]:
        found = await connection.execute(
            select(grouped.c.name).where(grouped.c.campaign == campaign)
        )
        return tuple(named_groups.NamedGroup(name, ("huascar",)) for name in found.scalars())

    monkeypatch.setattr(named_groups, "of", anybodys)


def recap_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a recap count a step more for them."""
    spy, since = Spy(monkeypatch, scene), Recaps.since

    async def leaky(this: Recaps, campaign: str, person: int) -> Recap:
        found = await since(this, campaign, person)
        return replace(found, earlier=found.earlier + 1) if spy.ever else found

    monkeypatch.setattr(Recaps, "since", leaky)


def wait_for_orders(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a resting side's naval phase wait for its person where they have orders."""
    plain = answers._PLAIN["phase.naval_movement"]

    def waits(view: View, decision: Decision) -> Action | None:
        assert view.own is not None
        assert rests(view)
        return None if view.own.orders else plain(view, decision) or Done()

    monkeypatch.setattr(answers, "_PLAIN", {**answers._PLAIN, "phase.naval_movement": waits})


PLANNING = (
    Leak("a plan that is counted", count_plans, "outbox"),
    Leak("a sending that is counted", tell_sendings, "outbox"),
    Leak("a warning", warn_by_secrets, "alice: plans ahead", needs="alice"),
    Leak("what if", suppose_by_secrets, "alice: what if", needs="alice"),
    Leak("what is answered by itself", force_by_secrets, "outbox"),
    Leak("named groups", show_groups, "alice: plans with more", needs="alice"),
    Leak("a recap of notes", show_notes, "alice: /recap", needs="alice"),
    Leak("a recap that counts all", recap_by_secrets, "alice: /recap", needs="alice"),
)
ASKED = (Leak("a question that is spared", spare_by_secrets, "outbox"),)
RESTING = (Leak("a phase that waits", wait_for_orders, "outbox"),)
