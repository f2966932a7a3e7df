"""The difference of two positions in words."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.api import Text
from engine.playing.changes import changes
from tests.engine.contract.games import GAMES, SEEDS, looked_at
from tests.support.nim import NIM
from tests.support.nim.actions import Settings
from tests.support.nim.state import Table, View


def heaps(*matches: int) -> View:
    """A view of heaps of so many matches."""
    return View(None, Table(Settings(), heaps=matches), None)


def test_what_goes_and_comes_is_named_in_order() -> None:
    """Lines that both positions have are left out."""
    game: Any = NIM
    found = changes(game, heaps(1, 3, 5), heaps(1, 2, 5, 4))

    assert found.gone == (Text("heap", {"heap": 2, "n": 3}),)
    assert found.come == (Text("heap", {"heap": 2, "n": 2}), Text("heap", {"heap": 4, "n": 4}))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_lines_gone_and_come_make_the_other_position(key: str) -> None:
    """In every game, for every reader: what went taken away and what came put there."""
    game = GAMES[key]
    states = looked_at(key, SEEDS[0], 6)
    for before, after in pairwise(states):
        for viewer in (None, *game.seats):
            views = game.view(before, viewer), game.view(after, viewer)
            found = changes(game, *views)
            old, new = ([repr(line) for line in game.describe(view)] for view in views)
            gone, come = ([repr(line) for line in lines] for lines in (found.gone, found.come))
            for line in gone:
                old.remove(line)
            for line in come:
                new.remove(line)
            assert sorted(old) == sorted(new)
            assert not set(gone) & set(come)
