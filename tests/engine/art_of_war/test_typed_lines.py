"""Whole orders as people type them, without the word for the kind, in either language."""

from __future__ import annotations

import pytest

from engine.api import Action, Term
from engine.art_of_war.actions import Charge, Move
from engine.art_of_war.game import GAME
from engine.art_of_war.state import Table
from engine.playing.lines import read_order
from tests.engine.art_of_war.build import enemy, general, lay, unit, whole
from tests.engine.art_of_war.moves import line, order

KINDS = {kind: kind for kind in GAME.actions}
LITTLE = frozenset(("the", "to", "at", "a", "al", "hacia", "con", "de", "del", "el", "la", "los"))
"""What the page passes over, "a" of the Spanish words among them."""


def read(table: Table, text: str) -> Action:
    """What a line means to south."""
    view = GAME.view(whole(table), "south")
    return GAME.parse(view, *read_order(GAME, view, text, KINDS, LITTLE))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("group A advance 1, pivot left 10", "advance 1, pivot-left 10"),
        ("corps 1 group A advance 1", "advance 1"),
        ("corps 1 group a advance 1 and pivot left 10", "advance 1, pivot-left 10"),
        ("a1+a2+a3 advance 1", "advance 1"),
        ("move a advance 1", "advance 1"),
        ("a avanza 1,5", "advance 1.5"),
        ("grupo a avanza 1 y pivota a la izquierda 10", "advance 1, pivot-left 10"),
        ("cuerpo 1 grupo A avanza 1", "advance 1"),
        ("grupo A avanza 1, luego desliza a la derecha 0,5", "advance 1, slide-right 0.5"),
    ],
)
def test_a_group_is_told_to_move_in_one_line(text: str, parts: str) -> None:
    """A group's letter is no little word, even where the language has one like it."""
    assert read(line(), text) == order("a1+a2+a3", parts)


def test_one_unit_turns_in_one_line() -> None:
    """It stands by itself, so that it may."""
    table = lay(unit("b2", "15/5"), general("15/4", points=5), enemy("z1", "15/17"))
    for text in ("b2 quarter turn right", "b2 cuarto de giro a la derecha"):
        assert read(table, text) == order("b2", "quarter-right")


def test_a_charge_needs_no_word_where_an_enemy_is_named() -> None:
    """Nobody moves to an enemy otherwise."""
    table = lay(unit("a1", "10/4"), general("10/3", points=5), enemy("c1", "10/6.5"))
    for text in ("a1 charge c1", "charge a1 c1", "a1 c1"):
        assert read(table, text) == Charge(who="south-a1", target="north-c1")


def test_what_is_understood_is_refused_with_its_reason() -> None:
    """Not as no order at all: the clause, and the nearest legal end."""
    table = line()
    action = read(table, "group A advance 9")
    assert isinstance(action, Move)
    found = GAME.check(whole(table), "south", action)
    assert [one.code for one in found][-1] == "move.nearest"
    assert all(one.rule for one in found)
    part = found[-1].params["part"]
    assert isinstance(part, Term)
    assert part.key == "advance 3"


def test_what_may_be_typed_besides_the_menu_is_said_and_read() -> None:
    """Parts by any amount, points of the table; whom an order is for is chosen alone."""
    table = line()
    view = GAME.view(whole(table), "south")
    offered = [one.value for one in GAME.options(view, "move", "parts", {"who": "a"})]
    assert "advance 1.35" not in offered
    assert GAME.accepts(view, "move", "parts", {"who": "a"}) is not None
    action = read(table, "a advance 1.35")
    assert GAME.check(whole(table), "south", action) == ()
    assert GAME.accepts(view, "lead", "to", {}) is not None
    assert GAME.accepts(view, "move", "who", {}) is None
