"""Standing orders for a voyage that was interrupted, columns received, repairs and full hexes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.api import Action
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Allot,
    Allotting,
    Course,
    Crowding,
    Intercept,
    Lose,
    Move,
    Repairs,
    Settle,
    Stop,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    Allotment,
    Overstack,
    Repair,
    State,
    Voyage,
)
from tests.engine.war_of_the_pacific.build import lay
from tests.engine.war_of_the_pacific.test_standing_orders import said, under_way

ONWARD = Move(to="2814")


def stopped() -> State:
    """A sound transport bound for Mollendo, stopped by one that missed it and is far now."""
    missed = Intercept(stacks=("2415",))
    after: State = GAME.apply(under_way(), CHILE, missed, ScriptedDice(1)).state
    far = {**after.table.units, "blanco": replace(after.table.units["blanco"], at="2007")}
    return replace(after, table=replace(after.table, units=far))


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        (Course(stance="hold"), ONWARD),
        (Course(stance="end"), Stop()),
        (Course(stance="hold", fought=True, damaged=True, enemies=0), ONWARD),
    ],
)
def test_a_voyage_that_was_interrupted(order: Course, answer: Action) -> None:
    """It goes on to where it was bound, or ends, where no condition is met."""
    assert said(stopped(), ALLIES, order) == answer


@pytest.mark.parametrize("condition", ["fought", "damaged", "enemies"])
def test_conditions_under_which_its_seat_is_asked(condition: str) -> None:
    """Each by itself, and none when it was not named."""
    state = stopped()
    table, frame = state.table, state.table.frames[-1]
    assert isinstance(frame, Voyage)
    units = dict(table.units)
    if condition == "fought":
        table = replace(table, frames=(replace(frame, fought=("oroya",)),))
    elif condition == "damaged":
        units["oroya"] = replace(units["oroya"], steps=1)
    else:
        units["blanco"] = replace(units["blanco"], at=load_board().sea_exits(frame.at)[0])
    met = replace(state, table=replace(table, units=units))
    told = {"stance": "hold", condition: 0 if condition == "enemies" else True}
    order = Course.model_validate(told)

    assert said(met, ALLIES, order) is None
    assert said(met, ALLIES, Course(stance="hold", enemies=1)) == ONWARD


def received(columns: int) -> State:
    """The Allies have columns to place; every city is theirs."""
    state: State = lay(phase="administrative", player=ALLIES)
    frame = Allotment(100, ALLIES, columns, False)
    return replace(state, table=replace(state.table, frames=(frame,)))


@pytest.mark.parametrize(
    ("first", "lima", "callao", "la_paz", "oruro"),
    [
        (("lima", "oruro"), 3, 0, 0, 1),
        (("la_paz", "callao"), 0, 0, 4, 0),
        (("callao", "lima", "la_paz"), 0, 3, 1, 0),
    ],
)
def test_columns_go_to_the_first_city(
    first: tuple[str, ...], lima: int, callao: int, la_paz: int, oruro: int
) -> None:
    """The Bolivian ones to the first that takes them."""
    answer = said(received(4), ALLIES, Allotting(first=first))
    assert answer == Allot(lima=lima, callao=callao, la_paz=la_paz, oruro=oruro)


def test_columns_that_the_order_finds_no_city_for_are_asked_about() -> None:
    """No Bolivian city is named, and one column must be Bolivian."""
    assert said(received(4), ALLIES, Allotting(first=("lima",))) is None


def test_closed_cities_are_passed_over() -> None:
    """Lima is held by the enemy: the next of the order receives."""
    state = received(4)
    lima = next(
        one.at
        for one in GAME.apply(
            state, ALLIES, Allot(lima=3, callao=0, la_paz=0, oruro=1), ScriptedDice()
        ).state.table.units.values()
        if one.nation == "peru" and one.id.startswith("sc")
    )
    control = {**state.table.control, lima: CHILE}
    state = replace(state, table=replace(state.table, control=control))
    answer = said(state, ALLIES, Allotting(first=("lima", "callao", "oruro")))
    assert answer == Allot(lima=0, callao=3, la_paz=0, oruro=1)


@pytest.mark.parametrize(("most", "paid"), [(0, 0), (1, 0), (2, 2), (99, 2)])
def test_repairs(most: int, paid: int) -> None:
    """As many columns as the roll says, if they are not too many; or its turns."""
    state: State = lay(
        place={"blanco": "box port x1"}, columns={"box": 3}, phase="supply", player=CHILE
    )
    frame = Repair(100, CHILE, "blanco", 2)
    state = replace(state, table=replace(state.table, frames=(frame,)))
    answer = said(state, CHILE, Repairs(most=most))
    assert isinstance(answer, Settle)
    assert len(answer.columns) == paid


def test_a_hex_that_holds_too_many() -> None:
    """Whole units go, by the order; the order of casualties does not speak of them."""
    state: State = lay(place={"buin": "3123", "2art": "3123", "cazadores": "3123"})
    frame = Overstack(100, CHILE, "3123", 2)
    state = replace(state, table=replace(state.table, frames=(frame,)))
    order = Crowding(first=("artillery", "cavalry"))
    assert said(state, CHILE, order) == Lose(units=("2art", "cazadores"))
