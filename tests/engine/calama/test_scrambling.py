"""What another world that looks the same differs in: the measure of the leak tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.calama.game import GAME
from engine.calama.settings import Settings
from engine.calama.soundness import faults
from engine.calama.state import BOLIVIA, CHILE, SEATS, State, other
from tests.engine.calama.build import lay, set_up

PLACE = {
    "chile-commander-1": "3-10",
    "chile-infantry-1": "4-9",
    "bolivia-commander-1": "10-7",
    "bolivia-infantry-1": "9-7",
}


def order_of(state: State, seat: str) -> tuple[str, ...]:
    """A side's objectives by value."""
    return state.secrets[seat].priorities


@pytest.mark.parametrize("viewer", SEATS)
def test_in_play_the_others_objectives_are_worth_something_else(viewer: str) -> None:
    """Not one keeps its value; the viewer's own stay, and nothing public changes."""
    state = lay(place=PLACE)
    (twin,) = GAME.scramble(state, viewer)
    foe = other(viewer)

    assert twin.table == state.table
    assert order_of(twin, viewer) == order_of(state, viewer)
    assert sorted(order_of(twin, foe)) == sorted(order_of(state, foe))
    assert all(
        one != two for one, two in zip(order_of(twin, foe), order_of(state, foe), strict=True)
    )


def test_to_the_public_both_are_unknown() -> None:
    """Without a seat one knows of neither."""
    state = lay(place=PLACE)
    (twin,) = GAME.scramble(state, None)

    assert all(order_of(twin, seat) != order_of(state, seat) for seat in SEATS)


def test_what_has_scored_is_known() -> None:
    """An objective fulfilled keeps its value, and the world stays a possible one."""
    state = lay(
        place=PLACE,
        priorities={CHILE: ("guns", "topater", "roads")},
        scored={"topater": 6},
        points={CHILE: 6},
    )
    (twin,) = GAME.scramble(state, BOLIVIA)

    assert order_of(twin, CHILE) == ("roads", "topater", "guns")
    assert faults(twin) == ()
    assert "gave 6" in str(
        faults(
            replace(
                state,
                secrets={
                    **state.secrets,
                    CHILE: replace(state.secrets[CHILE], priorities=("topater", "guns", "roads")),
                },
            )
        )
    )


def test_a_plan_may_be_begun_or_not() -> None:
    """Until a side is ready nobody else knows whether it has a plan at all."""
    begun = set_up(Settings(), {CHILE: "north_column"})
    (without,) = GAME.scramble(begun, BOLIVIA)

    assert without.secrets[CHILE].plan == ()
    assert GAME.scramble(without, BOLIVIA)[0].secrets[CHILE].plan != ()
    assert GAME.view(begun, BOLIVIA) == GAME.view(without, BOLIVIA)


def test_a_closed_plan_is_another_legal_one() -> None:
    """Of a side that is ready one knows that its plan is whole, and not who stands where."""
    begun = set_up(Settings(), {CHILE: "north_column"})
    closed = replace(begun, table=replace(begun.table, ready=(CHILE,)))
    (twin,) = GAME.scramble(closed, BOLIVIA)
    plan, other_plan = (one.secrets[CHILE].plan for one in (closed, twin))

    assert other_plan != plan
    assert {one.at for one in other_plan} == {one.at for one in plan}
    assert sorted(one.type for one in other_plan) == sorted(one.type for one in plan)
    assert order_of(twin, CHILE) != order_of(closed, CHILE)
