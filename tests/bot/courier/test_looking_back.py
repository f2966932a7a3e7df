"""The post that looks back on a game: whatever its film takes, it is in nobody's way."""

from __future__ import annotations

import asyncio

import pytest

from bot.courier import Bulletin, Panel, looking_back
from bot.courier.api import Ending
from bot.courier.replays import Replays, Wish
from bot.moderator import Moderator
from tests.support.office import Office

pytestmark = pytest.mark.usefixtures("both_databases")


async def test_a_film_holds_up_nothing_else_in_its_channel(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is made the next game there has its panel and its bulletins; then it is posted."""
    asked, made = asyncio.Event(), asyncio.Event()

    async def late(_self: Replays, _door: Moderator, _wish: Wish) -> None:
        asked.set()
        await made.wait()

    monkeypatch.setattr(Replays, "film_in_time", late)
    monkeypatch.setattr(looking_back, "LOOKS_AGAIN", 0.01)
    before = await office.there.started(turns=1)
    await office.there.play_out(before)
    delivering = asyncio.create_task(office.courier.settle())
    await asked.wait()
    after = await office.there.started(turns=1)
    await office.there.step(after)
    called = asyncio.Event()

    def hears(_call: str, _where: int) -> None:
        called.set()

    office.discord.fault = hears
    async with asyncio.timeout(20):
        while not _is_told_of(office, after.id):
            await called.wait()
            called.clear()
    assert not office.discord.of(Ending)
    made.set()
    await delivering
    (ending,) = [one.post for one in office.discord.of(Ending)]
    assert isinstance(ending, Ending)
    assert ending.past.look.campaign.id == before.id
    assert len(ending.pictures) == 1


async def test_what_fails_while_it_is_composed_is_tried_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As anywhere else, and then it is posted once."""
    tried = []

    async def fails_once(_self: Replays, _door: Moderator, _wish: Wish) -> None:
        tried.append(1)
        if len(tried) == 1:
            raise RuntimeError("no film today")

    monkeypatch.setattr(Replays, "film_in_time", fails_once)
    await office.there.play_out(await office.there.started(turns=1))
    await office.courier.settle()
    assert not office.discord.of(Ending)
    await office.later(minutes=1)
    assert len(office.discord.of(Ending)) == 1
    assert len(tried) == 2


def _is_told_of(office: Office, campaign: str) -> bool:
    """Say whether a campaign has its panel and a bulletin."""
    return all(
        any(one.look.campaign.id == campaign for one in office.shown(kind))
        for kind in (Panel, Bulletin)
    )
