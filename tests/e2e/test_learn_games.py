"""The lessons of the games that stand, pressed through as a newcomer would."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.builders import ChannelHandle

from engine.registry import load_games
from tests.support.people import Person
from tests.support.quick import bot_with_small_maps
from tests.support.reading import Paper
from tests.support.table import Table

PATIENCE = 180.0


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps."""
    patient = Table(
        tmp_path, bot_with_small_maps, names=("alice", "carla"), settle_timeout=PATIENCE
    )
    async with patient as opened:
        yield opened


WORDS = {
    "en-US": ("Next", "Do it for me", "Your first turn"),
    "es-ES": ("Siguiente", "Hazlo por mí", "Tu primer turno"),
}


SHOW = {"en-US": "Show me", "es-ES": "Muéstramelo"}


async def press_through(
    table: Table, person: Person, game: str, locale: str
) -> tuple[ChannelHandle, list[str]]:
    """Take a lesson as it proposes; return its thread, and what each press was answered."""
    following, doing, heading = WORDS[locale]
    lesson = load_games()[game].lesson
    assert lesson is not None
    person.speak(locale)
    begun = await person.slash("learn", game=game)
    assert begun.is_private
    await table.wait(5)
    (thread,) = table.threads(person)
    told = []
    presses = 0
    for number, step in enumerate(lesson.steps[:-1], 1):
        if step.name == "move":
            # What is shown is about the step, though an order would come first.
            shown = await person.press(_newest(table, thread, heading), SHOW[locale])
            assert shown.paper.pictures
        while f"{number} " in (page := _newest(table, thread, heading)).text.split("·")[1][:4]:
            reply = await person.press(page, doing if step.kinds else following)
            told.append(reply.text)
            await table.wait(5)
            presses += 1
            assert presses < 40, page.text
    assert f"{len(lesson.steps)} " in _newest(table, thread, heading).text.split("·")[1][:4]
    return thread, told


def _newest(table: Table, thread: ChannelHandle, heading: str) -> Paper:
    return next(one for one in reversed(table.seen(thread)) if heading in one.text)


def english_in(text: str) -> set[str]:
    """The words of a text that are English and nothing else."""
    return {"the", "your", "and", "with", "of"} & set(re.findall(r"\w+", text))


async def test_war_of_the_pacific(table: Table) -> None:
    """A secret order, a voyage, an opposed landing and an assault: all in Chile's first turn."""
    alice, carla = table.people["alice"], table.people["carla"]
    before = carla.notices()
    thread, told = await press_through(table, alice, "war_of_the_pacific", "en-US")
    done = "\n".join(told)
    for what in ("Order 1 for turn 1", "Load ", "Sail ", "against the enemy", "Attack "):
        assert what in done, what
    assert "Turn 2" in table.seen(thread)[0].text
    # The orders of both sides are told to nobody but their own.
    posted = "\n".join(one.text for one in table.seen(thread))
    assert "Order 1 for turn 1" not in posted
    assert "Order 1 for turn 1" in "\n".join(one.text for one in alice.inbox())
    assert carla.notices() == before
    assert carla.inbox() == []


async def test_calama_in_spanish(table: Table) -> None:
    """A secret set-up, moves and a fight within some rounds; every word is Spanish."""
    alice = table.people["alice"]
    thread, told = await press_through(table, alice, "calama", "es-ES")
    done = "\n".join(told)
    assert "Hecho por ti" in done
    assert " disparó a " in "\n".join(one.text for one in table.seen(thread))
    assert "Chile desplegó" in "\n".join(one.text for one in table.seen(thread))
    for one in table.seen(thread)[2:]:
        assert not english_in(one.text), one.text


@pytest.mark.long
async def test_art_of_war_in_spanish(table: Table) -> None:
    """A written plan, moves, a charge and a melee; every word is Spanish."""
    alice = table.people["alice"]
    thread, told = await press_through(table, alice, "art_of_war", "es-ES")
    done = "\n".join(told)
    assert "Plan de batalla" in done
    assert "carga contra" in done
    assert "Ganó " in "\n".join(one.text for one in table.seen(thread))
    for one in table.seen(thread)[2:]:
        assert not english_in(one.text), one.text
