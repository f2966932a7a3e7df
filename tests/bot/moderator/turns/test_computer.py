"""The computer: by the same door as people, seeing no more, and never in their way."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text

from bot.courier.compose import Composer
from bot.courier.pictures import Gallery
from bot.courier.replays import Replays
from bot.moderator import CODES, Campaign, Complaint
from bot.moderator.table.replay import verify
from bot.moderator.turns.computer.player import thoughts
from bot.store import Database
from engine.api import Action, Decision, Event, Refusal, Step
from engine.dice import Dice
from engine.kit import states
from tests.support.against import (
    Pondering,
    Spy,
    against_computer,
    play_against,
    toy_of,
    toy_with,
)
from tests.support.fake_discord import FakePainter
from tests.support.river import BLUE, GREEN, GUILD, INNER, RED, River, river
from tests.support.toy_game import (
    BANKS,
    Hide,
    Land,
    Row,
    Shout,
    State,
    ToyGame,
    ToyOpponent,
    View,
    other,
)
from tests.support.toy_game.state import Shouting, lantern_of


async def entries(there: River, campaign: Campaign, who: int | None = None) -> list[Any]:
    """Return a person's whole log."""
    page = await there.door.reader.log(campaign.id, who, per_page=50)
    assert page.pages == 1
    return list(page.entries)


async def stored(there: River, campaign: Campaign) -> list[tuple[str, str, str]]:
    """Return seat, kind and request of everything the computer did, as it lies on file."""
    async with there.database.read() as connection:
        found = await connection.execute(
            text(
                "SELECT seat, kind, request FROM actions WHERE campaign = :campaign "
                "AND person IS NULL AND seat IS NOT NULL ORDER BY seq"
            ),
            {"campaign": campaign.id},
        )
        return [tuple(row) for row in found]


async def code_of(awaitable: Any) -> tuple[str, dict[str, Any]]:
    """Return code and parameters of the error that *awaitable* ends in."""
    with pytest.raises(Complaint) as caught:
        await awaitable
    assert set(caught.value.params) == set(CODES[caught.value.code])
    return caught.value.code, dict(caught.value.params)


# ------------------------------------------------------------------------ a game


async def test_a_whole_game_against_the_computer(tmp_path: Path) -> None:
    """It takes the empty seat at the start and plays to the end; the log says what was its."""
    async with river(tmp_path) as there:
        campaign = await against_computer(there)
        assert campaign.seats == {"red": (RED,), "blue": ()}
        assert (campaign.opponent, campaign.computer) == ("computer", ("blue",))

        await play_against(there, campaign)

        look = await there.door.reader.look(campaign.id)
        assert look.outcome is not None
        told = await entries(there, campaign)
        assert {(e.seat, e.computer, e.person_id) for e in told[1:]} == {
            ("red", False, RED),
            ("blue", True, None),
        }
        assert not told[0].computer
        done = await stored(there, campaign)
        assert done[0][1] == "hide"
        assert len({request for _, _, request in done}) == len(done)
        assert all(r.startswith(f"computer/{campaign.id}/blue/") for _, _, r in done)
        assert (await verify(there.database, there.games, campaign.id)).skipped == 0


async def test_what_an_open_table_shows(tmp_path: Path) -> None:
    """The computer's seats are those that are free; a table of people has none."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await against_computer(there, start=False)
        assert campaign.computer == ("blue",)
        campaign = await door.lobby.leave(campaign.id, RED, ends=True)
        assert campaign.status == "over"
        people = await there.open_campaign()
        assert (people.opponent, people.computer) == ("people", ())


async def test_a_game_without_a_computer_player(tmp_path: Path) -> None:
    """It cannot be created against one, and nothing is left of the attempt."""
    async with river(tmp_path, games=toy_with(None)) as there:
        code, params = await code_of(against_computer(there))

        assert code == "campaign.no_computer"
        assert params["game"].key == "toy"
        assert await there.door.reader.campaigns(GUILD) == ()


async def test_somebody_must_play(tmp_path: Path) -> None:
    """The computer does not play alone; with two people it has nothing to play."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await against_computer(there, start=False)
        await door.seats.join(campaign.id, BLUE, "blue")
        both = await door.lobby.start(campaign.id, RED, request="both")
        assert (both.opponent, both.computer) == ("computer", ())
        await there.play_out(both)
        empty = await door.lobby.create(
            game="toy",
            name="Nobody",
            guild_id=GUILD,
            channel_id=71,
            person_id=RED,
            language="en",
            opponent="computer",
        )
        assert await code_of(door.lobby.start(empty.id, RED, request="none")) == (
            "campaign.nobody_seated",
            {},
        )


async def test_a_team_against_the_computer(tmp_path: Path) -> None:
    """Several people on one side; nobody joins the computer's; the last to leave ends it."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await against_computer(there, start=False)
        await there.let_in(campaign, GREEN, "red", by=RED)
        await door.lobby.start(campaign.id, GREEN, request="start")
        await door.settle()
        code, params = await code_of(door.seats.join(campaign.id, BLUE, "blue"))
        assert (code, params["seat"].key) == ("campaign.seat_computer", "blue")

        assert (await door.lobby.leave(campaign.id, RED)).status == "playing"
        over = await door.lobby.leave(campaign.id, GREEN, ends=True)

        assert over.status == "over"
        assert over.computer == ("blue",)
        await door.settle()
        assert (await entries(there, campaign))[-1].kind == "!abandon"


# -------------------------------------------------------------------- what it knows


async def test_it_sees_its_own_view_only(tmp_path: Path) -> None:
    """Every question comes with the view of its seat, in a thread of its own."""
    spy = Spy()
    async with river(tmp_path, games=toy_with(spy)) as there:
        campaign = await against_computer(there, turns=2)
        await there.do(campaign, RED, Hide(bank="north"))
        await play_against(there, campaign)

        assert len(spy.calls) == len(await stored(there, campaign)) > 4
        for call in spy.calls:
            assert type(call.view) is states.View
            assert call.view.viewer == call.decision.seat == "blue"
            assert lantern_of(call.view) in {"", BANKS[0]}
            assert call.thread is not threading.main_thread()


async def _public_world(secrets: dict[int, int]) -> dict[str, Any]:
    """Play with red hiding so often before its steps; return what everybody else can read."""
    with tempfile.TemporaryDirectory() as folder:
        async with river(Path(folder)) as there:
            campaign = await against_computer(there, turns=4)
            step = 0
            logs = []
            while (await there.door.reader.look(campaign.id)).outcome is None:
                logs.append(await entries(there, campaign))  # open to all once it is over
                for _ in range(secrets.get(step, 0)):
                    # Where the computer never lands: else what it gains there would tell.
                    await there.do(campaign, RED, Hide(bank="north"))
                await there.step(campaign, step)
                await there.door.settle()
                step += 1
            rows = [
                {k: v for k, v in row.items() if k not in INNER}
                for row in await there.rows(campaign)
                if row["person"] is None
            ]
            look = await there.door.reader.look(campaign.id)
            return {"logs": logs, "rows": rows, "look": look}


async def test_other_secrets_same_computer() -> None:
    """How often red hides a lantern moves none of the computer's choices, and no message."""
    assert await _public_world({}) == await _public_world({0: 3, 1: 1, 4: 2})


async def test_thinking_moves_no_roll_of_the_game(tmp_path: Path) -> None:
    """A computer that throws many dice of its own to the same end plays the same game."""

    def restless(view: View, decision: Decision, dice: Dice) -> Action:
        action = ToyOpponent().choose(view, decision, dice)
        dice.roll("nothing", 100)
        return action

    logs = []
    for name, spy in (("calm", Spy()), ("restless", Spy(restless))):
        async with river(tmp_path, games=toy_with(spy), name=f"{name}.sqlite3") as there:
            campaign = await against_computer(there)
            await play_against(there, campaign)
            logs.append(await entries(there, campaign))

    assert logs[0] == logs[1]


def test_the_computers_chance_is_its_own() -> None:
    """Another seat, another number, another seed: other dice; the same: the same."""

    def dice(seed: bytes, seat: str, number: int) -> tuple[int, ...]:
        return thoughts(seed, seat, number).roll("any", 20)

    one = dice(b"seed", "blue", 7)
    assert one == dice(b"seed", "blue", 7)
    others = [dice(b"seed", "blue", 8), dice(b"seed", "red", 7), dice(b"deed", "blue", 7)]
    assert one not in others


# ------------------------------------------------------------------ when it thinks


async def until(event: threading.Event) -> None:
    """Wait for something that a thread says, without holding up the loop."""
    assert await asyncio.to_thread(event.wait, 20)


async def test_people_act_while_it_thinks(tmp_path: Path) -> None:
    """The campaign is free meanwhile, and what has no bearing on the answer costs no answer."""
    slow = Pondering()
    async with river(tmp_path, games=toy_with(slow)) as there:
        campaign = await against_computer(there, start=False)
        await there.door.lobby.start(campaign.id, RED, request="start")
        await until(slow.thinking)
        await there.do(campaign, RED, Hide(bank="south"))
        slow.done.set()
        await there.door.settle()

        done = await stored(there, campaign)
        assert done[0] == ("blue", "hide", f"computer/{campaign.id}/blue/2")
        assert len(slow.calls) == len(done)


class Waving(ToyGame):
    """A toy in which either side may wave at any time, for all to see."""

    class Wave(Action):
        """Wave."""

        kind = "wave"

    actions: Mapping[str, type[Action]] = {**ToyGame.actions, "wave": Wave}

    def check(self, state: State, seat: str, action: Action) -> tuple[Refusal, ...]:
        """Waving is always allowed."""
        return () if isinstance(action, self.Wave) else super().check(state, seat, action)

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step:
        """Change nothing by waving."""
        if isinstance(action, self.Wave):
            return Step(state, (Event("waved", ""),))
        return super().apply(state, seat, action, dice)


async def test_a_choice_for_a_position_that_moved_is_made_anew(tmp_path: Path) -> None:
    """What was thought out before somebody waved is thrown away."""
    slow = Pondering()
    async with river(tmp_path, games=toy_with(slow, Waving())) as there:
        campaign = await against_computer(there, start=False)
        await there.door.lobby.start(campaign.id, RED, request="start")
        await until(slow.thinking)
        await there.do(campaign, RED, Waving.Wave())
        slow.done.set()
        await there.door.settle()

        done = await stored(there, campaign)
        assert done[0] == ("blue", "hide", f"computer/{campaign.id}/blue/3")
        assert len(slow.calls) == len(done) + 1


async def test_a_game_that_ends_while_it_thinks(tmp_path: Path) -> None:
    """It comes too late, and nothing happens."""
    slow = Pondering()
    async with river(tmp_path, games=toy_with(slow)) as there:
        campaign = await against_computer(there, start=False)
        await there.door.lobby.start(campaign.id, RED, request="start")
        await until(slow.thinking)
        await there.door.play.resign(campaign.id, RED, request="enough")
        slow.done.set()
        await there.door.settle()

        assert await stored(there, campaign) == []
        assert [e.kind for e in await entries(there, campaign)] == ["!setup", "!resign"]


async def test_two_processes_think_at_once(tmp_path: Path) -> None:
    """Each does what the other has not done; nothing is done twice."""
    async with river(tmp_path) as there:
        campaign = await against_computer(there, turns=5)
        second = River(
            await Database.open(there.path), there.path, there.games, there.door.desk.policy, "2"
        )
        step = 0
        while (await there.door.reader.look(campaign.id)).outcome is None:
            await there.step(campaign, step)
            second.door.desk.shelf.clear()
            second.door.resume()
            await asyncio.gather(there.door.settle(), second.door.settle())
            there.door.desk.shelf.clear()
            step += 1
        await second.database.close()

        report = await verify(there.database, there.games, campaign.id)
        assert report.actions == step + 1 + len(await stored(there, campaign))


# ---------------------------------------------------------------- death and rebirth


async def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    """A bot stopped while it thinks takes up the thought, and makes the same choices."""
    games = []
    for stops in (False, True):
        slow = Pondering()
        slow.done.set()
        name = f"{stops}.sqlite3"
        async with river(tmp_path, games=toy_with(slow), name=name) as there:
            campaign = await against_computer(there, turns=4, start=not stops)
            if stops:
                slow.done.clear()
                await there.door.lobby.start(campaign.id, RED, request=there.request())
                await until(slow.thinking)
                there.door.rest()
                await there.door.settle()
                assert await stored(there, campaign) == []
                slow.done.set()
            step = 0
            while True:
                if stops:
                    await there.reopen()
                    there.door.resume()
                    await there.door.settle()
                if not await there.step(campaign, step):
                    break
                if stops:
                    there.door.rest()  # whatever it owes now is for the next life
                await there.door.settle()
                step += 1
            games.append(await entries(there, campaign))

    assert [(e.kind, e.events) for e in games[0]] == [(e.kind, e.events) for e in games[1]]
    assert games[0] == games[1]


async def test_resuming_wakes_those_who_are_awaited(tmp_path: Path) -> None:
    """Games of people, games over and games that await people are left in peace."""
    spy = Spy()
    async with river(tmp_path, games=toy_with(spy)) as there:
        await there.started(channel=1)
        over = await against_computer(there, channel=2)
        await there.door.play.resign(over.id, RED, request="end")
        waiting = await against_computer(there, channel=3)
        await against_computer(there, channel=4, start=False)
        before = await stored(there, waiting)
        spy.calls.clear()
        await there.reopen()
        there.door.resume()
        await there.door.settle()

        assert spy.calls == []
        assert len(there.door.desk.shelf) == 1
        assert await stored(there, waiting) == before


async def test_resting_begins_nothing(tmp_path: Path) -> None:
    """A bot that is about to stop takes the action that comes in, and leaves its answer."""
    async with river(tmp_path) as there:
        campaign = await against_computer(there)
        before = await stored(there, campaign)
        there.door.rest()
        await there.do(campaign, RED, Land(bank="south"))
        await there.door.settle()
        assert await stored(there, campaign) == before

        await there.reopen()
        there.door.resume()
        await there.door.settle()
        assert len(await stored(there, campaign)) > len(before)


# -------------------------------------------------------------------- what is posted


class Calm(ToyGame):
    """A toy in which nobody shouts unless told to."""

    shouting = False
    heard = "red"

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step:
        """Hear no sixes but in one boat."""
        step = super().apply(state, seat, action, dice)
        if isinstance(action, Row):
            loud = self.shouting and seat == self.heard
            table = step.state.table
            frames = (Shouting(table.serial, other(seat)),) if loud else ()
            state = dataclasses.replace(step.state, table=dataclasses.replace(table, frames=frames))
            return Step(state, step.events)
        return step


def busy(view: View, decision: Decision, dice: Dice) -> Action:
    """Row far, a stroke at a time, and land; never shout."""
    if decision.code == "shout":
        return Shout(loud=False)
    return Land(bank="south") if view.table.afloat > 30 else Row(strokes=1)


async def bulletins(there: River, campaign: Campaign) -> list[Any]:
    """Return the bulletins ordered so far."""
    return [row for row in await there.rows(campaign) if row["kind"] == "bulletin"]


async def test_a_long_turn_is_one_message(tmp_path: Path) -> None:
    """However many actions it takes, and phases it closes. It calls who is awaited at its end."""
    async with river(tmp_path, games=toy_with(Spy(busy), Calm())) as there:
        campaign = await against_computer(there, turns=5)
        before = len(await bulletins(there, campaign))
        moves = len(await stored(there, campaign))
        await there.do(campaign, RED, Land(bank="north"))
        await there.door.settle()

        new = (await bulletins(there, campaign))[before:]

        assert len(await stored(there, campaign)) - moves > 7
        (report,) = new  # of the end of red's crossing, and of blue's
        assert '"ping":["red"]' in report["body"]


async def test_a_report_that_ends_within_a_phase_has_its_picture(tmp_path: Path) -> None:
    """Red's crossing ended, and blue asks red something in its own: both are told, and drawn."""
    game = Calm()
    async with river(tmp_path, games=toy_with(Spy(busy), game)) as there:
        campaign = await against_computer(there, turns=2)
        before = len(await bulletins(there, campaign))
        game.shouting, game.heard = True, "blue"
        await there.do(campaign, RED, Land(bank="north"))
        await there.door.settle()

        (new,) = (await bulletins(there, campaign))[before:]
        row: Any = SimpleNamespace(**{**new, "body": json.loads(new["body"])})
        gallery = Gallery(lambda *_: FakePainter(), lambda _game, language: str)
        told = await Composer(there.door, gallery, Replays(gallery)).bulletin(row, picture=True)
        gallery.close()
        assert told.picture is not None
        assert told.pings == (RED,)


async def test_an_answer_is_told_with_its_question(tmp_path: Path) -> None:
    """A six in red's boat, the computer's answer: one message, and red need not be called."""
    game = Calm()
    async with river(tmp_path, games=toy_with(Spy(busy), game)) as there:
        campaign = await against_computer(there, turns=2)
        game.shouting = True
        before = len(await bulletins(there, campaign))
        await there.do(campaign, RED, Row(strokes=1))
        await there.door.settle()

        (new,) = (await bulletins(there, campaign))[before:]

        told = await there.door.reader.told(campaign.id, None, new["first_seq"], new["last_seq"])
        assert [row.kind for row, _ in told][-2:] == ["row", "shout"]
        assert '"ping":[]' in new["body"]
        assert (await there.door.reader.look(campaign.id)).decisions[0].seat == "red"


# -------------------------------------------------------------------- its strength


async def test_the_table_chooses_how_strong_it_is(tmp_path: Path) -> None:
    """What was chosen plays, also after a restart; nothing said is the strongest."""
    weak, strong = Spy(), Spy()
    games = toy_of({"easy": weak, "hard": strong})
    async with river(tmp_path, games=games) as there:
        easy = await against_computer(there, strength="easy")
        assert easy.strength == "easy"
        await play_against(there, easy)
        assert weak.calls
        assert not strong.calls
        hard = await against_computer(there, channel=71)
        assert hard.strength == "hard"
        await play_against(there, hard)
        assert strong.calls
    async with river(tmp_path, games=toy_of({"easy": weak, "hard": strong})) as there:
        assert (await there.door.reader.campaign(easy.id)).strength == "easy"
        assert (await there.door.reader.campaign(hard.id)).strength == "hard"


async def test_a_strength_that_is_gone_is_played_by_the_strongest(tmp_path: Path) -> None:
    """A newer version of a game may have other computers: the campaign goes on."""
    weak, strong = Spy(), Spy()
    async with river(tmp_path, games=toy_of({"easy": weak, "hard": strong})) as there:
        campaign = await against_computer(there, strength="easy")
    async with river(tmp_path, games=toy_of({"hard": strong})) as there:
        await play_against(there, campaign)
        after = await there.door.reader.look(campaign.id)
        assert (after.campaign.strength, after.outcome is None) == ("hard", False)
    assert strong.calls


async def test_a_strength_that_the_game_lacks(tmp_path: Path) -> None:
    """It is refused with those that there are, and nothing is left of the attempt."""
    async with river(tmp_path) as there:
        code, params = await code_of(against_computer(there, strength="easy"))

        assert code == "campaign.no_strength"
        assert [one.key for one in params["strengths"]] == ["hard"]
        assert await there.door.reader.campaigns(GUILD) == ()
