"""Acting: once, in turn, durably, or not at all."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import CODES, Complaint, Receipt
from bot.moderator.table.desk import Policy
from bot.store import Database
from engine.api import Action, Event, Step
from engine.dice import Dice
from tests.support.river import BLUE, GREEN, GUILD, RED, WHO, River, river
from tests.support.toy_game import Hide, Land, Row, State, ToyGame, other
from tests.support.toy_game.state import lantern_of

pytestmark = pytest.mark.usefixtures("both_databases")


def codes(receipt: Receipt) -> list[str]:
    """Return why a receipt refuses."""
    assert not receipt.accepted
    return [refusal.code for refusal in receipt.refusals]


async def player(there: River, campaign: str) -> tuple[int, int]:
    """Return who is awaited, and the other."""
    look = await there.door.reader.look(campaign)
    seat = look.decisions[0].seat
    return WHO[seat], WHO[other(seat)]


async def test_an_accepted_action(tmp_path: Path) -> None:
    """The receipt says what happened; everybody sees it; the log has it with its dice."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        who, _ = await player(there, campaign.id)
        receipt = await there.door.play.act(campaign.id, who, Row(strokes=2), request="r")

        assert receipt.accepted
        assert not receipt.secret
        assert (receipt.number, receipt.kind) == (2, "row")
        assert [event.code for event in receipt.events] == ["rowed"]
        look = await there.door.reader.look(campaign.id)
        assert look.view.table.afloat == receipt.events[0].params["n"]
        page = await there.door.reader.log(campaign.id)
        assert [entry.number for entry in page.entries] == [1, 2]
        assert page.entries[-1].events == receipt.events


async def test_refusals_come_all_at_once_and_change_nothing(tmp_path: Path) -> None:
    """The game's own, with their clauses."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        _, idler = await player(there, campaign.id)
        before = await there.door.reader.look(campaign.id, idler)

        receipt = await there.door.play.act(campaign.id, idler, Row(strokes=9), request="r")

        assert [(r.code, r.rule) for r in receipt.refusals] == [
            ("gate.not_your_turn", "2"),
        ]
        assert await there.door.reader.look(campaign.id, idler) == before
        assert await there.rows(campaign) == [*await there.rows(campaign)][:1]


async def test_who_may_not_act_at_all(tmp_path: Path) -> None:
    """Spectators, before the start, after the end, with another game's action."""

    class Fly(Action):
        """No such thing in the toy."""

        kind = "fly"

    class Fake(Action):
        """A row that is none."""

        kind = "row"
        strokes: int = 99

    async with river(tmp_path) as there:
        door = there.door
        campaign = await there.open_campaign()
        early = await door.play.act(campaign.id, RED, Hide(bank="north"), request="1")
        assert codes(early) == ["campaign.not_playing"]
        await door.lobby.start(campaign.id, RED, request="start")
        watcher = await door.play.act(campaign.id, GREEN, Hide(bank="north"), request="2")
        assert codes(watcher) == ["campaign.not_a_player"]
        for number, action in enumerate((Fly(), Fake())):
            strange = await door.play.act(campaign.id, RED, action, request=f"3{number}")
            assert codes(strange) == ["campaign.unknown_action"]
        await door.play.resign(campaign.id, RED, request="4")
        late = await door.play.act(campaign.id, RED, Hide(bank="north"), request="5")
        assert codes(late) == ["campaign.over"]
        with pytest.raises(Complaint, match=r"campaign\.unknown"):
            await door.play.act("nowhere0", RED, Hide(bank="north"), request="6")
        assert {"campaign.not_playing", "campaign.over"} <= set(CODES)


async def test_the_same_request_counts_once(tmp_path: Path) -> None:
    """It gives an equal receipt again, also when the bot was restarted in between."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        who, _ = await player(there, campaign.id)
        first = await there.door.play.act(campaign.id, who, Row(strokes=1), request="once")
        look = await there.door.reader.look(campaign.id, who)

        assert await there.door.play.act(campaign.id, who, Row(strokes=1), request="once") == first
        await there.reopen()
        assert await there.door.play.act(campaign.id, who, Row(strokes=3), request="once") == first
        assert (await there.door.reader.look(campaign.id, who)).view == look.view


async def test_the_same_request_of_someone_else(tmp_path: Path) -> None:
    """It is refused, and tells nothing of what the first one did."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        secret = await there.door.play.act(campaign.id, RED, Hide(bank="north"), request="mine")
        theft = await there.door.play.act(campaign.id, BLUE, Hide(bank="south"), request="mine")
        other_table = await there.started(channel=71)
        moved = await there.door.play.act(other_table.id, RED, Hide(bank="south"), request="mine")

        assert secret.accepted
        assert codes(theft) == ["campaign.request_reused"]
        assert codes(moved) == ["campaign.request_reused"]
        assert theft.events == moved.events == ()


async def test_a_refused_request_stays_refused(tmp_path: Path) -> None:
    """A press that came too early must not count when Discord delivers it once more."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        who, idler = await player(there, campaign.id)
        first = await there.door.play.act(campaign.id, idler, Row(strokes=1), request="early")
        await there.do(campaign, who, Land(bank="north"))

        assert (
            await there.door.play.act(campaign.id, idler, Row(strokes=1), request="early") == first
        )


async def test_a_stale_press_is_refused(tmp_path: Path) -> None:
    """The decision was settled, or is the other's, or never was."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        who, idler = await player(there, campaign.id)
        key = (await there.door.reader.look(campaign.id)).decisions[0].key
        foreign = await there.door.play.act(
            campaign.id, idler, Row(strokes=1), request="1", expect=key
        )
        await there.do(campaign, who, Row(strokes=1))
        late = await there.door.play.act(campaign.id, who, Row(strokes=1), request="2", expect=key)
        wild = await there.door.play.act(campaign.id, who, Row(strokes=1), request="3", expect="0")

        assert codes(foreign) == codes(late) == codes(wild) == ["campaign.stale"]


async def test_two_presses_of_one_button(tmp_path: Path) -> None:
    """Two members of a team press in the same instant: one counts."""
    async with river(tmp_path) as there:
        campaign = await there.open_campaign()
        for person, seat, by in ((11, "red", RED), (21, "blue", BLUE)):
            await there.let_in(campaign, person, seat, by=by)
        await there.door.lobby.start(campaign.id, RED, request="start")
        who, _ = await player(there, campaign.id)
        mate = 11 if who == RED else 21
        key = (await there.door.reader.look(campaign.id)).decisions[0].key

        done = await asyncio.gather(
            *(
                there.door.play.act(campaign.id, p, Row(strokes=1), request=f"{p}", expect=key)
                for p in (who, mate)
            )
        )

        assert sorted(receipt.accepted for receipt in done) == [False, True]
        assert (await there.door.reader.look(campaign.id)).view.table.serial == 1


async def test_commands_of_both_players_in_one_instant(tmp_path: Path) -> None:
    """Secret orders of both sides and a public step, twenty at once: all are taken in turn."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        who, _ = await player(there, campaign.id)
        acts: list[tuple[int, Action]] = [(who, Row(strokes=1))]
        acts += [(RED, Hide(bank="north")), (BLUE, Hide(bank="south"))] * 10

        done = await asyncio.gather(
            *(
                there.door.play.act(campaign.id, person, action, request=f"{number}")
                for number, (person, action) in enumerate(acts)
            )
        )

        assert all(receipt.accepted for receipt in done)
        mine = sorted(r.number for r, (p, a) in zip(done, acts, strict=True) if p == who)
        assert len(set(mine)) == 11
        assert (await there.door.reader.log(campaign.id, who)).total == 12
        assert (await there.door.reader.log(campaign.id)).total == 2


async def test_many_campaigns_in_one_instant(tmp_path: Path) -> None:
    """They do not get into each other's way."""
    async with river(tmp_path, policy=Policy(shelf=350_000, most_open=8)) as there:
        tables = [await there.started(channel=number) for number in range(1, 9)]

        await asyncio.gather(*(there.play_out(table) for table in tables))

        assert len(there.door.desk.shelf) <= 3
        for table in tables:
            assert (await there.door.reader.look(table.id)).outcome is not None


async def test_a_dropped_caller_leaves_a_whole_action(tmp_path: Path) -> None:
    """The interaction's task is cancelled at every await: the action is in or out, never half."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        for pause in range(12):
            task = asyncio.create_task(
                there.door.play.act(campaign.id, RED, Hide(bank="north"), request=f"c{pause}")
            )
            for _ in range(pause):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await there.door.settle()
        live = await there.door.reader.log(campaign.id, RED)
        await there.reopen()

        assert await there.door.reader.log(campaign.id, RED) == live
        assert (
            await there.door.play.act(campaign.id, RED, Hide(bank="south"), request="x")
        ).accepted


async def test_another_process_is_noticed(tmp_path: Path) -> None:
    """Two moderators on one file: each sees the other's actions before its own are saved."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        second = River(await Database.open(there.path), there.path, there.games, Policy(), "2")
        doors = (there.door, second.door)
        for number in range(20):
            await asyncio.gather(
                *(
                    door.play.act(
                        campaign.id, person, Hide(bank="north"), request=f"{number}.{person}"
                    )
                    for door, person in zip(doors, (RED, BLUE), strict=True)
                )
            )
        receipt = await there.door.play.act(campaign.id, RED, Hide(bank="south"), request="same")

        assert receipt.number == 22
        again = await second.door.play.act(campaign.id, RED, Hide(bank="south"), request="same")
        assert again == receipt
        page = await there.door.reader.log(campaign.id, RED, per_page=50)
        assert [entry.number for entry in page.entries] == list(range(1, 23))
        await second.database.close()


async def test_the_dice_go_on_where_they_stopped(tmp_path: Path) -> None:
    """The same game with restarts between any two actions throws the same dice."""
    logs = []
    for restarts in (False, True):
        async with river(tmp_path, name=f"{restarts}.sqlite3") as there:
            campaign = await there.started()
            step = 0
            while await there.step(campaign, step):
                step += 1
                if restarts:
                    await there.reopen()
            logs.append((await there.door.reader.log(campaign.id, per_page=50)).entries)

    assert [entry.events for entry in logs[0]] == [entry.events for entry in logs[1]]
    assert len(logs[0]) > 8


class Broken(ToyGame):
    """A toy with faults."""

    fault = ""

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step:
        """Fail, or let a secret show."""
        step = super().apply(state, seat, action, dice)
        if self.fault == "crash":
            raise RuntimeError("a bug in the rules")
        if self.fault == "dice":
            dice.roll("in secret")
        if self.fault == "event":
            return Step(step.state, (*step.events, Event("rumour", "")))
        return step

    def awaiting(self, state: State) -> Any:
        """Owe something else when a lantern is out."""
        owed = super().awaiting(state)
        return () if self.fault == "owed" and state.secrets["red"].lantern else owed


@pytest.mark.parametrize("fault", ["crash", "dice", "event", "owed"])
async def test_a_game_system_at_fault_changes_nothing(
    tmp_path: Path, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A crash, or a secret that would show: not saved, logged for the operator, told as fault."""
    game = Broken()
    async with river(tmp_path, games={"toy": game}) as there:
        campaign = await there.started()
        before = await there.door.reader.look(campaign.id, RED)
        game.fault = fault
        with caplog.at_level(logging.CRITICAL), pytest.raises(Complaint) as caught:
            await there.door.play.act(campaign.id, RED, Hide(bank="north"), request="r")
        game.fault = ""

        assert caught.value.code == "campaign.fault"
        assert await there.door.reader.look(campaign.id, RED) == before
        assert (
            await there.door.play.act(campaign.id, RED, Hide(bank="north"), request="r")
        ).accepted


async def test_a_log_can_be_filtered_and_turned(tmp_path: Path) -> None:
    """Numbers are those of the reader's whole log; pages run back in time from the latest."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=5)
        await there.do(campaign, RED, Hide(bank="north"))
        await there.play_out(campaign)
        full = await there.door.reader.log(campaign.id, RED, per_page=50)
        everything = {entry.number: entry for entry in full.entries}

        pages = [await there.door.reader.log(campaign.id, RED, page=p, per_page=4) for p in (1, 2)]
        assert [e.number for e in pages[0].entries] == list(range(full.total - 3, full.total + 1))
        assert pages[1].entries[-1].number == full.total - 4
        landed = await there.door.reader.log(campaign.id, RED, kind="land", turn=2)
        assert landed.entries
        assert all(everything[e.number] == e and e.turn == 2 for e in landed.entries)
        late = await there.door.reader.log(campaign.id, RED, phase="crossing-red", page=10**40)
        assert late.page == late.pages
        assert (await there.door.reader.log(campaign.id, RED, turn=10**40)).total == 0
        assert full.kinds[:2] == ("!setup", "hide")
        assert full.turns == (1, 2, 3, 4, 5)


async def test_drafts_live_for_an_hour_and_belong_to_one(tmp_path: Path) -> None:
    """A dialogue survives a restart, expires, and is nobody else's."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        old = await there.door.drafts.open(campaign.id, RED, "row")
        draft = await there.door.drafts.open(campaign.id, RED, "row", {"strokes": "2"})
        await there.reopen()
        there.watch.forward(minutes=50)

        assert await there.door.drafts.get(draft.id, RED) == draft
        later = await there.door.drafts.put(draft.id, RED, {"strokes": "3"})
        there.watch.forward(minutes=50)
        assert await there.door.drafts.get(draft.id, RED) == later
        for name, person in ((old.id, RED), (draft.id, BLUE), ("nonsense", RED)):
            with pytest.raises(Complaint, match=r"draft\.unknown"):
                await there.door.drafts.get(name, person)
        there.watch.forward(minutes=11)
        with pytest.raises(Complaint, match=r"draft\.unknown"):
            await there.door.drafts.put(draft.id, RED, {})
        await there.door.drafts.drop(draft.id, RED)


async def test_a_look_is_what_that_person_may_know(tmp_path: Path) -> None:
    """A player sees their seat's secrets, anybody else the public part."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.do(campaign, RED, Hide(bank="north"))

        looks = [await there.door.reader.look(campaign.id, who) for who in (RED, BLUE, GREEN, None)]

        assert [lantern_of(look.view) for look in looks] == ["north", "", "", ""]
        assert [look.seat for look in looks] == ["red", "blue", None, None]
        assert looks[2] == looks[3]
        owing = looks[0].decisions[0].seat
        assert [bool(look.mine) for look in looks[:2]] == [owing == "red", owing == "blue"]
        assert (await there.door.reader.campaigns(GUILD))[0].settings == {
            "turns": 3,
            "crates": False,
            "smuggling": False,
            "hoarse": False,
        }
