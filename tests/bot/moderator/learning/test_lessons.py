"""Lessons from any dice: whoever does what is proposed, or something else, comes to the end."""

from __future__ import annotations

import copy
import dataclasses
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.moderator import Campaign, Complaint, Moderator
from bot.moderator.learning.opening import proposal
from bot.moderator.table.live import Position
from bot.moderator.table.replay import verify
from bot.store import Database
from bot.trials.random_play import Temper, choose
from engine.api import tried
from engine.dice import SeededDice
from tests.games import known
from tests.support.seldom import seldom
from tests.support.toy_game import TOY

PERSON, GUILD, CHANNEL = 11, 1, 2
ALL: Mapping[str, Any] = {**GAMES, "toy": TOY}
WILD = 0.0, 0.3
"""How often something else is done than is proposed."""
TAKEN = [(key, wild) for key in ALL for wild in WILD]
OFTEN = [(key, WILD[number % len(WILD)]) for number, key in enumerate(ALL)]
MOST_PRESSES = 60


@asynccontextmanager
async def lesson(folder: Path, key: str, seed: str) -> AsyncIterator[tuple[Moderator, Campaign]]:
    """A lesson of a game with dice of a test's choice, its thread there already."""
    game = copy.copy(ALL[key])
    game.lesson = dataclasses.replace(game.lesson, seed=seed)
    database = await Database.open(f"sqlite+aiosqlite:///{folder / seed}.sqlite3")
    door = Moderator(database, {key: game})
    try:
        place = await door.lessons.begin(key, PERSON, GUILD, CHANNEL, "en")
        await door.lessons.placed(place.id, CHANNEL + 1)
        await door.lessons.open(place.id, "Lesson")
        await door.settle()
        found = await door.lessons.of(PERSON)
        assert found is not None
        assert found.campaign_id is not None
        yield door, await door.reader.campaign(found.campaign_id)
    finally:
        door.rest()
        await door.settle()
        await database.close()


class Whim:
    """Does anything legal in the person's place, the same from the same seed."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self._dice = SeededDice(seed.encode())
        self._temper = Temper(self._dice)

    async def act(self, door: Moderator, campaign: Campaign) -> None:
        """Do something, where the person is awaited."""
        look = await door.reader.look(campaign.id, PERSON)
        position = (await door.desk.at_hand(campaign.id)).position
        if look.mine and position is not None:
            game = door.game(campaign)
            action = choose(game, position.state, look.mine[0], self._dice, self._temper)
            request = f"else {self.chance.random()}"
            done = await door.play.act(campaign.id, PERSON, action, request=request)
            assert done.accepted


async def take_one(door: Moderator, campaign: Campaign, press: int) -> None:
    """Do what the present step wants."""
    step = await door.teaching.at(campaign.id, PERSON)
    if step.kinds:
        await door.teaching.do(campaign.id, PERSON, step.name, request=f"press {press}")
    else:
        await door.teaching.leave_step(campaign.id, PERSON, step.name)
    await door.settle()


async def take(door: Moderator, campaign: Campaign, whim: Whim, wild: float) -> None:
    """Take a lesson to its last step, sometimes doing something else than is proposed."""
    taught = door.game(campaign).lesson
    assert taught is not None
    for press in range(MOST_PRESSES):
        step = await door.teaching.at(campaign.id, PERSON)
        if step is taught.steps[-1]:
            return
        if whim.chance.random() < wild:
            await whim.act(door, campaign)
            await door.settle()
        else:
            await take_one(door, campaign, press)
    raise AssertionError(f"still at {step.name}")


@pytest.mark.parametrize(("key", "wild"), seldom(TAKEN, OFTEN))
async def test_every_lesson_comes_to_its_end(tmp_path: Path, key: str, wild: float) -> None:
    """Whatever the dice and whatever is done beside what is proposed; its log replays."""
    await _to_its_end(tmp_path, key, wild, range(known(key).pace.usual_lessons))


@pytest.mark.long
@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("wild", [0.0, 0.3])
async def test_every_lesson_always_comes_to_its_end(tmp_path: Path, key: str, wild: float) -> None:
    """The same from more seeds."""
    await _to_its_end(
        tmp_path, key, wild, range(known(key).pace.usual_lessons, known(key).pace.lessons)
    )


async def _to_its_end(tmp_path: Path, key: str, wild: float, numbers: range) -> None:
    for number in numbers:
        seed = f"{wild} {number}"
        async with lesson(tmp_path, key, seed) as (door, campaign):
            await take(door, campaign, Whim(seed), wild)
            await verify(door.desk.database, door.games, campaign.id)


@pytest.mark.parametrize("key", ALL)
async def test_nothing_of_a_lesson_follows_from_the_computers_secrets(
    tmp_path: Path, key: str
) -> None:
    """In a world in which the other side has other secrets, the same is proposed."""
    compared = 0
    async with lesson(tmp_path, key, "twins") as (door, campaign):
        taught = door.game(campaign).lesson
        assert taught is not None
        for press in range(12):
            live = await door.desk.at_hand(campaign.id)
            assert live.position is not None
            own = [one for one in live.position.decisions if one.seat == taught.seat]
            worlds = tried(live.game).scramble(live.position.state, taught.seat, 2)
            for state in worlds if own else ():
                twin = dataclasses.replace(live, position=Position(live.game, state))
                assert proposal(twin, taught.seat) == proposal(live, taught.seat)
                compared += 1
            await take_one(door, campaign, press)
    assert compared


async def test_what_can_no_longer_be_done_is_left_behind(tmp_path: Path) -> None:
    """Whoever closes phase after phase is not told to write orders while ships sail."""
    async with lesson(tmp_path, "war_of_the_pacific", "late") as (door, campaign):
        for name in ("goal", "map", "turn"):
            await door.teaching.leave_step(campaign.id, PERSON, name)
        done = GAMES["war_of_the_pacific"].actions["done"]()
        at = []
        for number in range(3):
            await door.play.act(campaign.id, PERSON, done, request=f"done {number}")
            await door.settle()
            at.append((await door.teaching.at(campaign.id, PERSON)).name)
        assert at == ["secret", "supply", "load"]
        with pytest.raises(Complaint, match=r"lesson\.behind"):
            await door.teaching.leave_step(campaign.id, PERSON, "secret")
