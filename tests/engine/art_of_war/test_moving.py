"""The order to move: rivers, generals along, how it is typed, offered and foreseen."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.art_of_war.game import GAME
from tests.engine.art_of_war.build import (
    codes,
    do,
    enemy,
    general,
    ground,
    lay,
    place,
    pose,
    typed,
    unit,
    whole,
)
from tests.engine.art_of_war.moves import CHIEF, alone, line, order

# -- a river, a general, an order typed -----------------------------------------------------------


def test_a_river_that_turns_out_worse_stops_the_move() -> None:
    """The order is paid all the same (10.river, ADG-R66)."""
    river = ground("river", "10/5.5", "20/5.5", "20/6.2", "10/6.2")
    table = alone("heavy_infantry", river)
    stopped = do(table, order("a1", "advance 1"), 3)
    assert codes(stopped) == ["river.impassable", "move.stopped", "move.made"]
    assert place(stopped, "a1") == "15/5.51/0"
    assert stopped.state.table.generals["south-g1"].points < 9
    easy = do(table, order("a1", "advance 1"), 1)
    assert place(easy, "a1") == "15/6/0"


def test_a_river_at_their_feet_lets_nobody_go_on() -> None:
    """Who can do nothing of a move stays, and has paid (10.river, ADG-R66)."""
    river = ground("river", "10/4.98", "20/4.98", "20/6", "10/6")
    stayed = do(alone("heavy_infantry", river), order("a1", "advance 1"), 3)
    assert codes(stayed) == ["river.impassable", "move.stopped", "move.stayed"]
    assert place(stayed, "a1") == "15/5/0"


def test_a_general_goes_with_the_unit_and_one_who_is_touched_moves_off() -> None:
    """Nobody can attack them (3.move.joined, 3.safe.away)."""
    table = lay(unit("a1", "15/5"), general("a1", points=2), enemy("z1", "15/17"))
    moved = do(table, order("a1", "advance 3")).state.table.generals["south-g1"]
    assert moved.pose == pose("15/7.25")
    theirs = general("15/8", side="north")
    table = lay(unit("a1", "15/5"), CHIEF, theirs, enemy("z1", "15/11"))
    step = do(table, order("a1", "advance 3"))
    assert "general.dodges" in codes(step)
    assert step.state.table.generals["north-g1"].unit == "north-z1"


def test_orders_are_read_as_people_type_them() -> None:
    """Groups by their letter, parts in either language."""
    table = line()
    wanted = order("a1+a2+a3", "advance 1, pivot-left 10")
    for who, parts in (
        ("corps 1 group A", "advance 1, pivot left 10°"),
        ("grupo a", "avanza 1, pivota a la izquierda 10"),
        ("a1+a2+a3", "advance 1, pivot-left 10"),
        ("a1,a2,a3", "forward 1 then wheel left 10"),
    ):
        assert typed(table, "move", who=who, parts=parts) == wanted
    assert typed(table, "move", who="a2", parts="cuarto de giro a la derecha") == order(
        "a2", "quarter-right"
    )


@pytest.mark.parametrize("parts", ["jump 3", "pivot 20", "advance", "advance 3 4"])
def test_what_is_no_part_is_refused(parts: str) -> None:
    """A pivot needs a side, an advance one length."""
    with pytest.raises(Exception, match="not_a_manoeuvre"):
        typed(line(), "move", who="a", parts=parts)


def test_what_is_offered_is_legal() -> None:
    """Whole groups first; every option passes, and the farthest advance is the first."""
    table = line()
    view = GAME.view(whole(table), "south")
    who = [one.value for one in GAME.options(view, "move", "who", {})]
    assert who[0] == "south-a1+south-a2+south-a3"
    assert len(who) == 4
    parts = [one.value for one in GAME.options(view, "move", "parts", {"who": who[0]})]
    assert parts[0] == "advance 3"
    for one in parts:
        action = GAME.parse(view, "move", {"who": who[0], "parts": one})
        assert GAME.check(whole(table), "south", action) == (), one
    then = {"who": who[0], "parts": "advance 2"}
    more = [one.value for one in GAME.options(view, "move", "parts", then)]
    assert more[0] == "advance 1"


def test_a_move_is_foreseen() -> None:
    """Way of every unit, part by part; length and points (ADG-R22)."""
    table = line()
    view = GAME.view(whole(table), "south")
    seen = GAME.preview(view, order("a1+a2+a3", "advance 1, slide-right 0.5"))
    assert seen.ways[0].who == ("south-a1",)
    assert seen.ways[0].places == ("14/6/0", "14/7/0", "14.5/7/0")
    figures = {one.code: one.params for one in seen.costs}
    assert figures["cost.way"] == {"by": Fraction(1), "most": Fraction(3)}
    assert figures["cost.points"]["left"] == 7
    taken = GAME.preview(
        GAME.view(whole(alone("elephants")), "south"), order("a1", "half", "disorder")
    )
    assert [one.text.code for one in taken.warnings] == ["warn.disorder"]
