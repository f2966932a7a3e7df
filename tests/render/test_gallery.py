"""The page for people who change pictures: it is written whole, and has all that is registered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from engine.registry import load_games
from render.themes import THEMES
from tests.bench.subjects import subject_of
from tests.gallery.page import write_page
from tests.games import known


def test_the_page_has_pictures_that_can_be_seen(tmp_path: Path) -> None:
    """Each file that it names is there and can be read, and each has its words."""
    page = write_page(tmp_path, [subject_of("calama")], ("dark",))
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r'src="([^"]+)"', text))
    assert len(named) >= 6
    for name in named:
        with Image.open(tmp_path / name) as opened:
            opened.load()
    assert text.count("<details>") == len(named) - 1  # a sheet of counters has none


@pytest.mark.parametrize("key", list(load_games()))
def test_every_game_has_its_counters(key: str) -> None:
    """In every theme as many."""
    counters = known(key).counters
    assert counters is not None
    found = [len(list(counters(theme, 24))) for theme in THEMES.values()]
    assert min(found) == max(found) >= 20
