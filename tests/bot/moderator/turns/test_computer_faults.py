"""A computer player with faults: the game goes on, nothing is spoilt, and people are told once."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.moderator import Campaign
from bot.moderator.table import errands
from bot.moderator.table.desk import Policy
from bot.moderator.table.replay import verify
from bot.store import StoreBusy
from engine.api import Action, Decision, Event, Option, Step
from engine.dice import Dice
from tests.support.against import Choose, Pondering, Spy, against_computer, play_against, toy_with
from tests.support.river import GREEN, RED, River, river
from tests.support.toy_game import Hide, Land, Row, State, ToyGame, View

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What is logged is looked at by the test, not printed."""
    with caplog.at_level(logging.ERROR, "bot.moderator"):
        yield


class Fake(Action):
    """A row that is none."""

    kind = "row"
    strokes: int = 1


def crash(view: View, decision: Decision, dice: Dice) -> Any:
    """Fail as code fails."""
    raise RuntimeError("a bug in the computer")


def leave(view: View, decision: Decision, dice: Dice) -> Any:
    """Fail as no code should."""
    raise SystemExit(3)


def stop(view: View, decision: Decision, dice: Dice) -> Any:
    """Fail with what a future cannot hold."""
    raise StopIteration


async def computers(there: River, campaign: Campaign) -> list[str]:
    """Return the kinds of all that the computer did."""
    async with there.database.read() as connection:
        found = await connection.execute(
            text(
                "SELECT kind FROM actions WHERE campaign = :campaign AND person IS NULL "
                "AND seat IS NOT NULL ORDER BY seq"
            ),
            {"campaign": campaign.id},
        )
        return [str(kind) for (kind,) in found]


async def notices(there: River, campaign: Campaign) -> list[tuple[int, str]]:
    """Return who was told what by direct message."""
    return [
        (row["person"], json.loads(row["body"])["code"])
        for row in await there.rows(campaign)
        if row["kind"] == "notice"
    ]


UNWRITABLE: dict[str, Any] = {"strokes": object()}
FAULTS: Mapping[str, Choose] = {
    "crash": crash,
    "exit": leave,
    "stop": stop,
    "nothing": lambda _view, _decision, _dice: None,
    "another game's": lambda _view, _decision, _dice: Fake(),
    "illegal": lambda _view, _decision, _dice: Land(bank="moon"),
    "not written down": lambda _view, _decision, _dice: Row.model_construct(**UNWRITABLE),
}


@pytest.mark.parametrize("fault", sorted(FAULTS))
async def test_a_faulty_computer_plays_plain_moves(
    tmp_path: Path, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever it does wrong: legal moves are played for it, to the end; the operator has a log."""
    async with river(tmp_path, games=toy_with(Spy(FAULTS[fault]))) as there:
        campaign = await against_computer(there, turns=2, start=False)
        await there.let_in(campaign, GREEN, "red", by=RED)
        await there.door.lobby.start(campaign.id, RED, request="start")
        await play_against(there, campaign)

        assert (await there.door.reader.look(campaign.id)).outcome is not None
        assert set(await computers(there, campaign)) <= {"row", "land", "shout"}
        assert await notices(there, campaign) == [
            (2, "notice.let_in"),
            (1, "notice.computer_stumbled"),
            (2, "notice.computer_stumbled"),
        ]
        assert campaign.id in caplog.text
        await verify(there.database, there.games, campaign.id)


async def test_one_fault_is_one_plain_move(tmp_path: Path) -> None:
    """Where it knows what to do it is asked again."""
    failed: list[str] = []

    def once(view: View, decision: Decision, dice: Dice) -> Any:
        if not failed:
            failed.append(decision.key)
            raise RuntimeError("once")
        return Land(bank="south")

    async with river(tmp_path, games=toy_with(Spy(once))) as there:
        campaign = await against_computer(there)
        look = await there.door.reader.look(campaign.id)
        while not (done := await computers(there, campaign)):
            await there.step(campaign, 8)
            await there.door.settle()

        assert look.outcome is None
        assert done[0] == "row"  # the most natural of what was asked
        assert set(done[1:]) <= {"land"}


async def test_the_people_are_told_once(tmp_path: Path) -> None:
    """Not at every fault, and not again after a restart."""
    async with river(tmp_path, games=toy_with(Spy(crash))) as there:
        campaign = await against_computer(there, turns=4)
        for step in range(6):
            await there.step(campaign, step)
            await there.door.settle()
            await there.reopen()
            there.door.resume()
            await there.door.settle()

        assert await notices(there, campaign) == [(1, "notice.computer_stumbled")]


async def test_a_computer_that_thinks_for_ever(tmp_path: Path) -> None:
    """Patience has an end; it is not asked again, and nothing waits for its thread."""
    endless = Pondering()
    policy = Policy(computer_patience=0.05)
    async with river(tmp_path, games=toy_with(endless), policy=policy) as there:
        campaign = await against_computer(there, turns=2)
        await play_against(there, campaign)

        assert (await there.door.reader.look(campaign.id)).outcome is not None
        assert len(endless.calls) == 1
        assert await notices(there, campaign) == [(1, "notice.computer_stumbled")]
    endless.done.set()


async def test_a_computer_that_never_comes_to_an_end(tmp_path: Path) -> None:
    """After so many actions in a row the moderator ends its turn."""
    policy = Policy(computer_run=6)
    dither = Spy(lambda _view, _decision, _dice: Hide(bank="north"))
    async with river(tmp_path, games=toy_with(dither), policy=policy) as there:
        campaign = await against_computer(there, turns=2)
        await play_against(there, campaign)

        done = await computers(there, campaign)
        assert (await there.door.reader.look(campaign.id)).outcome is not None
        assert done[:7] in (["hide"] * 6 + ["land"], ["hide"] * 6 + ["shout"])
        assert set(done) <= {"hide", "land", "shout"}
        assert done.count("hide") == 6 * sum(kind != "hide" for kind in done)
        assert await notices(there, campaign) == [(1, "notice.computer_stumbled")]


class Bare(ToyGame):
    """A toy that offers blue nothing."""

    def options(
        self, view: View, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Nothing for blue."""
        return iter(()) if view.viewer == "blue" else super().options(view, kind, field, filled)

    def awaiting(self, state: State) -> tuple[Decision, ...]:
        """No buttons."""
        return tuple(dataclasses.replace(d, choices=()) for d in super().awaiting(state))

    def asked(self, view: View) -> tuple[Decision, ...]:
        """Nor any in private."""
        return tuple(dataclasses.replace(d, choices=()) for d in super().asked(view))


async def test_when_nothing_at_all_can_be_played(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It stands still without spinning, says so once, and people can still end the game."""
    spy = Spy(crash)
    async with river(tmp_path, games=toy_with(spy, Bare())) as there:
        campaign = await against_computer(there, turns=50)
        while (await there.door.reader.look(campaign.id)).decisions[0].seat == "red":
            await there.step(campaign, 8)
            await there.door.settle()
        asked = len(spy.calls)
        assert asked == 1
        assert await notices(there, campaign) == [(1, "notice.computer_stuck")]
        assert await computers(there, campaign) == []
        await there.reopen()
        there.door.resume()
        await there.door.settle()
        assert len(spy.calls) == 2
        assert await notices(there, campaign) == [(1, "notice.computer_stuck")]
        assert "cannot move at all" in caplog.text

        assert (await there.door.play.resign(campaign.id, RED, request="enough")).accepted


async def test_plain_moves_that_do_not_end_anything(tmp_path: Path) -> None:
    """Even a game whose ends end nothing does not keep the bot busy for ever."""

    class Endless(ToyGame):
        """Whoever lands is at it again."""

        def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step:
            """Do nothing for blue."""
            if seat == "blue" and not isinstance(action, Hide):
                return Step(state, (Event("silence", "3"),))
            return super().apply(state, seat, action, dice)

    policy = Policy(computer_run=5)
    async with river(tmp_path, games=toy_with(Spy(crash), Endless()), policy=policy) as there:
        campaign = await against_computer(there, turns=50)
        while (await there.door.reader.look(campaign.id)).decisions[0].seat == "red":
            await there.step(campaign, 8)
            await there.door.settle()

        assert len(await computers(there, campaign)) == 10
        assert [code for _, code in await notices(there, campaign)] == [
            "notice.computer_stumbled",
            "notice.computer_stuck",
        ]


class Telling(ToyGame):
    """A toy whose lanterns are heard of by everybody."""

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step:
        """Tell."""
        step = super().apply(state, seat, action, dice)
        if isinstance(action, Hide):
            return Step(step.state, (Event("rumour", ""),))
        return step


async def test_the_guard_at_the_door_is_the_computers_too(tmp_path: Path) -> None:
    """A secret action of its own that others could notice is not saved either."""
    async with river(tmp_path, games=toy_with(Spy(), Telling())) as there:
        campaign = await against_computer(there, turns=2)
        await play_against(there, campaign)

        assert "hide" not in await computers(there, campaign)
        assert (await there.door.reader.look(campaign.id)).outcome is not None


async def test_a_database_that_fails_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The computer waits and tries again; nobody is told, as nothing is wrong with it."""
    monkeypatch.setattr(errands, "_STORE_PAUSE", 0.0)
    async with river(tmp_path) as there:
        campaign = await against_computer(there, start=False)
        save, failures = there.database.save, [2]

        async def failing(writes: Any) -> None:
            if "computer/" in str([write.values for write in writes]) and failures[0]:
                failures[0] -= 1
                raise StoreBusy("locked")
            await save(writes)

        monkeypatch.setattr(there.database, "save", failing)
        await there.door.lobby.start(campaign.id, RED, request="start")
        for _ in range(100):
            await there.door.settle()
            await asyncio.sleep(0)

        assert failures == [0]
        assert (await there.door.reader.look(campaign.id)).decisions[0].seat == "red"
        assert await computers(there, campaign)
        assert await notices(there, campaign) == []
