"""Standing orders at the moderator: they answer at once, by the same door, and show nothing."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Campaign
from bot.moderator.api import STANDING, LogEntry
from bot.moderator.table.desk import Policy
from bot.moderator.table.replay import verify
from bot.store import StoreError
from engine.api import Action, Decision
from tests.support.against import against_computer, play_against, toy_with
from tests.support.river import BLUE, RED, WHO, River, river
from tests.support.toy_game import (
    Forget,
    Hide,
    Land,
    Reply,
    Row,
    Shout,
    ToyGame,
    ToyOpponent,
    View,
    other,
)


async def entries(there: River, campaign: Campaign, who: int | None) -> list[LogEntry]:
    """A person's whole log."""
    page = await there.door.reader.log(campaign.id, who, per_page=50)
    assert page.pages == 1
    return list(page.entries)


async def row_to_a_six(there: River, campaign: Campaign) -> int:
    """Row until a six is thrown; return who may shout."""
    for _ in range(200):
        look = await there.door.reader.look(campaign.id)
        (decision,) = look.decisions
        before = len(await entries(there, campaign, None))
        await there.do(campaign, WHO[decision.seat], Row(strokes=1))
        (after,) = (await there.door.reader.look(campaign.id)).decisions
        told = await entries(there, campaign, None)
        if after.interrupt or len(told) > before + 1:
            return WHO[other(decision.seat)]
    raise AssertionError("two hundred strokes without a six")


def as_seen(log: list[LogEntry]) -> list[LogEntry]:
    """A log without its instants."""
    return [dataclasses.replace(one, at=log[0].at) for one in log]


@pytest.mark.parametrize("loud", [True, False])
async def test_it_is_as_if_pressed_by_hand(tmp_path: Path, loud: bool) -> None:
    """State, dice, events and what the others read are those of the same answer by hand."""
    seen = []
    for name in ("hand", "order"):
        async with river(tmp_path, name=f"{name}.sqlite3") as there:
            campaign = await there.started()
            (cross,) = (await there.door.reader.look(campaign.id)).decisions
            rower, watcher = WHO[cross.seat], WHO[other(cross.seat)]
            if name == "order":
                await there.do(campaign, watcher, Reply(loud=loud))
            assert await row_to_a_six(there, campaign) == watcher
            if name == "hand":
                await there.do(campaign, watcher, Shout(loud=loud))
            await there.do(campaign, rower, Row(strokes=2))
            async with there.database.read() as connection:
                rolls = await connection.exec_driver_sql(
                    "SELECT kind, body, rolls, events, version, turn, phase FROM actions "
                    "WHERE NOT secret ORDER BY seq"
                )
                steps = [tuple(row) for row in rolls]
            looks = [await there.door.reader.look(campaign.id, who) for who in (None, rower)]
            logs = [as_seen(await entries(there, campaign, who)) for who in (None, rower)]
            told = [
                await there.door.reader.told(campaign.id, None, row["first_seq"], row["last_seq"])
                for row in await there.rows(campaign)
                if row["kind"] == "bulletin"
            ]
            texts = [event for page in told for _, events in page for event in events]
            seen.append((steps, looks, logs, texts))
            assert (await verify(there.database, there.games, campaign.id)).skipped == 0
    assert any(step[0] == "shout" for step in seen[0][0])

    assert seen[0] == seen[1]


async def test_the_own_log_says_what_did_it(tmp_path: Path) -> None:
    """Its seat reads that it was a standing order, and what it answered; the others do not."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        (cross,) = (await there.door.reader.look(campaign.id)).decisions
        rower, watcher = WHO[cross.seat], WHO[other(cross.seat)]
        await there.do(campaign, watcher, Reply(loud=False))
        await row_to_a_six(there, campaign)

        mine = (await entries(there, campaign, watcher))[-1]
        theirs = (await entries(there, campaign, rower))[-1]
        public = (await entries(there, campaign, None))[-1]

        assert (mine.kind, mine.standing, mine.action) == ("shout", True, Shout(loud=False))
        assert (theirs.kind, theirs.standing, theirs.action) == ("shout", False, None)
        assert (theirs.person_id, public.person_id) == (watcher, watcher)
        assert not mine.computer
        given = [one for one in await entries(there, campaign, watcher) if one.kind == "reply"]
        assert [one.action for one in given] == [Reply(loud=False)]
        assert "reply" not in {one.kind for one in await entries(there, campaign, rower)}


async def test_nobody_is_called_for_what_answers_itself(tmp_path: Path) -> None:
    """One bulletin tells stroke and answer, and pings neither side."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        for who in (RED, BLUE):
            await there.do(campaign, who, Reply(loud=False))
        before = len(await there.rows(campaign))
        await row_to_a_six(there, campaign)

        fresh = (await there.rows(campaign))[before:]
        assert [row["kind"] for row in fresh] == ["bulletin"]
        assert '"ping":[]' in fresh[0]["body"]


async def test_who_has_no_order_is_called(tmp_path: Path) -> None:
    """Another's order changes nothing for them; one that does not speak is none."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        (cross,) = (await there.door.reader.look(campaign.id)).decisions
        rower, watcher = WHO[cross.seat], WHO[other(cross.seat)]
        await there.do(campaign, rower, Reply(loud=True))
        await there.do(campaign, watcher, Reply(loud=True, far=1000))
        await row_to_a_six(there, campaign)

        (decision,) = (await there.door.reader.look(campaign.id)).decisions
        assert WHO[decision.seat] == watcher
        last = (await there.rows(campaign))[-1]
        assert last["body"].count(f'"ping":["{decision.seat}"]')


async def test_an_order_given_while_asked_answers(tmp_path: Path) -> None:
    """Also replaced; withdrawn it answers no more."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        watcher = await row_to_a_six(there, campaign)
        await there.do(campaign, watcher, Reply(loud=True, far=1000))
        assert (await there.door.reader.look(campaign.id)).decisions[0].interrupt

        receipt = await there.do(campaign, watcher, Reply(loud=False))

        assert receipt.kind == "reply"
        assert receipt.secret
        assert not (await there.door.reader.look(campaign.id)).decisions[0].interrupt
        assert (await entries(there, campaign, watcher))[-1].standing
        for who in (RED, BLUE):
            await there.door.play.act(
                campaign.id, who, Forget(order="reply"), request=f"forget {who}"
            )
        await row_to_a_six(there, campaign)
        assert (await there.door.reader.look(campaign.id)).decisions[0].interrupt


async def test_it_is_kept_over_a_restart(tmp_path: Path) -> None:
    """An order given before answers after."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        for who in (RED, BLUE):
            await there.do(campaign, who, Reply(loud=False))
        await there.reopen()
        watcher = await row_to_a_six(there, campaign)

        assert (await entries(there, campaign, watcher))[-1].standing


async def killed_between(there: River, campaign: Campaign) -> int:
    """Let the database fail between a stroke and the answer to it, as a kill would."""
    real = there.database.save
    saved: list[Any] = []

    async def save(writes: Any) -> None:
        row = next((w.values for w in writes if "request" in getattr(w, "values", {})), None)
        if row is not None and str(row["request"]).startswith(STANDING):
            saved.append(row["request"])
            raise StoreError("the disk is gone")
        await real(writes)

    there.database.save = save  # type: ignore[method-assign]
    try:
        for _ in range(200):
            (decision,) = (await there.door.reader.look(campaign.id)).decisions
            await there.do(campaign, WHO[decision.seat], Row(strokes=1))
            if saved:
                there.door.rest()
                return WHO[other(decision.seat)]
    finally:
        there.database.save = real  # type: ignore[method-assign]
    raise AssertionError("no six")


async def test_what_was_due_is_answered_after_a_kill(tmp_path: Path) -> None:
    """Once, when the bot starts again; the stroke itself was acknowledged and is kept."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        for who in (RED, BLUE):
            await there.do(campaign, who, Reply(loud=False))
        watcher = await killed_between(there, campaign)
        await there.reopen()
        assert (await there.door.reader.look(campaign.id)).decisions[0].interrupt

        there.door.resume()
        await there.door.settle()
        there.door.resume()
        await there.door.settle()

        log = await entries(there, campaign, watcher)
        assert [one.standing for one in log[-2:]] == [False, True]
        assert log[-2].kind == "row"
        assert not (await there.door.reader.look(campaign.id)).decisions[0].interrupt
        assert (await verify(there.database, there.games, campaign.id)).skipped == 0


def _ordered(view: View) -> bool:
    """Whether the viewer left an order."""
    return view.own is not None and bool(view.own.standing)


class Fickle(ToyGame):
    """The toy game, in which standing orders say what a test wants."""

    says: Callable[[View, Decision], Any]

    def standing(self, view: View, decision: Decision) -> Action | None:
        """Whatever it is."""
        if decision.code != "shout" or not _ordered(view):
            return None
        answer: Action | None = self.says(view, decision)
        return answer


def fails(view: View, decision: Decision) -> Action:
    """Raise."""
    raise ZeroDivisionError


@pytest.mark.parametrize(
    "says",
    [
        fails,
        lambda view, decision: "loud",
        lambda view, decision: Row(strokes=1),
        lambda view, decision: Hide(bank="north"),
        lambda view, decision: Reply(loud=True),
    ],
    ids=["raises", "no action", "refused", "secret", "another order"],
)
async def test_an_answer_that_will_not_do_is_left_to_the_person(
    tmp_path: Path, says: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """The person is called as usual, the operator reads of it once, and the game goes on."""
    game = Fickle()
    game.says = says
    async with river(tmp_path, games={"toy": game}) as there:
        campaign = await there.started()
        for who in (RED, BLUE):
            await there.do(campaign, who, Reply(loud=False))
        watcher = await row_to_a_six(there, campaign)

        (decision,) = (await there.door.reader.look(campaign.id)).decisions
        assert WHO[decision.seat] == watcher
        last = (await there.rows(campaign))[-1]
        assert last["body"].count(f'"ping":["{decision.seat}"]')
        await there.do(campaign, watcher, Hide(bank="south"))
        complaints = [r for r in caplog.records if "standing orders fail" in r.getMessage()]
        assert [r.levelno for r in complaints] == [logging.ERROR]
        await there.do(campaign, watcher, Shout(loud=False))
        await there.play_out(campaign)
        assert (await verify(there.database, there.games, campaign.id)).skipped == 0


async def test_what_no_longer_answers_calls_the_person_after_all(tmp_path: Path) -> None:
    """Another version of the game may not answer what was due: then they are asked."""
    game = Fickle()
    game.says = lambda view, decision: Shout(loud=False)
    async with river(tmp_path, games={"toy": game}) as there:
        campaign = await there.started()
        for who in (RED, BLUE):
            await there.do(campaign, who, Reply(loud=False))
        await killed_between(there, campaign)
        game.says = lambda view, decision: None
        await there.reopen()

        there.door.resume()
        await there.door.settle()

        (decision,) = (await there.door.reader.look(campaign.id)).decisions
        rows = [row for row in await there.rows(campaign) if row["kind"] == "bulletin"]
        assert rows[-1]["body"].count(f'"ping":["{decision.seat}"]')
        again = len(await there.rows(campaign))
        there.door.resume()
        await there.door.settle()
        assert len(await there.rows(campaign)) == again
        await there.do(campaign, WHO[decision.seat], Shout(loud=True))


class Endless(ToyGame):
    """The toy game, in which a standing order lands and lands, whoever is awaited."""

    def standing(self, view: View, decision: Decision) -> Action | None:
        """Row on and on."""
        return Row(strokes=1) if _ordered(view) and decision.code == "cross" else None


async def test_there_is_an_end_to_answers(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Orders that answer each other for ever are stopped, and people go on by hand."""
    policy = Policy(standing_run=7)
    async with river(tmp_path, games={"toy": Endless()}, policy=policy) as there:
        campaign = await there.started()
        for who in (RED, BLUE):
            await there.do(campaign, who, Reply(loud=False))
        look = await there.door.reader.look(campaign.id)

        public = await entries(there, campaign, None)
        assert 1 <= sum(one.kind == "row" for one in public) <= 2 * 7
        assert look.decisions
        assert "answers in a row" in caplog.text or look.decisions[0].interrupt
        (decision,) = look.decisions
        action = Shout(loud=False) if decision.interrupt else Land(bank="north")
        await there.do(campaign, WHO[decision.seat], action)


async def test_the_computer_has_no_standing_orders(tmp_path: Path) -> None:
    """What it once was told as a person's seat does not answer for it."""
    async with river(tmp_path, games=toy_with(ToyOpponent())) as there:
        campaign = await against_computer(there)
        await there.do(campaign, RED, Reply(loud=False))
        await play_against(there, campaign)

        log = await entries(there, campaign, RED)
        assert all(one.seat == "red" for one in log if one.standing)
        assert (await verify(there.database, there.games, campaign.id)).skipped == 0
