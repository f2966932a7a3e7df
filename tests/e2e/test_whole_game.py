"""Whole games of War of the Pacific, played by two people with commands and buttons only.

The captains of :mod:`tests.support.captains` decide; alice (Chile) and bruno (the Allies) type and
press. In between the bot is killed: at a quiet moment, at the very call to Discord that would have
posted what was just committed, and in good order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Look, Moderator
from bot.ui.keys import decode
from engine.api import Action, Decision
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.survey import victory_points
from tests.support.captains import (
    DRAW,
    SUDDEN_DEATH,
    VICTORY,
    Chile,
    Goal,
    first_legal,
    wait,
)
from tests.support.people import Person, Reply
from tests.support.quick import bot_with_small_maps, counted_bytes
from tests.support.reading import Paper
from tests.support.table import Table


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """The real bot with small maps, in a simulated Discord."""
    async with Table(tmp_path, bot_with_small_maps, names=("alice", "bruno")) as opened:
        yield opened


@dataclass
class Match:
    """One game at one table, from the first command to the outcome."""

    table: Table
    goal: Goal
    seed: bytes
    done: int = 0
    pressed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chile = Chile(self.goal)
        self.people = {
            "chile": self.table.people["alice"],
            "allies": self.table.people["bruno"],
        }

    @property
    def moderator(self) -> Moderator:
        """The present bot's moderator, for looking only."""
        bot: Any = self.table.bot
        moderator: Moderator = bot.moderator
        return moderator

    async def begin(self) -> None:
        """Create the campaign, take both seats, start."""
        alice, bruno = self.people["chile"], self.people["allies"]
        self.moderator._token = counted_bytes(self.seed)
        await alice.slash("game new", game="war_of_the_pacific", name="Campaña 1879")
        await alice.slash("game join", side="chile")
        await bruno.slash("game join", side="allies")
        if not (await self.look("chile")).decisions:
            await alice.slash("game start")

    async def look(self, seat: str) -> Look:
        """Return what the seat's player may see."""
        person = self.people[seat]
        campaign = await self.moderator.campaign_in(self.table.guild.id, self.table.channel.id)
        assert campaign is not None
        return await self.moderator.look(campaign.id, person.id)

    async def step(self) -> bool:
        """Do one thing for whoever is awaited; False when the game is over."""
        public = await self.look("chile")
        if not public.decisions:
            return False
        decision = public.decisions[0]
        look = await self.look(decision.seat)
        action = first_legal(look.view, self._proposals(look, decision))
        reply = await self._do(decision, action)
        assert reply is None or reply.acknowledged, action
        self.done += 1
        self.kinds[action.kind] += 1
        return True

    def _proposals(self, look: Look, decision: Decision) -> Iterator[Action]:
        if decision.seat == "chile":
            return self.chile.proposals(look.view, decision)
        return wait(look.view, decision)

    async def _do(self, decision: Decision, action: Action) -> Reply | None:
        person = self.people[decision.seat]
        for index, choice in enumerate(decision.choices):
            if choice.action == action:
                paper = self._prompt(decision, index)
                if paper is not None:
                    self.pressed += 1
                    return await person.press(paper[0], custom_id=paper[1])
        return await self._type(person, action)

    def _prompt(self, decision: Decision, index: int) -> tuple[Paper, str] | None:
        """Return the newest public message with the button of this choice, and its id."""
        for paper in reversed(self.table.public()):
            for button in paper.buttons.values():
                custom_id = str(button.get("custom_id", ""))
                key = decode(custom_id)
                if key is not None and decision.key in key.parts and str(index) in key.parts:
                    return paper, custom_id
        return None

    async def _type(self, person: Person, action: Action) -> Reply:
        options: dict[str, Any] = {}
        for name, info in MODELS[action.kind].model_fields.items():
            value = getattr(action, name)
            if not info.is_required() and value == info.default:
                continue
            options[name] = ",".join(value) if isinstance(value, tuple) else value
        group = f" {action.group}" if action.group else ""
        return await person.slash(f"wp{group} {action.kind}", **options)


async def _play(match: Match, kills: dict[int, str]) -> None:
    """Play to the end; *kills* says how the bot dies after so many actions."""
    await match.begin()
    while True:
        how = kills.pop(match.done, "")
        if how == "before delivery":
            # The commit is done, the message that tells of it is not out yet.
            wire = match.table.die_at("POST", f"/channels/{match.table.channel.id}/messages")
            while not wire.sprung:
                await _try(match)
            await match.table.kill()
            await match.table.start()
        elif how == "after delivery":
            wire = match.table.die_at(
                "POST", f"/channels/{match.table.channel.id}/messages", after=True
            )
            while not wire.sprung:
                await _try(match)
            await match.table.kill()
            await match.table.start()
        elif how == "quiet":
            await match.table.kill()
            await match.table.start()
        elif how == "restart":
            await match.table.restart()
        if not await match.step():
            break
        assert match.done < 1500
    assert not kills, f"the game ended before the bot died: {kills}"


async def _try(match: Match) -> None:
    """Take a step in which the bot may die."""
    try:
        await match.step()
    except AssertionError:
        if not match.table.wire.is_cut:
            raise


async def _outcome(match: Match) -> tuple[str | None, int, int]:
    look = await match.look("chile")
    assert look.outcome is not None
    assert look.status is not None
    return look.outcome.winner, look.status.turn, victory_points(look.view.table)


async def test_twelve_turns_with_kills(table: Table) -> None:
    """A game of twelve turns ends with Chile's victory, however often the bot dies in it."""
    match = Match(table, VICTORY, b"g0")
    kills = {12: "before delivery", 60: "quiet", 110: "after delivery", 170: "restart"}
    await _play(match, kills)
    winner, turn, points = await _outcome(match)
    assert (winner, turn) == ("chile", 12)
    assert points >= 18
    assert match.pressed >= 10
    _nothing_twice(table)


async def test_sudden_death(table: Table) -> None:
    """A Chile that takes nothing has lost at the end of turn 5."""
    match = Match(table, SUDDEN_DEATH, b"s1")
    await _play(match, {20: "quiet"})
    assert await _outcome(match) == ("allies", 5, 0)


async def test_draw(table: Table) -> None:
    """Fourteen to seventeen points at the end of turn 12 are a draw."""
    match = Match(table, DRAW, b"d1")
    await _play(match, {100: "before delivery"})
    winner, turn, points = await _outcome(match)
    assert (winner, turn) == (None, 12)
    assert 13 <= points <= 17
    _nothing_twice(table)


def _nothing_twice(table: Table) -> None:
    """No bulletin was posted twice."""
    texts = [paper.text for paper in table.public() if paper.text and not paper.is_pinned]
    twice = [text for text, count in Counter(texts).items() if count > 1]
    assert not twice
