"""What a move of Calama comes to, as values: who goes from where to where."""

from __future__ import annotations

import pytest

from engine.api import NO_PREVIEW, Action, Term, Text, Way
from engine.calama.actions import Advance, Done, Leg, March
from engine.calama.board import load_board
from engine.calama.game import GAME
from engine.calama.state import CHILE
from engine.dice import NoDice
from tests.engine.calama.build import lay

TABLE = lay(
    place={"chile-infantry-1": "4-9", "chile-infantry-2": "3-9", "bolivia-officer-1": "14-3"}
)
ONE, TWO = "chile-infantry-1", "chile-infantry-2"


@pytest.mark.parametrize(
    ("action", "ways"),
    [
        (Advance(piece=ONE, to="5-10"), (Way((ONE,), ("4-9", "5-10")),)),
        (
            March(moves=(Leg(piece=ONE, to="4-10"), Leg(piece=ONE, to="5-10"))),
            (Way((ONE,), ("4-9", "4-10")), Way((ONE,), ("4-10", "5-10"))),
        ),
        (
            March(moves=(Leg(piece=ONE, to="4-10"), Leg(piece=TWO, to="4-9"))),
            (Way((ONE,), ("4-9", "4-10")), Way((TWO,), ("3-9", "4-9"))),
        ),
    ],
)
def test_ways_begin_where_a_piece_is_by_then(action: Action, ways: tuple[Way, ...]) -> None:
    """Each leg of a march goes on from the one before."""
    view = GAME.view(TABLE, CHILE)
    assert GAME.check(TABLE, CHILE, action) == ()
    assert GAME.preview(view, action).ways == ways


def test_points_of_the_pool_are_counted() -> None:
    """7.4.1: a march takes what its legs take, of what is left."""
    legs = (Leg(piece=ONE, to="4-10"), Leg(piece=TWO, to="4-9"))
    view = GAME.view(TABLE, CHILE)
    taken = sum(1 + load_board().squares[leg.to].cost for leg in legs)

    found = GAME.preview(view, March(moves=legs))

    assert found.costs == (Text("cost.points", {"n": taken, "left": TABLE.table.pool}),)
    assert found.final == ()


def test_a_combat_order_is_taken_off_once_it_is_whole() -> None:
    """4.1.7: each side has so many, and a menu says how many it has left with this one given."""
    view = GAME.view(TABLE, CHILE)
    n = TABLE.table.orders_left[CHILE]
    filled = {"type": "infantry", "gives": "attack"}

    assert GAME.left(view, "order", filled) == (Text("left.orders", {"n": n}),)
    whole = {**filled, "takes": "defence"}
    assert GAME.left(view, "order", whole) == (Text("left.orders", {"n": n - 1}),)


def test_closing_a_turn_of_a_phase_cannot_be_taken_back() -> None:
    """The confirming page says which phase it is."""
    moved = GAME.apply(TABLE, CHILE, Advance(piece=ONE, to="4-10"), NoDice()).state

    (line,) = GAME.preview(GAME.view(moved, CHILE), Done()).final

    ended = {"phase": Term("phase", "movement_chile"), "next": Term("phase", "movement_bolivia")}
    assert line == Text("final.next", ended)


def test_what_is_refused_has_no_preview() -> None:
    """Nor has anything for whoever may not do it."""
    assert GAME.preview(GAME.view(TABLE, CHILE), Advance(piece=ONE, to="14-3")) == NO_PREVIEW
