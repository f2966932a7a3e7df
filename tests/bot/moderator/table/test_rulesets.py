"""A raised ruleset: what was played stays as it was played, and the table is told once."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.courier import Bulletin, Courier, Gallery
from bot.courier.api import Amended
from bot.moderator import Campaign
from bot.moderator.table.desk import Policy
from bot.moderator.table.replay import ReplayDiverged, state_at, verify
from engine.api import Action, Event, Step
from engine.dice import Dice
from tests.support.fake_discord import FakeDiscord, FakePainter
from tests.support.river import BLUE, RED, River, river
from tests.support.toy_game import Hide, Row, State, ToyGame


class NewToy(ToyGame):
    """The toy with changed rules: rowing is worth twice as much, and tells something else."""

    ruleset = 2

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step:
        """Row twice as far."""
        step = super().apply(state, seat, action, dice)
        if isinstance(action, Row):
            table = step.state.table
            more = table.afloat - state.table.afloat
            new = State(dataclasses.replace(table, afloat=table.afloat + more), step.state.secrets)
            events = tuple(
                replace(event, params={**event.params, "new": 1}) for event in step.events
            )
            return Step(new, (*events, Event("rowed", "2.1", {"strokes": 1})))
        return step


class NewestToy(NewToy):
    """And raised once more."""

    ruleset = 3


async def _states(there: River, campaign: str, steps: int) -> dict[int, State]:
    """Play, and return the state after every action as it was then."""
    found: dict[int, State] = {}
    for choice in range(steps):
        live = await there.door.desk.at_hand(campaign)
        assert live.position is not None
        found[live.row.head] = live.position.state
        await there.step(campaign, choice)
    live = await there.door.desk.at_hand(campaign)
    assert live.position is not None
    found[live.row.head] = live.position.state
    return found


async def _raise(there: River, game: ToyGame) -> None:
    there.games = {"toy": game}
    await there.reopen()


def _forget_steps(path: Path) -> None:
    """Make the file what a version of the bot left that kept no steps."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DROP TRIGGER steps_no_delete")
        raw.execute("DELETE FROM steps")
        raw.commit()


async def test_new_rules_hold_from_the_next_action_on(tmp_path: Path) -> None:
    """A live game keeps its log and its position; what was played stays as it was played."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        await _states(there, campaign.id, 3)
        before = (await there.door.reader.look(campaign.id)).view
        await _raise(there, NewToy())
        assert (await there.door.reader.look(campaign.id)).view == before
        untouched = await verify(there.database, there.games, campaign.id)
        assert (untouched.actions, untouched.skipped) == (0, 4)
        for choice in (1, 2, 1):
            await there.step(campaign, choice)
        await there.reopen()
        now = (await there.door.reader.look(campaign.id)).view

        report = await verify(there.database, there.games, campaign.id)

        assert (report.actions, report.skipped) == (3, 4)
        assert report.snapshots == 1
        assert (await there.door.reader.look(campaign.id)).view == now


@pytest.mark.parametrize("keep_every", [2, 5, 100])
async def test_looking_back_never_plays_old_rows_under_new_rules(
    tmp_path: Path, keep_every: int
) -> None:
    """Every step is shown as it was then, through two raised rulesets."""
    async with river(tmp_path, policy=Policy(keep_every=keep_every)) as there:
        campaign = (await there.started(turns=50)).id
        states = await _states(there, campaign, 7)
        for game in (NewToy(), NewestToy()):
            await _raise(there, game)
            states |= await _states(there, campaign, 6)
        there.door.desk.positions.clear()

        for seq, state in states.items():
            look = await there.door.reader.look_back(campaign, None, seq)
            assert look.exact
            assert look.view == there.games["toy"].view(state, None), seq
            past = await state_at(there.database, there.games["toy"], campaign, {"turns": 50}, seq)
            assert (past.state, past.seq) == (state, seq)
        report = await verify(there.database, there.games, campaign)
        assert (report.actions, report.skipped) == (6, 14)


@pytest.mark.sqlite  # its file is changed by hand
async def test_what_no_version_stored_is_shown_by_the_nearest_position(tmp_path: Path) -> None:
    """An earlier version kept no steps: the look says that it is not just that one."""
    async with river(tmp_path) as there:
        campaign = (await there.started(turns=50)).id
        states = await _states(there, campaign, 9)
        _forget_steps(there.path)
        await _raise(there, NewToy())
        game = there.games["toy"]

        near = {seq: await there.door.reader.look_back(campaign, None, seq) for seq in states}

        assert [look.exact for look in near.values()] == [True, *[False] * 8, True]
        assert near[3].view == game.view(states[1], None)
        assert near[8].view == game.view(states[10], None)
        assert near[8].decisions == near[8].mine == ()
        later = await _states(there, campaign, 5)
        there.door.desk.positions.clear()
        for seq, state in later.items():
            look = await there.door.reader.look_back(campaign, None, seq)
            assert (look.exact, look.view) == (True, game.view(state, None))
        report = await verify(there.database, there.games, campaign)
        assert (report.actions, report.skipped) == (5, 10)


@pytest.mark.sqlite  # its file is changed by hand
async def test_a_state_that_old_rows_lead_to_is_not_guessed(tmp_path: Path) -> None:
    """Where the present state is not stored, a campaign is not loaded with another one."""
    async with river(tmp_path, policy=Policy(state_every=100)) as there:
        campaign = (await there.started(turns=50)).id
        await _states(there, campaign, 3)
        _forget_steps(there.path)
        await _raise(there, NewToy())

        with pytest.raises(Exception, match=r"campaign\.unreadable"):
            await there.door.reader.look(campaign)


class Desk:
    """A courier for a river."""

    def __init__(self, there: River) -> None:
        self.discord = FakeDiscord(there.watch)
        gallery = Gallery(lambda *_: FakePainter(), lambda _game, language: lambda t: f"{t}")
        self.courier = Courier(there.door, self.discord, gallery, clock=there.watch)

    def shown(self, kind: type[Any]) -> list[Any]:
        """Return the messages of a kind."""
        return [one.post for one in self.discord.messages.values() if isinstance(one.post, kind)]


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.sqlite  # its file is changed by hand
async def test_bulletins_of_old_rules_are_delivered(tmp_path: Path, *, stored: bool) -> None:
    """Also where the present rules would tell other events, and no step is on file."""
    async with river(tmp_path) as there:
        campaign = (await there.started(turns=50)).id
        await _states(there, campaign, 6)
        if not stored:
            _forget_steps(there.path)
        await _raise(there, NewToy())
        desk = Desk(there)

        await desk.courier.settle()

        bulletins = desk.shown(Bulletin)
        rows = [row for row in await there.rows(campaign) if row["kind"] == "bulletin"]
        assert {row["status"] for row in rows} == {"sent"}
        assert len(bulletins) == len(rows)
        assert all("new" not in event.params for one in bulletins for event in one.events)
        assert all(one.look.exact for one in bulletins) == stored


async def _settled(there: River) -> None:
    there.door.resume()
    await there.door.settle()


async def _notices(there: River, campaign: str | Campaign) -> list[dict[str, Any]]:
    return [row for row in await there.rows(campaign) if row["kind"] == "notice"]


async def test_a_table_is_told_once(tmp_path: Path) -> None:
    """At the start, however often; a finished game, an open one and a new one are not."""
    async with river(tmp_path) as there:
        campaign, finished = await there.started(), await there.started(channel=71)
        waiting = await there.open_campaign(channel=72)
        await there.step(campaign)
        await there.play_out(finished)
        await _settled(there)
        assert await _notices(there, campaign) == []
        await _raise(there, NewToy())
        new = await there.started(channel=73)

        for _ in range(3):
            await _settled(there)
            await there.reopen()
        await there.step(campaign, 1)
        await there.door.lobby.start(waiting.id, RED, request="late")
        await _settled(there)

        (told,) = await _notices(there, campaign)
        assert (told["person"], told["nonce"]) == (None, f"{campaign.id}-r2")
        for other in (finished, new, waiting):
            assert await _notices(there, other) == []
        await _raise(there, NewestToy())
        await _settled(there)
        assert [row["nonce"] for row in await _notices(there, campaign)] == [
            f"{campaign.id}-r2",
            f"{campaign.id}-r3",
        ]


async def test_an_action_that_comes_first_tells_it_too(tmp_path: Path) -> None:
    """In its own transaction, before what it does; a secret one leaves it to the next."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        await _raise(there, NewToy())
        await there.do(campaign, BLUE, Hide(bank="south"))
        assert await _notices(there, campaign) == []
        await there.step(campaign)
        (told,) = await _notices(there, campaign)
        await _settled(there)

        assert await _notices(there, campaign) == [told]
        rows = [row for row in await there.rows(campaign) if row["last_seq"] == 3]
        assert all(row["id"] > told["id"] for row in rows)


async def test_whoever_is_killed_while_telling_is_told_once(tmp_path: Path) -> None:
    """Row and knowledge are one transaction: there is nothing between."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        await _raise(there, NewToy())
        there.door.resume()
        for task in list(there.door._errands._tasks):
            task.cancel()
        await asyncio.gather(*there.door._errands._tasks, return_exceptions=True)
        await there.reopen()
        await _settled(there)

        assert len(await _notices(there, campaign)) == 1


async def test_the_channel_reads_which_rulings_change(tmp_path: Path) -> None:
    """The word arrives in the channel, after what was told before."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        await _raise(there, NewToy())
        await _settled(there)
        desk = Desk(there)

        await desk.courier.settle()

        (told,) = desk.shown(Amended)
        assert (told.look.campaign.id, told.ruleset) == (campaign.id, 2)


async def test_an_old_row_is_refused_by_a_replay(tmp_path: Path) -> None:
    """Loudly: nothing may play it by mistake."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        live = await there.door.desk.at_hand(campaign.id)
        from bot.moderator.table.replay import play
        from bot.store import log

        async with there.database.read() as connection:
            rows = await log.between(connection, campaign.id, 0, live.row.head)
        with pytest.raises(ReplayDiverged, match="ruleset 1"):
            play(NewToy(), live.row.settings, None, rows)
