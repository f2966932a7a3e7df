"""Where only one answer is possible, as everybody can tell, it is given by itself and told."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Campaign
from bot.moderator.table.replay import verify
from bot.store import StoreError
from engine.api import Action, Decision
from tests.support.river import BLUE, CHANNEL, GUILD, RED, WHO, River, river
from tests.support.toy_game import Hide, Reply, Row, Shout, ToyGame, View, other


async def hoarse(there: River, *, asks_all: bool = False) -> Campaign:
    """Start a table with hoarse ferrymen."""
    campaign = await there.door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=RED,
        language="en",
        settings={"turns": 50, "hoarse": True},
        asks_all=asks_all,
    )
    await there.door.seats.join(campaign.id, RED, "red")
    await there.door.seats.join(campaign.id, BLUE, "blue")
    return await there.door.lobby.start(campaign.id, RED, request=there.request())


async def log_of(there: River, campaign: Campaign, who: int | None) -> list[Any]:
    """A person's whole log."""
    return list((await there.door.reader.log(campaign.id, who, per_page=50)).entries)


async def to_a_six(there: River, campaign: Campaign) -> Decision | None:
    """Row until a six is thrown: return what is asked then, ``None`` where it answered itself."""
    for _ in range(100):
        (cross,) = (await there.door.reader.look(campaign.id)).decisions
        before = len(await log_of(there, campaign, None))
        await there.do(campaign, WHO[cross.seat], Row(strokes=1))
        (after,) = (await there.door.reader.look(campaign.id)).decisions
        if after.interrupt:
            return after
        if len(await log_of(there, campaign, None)) > before + 1:
            return None
    raise AssertionError("a hundred strokes without a six")


async def voiceless(there: River, *, asks_all: bool = False) -> tuple[Campaign, str]:
    """Let whoever is asked first shout; return the campaign, and the seat that has no voice."""
    campaign = await hoarse(there, asks_all=asks_all)
    first = await to_a_six(there, campaign)
    assert first is not None
    await there.do(campaign, WHO[first.seat], Shout(loud=True))
    return campaign, first.seat


async def test_it_is_given_at_once_and_told(tmp_path: Path) -> None:
    """Nobody is called; every reader's log says that it was by itself; it replays."""
    async with river(tmp_path) as there:
        campaign, seat = await voiceless(there)
        before = len(await there.rows(campaign))
        assert await to_a_six(there, campaign) is None

        for who in (RED, BLUE, None):
            done = (await log_of(there, campaign, who))[-1]
            assert (done.kind, done.seat, done.forced) == ("shout", seat, True)
            assert (done.person_id, done.computer, done.standing) == (None, False, False)
        called = [json.loads(row["body"]).get("ping") for row in (await there.rows(campaign))]
        assert not any(called[before:])
        assert (await verify(there.database, there.games, campaign.id)).skipped == 0


async def test_a_table_may_ask_to_be_asked(tmp_path: Path) -> None:
    """Then the question is put as ever."""
    async with river(tmp_path) as there:
        campaign, seat = await voiceless(there, asks_all=True)
        asked = await to_a_six(there, campaign)
        assert campaign.asks_all
        assert asked is not None
        assert asked.seat == seat
        await there.do(campaign, WHO[seat], Shout(loud=False))


async def test_an_order_that_stands_is_not_needed(tmp_path: Path) -> None:
    """It is by itself whatever was ordered: an order would show in who has done it."""
    seen = []
    for ordered in (True, False):
        async with river(tmp_path, name=f"{ordered}.sqlite3") as there:
            campaign, seat = await voiceless(there)
            if ordered:
                await there.do(campaign, WHO[seat], Reply(loud=False))
            assert await to_a_six(there, campaign) is None
            seen.append(
                [
                    dataclasses.replace(e, at=campaign.created_at)
                    for e in await log_of(there, campaign, WHO[other(seat)])
                ]
            )
    assert seen[0] == seen[1]


async def test_killed_between_step_and_answer_it_is_given_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step is saved, the answer is not: it is entered at the next start, and only once."""
    async with river(tmp_path) as there:
        campaign, _ = await voiceless(there)
        database = there.door.desk.database
        save, broken = database.save, []

        async def failing(writes: Any) -> None:
            if "forced/" in repr(writes):
                broken.append(True)
                raise StoreError("killed")
            await save(writes)

        monkeypatch.setattr(type(database), "save", lambda _self, writes: failing(writes))
        assert await to_a_six(there, campaign) is not None
        monkeypatch.undo()
        assert broken
        await there.reopen()
        for _ in range(2):
            there.door.resume()
            await there.door.settle()
        entries = await log_of(there, campaign, None)
        assert [one.forced for one in entries[-2:]] == [False, True]
        assert not (await there.door.reader.look(campaign.id)).decisions[0].interrupt


class Late(ToyGame):
    """Forces nothing until it is told to, as rules do that were mended under way."""

    now = False

    def forced(self, view: View, decision: Decision) -> Action | None:
        """Only from then on."""
        return super().forced(view, decision) if self.now else None


async def test_what_is_done_in_secret_brings_no_answer(tmp_path: Path) -> None:
    """It would show that something was done."""
    game = Late()
    async with river(tmp_path, games={"toy": game}) as there:
        campaign, seat = await voiceless(there)
        assert await to_a_six(there, campaign) is not None
        game.now = True
        await there.do(campaign, WHO[other(seat)], Hide(bank="north"))
        (asked,) = (await there.door.reader.look(campaign.id)).decisions
        assert asked.interrupt
