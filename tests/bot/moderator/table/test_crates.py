"""Secret draws and events told differently, through the door: the toy played with crates."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Complaint
from bot.moderator.table.replay import verify
from engine.api import Action, Event, Step, Term
from engine.dice import Dice, ScriptedDice
from tests.support.river import BLUE, RED, WHO, River, river
from tests.support.toy_game import CRATES, SEATS, TOY, Hide, Land, Settings, Table, ToyGame
from tests.support.toy_game.state import State, begun, lantern_of


async def landed(there: River) -> tuple[str, int, int]:
    """Start a game with crates and let whoever begins land; return it, who did and who watched."""
    campaign = await there.started(crates=True)
    (decision,) = (await there.door.reader.look(campaign.id)).decisions
    mover = WHO[decision.seat]
    await there.do(campaign, mover, Land(bank="north"))
    return campaign.id, mover, RED if mover == BLUE else BLUE


async def codes(there: River, campaign: str, who: int | None) -> list[str]:
    """What somebody reads of the last step in the log."""
    page = await there.door.reader.log(campaign, who)
    return [event.code for event in page.entries[-1].events]


async def test_each_reads_the_log_as_it_is_told_to_them(tmp_path: Path) -> None:
    """Who landed it knows the crate, the other that it was one, the public that they landed."""
    async with river(tmp_path) as there:
        campaign, mover, other = await landed(there)

        assert await codes(there, campaign, mover) == ["landed", "crate.landed", "crate.loaded"]
        assert await codes(there, campaign, other) == ["landed", "crate.put_ashore"]
        assert await codes(there, campaign, None) == ["landed"]


async def test_each_is_written_to_as_it_is_told_to_them(tmp_path: Path) -> None:
    """Both sides get a message of their own; the bulletin has what all may read."""
    async with river(tmp_path) as there:
        campaign, _, _ = await landed(there)
        rows = await there.rows(campaign)
        last = max(row["last_seq"] for row in rows)
        news = [row for row in rows if row["kind"] == "news" and row["last_seq"] == last]

        assert sorted(json.loads(row["body"])["seat"] for row in news) == ["blue", "red"]
        told = await there.door.reader.told(campaign, None, 1, last)
        assert [event.code for _, events in told for event in events] == ["begun", "landed"]


async def test_what_is_aboard_is_seen_by_its_ferryman(tmp_path: Path) -> None:
    """The other sees a crate, and whoever watches sees none."""
    async with river(tmp_path) as there:
        campaign = await there.started(crates=True)
        red, blue, public = [
            (await there.door.reader.look(campaign.id, who)).view.table.ferries
            for who in (RED, BLUE, None)
        ]

        assert set(red["red"]) <= set(CRATES)
        assert set(blue["blue"]) <= set(CRATES)
        assert (red["blue"], blue["red"]) == (("crate",), ("crate",))
        assert public == {"red": (), "blue": ()}


async def test_draws_are_counted_nowhere(tmp_path: Path) -> None:
    """A game with crates throws the dice that the same game throws without."""
    thrown = []
    for crates in (False, True):
        async with river(tmp_path, name=f"{crates}.sqlite3") as there:
            campaign = await there.started(crates=crates)
            await there.play_out(campaign)
            live = there.door.desk.shelf.get(campaign.id)
            assert live is not None
            thrown.append(live.thrown)

    assert thrown[0] == thrown[1] > 1


async def test_a_restart_goes_on_and_the_log_holds(tmp_path: Path) -> None:
    """Secret rolls are on file with the others, and lead to the same states."""
    async with river(tmp_path) as there:
        campaign = await there.started(crates=True)
        await there.step(campaign, 2)
        await there.reopen()
        await there.play_out(campaign)
        report = await verify(there.database, there.games, campaign.id)

        assert report.skipped == 0
        assert report.snapshots > 0
        look = await there.door.reader.look(campaign.id)
        assert look.outcome is not None
        assert look.view.table.cargo.keys() == set(SEATS)


class Careless(ToyGame):
    """A game whose secret action draws, or tells somebody else."""

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step:
        """Do it, carelessly."""
        step = super().apply(state, seat, action, dice)
        if not isinstance(action, Hide):
            return step
        if self.fault == "draws":
            dice.roll_secret("crate")
            return step
        (event,) = step.events
        others = Event("begun", "", {"seat": Term("seat", seat)})
        return dataclasses.replace(step, events=(dataclasses.replace(event, otherwise=others),))


@pytest.mark.parametrize("fault", ["draws", "tells"])
async def test_a_secret_action_neither_draws_nor_tells_others(tmp_path: Path, fault: str) -> None:
    """Not even by another telling of its own event: nothing of it is saved."""
    games: dict[str, Any] = {"toy": Careless(fault)}
    async with river(tmp_path, games=games) as there:
        campaign = await there.started()
        with pytest.raises(Complaint) as refused:
            await there.door.play.act(campaign.id, RED, Hide(bank="north"), request="one")

        assert refused.value.code == "campaign.fault"
        assert lantern_of((await there.door.reader.look(campaign.id, RED)).view) == ""


def test_the_toy_plays_with_crates_by_itself() -> None:
    """What is told of a landing is of three kinds."""
    state = begun(
        Table(Settings(turns=1, crates=True), "red", ferries={"red": ("silk",), "blue": ("tea",)})
    )
    step = TOY.apply(state, "red", Land(bank="north"), ScriptedDice(3))
    told = {viewer: [e.reading(viewer) for e in step.events] for viewer in ("red", "blue", None)}

    assert [one.code for one in told["red"] if one] == ["landed", "crate.landed", "crate.loaded"]
    assert [one.code for one in told["blue"] if one] == ["landed", "crate.put_ashore"]
    assert [one.code for one in told[None] if one] == ["landed"]
    assert step.state.table.cargo == {"red": 3, "blue": 0}
