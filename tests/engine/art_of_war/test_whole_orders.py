"""Whole orders in one line of a menu: usual moves, what is difficult in them, charges by edge."""

from __future__ import annotations

from engine.api import Action
from engine.art_of_war.actions import Charge, Move
from engine.art_of_war.game import GAME
from engine.art_of_war.rules.movement.usual import usual
from engine.art_of_war.state import Table
from tests.engine.art_of_war import charging
from tests.engine.art_of_war.build import enemy, general, lay, unit, whole
from tests.engine.art_of_war.moves import alone, line, order


def orders(table: Table, kind: str, who: str) -> list[Action]:
    """What the lines of an actor come to."""
    state = whole(table)
    view = GAME.view(state, "south")
    keys = "+".join(f"south-{one}" for one in who.split("+"))
    actor = next(one for one in GAME.actors(view) if one.who.value == keys)
    return [
        GAME.parse(view, kind, {"who": keys, act.field: one.value, **dict(one.filled)})
        for act in actor.acts
        if act.kind == kind
        for one in act.where
    ]


def test_usual_moves_are_whole_orders_and_each_is_allowed() -> None:
    """Straight on first, then aside or wheeling and on; none is offered twice (5)."""
    table = line()
    found = orders(table, "move", "a1+a2+a3")
    assert found[0] == order("a1+a2+a3", "advance 3")
    assert order("a1+a2+a3", "slide-left 0.5, advance 3") in found
    assert order("a1+a2+a3", "pivot-right 15, advance 2.21") in found
    assert len(found) == len(set(map(repr, found)))
    state = whole(table)
    assert [one for one in found if GAME.check(state, "south", one)] == []


def test_what_is_difficult_says_so_and_is_paid_for_or_taken() -> None:
    """Elephants do not wheel easily: both ways to do it stand behind what is easy (5.difficult)."""
    found = orders(alone("elephants"), "move", "a1")
    paid = order("a1", "pivot-left 15, advance 2.73", "pay")
    taken = order("a1", "pivot-left 15, advance 2.73", "disorder")
    assert order("a1", "pivot-left 15, advance 2.73") not in found
    places = [found.index(order("a1", "advance 2")), found.index(paid), found.index(taken)]
    assert places == sorted(places)
    calm = [one.calm for one in found if isinstance(one, Move)]
    assert calm == sorted(calm, key=["calm", "pay", "disorder"].index)


def test_who_cannot_pay_for_what_is_difficult_may_take_the_disorder() -> None:
    """An extra point that is not there is not offered (5.difficult.points)."""
    poor = lay(unit("a1", "15/5", "elephants"), general("15/4", points=1))
    assert {one.calm for one in usual(poor, "south", ("south-a1",))} == {"calm", "disorder"}


def test_a_charge_is_one_line_whichever_edge_it_goes_for() -> None:
    """No edge is named where it is the one that a charge goes for anyway (8.position)."""
    table = charging.lay(unit("a1", "14/5"), enemy("b1", "15/7.5/45"))
    found = orders(table, "charge", "a1")
    state = whole(table)
    assert [one for one in found if GAME.check(state, "south", one)] == []
    ends = {
        one.at: charging.declared(table, one).declared[-1].at
        for one in found
        if isinstance(one, Charge)
    }
    plain = ends.pop("any")
    assert ends
    assert all(said == at for said, at in ends.items())
    assert plain not in ends
