"""What is meant by one word in War of the Pacific: which actions, and which are left out."""

from __future__ import annotations

from engine.api import Action
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Embark,
    Intercept,
    Land,
    MarchUnits,
    Move,
    Raid,
    Sail,
    WriteOrder,
)
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, State
from tests.engine.war_of_the_pacific.build import lay


def bundles(state: State, seat: str = CHILE) -> dict[str, tuple[Action, ...]]:
    """The bundles of a side by their labels; one of each kind lies on these tables."""
    found = list(GAME.bundles(GAME.view(state, seat)))
    assert len({one.label.code for one in found}) == len(found)
    return {one.label.code.removeprefix("bundle."): one.actions for one in found}


def depleted(columns: int) -> State:
    """Three units at one step in a port from which a stack is to sail."""
    return lay(
        place={"cochrane": "3116 port", "buin": "3116 x1", "2line": "3116 x1", "3line": "3116 x1"},
        control={"3116": CHILE},
        columns={"3116": columns},
        orders={CHILE: {"I": ["cochrane"]}},
        phase="supply",
    )


def test_all_are_replenished_but_for_the_columns_of_those_who_sail() -> None:
    """6.2.many, 7.8: the stack that is to leave keeps its column."""
    found = bundles(depleted(3))["replenish"]

    assert [type(one).kind for one in found] == ["replenish", "replenish"]
    assert len({one.model_dump()["unit"] for one in found}) == 2
    assert len({one.model_dump()["column"] for one in found}) == 2
    assert len(bundles(depleted(9))["replenish"]) == 3
    # One is no more than what its own menu offers.
    assert "replenish" not in bundles(depleted(2))


def test_loads_go_aboard_what_sails() -> None:
    """7.1: each transport with an order takes what fits; one without an order takes nobody."""
    state = lay(
        place={
            "rimac": "box port",
            "itata": "box port",
            "loa": "box port",
            "buin": "box x2",
            "2line": "box x1",
            "3line": "box x1",
            "4line": "box x2",
        },
        columns={"box": 1},
        orders={CHILE: {"VI": ["rimac", "itata"]}},
        phase="naval_movement",
    )
    found = bundles(state)["embark"]

    assert all(isinstance(one, Embark) for one in found)
    loads = [one.model_dump() for one in found]
    assert {one["ship"] for one in loads} == {"rimac", "itata"}
    assert sorted(unit for one in loads for unit in one["units"]) == ["4line", "buin"]


def test_everybody_lands() -> None:
    """7.6: the parties of each place, where there are several places."""
    place = {"rimac": "3118 sailed", "itata": "3116 sailed", "buin": "@rimac", "2line": "@itata"}
    two = lay(place=place, phase="naval_movement")
    one = lay(place={**place, "itata": "3118 sailed"}, phase="naval_movement")

    assert set(bundles(two)["land"]) == {Land(units=("buin",)), Land(units=("2line",))}
    assert "land" not in bundles(one)


def test_who_has_no_order_goes_home_and_who_stays_is_sailed_nowhere() -> None:
    """7.2.return, WP-R31: a voyage each; the nearest port, or the hex where the stack is."""
    state = lay(
        place={
            "cochrane": "2814",
            "blanco": "3116",
            "ohiggins": "2513",
            "chacabuco": "1702",
            "loa": "2513",
        },
        orders={CHILE: {"VI": ["cochrane"], "X": ["loa"]}},
        phase="naval_movement",
    )
    found = bundles(state)
    home = {one.model_dump()["ships"]: one.model_dump()["to"] for one in found["home"]}

    assert found["stay"] == (Sail(ships=("cochrane",), to="2814"),)
    assert home == {("blanco",): "3126", ("ohiggins",): "box", ("chacabuco",): "box"}


def test_ships_at_sea_are_ordered_to_stay() -> None:
    """4.1 I: where orders are for this turn, each hex in the area in which it lies."""
    state = lay(
        place={"cochrane": "2814", "blanco": "2814", "ohiggins": "box port"},
        phase="administrative",
        settings=Settings(edition="es"),
    )

    assert bundles(state) == {
        "orders_to_stay": (WriteOrder(ships=("cochrane", "blanco"), area="VI"),)
    }


def test_a_stopped_voyage_holds_its_course() -> None:
    """WP-R46: after an attempt to intercept has failed."""
    state = lay(
        place={"cochrane": "2513", "huascar": "2814"},
        orders={CHILE: {"VI": ["cochrane"]}},
        phase="naval_movement",
    )
    state = GAME.apply(state, CHILE, Sail(ships=("cochrane",), to="2814"), ScriptedDice()).state
    while "move" not in GAME.kinds(GAME.view(state, CHILE)):
        (asked,) = GAME.awaiting(state)
        place = str(GAME.view(state, ALLIES).table.units["huascar"].at)
        assert asked.seat == ALLIES
        state = GAME.apply(state, ALLIES, Intercept(stacks=(place,)), ScriptedDice(1)).state

    assert bundles(state) == {"hold": (Move(to="2814"),)}
    (asked,) = GAME.asked(GAME.view(state, CHILE))
    (known,) = GAME.awaiting(state)
    assert asked.choices[:-1] == known.choices
    assert asked.choices[-1].action == Move(to="2814")


def test_all_raid_the_fort_or_each_a_target_of_its_own() -> None:
    """7.6.raid, 7.7: nothing but the fort while it stands."""
    ships = {"cochrane": "3116", "blanco": "3116"}
    fort = lay(place={**ships, "fort-arica": "3116", "zepita": "3116"}, phase="naval_combat")
    town = lay(place={**ships, "zepita": "3116", "guards": "3116"}, phase="naval_combat")
    alone = lay(place={"cochrane": "3116", "zepita": "3116"}, phase="naval_combat")

    assert {one.model_dump()["target"] for one in bundles(fort)["raid_at"]} == {"fort-arica"}
    assert bundles(town).keys() == {"raid_at"}
    raids = bundles(town)["raid_at"]
    assert all(isinstance(one, Raid) for one in raids)
    assert {one.model_dump()["target"] for one in raids} == {"zepita", "guards"}
    assert {one.model_dump()["ship"] for one in raids} == set(ships)
    assert bundles(alone) == {}


def test_those_near_a_goal_march_toward_it() -> None:
    """8.2: whole stacks, the nearest first; those far off stay out of it."""
    state = lay(
        place={"buin": "3123", "2line": "3123", "3line": "3121", "verdes": "3118", "4line": "3130"},
        control=dict.fromkeys(("3121", "3122", "3123", "3422"), CHILE),
    )
    found = bundles(state)["march"]

    assert found == (
        MarchUnits(units=("3line",), toward="3118"),
        MarchUnits(units=("buin", "2line"), toward="3118"),
    )
    one = {"3line": "3121", "verdes": "3118"}
    held = dict.fromkeys(("3121", "3122", "3123", "3422"), CHILE)
    assert bundles(lay(place=one, control=held)) == {}


def test_a_set_up_has_no_bundles() -> None:
    """Units are deployed anew as often as wanted: there is no end to all of it."""
    state = GAME.setup(Settings(), ScriptedDice()).state

    assert bundles(state, ALLIES) == {}
