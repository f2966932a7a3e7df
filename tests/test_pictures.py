"""The pictures that tests share are what would be drawn."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES, painter
from bot.text import words_for
from engine.data.with_data import with_data
from engine.dice import SeededDice
from render.api import Picture, Section
from tests.support import pictures
from tests.support.own_data import other

GAME: Any = GAMES["barricadas"]
OWN: Any = with_data(GAME, other(GAME.key))
SMALL, TINY, KEY = Section("whole", width=300), Section("whole", width=200), Section("key")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where pictures are kept, none so far."""
    monkeypatch.setattr(pictures, "_folder", tmp_path)
    return tmp_path


def drawn(
    section: Section = SMALL, language: str = "en", theme: str = "standard", game: Any = GAME
) -> Picture:
    """Draw what everybody sees of a game that begins."""
    seen = game.view(game.setup(game.settings_model(), SeededDice(b"kept")).state, None)
    names = words_for(language, game).plain.say
    return painter(game, theme).paint(seen, section, names=names)


def test_what_is_read_is_what_would_be_drawn(folder: Path) -> None:
    """Its bytes, its size and its words; and it is read, not drawn."""
    first = drawn()
    (kept,) = folder.iterdir()

    assert drawn() == first
    with pictures.none_kept():
        assert drawn() == first
    another = replace(first, alt=())
    kept.write_bytes(pickle.dumps(another))
    assert drawn() == another


def test_whatever_a_picture_follows_from_tells_it_apart(folder: Path) -> None:
    """What is shown of the map, in whose words and colours, and by which data."""
    for number, draw in enumerate(
        (
            partial(drawn, KEY),
            partial(drawn, SMALL),
            partial(drawn, TINY),
            partial(drawn, KEY, language="es"),
            partial(drawn, KEY, theme="dark"),
        ),
        start=1,
    ):
        draw()
        assert len([*folder.iterdir()]) == number, draw
    assert drawn(KEY, game=OWN) != drawn(KEY)


def test_words_that_are_nobodys_are_drawn(folder: Path) -> None:
    """Nothing says what they follow from."""
    seen = GAME.view(GAME.setup(GAME.settings_model(), SeededDice(b"kept")).state, None)

    painter(GAME).paint(seen, KEY, names=lambda _term: "word")

    assert not [*folder.iterdir()]
