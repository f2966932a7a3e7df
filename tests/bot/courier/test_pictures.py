"""Pictures of what is being chosen: drawn once, for their seat, and never waited for in vain."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.courier import Bulletin, Courier, Gallery, Panel
from bot.courier.answers_first import PASSED, Answers, Overtaken
from bot.moderator import Look
from render.api import Choosing, Picture, Section
from tests.support.fake_discord import FakeDiscord, FakePainter
from tests.support.river import RED, River, river
from tests.support.toy_game import TOY

GAME: Any = TOY
NORTH = Section("zone", "north")
LAND = Choosing("land", (), ("north", "south"), "bank")


class SlowPainter(FakePainter):
    """Draws choices when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()
        self.warmed = 0
        self.count = 0

    def paint(self, view: Any, section: Section, **more: Any) -> Picture:
        """Wait, then draw."""
        self.count += 1
        if more.get("choosing") is not None:
            assert self.go_on.wait(30)
        return super().paint(view, section, **more)

    def warm(self) -> None:
        """Count."""
        self.warmed += 1


@pytest.fixture
def painter() -> SlowPainter:
    """A painter that need not be waited for."""
    made = SlowPainter()
    made.go_on.set()
    return made


@pytest.fixture
async def gallery(painter: SlowPainter) -> AsyncIterator[Gallery]:
    """A gallery with that painter."""
    opened = Gallery(lambda *_: painter, lambda _game, _language: str)
    yield opened
    painter.go_on.set()
    opened.close()


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[River]:
    """A moderator."""
    async with river(tmp_path) as opened:
        yield opened


@pytest.fixture
async def look(there: River) -> Look:
    """What red sees."""
    campaign = await there.started()
    return await there.door.reader.look(campaign.id, RED)


async def draw(gallery: Gallery, look: Look, choosing: Choosing) -> Picture | None:
    """Draw a choice."""
    return await gallery.choice(GAME, look, NORTH, choosing, language="en")


async def test_equal_choices_are_drawn_once(
    gallery: Gallery, painter: SlowPainter, look: Look
) -> None:
    """The same choice is the same picture; another choice, or none, is another."""
    first, again = await draw(gallery, look, LAND), await draw(gallery, look, LAND)
    other = await draw(gallery, look, Choosing("land", (), ("north",), "bank"))
    plain = await gallery.picture(GAME, look, NORTH, language="en")

    assert first is again
    assert len({picture.data for picture in (first, other, plain) if picture is not None}) == 3
    assert painter.count == 3


async def test_the_public_has_nothing_to_choose(gallery: Gallery, there: River, look: Look) -> None:
    """Only a seat's own look is aimed at, and only where the painter sees something."""
    public = await there.door.reader.look(look.campaign.id)

    assert gallery.aim(GAME, look, LAND) == NORTH
    assert gallery.aim(GAME, look, Choosing("land")) is None
    assert gallery.aim(GAME, public, LAND) is None


async def test_late_pictures_are_left_out_and_kept(
    gallery: Gallery, painter: SlowPainter, look: Look
) -> None:
    """Nobody waits longer than the gallery's patience; what comes late is there next time."""
    painter.go_on.clear()
    gallery.patience = 0.01
    late = await draw(gallery, look, LAND)
    large = await gallery.picture(GAME, look, NORTH, language="en")
    painter.go_on.set()
    gallery.patience = 30
    found = await draw(gallery, look, LAND)

    assert late is None
    assert large is not None
    assert found is not None
    assert painter.count == 2


async def test_failures_cost_the_picture_only(
    gallery: Gallery, painter: SlowPainter, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A painter that fails, or aims beside its map, gives no picture; later it may again."""
    painter.broken = True
    failed = await draw(gallery, look, LAND)
    beside = await gallery.choice(GAME, look, Section("zone", "moon"), LAND, language="en")
    painter.broken = False
    healed = await draw(gallery, look, LAND)

    def fail(*_: Any) -> Section:
        raise RuntimeError("a bug in the painter")

    monkeypatch.setattr(painter, "aim", fail)

    assert failed is None
    assert beside is None
    assert healed is not None
    assert gallery.aim(GAME, look, LAND) is None


async def test_painters_get_ready_once(gallery: Gallery, painter: SlowPainter, look: Look) -> None:
    """However often somebody begins to choose, a painter gets ready once, and before it draws."""
    for _ in range(3):
        gallery.prepare(GAME)
    await draw(gallery, look, LAND)

    assert painter.warmed == 1


def of(key: str) -> Any:
    """A game of that name; nothing else of it is asked."""
    return SimpleNamespace(key=key)


async def test_painters_get_ready_one_after_the_other() -> None:
    """At the start every game's painter gets ready once, in turn, though one of them fails."""
    told: list[str] = []
    done = threading.Event()

    class Ready(SlowPainter):
        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

        def warm(self) -> None:
            told.append(f"{self.key} begins in {threading.current_thread().name}")
            if self.key == "first":
                raise RuntimeError("a bug in the painter")
            if self.key == "last":
                done.set()

    painters: dict[str, Any] = {key: Ready(key) for key in ("first", "next", "last")}
    gallery = Gallery(lambda game, *_: painters[game.key], lambda _game, _language: str)
    gallery.prepare_all([(of("next"), "standard")])
    gallery.prepare_all(
        [
            (of("first"), "standard"),
            (of("nobody draws"), "standard"),
            (of("next"), "standard"),
            (of("last"), "standard"),
        ]
    )
    gallery.prepare(of("first"))
    there = await asyncio.to_thread(done.wait, 30)
    gallery.close()

    assert there
    assert [line.partition(" ")[0] for line in sorted(told)] == ["first", "last", "next"]
    assert told.index(_line(told, "first")) < told.index(_line(told, "last"))
    assert all("adjutant-draw" in line for line in told)


def _line(told: list[str], key: str) -> str:
    return next(line for line in told if line.startswith(key))


async def test_closing_does_not_wait_for_painters_not_begun() -> None:
    """Whoever stops the bot waits for the painter that is getting ready, and for no other."""
    begun, never = threading.Event(), threading.Event()
    warmed: list[str] = []

    class Ready(SlowPainter):
        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

        def warm(self) -> None:
            warmed.append(self.key)
            begun.set()
            while not opened.is_closing:
                never.wait(0.001)

    painters = {key: Ready(key) for key in ("first", "next")}
    opened = Gallery(lambda game, *_: painters[game.key], lambda _game, _language: str)
    opened.prepare_all([(of("first"), "standard"), (of("next"), "standard")])
    assert await asyncio.to_thread(begun.wait, 30)
    opened.close()

    assert warmed == ["first"]


async def test_choices_do_not_queue_behind_painters(
    gallery: Gallery, painter: SlowPainter, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While painters get ready at the start, a choice is drawn all the same."""
    go_on = threading.Event()
    monkeypatch.setattr(painter, "warm", lambda: go_on.wait(30))
    gallery.patience = 30
    gallery.prepare_all([(of("one"), "standard"), (of("other"), "standard")])
    drawn = await draw(gallery, look, LAND)
    still = not go_on.is_set()
    go_on.set()

    assert drawn is not None
    assert still


# -- answering comes before drawing ---------------------------------------------------------


async def test_a_picture_that_can_wait_lets_an_answer_go_first(
    painter: SlowPainter, look: Look
) -> None:
    """It is begun when the last answer is given; one that cannot wait is drawn at once."""
    answers = Answers()
    gallery = Gallery(lambda *_: painter, lambda _game, _language: str, answers=answers)
    with answers.one():
        with answers.one():
            patient = asyncio.create_task(
                gallery.picture(GAME, look, language="en", wanted=lambda: True)
            )
            private = await gallery.picture(GAME, look, NORTH, language="en")
        before = painter.painted.copy()
    drawn = await patient
    gallery.close()

    assert private is not None
    assert drawn is not None
    assert [section.kind for section in before] == ["zone"]
    assert [section.kind for section in painter.painted] == ["zone", "whole"]


async def test_a_bot_that_is_never_quiet_draws_all_the_same(look: Look) -> None:
    """After so many answers a picture has its turn."""
    answers = Answers()
    pausing = asyncio.create_task(answers.pause(answers.ticket()))
    done = []
    with answers.one():
        await asyncio.sleep(0)
        pausing = asyncio.create_task(answers.pause(answers.ticket()))
        await asyncio.sleep(0)
        for _ in range(PASSED):
            done.append(pausing.done())
            with answers.one():
                await asyncio.sleep(0)
        await asyncio.sleep(0)
        done.append(pausing.done())

    assert done == [False] * PASSED + [True]


async def test_a_picture_that_was_overtaken_is_not_drawn(
    gallery: Gallery, painter: SlowPainter, look: Look
) -> None:
    """It is asked for when its turn comes, and not before."""
    with pytest.raises(Overtaken):
        await gallery.picture(GAME, look, language="en", wanted=lambda: False)

    assert painter.count == 0


async def test_every_report_has_its_picture_and_a_panel_the_present(there: River) -> None:
    """However many steps pass while somebody is answered: no panel in between is drawn."""
    answers, painter = Answers(), FakePainter()
    gallery = Gallery(lambda *_: painter, lambda _game, _language: str, answers=answers)
    discord = FakeDiscord(there.watch)
    courier = Courier(there.door, discord, gallery, clock=there.watch)
    campaign = await there.started(turns=50)
    await courier.settle()
    drawn = len(painter.painted)
    with answers.one():
        await there.step(campaign)
        settling = asyncio.create_task(courier.settle())
        while not answers.waited_for:  # noqa: ASYNC110 - nothing tells that it waits
            await asyncio.sleep(0)
        for number in range(8):
            await there.step(campaign, number)
    await settling
    gallery.close()

    reports = [m.post for m in discord.of(Bulletin)]
    (panel,) = discord.of(Panel)
    wanted = [row["body"] for row in await there.rows(campaign) if '"map":true' in row["body"]]
    assert sum(post.picture is not None for post in reports) == len(wanted)
    assert panel.post.look == await there.door.reader.look(campaign.id)
    pictures = [one for post in reports[1:] if isinstance(post, Bulletin) for one in post.pictures]
    assert panel.post.picture is not None
    new = {one.data for one in (*pictures, panel.post.picture)}
    assert len(painter.painted) == drawn + len(new)


async def test_games_alive_are_those_not_over(there: River) -> None:
    """A game counts from when a campaign of it is opened until the last of them is over."""
    door = there.door
    none = await door.reader.games_alive()
    campaign = await there.started()
    one = await door.reader.games_alive()
    await door.play.resign(campaign.id, RED, request="enough")

    assert none == ()
    assert [game.key for game, _ in one] == [TOY.key]
    assert await door.reader.games_alive() == ()
