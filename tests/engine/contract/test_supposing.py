"""Whatever is offered can be supposed, from what a seat sees, wherever a game may stand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from engine.api import Action, AnyGame
from engine.kit.filling import NothingOffered, offered
from tests.support.positions import GAMES, TABLES, positions

every_table = pytest.mark.parametrize(("key", "table"), TABLES)
MANY = ("one", "two")
FEW = 3
"""Actions of a kind that are looked at where few are enough."""
STANDING = 4
"""Of so many positions standing orders are supposed at one: they are offered alike at each."""


def offers(game: AnyGame, view: Any, most: int | None, *, standing: bool) -> Iterator[Action]:
    """Every action that a view offers, or so many of each kind, and those of its buttons."""
    for kind in game.kinds(view):
        yield from islice(offered(game, view, kind), most)
    for kind, model in game.actions.items():
        if model.standing and standing and most is None:
            try:
                yield from offered(game, view, kind)
            except NothingOffered:
                continue
    for decision in game.asked(view):
        if decision.seat == view.viewer:
            yield from (choice.action for choice in decision.choices)


def failures(game: AnyGame, view: Any, most: int | None, *, standing: bool) -> Iterator[str]:
    """What looking ahead fails over; a supposition ends where it does not know, it never fails."""
    for action in dict.fromkeys(offers(game, view, most, standing=standing)):
        for undisturbed in (False, True):
            try:
                game.suppose(view, action, undisturbed=undisturbed)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
                yield f"{view.viewer}: {action!r} ({undisturbed=}): {error!r}"
        if most is not None:
            continue
        try:
            game.preview(view, action)
            game.odds(view, action)
        except Exception as error:  # noqa: BLE001 - the same
            yield f"{view.viewer}: {action!r}: {error!r}"


def all_failures(key: str, table: int, seed: str, *, spread: int, whole: bool) -> list[str]:
    """What fails in a game, from every seat."""
    game = GAMES[key]
    states = positions(key, table, seed, spread=spread, whole=whole)
    most = None if whole else FEW
    return [
        one
        for place, state in enumerate(states)
        for seat in game.seats
        for one in failures(game, game.view(state, seat), most, standing=place % STANDING == 0)
    ]


@every_table
def test_what_is_offered_can_be_supposed(key: str, table: int) -> None:
    """At every view of the set-up, and at some of the game, by the seat that is not awaited too."""
    assert all_failures(key, table, "one", spread=60, whole=False) == []


@pytest.mark.long
@every_table
@pytest.mark.parametrize("seed", MANY)
def test_what_is_offered_can_be_supposed_at_every_view(key: str, table: int, seed: str) -> None:
    """The same at every view of whole games."""
    assert all_failures(key, table, seed, spread=1, whole=True) == []
