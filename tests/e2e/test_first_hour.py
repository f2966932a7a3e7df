"""A newcomer who follows the page's words sets up, gives orders and ends: without Chromium.

The same with a browser, timed and with pictures, is ``python -m tests.support.first_hour``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Adjutant
from bot.text import words_for
from tests.support.first_hour import Told, table_of
from tests.support.newcomer import BLUE, GREEN, GREY, RED, Newcomer, Part, Shown
from tests.support.people import Person, Reply
from tests.support.quick import counted_bytes
from tests.support.reading import BUTTON, Paper
from tests.support.table import Table
from tests.support.wandering import without_pictures

COLOURS = {1: BLUE, 2: GREY, 3: GREEN, 4: RED}
NOTE = Shown("First: as Alice, press “Plan my turn” under the game's latest message.")
LOCALES = {"en": "en-US", "es": "es-ES"}


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """Two people in front of nothing, and nobody who draws."""
    async with Table(tmp_path, without_pictures, names=("alice",), settle_timeout=120.0) as one:
        yield one


def shown_of(paper: Paper) -> tuple[Shown, list[dict[str, object]]]:
    """Return a message as it is read, and its parts as they are pressed."""
    parts = [one for one in paper.components if one.get("custom_id") and not one.get("disabled")]
    read = (
        Part(str(one.get("label")), COLOURS.get(int(one.get("style", 2)), GREY))
        if one["type"] == BUTTON
        else Part(str(one.get("placeholder")), GREY, is_menu=True)
        for one in parts
    )
    return Shown(paper.text, tuple(read), paper.is_ephemeral), parts


async def touch(person: Person, paper: Paper, part: dict[str, object]) -> Reply:
    """Press a button, or choose a menu's first line."""
    custom_id = str(part["custom_id"])
    if part["type"] == BUTTON:
        return await person.press(paper, custom_id=custom_id)
    (first, *_) = paper.menus[custom_id]
    return await person.choose(paper, first, custom_id=custom_id)


@pytest.mark.parametrize("language", ["en", "es"])
async def test_a_newcomer_sets_up_and_moves(table: Table, language: str) -> None:
    """By the page's words alone, in either language, in few touches and never stuck."""
    alice = table.people["alice"]
    alice.speak(LOCALES[language])
    named = words_for(language).plain.bot("button.plan")
    bot = table.bot
    assert isinstance(bot, Adjutant)
    bot.moderator.desk.token = counted_bytes(b"hour")  # the same game in every run
    await alice.slash("game new", game="calama", opponent="easy", name="T", language=language)
    await alice.slash("game join", side="chile")
    await alice.slash("game start")
    newcomer, taps, ended = Newcomer(language), 0, False
    campaign = await bot.moderator.reader.campaign_in(table.guild.id, table.channel.id)
    assert campaign is not None
    before = ""
    for _ in range(20):
        look = await bot.moderator.reader.look(campaign.id, alice.id)
        assert look.status is not None
        if ended and look.status.phase_key != before:
            break
        if look.status.phase_key != before:
            before = look.status.phase_key
            newcomer.begin(3 if look.status.turn else 1)
        papers = [one for one in alice.reads() if one.exists]
        found = [shown_of(one) for one in papers]
        press = newcomer.next([Shown(f"“{named}”"), *(one for one, _ in found)])
        assert press is not None
        assert not newcomer.stuck, (press, found[press.message - 1][0])
        part = found[press.message - 1][1][press.part]
        await touch(alice, papers[press.message - 1], part)
        await table.settle()
        taps += press.taps
        ended = ended or (press.ends and look.status.turn > 0)
    assert ended
    assert taps <= 14


def test_what_is_pressed_is_what_the_page_says() -> None:
    """Blue first, as many as are wanted; then what the words name last, the end, and Send."""
    page = (Part("Advance 1", BLUE), Part("Rank"), Part("Ready"), Part("Send 1 entry", GREEN))
    shown = Shown("Rank your objectives; then say that you are ready.", page, private=True)
    public = Shown("Round 1", (Part("Odds"), Part("Plan my turn", BLUE)))
    newcomer = Newcomer("en")

    assert newcomer.next([public]) is None
    told = newcomer.next([public, NOTE])
    assert told is not None
    assert (told.message, told.part) == (0, 1)
    newcomer.begin(1)
    first, second, third = (newcomer.next([public, NOTE, shown]) for _ in range(3))
    assert first is not None
    assert second is not None
    assert third is not None
    assert [one.label for one in (first, second, third)] == [
        "Ready",
        "Rank",
        "Send 1 entry",
    ]
    idle = Shown("Not your move.", (Part("Type orders"), Part("More")), private=True)
    assert newcomer.next([public, NOTE, idle]) == told
    sure = Shown("Before you end your turn:", (Part("End my turn", RED),), private=True)
    pressed = newcomer.next([sure])
    assert pressed is not None
    assert pressed.ends
    assert not newcomer.stuck
    newcomer.next([sure])
    assert newcomer.stuck


def test_the_table_sums_up() -> None:
    """A line a stage, and what all came to."""
    told = {"set-up": Told(3, [1.0, 2.5], 422.0), "end": Told(2, [0.5])}
    lines = table_of(told).splitlines()
    assert lines[1].split() == ["set-up", "3", "3.5", "2.5", "0.5"]
    assert lines[-1].split() == ["in", "all", "5", "4.0"]
