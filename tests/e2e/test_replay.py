"""A game to look back on: ``/replay`` of a turn and of a whole game, for one and for all."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageSequence

from bot.app import Adjutant
from bot.courier.pictures import Gallery
from bot.courier.replays import Wish
from tests.e2e.conftest import ToyTable
from tests.support.reading import Paper


def frames(paper: Paper) -> int:
    """Return how many pictures the film of a message has."""
    (film,) = paper.pictures
    assert film.filename == "replay.gif"
    with Image.open(BytesIO(film.data)) as opened:
        return sum(1 for one in ImageSequence.Iterator(opened) if one.load())


async def test_a_replay_is_for_whoever_asks(river: ToyTable) -> None:
    """One command shows the whole game privately, with words for it; the same of a turn."""
    await river.to_play()
    await river.people["alice"].slash("toy land", bank="island")
    told = await river.people["alice"].slash("replay")
    assert told.is_private
    assert "River" in told.text
    assert frames(told.paper) >= 2
    assert "Replay of River" in (told.paper.pictures[0].alt or "")
    turn = await river.people["alice"].slash("replay", turn=1)
    assert "turn 1" in turn.text
    assert frames(turn.paper) >= 1
    assert "last turn so far" in (await river.people["alice"].slash("replay", turn=99)).text


async def test_a_replay_for_all_is_what_all_may_see(river: ToyTable) -> None:
    """Whoever plays may show it in the channel; it is the one that somebody watching gets."""
    await river.to_play()
    await river.people["alice"].slash("toy land", bank="island")
    alice, carla = river.people["alice"], river.people["carla"]
    shown = await alice.slash("replay", here=True)
    assert not shown.is_private
    own = await carla.slash("replay")
    assert own.is_private
    assert shown.paper.pictures[0].data == own.paper.pictures[0].data
    assert "no seat" in (await carla.slash("replay", here=True)).text


async def test_one_waits_for_one_replay_at_a_time(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second asking meanwhile is refused, and takes nothing from the first."""
    await river.to_play()
    await river.people["alice"].slash("toy land", bank="island")
    alice, begun, free = river.people["alice"], asyncio.Event(), asyncio.Event()
    bot, campaign, shoot = river.bot, (await river.look()).campaign, Gallery.shoot
    assert isinstance(bot, Adjutant)

    async def held(gallery: Gallery, *given: Any, **named: Any) -> Any:
        begun.set()
        await free.wait()
        return await shoot(gallery, *given, **named)

    monkeypatch.setattr(Gallery, "shoot", held)
    wish = Wish(campaign.id, "red", None, "en", "standard")
    first = asyncio.create_task(bot.replays.of(bot.moderator, wish, alice.id))
    await begun.wait()
    assert "still being made" in (await alice.slash("replay")).text
    free.set()
    assert await first is not None
    assert frames((await alice.slash("replay")).paper) >= 2


async def test_a_replay_without_a_painter_says_so(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A painter that fails leaves words, and the next asking is answered."""
    await river.to_play()
    await river.people["alice"].slash("toy land", bank="island")
    alice = river.people["alice"]
    with monkeypatch.context() as patch:
        patch.delattr("tests.e2e.conftest.ToyPainter.paint")
        assert "could not be made" in (await alice.slash("replay")).text
    assert frames((await alice.slash("replay")).paper) >= 2
