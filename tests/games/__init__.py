"""What shared tests, benches, recordings and pictures must know of a game: a file for each.

``tests/games/<game>.py`` holds one ``KNOWN``; what it does not say is as in most games. A game that
is registered without such a file fails where it is first asked for, by the file's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from engine.registry import load_games
from tests.games.knowing import Known
from tests.support.minds import Minds


@cache
def known(key: str) -> Known:
    """Return what is known of a game, registered or a toy."""
    found: Known = import_module(f"tests.games.{key}").KNOWN
    return found


def minds(key: str) -> Minds:
    """Return what else the sides of a game may have in mind."""
    found = known(key).minds
    assert found is not None, f"tests/games/{key}.py: nobody has said what its sides have in mind"
    return found


def every() -> Iterator[Known]:
    """Yield what is known of every registered game, in the order of the register."""
    for key in load_games():
        yield known(key)
