"""What looks foolish is seen where it is, and the strongest computers seldom do it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

import pytest

from engine.api import Action
from engine.registry import load_games
from tests.games import known
from tests.support.seldom import seldom
from tests.zoo.__main__ import main
from tests.zoo.arenas import has_enemies
from tests.zoo.signs.counting import counted, watch_of
from tests.zoo.signs.watching import IDLE_TURNS, Watch

KEYS = sorted(filter(has_enemies, load_games()))
FOOLISH = [key for key in KEYS if known(key).zoo.foolish]
MOST = 1
"""Of each sign at most so many in a game in the middle."""
DONE = Action()
Place = tuple[int, Mapping[str, str], Collection[str]]
"""A game for the watch alone: its turn, where counters stand, and who could do something."""


class Toy(Watch[Place]):
    """Watches a game of which there is nothing else."""

    def turn(self, state: Place) -> int:
        """Return the turn."""
        return state[0]

    def places(self, state: Place) -> Mapping[str, str]:
        """Return where counters stand."""
        return state[1]

    def useful(self, state: Place) -> Collection[str]:
        """Return who could do something."""
        return state[2]

    def active(self, state: Place) -> Collection[str]:
        """Nobody shoots."""
        return ()


def seen(*states: Place, seat: str = "mine") -> Mapping[str, int]:
    """Return what is seen while one state follows the other."""
    watch = Toy("mine")
    for before, after in pairwise(states):
        watch(before, seat, DONE, after)
    return watch.found


def at(turn: int, useful: Collection[str] = (), **places: str) -> Place:
    """Return a state."""
    return turn, places, useful


def test_going_back_is_seen() -> None:
    """In the same turn and the next, once for all who go together, of one's own moves alone."""
    there = at(1, one="a", two="b"), at(1, one="c", two="c")

    assert seen(*there, at(1, one="a", two="b"))["undone"] == 1
    assert seen(*there, at(2, one="c", two="c"), at(2, one="a", two="c"))["undone"] == 1
    assert seen(*there, at(3, one="c", two="c"), at(3, one="a", two="c"))["undone"] == 0
    assert seen(*there, at(1, one="d", two="c"), at(1, one="a", two="c"))["undone"] == 0
    assert seen(*there, at(1, one="a", two="b"), seat="other")["undone"] == 0


def test_doing_nothing_is_seen_once() -> None:
    """When three turns have gone by in which something could have been done."""
    idle = [at(turn, useful=("one",), one="a") for turn in range(1, 6)]

    assert seen(*idle[:IDLE_TURNS])["idle"] == 0
    assert seen(*idle)["idle"] == 1
    busy = [at(turn, useful=("one",), one="ab"[turn % 2] + str(turn)) for turn in range(1, 6)]
    assert seen(*busy)["idle"] == 0
    vain = [at(turn, one="a") for turn in range(1, 6)]
    assert seen(*vain)["idle"] == 0


@pytest.mark.parametrize("key", seldom(FOOLISH, ["calama"]))
def test_who_does_nothing_looks_foolish(key: str) -> None:
    """Each watch sees something in games of an enemy who sits still."""
    foolish = known(key).zoo.foolish
    assert foolish
    settings, seat, signs = foolish
    found = counted(key, "hard", seat, 3, settings=settings, player="passive")

    assert {sign for sign in watch_of(key, seat).SIGNS if found.average(sign)} >= set(signs)


def test_a_table_of_signs(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for each sign, with the game in which it was seen most."""
    asked = ["barricadas", "--games", "1", "--signs", "--seat", "nationalist", "--processes", "1"]

    assert main([*asked, "--of", "passive"]) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split(" | ")[0].strip("| ") for row in rows] == [
        *watch_of("barricadas", "nationalist").SIGNS
    ]
    assert any("(signs hard nationalist " in row for row in rows)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_the_strongest_seldom_look_foolish(key: str) -> None:
    """Of each sign at most one in a game in the middle, from either side, against itself."""
    for seat in load_games()[key].seats:
        found = counted(key, "hard", seat, known(key).zoo.watched, settings={}, processes=2)
        assert {
            sign: found.middle(sign)
            for sign in watch_of(key, seat).SIGNS
            if found.middle(sign) > MOST
        } == {}
