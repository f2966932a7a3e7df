"""Several activations of a turn can be planned ahead, and a reaction is answered at once."""

from __future__ import annotations

from engine.barricadas.actions import React
from engine.barricadas.game import GAME
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Table
from engine.dice import NoDice
from engine.playing.planning import foresee
from tests.engine.barricadas.build import (
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)


def two_units() -> Table:
    """Two Republican units, and National infantry out of reach of their moves."""
    return lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        officer("h", "C604"),
        infantry("h1", "C604"),
        enemy_officer("g", "C408"),
        enemy("g1", "C408"),
    )


def test_each_unit_is_planned_as_if_the_others_let_them() -> None:
    """The second is allowed behind the first, though it is the other side's turn between."""
    view = GAME.view(whole(two_units()), REPUBLICAN)
    plan = [
        ("activate", {"leader": f"republican-{unit}", "tasks": f"{unit}1 move {place}"})
        for unit, place in (("g", "C403"), ("h", "C603"), ("g", "C402"))
    ]
    found = foresee(GAME, view, plan)
    assert [one.when for one in found.outlooks[:2]] == ["now", "now"]
    # Who has been activated is not activated again in the same turn.
    assert found.outlooks[2].when != "now"
    moved = {key: one.at for key, one in found.view.table.counters.items()}
    assert (moved["republican-g1"], moved["republican-h1"]) == ("C403", "C603")
    assert found.view.table.player == REPUBLICAN


def test_whose_turn_it_is_stays_as_it_is_where_others_may_answer() -> None:
    """What is supposed with others in it stops at their question."""
    view = GAME.view(whole(two_units()), REPUBLICAN)
    ahead = GAME.suppose(view, order("republican-g", "republican-g1 move C403"))
    assert ahead.open == "answer"


def test_who_is_asked_can_fire_by_one_press() -> None:
    """Beside holding, which all see, its side is offered everybody's fire and each group's."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        enemy_officer("g", "C407"),
        enemy("g1", "C407"),
        enemy("g2", "C407"),
    )
    state = whole(table)
    (owed,) = GAME.awaiting(state)
    step = GAME.apply(state, owed.seat, order("republican-g", "republican-g1 move C405"), NoDice())
    (public,) = GAME.awaiting(step.state)
    (asked,) = GAME.asked(GAME.view(step.state, NATIONALIST))
    assert len(public.choices) == 1
    shots = [one.action for one in asked.choices if isinstance(one.action, React)]
    assert shots
    assert all(not GAME.check(step.state, NATIONALIST, one) for one in shots)
