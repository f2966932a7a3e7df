"""What is left to give is said while an order is put together: room aboard, Supply Columns."""

from __future__ import annotations

from engine.api import Params, Term, Text
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.play import place_term
from engine.war_of_the_pacific.state import Phase, View
from tests.engine.war_of_the_pacific.build import lay


def harbour() -> View:
    """Chile's view of two transports in port, with two units and a column beside them."""
    place = {"rimac": "box port", "itata": "box port", "2line": "box x1", "3line": "box x1"}
    return GAME.view(lay(place=place, columns={"box": 1}, phase=Phase.NAVAL.value), "chile")


def test_the_room_aboard_is_said_from_the_beginning() -> None:
    """That of all ships of a place at first; what is chosen is taken off, of the ship chosen."""
    view, box = harbour(), place_term("box")

    for filled, n in (({}, 4), ({"units": "2line"}, 3), ({"units": "2line,3line"}, 2)):
        assert GAME.left(view, "embark", filled) == (Text("left.room.all", {"place": box, "n": n}),)
    one = {"units": "2line", "ship": "itata"}
    itata: Params = {"ship": Term("unit", "itata"), "n": 1}
    assert GAME.left(view, "embark", one) == (Text("left.room", itata),)
    assert GAME.left(view, "embark", {"units": "2line,3line,sc1", "ship": "itata"}) == ()


def test_every_ship_is_offered_with_the_room_that_stays() -> None:
    """The menu of ships says what each has left with those aboard who are chosen."""
    offered = GAME.options(harbour(), "embark", "ship", {"units": "2line"})

    assert {one.value: one.label.params["n"] for one in offered} == {"rimac": 1, "itata": 1}


def test_a_column_says_that_it_takes_more_than_its_step() -> None:
    """Two steps of room (7.1.column), though its counter has one."""
    offered = {one.value: one.label for one in GAME.options(harbour(), "embark", "units", {})}

    column = offered["sc1"]
    assert (column.code, column.params["n"]) == ("embark.load", 2)
    assert offered["2line"].code == "unit"


def test_a_column_that_is_chosen_is_no_longer_left() -> None:
    """Each kind that a column pays for says how many are left, and one fewer once it is chosen."""
    state = lay(place={"2line": "box x1"}, columns={"box": 2}, phase=Phase.SUPPLY.value)
    view = GAME.view(state, "chile")

    for filled, n in (({}, 2), ({"unit": "2line"}, 2), ({"unit": "2line", "column": "sc1"}, 1)):
        assert GAME.left(view, "replenish", filled) == (Text("left.columns", {"n": n}),)
