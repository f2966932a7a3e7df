"""What calls nobody is told with what the same person does next, or when it has waited enough."""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.moderator import Campaign
from bot.moderator.table.desk import Policy
from bot.store import StoreError
from engine.dice import SeededDice
from tests.bot.moderator.table.test_bulletins import DONE, bulletins
from tests.bot.moderator.turns.test_plans import in_supply, plan, send
from tests.support.river import BLUE, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")

TEN_MINUTES = Policy(gather_seconds=600)
WHO = {"chile": RED, "allies": BLUE}


async def supplied(there: River, campaign: Campaign) -> None:
    """Chile spends a column and closes its supply phase: its own naval movement follows."""
    look = await there.door.reader.look(campaign.id, RED)
    game = there.games["war_of_the_pacific"]
    unit = next(iter(game.options(look.view, "replenish", "unit", {}))).value
    column = next(iter(game.options(look.view, "replenish", "column", {"unit": unit}))).value
    await plan(there, campaign, RED, ("replenish", {"unit": unit, "column": column}), DONE)
    assert (await send(there, campaign, RED)).stopped is None


async def told(there: River) -> None:
    """Wait until the courier is called."""
    called = asyncio.Event()
    there.door.listen(called.set)
    await asyncio.wait_for(called.wait(), 20)
    await there.door.settle()


async def test_it_waits_for_more_of_the_same(tmp_path: Path) -> None:
    """One post tells all that Chile does until the other side is called, a picture a phase."""
    async with river(tmp_path, games=GAMES, policy=TEN_MINUTES) as there:
        campaign = await in_supply(there)
        before = len(await bulletins(there, campaign))
        await supplied(there, campaign)

        assert len(await bulletins(there, campaign)) == before
        waiting = (await there.door.desk.at_hand(campaign.id)).row.untold
        assert waiting.frames
        assert waiting.due == there.door.desk.now() + 600_000

        game, dice = there.games["war_of_the_pacific"], SeededDice(b"", 0)
        while len(found := await bulletins(there, campaign)) == before:
            look = await there.door.reader.look(campaign.id)
            seat = look.decisions[0].seat
            mine = await there.door.reader.look(campaign.id, WHO[seat])
            opponent = game.opponents["easy"]
            choice = opponent.choose(mine.view, mine.decisions[0], dice)
            await there.do(campaign, WHO[seat], choice)
        body = found[-1]["body"]
        assert body["ping"]
        assert {*waiting.frames} < {*body["frames"]}
        assert (await there.door.desk.at_hand(campaign.id)).row.untold.due is None


@pytest.mark.parametrize("restarted", [False, True])
async def test_it_is_told_when_it_has_waited_enough(tmp_path: Path, *, restarted: bool) -> None:
    """Once, also by a bot that was stopped meanwhile."""
    async with river(tmp_path, games=GAMES, policy=TEN_MINUTES) as there:
        campaign = await in_supply(there)
        before = len(await bulletins(there, campaign))
        await supplied(there, campaign)
        there.watch.forward(minutes=9)
        if restarted:
            await there.reopen()
        there.watch.forward(minutes=2)
        live = await there.door.desk.at_hand(campaign.id)

        if restarted:
            there.door.gathering.resume()
        else:
            there.door.gathering.watch(live)
        await told(there)

        (only,) = (await bulletins(there, campaign))[before:]
        assert only["body"]["frames"]
        assert only["body"]["ping"] == []
        live = await there.door.desk.at_hand(campaign.id)
        assert (live.row.untold.due, live.row.told) == (None, live.row.head)


@pytest.mark.alone
async def test_what_is_sent_meanwhile_is_told_at_its_end(tmp_path: Path) -> None:
    """A bulletin whose time comes in the middle of a sending waits for the sending."""
    async with river(tmp_path, games=GAMES, policy=TEN_MINUTES) as there:
        campaign = await in_supply(there)
        before = len(await bulletins(there, campaign))
        await supplied(there, campaign)
        live = await there.door.desk.at_hand(campaign.id)
        there.watch.forward(minutes=11)
        planned = dataclasses.replace(live.row.untold, planned=True)
        there.door.desk.keep(
            dataclasses.replace(live, row=dataclasses.replace(live.row, untold=planned))
        )

        await there.door.desk.exclusive(campaign.id, there.door.gathering.tell)

        assert len(await bulletins(there, campaign)) == before


async def test_the_database_may_fail_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it is told when the database works again."""
    async with river(tmp_path, games=GAMES, policy=TEN_MINUTES) as there:
        campaign = await in_supply(there)
        before = len(await bulletins(there, campaign))
        await supplied(there, campaign)
        there.watch.forward(minutes=11)
        failed = asyncio.Event()

        async def failing(writes: object) -> None:
            failed.set()
            raise StoreError(f"killed: {writes}")

        with monkeypatch.context() as patch:
            patch.setattr(there.database, "save", failing)
            there.door.gathering.watch(await there.door.desk.at_hand(campaign.id))
            await asyncio.wait_for(failed.wait(), 20)
            await there.door.settle()
        assert len(await bulletins(there, campaign)) == before

        there.door.gathering.watch(await there.door.desk.at_hand(campaign.id))
        await told(there)

        assert len(await bulletins(there, campaign)) == before + 1
