"""The samples of what the bot says are what stands on Discord, in the language asked for."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from engine.art_of_war.actions import BreakOff
from tests.support.matches import game_of, typed
from tests.support.sample_words import HEADINGS, printed, spoken


@pytest.mark.parametrize(
    ("language", "begins"), [("en", "Nothing has changed."), ("es", "No ha cambiado nada.")]
)
async def test_a_few_of_each_are_printed(tmp_path: Path, language: str, begins: str) -> None:
    """There are bulletins, receipts and refusals; a refusal is one, and nobody is a number."""
    said = await spoken("barricadas", language, "few", tmp_path, steps=14)
    told = printed(said, 2)

    assert all(len(said[heading]) > 1 for heading in HEADINGS)
    assert all(text.startswith(begins) for text in said["refusals"])
    assert "<@" not in told
    assert [line for line in told.splitlines() if line.startswith("##")] == [
        "## 2 bulletins",
        "## 2 receipts",
        "## 2 refusals",
    ]


def test_an_order_is_typed_as_a_person_would() -> None:
    """Halves and quarters are written out: a command takes text, numbers and yes or no."""
    action = BreakOff(who="a1", back=Fraction(5, 2))
    command, options = typed(game_of("art_of_war"), action)
    assert (command, options) == ("adg breakoff", {"who": "a1", "back": "5/2"})
