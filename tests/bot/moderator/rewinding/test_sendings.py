"""Plans that were sent, in every game: the last entries are taken back and stand there again."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Campaign
from bot.trials.random_play import Temper, choose
from bot.ui.dialogue.fields import typed_fields
from engine.api import Action, Seat
from engine.dice import ScriptedDice, SeededDice
from engine.errors import EngineError
from engine.registry import load_games
from tests.bot.moderator.rewinding.test_taking_back import actions, dumped
from tests.games import known
from tests.support.river import BLUE, RED, River, river
from tests.support.seldom import seldom

SENT, BACK = 6, 3
"""Entries that are sent, and that are taken back of them."""
TRIED = 400
"""Steps of a random game within which as much must be possible in a row."""


def certain(game: Any, state: Any, seat: Seat, seed: str) -> list[Action]:
    """Return public actions that a seat can do one after the other, each of them certain."""
    found: list[Action] = []
    chooser = SeededDice(seed.encode())
    for _ in range(40):
        owed = [one for one in game.awaiting(state) if one.seat == seat and not one.interrupt]
        if not owed or len(found) == SENT:
            break
        try:
            action = choose(game, state, owed[0], chooser, Temper(chooser))
        except EngineError:
            break
        if action.secret or action.closes:
            continue
        if game.suppose(game.view(state, seat), action).open:
            continue
        state = game.apply(state, seat, action, ScriptedDice()).state
        found.append(action)
    return found


async def begun(there: River, key: str) -> Campaign:
    """Begin a game."""
    model = there.games[key].settings_model
    settings = model.model_validate(dict(known(key).tables[0]))
    return await there.playing(key, settings.model_dump(mode="json"))


async def until_so_much_is_certain(
    there: River, campaign: Campaign, least: int
) -> tuple[Seat, list[Action]]:
    """Play at random until a seat can do so much in a row of which all is certain."""
    game, people = there.games[campaign.game], dict(zip(campaign.seats, (RED, BLUE), strict=True))
    chooser = SeededDice(b"sendings")
    tempers = {seat: Temper(chooser) for seat in people}
    for step in range(TRIED):
        live = await there.door.desk.at_hand(campaign.id)
        assert live.position is not None
        state = live.position.state
        decision = game.awaiting(state)[0]
        for again in range(3):
            found = certain(game, state, decision.seat, f"{step} {again}")
            if len(found) >= least:
                return decision.seat, found
        action = choose(game, state, decision, chooser, tempers[decision.seat])
        await there.do(campaign, people[decision.seat], action)
    raise AssertionError(f"never {least} in a row")


DEAR = "art_of_war"
"""It takes long until two actions are certain: in the long tests."""
LEAST = {"barricadas": 1, "art_of_war": 2}
"""Where not even six actions in a row are ever certain, or seldom."""


@pytest.mark.parametrize("key", seldom(load_games(), set(load_games()) - {DEAR}))
async def test_the_last_entries_of_a_sending_return(tmp_path: Path, key: str) -> None:
    """Those before stay done; those that return stand before what was planned since, in order."""
    async with river(tmp_path, games=load_games(), salt="sendings") as there:
        campaign = await begun(there, key)
        least = LEAST.get(key, SENT)
        seat, wanted = await until_so_much_is_certain(there, campaign, least)
        person = dict(zip(campaign.seats, (RED, BLUE), strict=True))[seat]
        door = there.door
        entries = tuple(door.plans.new_entry(one.kind, typed_fields(one)) for one in wanted[:least])
        before = await dumped(there, campaign)
        plan = await door.plans.change(campaign.id, person, lambda plan: _with(plan, entries))
        sent = await door.plans.send(campaign.id, person, plan.revision)
        assert [one.kind for one in sent.done] == [one.kind for one in entries]
        back = min(BACK, least)
        found = await door.undoing.offered(campaign.id, person)
        undo = found[back - 1]
        assert undo.is_free
        assert [one.kind for one in undo.sent] == [one.kind for one in entries[-back:]]
        later = door.plans.new_entry(entries[0].kind, entries[0].filled)
        await door.plans.change(campaign.id, person, lambda plan: _with(plan, (later,)))
        returning = tuple(door.plans.new_entry(one.kind, typed_fields(one)) for one in undo.sent)
        await door.taking_back.take_back(
            campaign.id, person, undo.number, 0, request="back", returning=lambda _: returning
        )
        plan = await door.plans.get(campaign.id, person)
        assert [one.kind for one in plan.entries] == [
            *(one.kind for one in entries[-back:]),
            later.kind,
        ]
        assert [dict(one.filled) for one in plan.entries[:-1]] == [
            dict(one.filled) for one in entries[-back:]
        ]
        rows = await actions(there, campaign)
        kept = [row for row in rows if row.cause == "plan"]
        assert len(kept) == least
        assert [two.seq - one.seq for one, two in pairwise(kept)] == [1] * (least - 1)
        if back == least:
            assert await dumped(there, campaign) == before
        again = await door.plans.send(campaign.id, person, plan.revision)
        assert [one.kind for one in again.done][:back] == [one.kind for one in entries[-back:]]


def _with(plan: Any, entries: tuple[Any, ...]) -> Any:
    return dataclasses.replace(plan, entries=(*plan.entries, *entries))
