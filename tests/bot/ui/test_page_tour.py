"""Every page that can be left is opened later, whatever has happened since: a tour of all of them.

After every action of a random game each side opens what it left before: with each selection, with
"Several", a group, an order half put together or typed wrongly, entries that nothing comes of any
more, dialogues of every kind at every field; in both languages. Discord takes each, none fails.
"""

from __future__ import annotations

import pytest

from bot.trials.random_play import play_at_random
from engine.dice import RecordedDice, SeededDice
from tests.games import known
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.positions import GAMES, TABLES
from tests.support.short import short
from tests.support.tour import Opened, Tour

every_table = pytest.mark.parametrize(("key", "table"), TABLES)


def tour(
    key: str, table: int, seed: str, *, limit: int, spread: int, some: int, kinds: int | None
) -> Opened:
    """Follow a random game and open what was left, at every *spread*-th position."""
    game = GAMES[key]
    whole = Tour(game, some=some, kinds=kinds)
    dice = RecordedDice(SeededDice(f"dice {seed}".encode()))
    begun = game.setup(short(game, table), dice).state
    counted = 0

    def visit(state: object) -> None:
        nonlocal counted
        counted += 1
        if counted % spread == 0:
            whole.visit(state)

    _, last = play_at_random(game, begun, seed, limit=limit, each=visit, dice=dice)
    whole.visit(last)
    return whole.opened


@every_table
def test_some_pages_that_were_left_open_later(key: str, table: int) -> None:
    """A few of them in a few positions, of each game."""
    limit = known(key).pace.first_pages
    found = tour(key, table, "tour", limit=limit, spread=limit // 3, some=4, kinds=4)
    assert found.wrong == []
    assert found.pages > 20


@pytest.mark.long
@every_table
def test_every_page_that_was_left_opens_later(key: str, table: int) -> None:
    """Of all of them in turn, to the game's end."""
    spread = known(key).pace.pages
    found = tour(key, table, "whole", limit=20_000, spread=spread, some=18, kinds=None)
    print(f"{key} {table}: {found.pages} openings")
    assert found.wrong == []
