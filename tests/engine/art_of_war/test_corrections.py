"""Positions of El Arte de la Guerra put right, as far as everybody sees who is there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.art_of_war.actions import Dodge, Fight
from engine.art_of_war.frames import Declared
from engine.art_of_war.game import GAME
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import (
    NORTH,
    SOUTH,
    Camp,
    Contact,
    Feature,
    Marker,
    Phase,
    Place,
    State,
    Work,
)
from engine.data.rules_ledger import load_rules
from engine.kit.standing_orders import given, in_force
from tests.engine.art_of_war.build import enemy, general, lay, pose, unit, whole
from tests.engine.correcting import Correcting, Typed

TABLE = Correcting(GAME, named=False)
CLIFF = Feature("f1", "crag", (2000, 1000, 2400, 1000, 2400, 1400, 2000, 1400))


def table(*more: Any, **values: Any) -> State:
    """Two small armies, and somebody in ambush."""
    hidden = enemy("h1", "25/15", place=Place.AMBUSH, marker="north-m1")
    return whole(
        lay(
            unit("a1", "10/5"),
            unit("a2", "11/5"),
            unit("a3", "5/5"),
            general("5/3"),
            enemy("b1", "10/15"),
            enemy("b2", "14/15"),
            general("b2", side=NORTH),
            hidden,
            *more,
            markers={"north-m1": Marker("north-m1", NORTH, pose("25/15/180"))},
            **values,
        )
    )


def put(name: str, at: str, facing: int = 0) -> Typed:
    """To put a unit somewhere."""
    return "put", {"unit": name, "at": at, "facing": str(facing)}


def removed(name: str, to: str = "routed") -> Typed:
    """To take a unit off the table."""
    return "removed", {"unit": name, "to": to}


def test_a_unit_is_put_on_a_point() -> None:
    """In UD and degrees; in fractions, too."""
    done = TABLE.done(table(), ("put", {"unit": "south-a1", "at": "12.5/6", "facing": "22½"}))

    assert done.state.table.units["south-a1"].pose == Pose(1250, 600, 225)
    (told,) = TABLE.told(done)
    assert "12.5/6" in told
    assert "22.5°" in told
    assert "(before: 10/5)" in told


def test_who_is_in_ambush_is_nobody_here() -> None:
    """As a unit that there is not."""
    state = table()

    for key in ("north-h1", "north-z9"):
        assert key not in TABLE.offered(state, "removed", "unit")
        one = GAME.corrections["removed"].model_validate({"unit": key, "to": "routed"})
        for viewer in (None, SOUTH, NORTH):
            found = GAME.check_corrections(GAME.view(state, viewer), (one,))
            assert [refusal.code for refusal in found] == ["read.unknown_unit"]


def test_nobody_is_put_where_an_ambush_would_be_found_out() -> None:
    """Whether there is anybody beneath the marker or not."""
    state, typed = table(), put("south-a1", "25/14")
    units = {key: one for key, one in state.table.units.items() if key != "north-h1"}
    empty = replace(state, table=replace(state.table, units=units))

    assert TABLE.refused(state, typed) == TABLE.refused(empty, typed) == ["correct.marker"]
    assert TABLE.refused(state, put("north-b1", "25/14")) == ["correct.marker"]


def test_where_nobody_can_stand() -> None:
    """Off the table, in another's place, in a camp or work, in terrain that nobody enters."""
    camp = Camp("south-camp", SOUTH, pose("15/2"))
    work = Work("south-work1", SOUTH, pose("18/4"))
    state = table(camp, CLIFF, works={work.id: work})

    assert TABLE.refused(state, put("south-a1", "0/5")) == ["fault.off_table"]
    assert TABLE.refused(state, put("south-a1", "11/5")) == ["fault.same_place"]
    assert TABLE.refused(state, put("south-a1", "15/2")) == ["correct.in_camp"]
    assert TABLE.refused(state, put("south-a1", "18/4")) == ["correct.in_camp"]
    assert TABLE.refused(state, put("south-a1", "22/12")) == ["correct.ground"]
    swapped = put("south-a1", "11/5"), put("south-a2", "10/5")
    assert TABLE.refused(state, *swapped) == []
    view = GAME.view(state, None)
    wrong = GAME.corrections["put"].model_validate(
        {"unit": "south-a1", "at": "nowhere", "facing": 0}
    )
    assert [one.code for one in GAME.check_corrections(view, (wrong,))] == ["correct.no_point"]


def test_melee_is_made_by_the_rules() -> None:
    """Nobody is put beside an enemy, or their camp; who is lifted out of a melee is in none."""
    camp = Camp("north-camp", NORTH, pose("20/18/180"))
    fighting = unit("c1", "7/10"), enemy("c1", "7/10")
    state = table(camp, *fighting, Contact("south-c1", "north-c1"))

    assert TABLE.refused(state, put("south-a1", "10/15")) == ["correct.contact"]
    assert TABLE.refused(state, put("south-a1", "20/18")) == ["correct.camp_contact"]
    assert TABLE.refused(state, put("south-c1", "7/10", 5)) == ["correct.contact"]
    done = TABLE.done(state, put("south-c1", "7/8")).state.table
    assert done.contacts == ()
    assert TABLE.done(state, removed("north-c1")).state.table.contacts == ()


def test_off_the_table_and_back() -> None:
    """Who comes back has a point of cohesion at least; a general is not left with nobody."""
    state = table()
    gone = TABLE.done(state, removed("south-a1", "left")).state
    assert gone.table.units["south-a1"].place is Place.LEFT
    assert gone.table.units["south-a1"].pose is None
    lost = {**gone.table.units, "south-a1": replace(gone.table.units["south-a1"], lost=4)}
    gone = replace(gone, table=replace(gone.table, units=lost))
    back = TABLE.done(gone, put("south-a1", "10/5")).state.table.units["south-a1"]
    assert back.on_table
    assert back.lost == 3
    assert TABLE.refused(state, removed("north-b2")) == ["fault.joined"]
    fallen = ("fallen", {"general": "north-g1"})
    assert TABLE.refused(state, fallen, removed("north-b2")) == []
    assert TABLE.refused(state, removed("south-a1", "lunch")) == ["correct.no_word"]
    assert len(TABLE.offered(gone, "put", "at", unit="south-a1")) > 20


def test_cohesion_moves_and_deeds() -> None:
    """Of who stands on the table."""
    state = table(replace(unit("d1", "1/1"), place=Place.ROUTED, pose=None))
    done = TABLE.done(
        state,
        ("cohesion", {"unit": "south-a1", "lost": "2"}),
        ("moves", {"unit": "south-a1", "n": "1"}),
        ("marked", {"unit": "south-a1", "mark": "tried", "done": "yes"}),
    ).state.table.units["south-a1"]

    assert (done.lost, done.moves, done.tried) == (2, 1, True)
    assert TABLE.refused(state, ("cohesion", {"unit": "south-a1", "lost": "9"})) == [
        "fault.cohesion"
    ]
    for kind, rest in (
        ("cohesion", {"lost": "1"}),
        ("moves", {"n": "1"}),
        ("marked", {"mark": "shot", "done": "yes"}),
    ):
        typed = kind, {"unit": "south-d1", **rest}
        assert TABLE.refused(state, typed) == ["correct.off_table"]
    happy = "marked", {"unit": "south-a1", "mark": "happy", "done": "yes"}
    assert TABLE.refused(state, happy) == ["correct.no_word"]
    assert "0" not in TABLE.offered(state, "cohesion", "lost", unit="south-a1")


def test_generals() -> None:
    """They join a unit of their side that has none, or stand by themselves; included ones stay."""
    inside = general("a3", corps=2, included=True)
    state = table(inside)

    def leads(key: str, at: str) -> Typed:
        return "leads", {"general": key, "at": at}

    done = TABLE.done(state, leads("south-g1", "south-a1")).state.table.generals["south-g1"]
    assert done.unit == "south-a1"
    alone = TABLE.done(state, leads("north-g1", "12/17")).state.table.generals["north-g1"]
    assert (alone.unit, alone.pose) == ("", Pose(1200, 1700, 1800))
    assert TABLE.refused(state, leads("south-g1", "north-b1")) == ["correct.not_to_join"]
    assert TABLE.refused(state, leads("south-g1", "south-a3")) == ["correct.general_there"]
    assert TABLE.refused(state, leads("south-g2", "12/3")) == ["correct.included"]
    assert TABLE.refused(state, leads("south-g1", "10/15.1")) == ["correct.contact"]
    assert TABLE.refused(state, leads("south-g1", "25/14.5")) == ["correct.marker"]
    assert TABLE.refused(state, leads("south-g1", "40/3")) == ["correct.no_point"]
    moved = TABLE.done(state, leads("south-g1", "south-a1"), put("south-a1", "10/7")).state.table
    assert moved.generals["south-g1"].pose == Pose(1000, 625, 0)


def test_a_general_falls_and_has_points() -> None:
    """The corps has its last point; who is gone has none to be put right."""
    state = table()
    fallen = ("fallen", {"general": "south-g1"})
    gone = TABLE.done(state, fallen).state
    points = ("points", {"general": "south-g1", "n": "5"})

    assert gone.table.generals["south-g1"].place is Place.ROUTED
    assert TABLE.refused(gone, fallen) == ["correct.general_gone"]
    assert TABLE.refused(gone, points) == ["correct.general_gone"]
    assert TABLE.done(state, points).state.table.generals["south-g1"].points == 5
    back = TABLE.done(gone, ("leads", {"general": "south-g1", "at": "5/3"})).state.table
    assert back.generals["south-g1"].on_table


def test_camps_and_the_turn() -> None:
    """A camp that there is; a turn that the battle has."""
    camp = Camp("north-camp", NORTH, pose("20/18/180"))
    state = table(camp, settings=Settings(turns=8))
    done = TABLE.done(
        state, ("camp", {"camp": "north-camp", "taken": "yes"}), ("turn", {"turn": "4"})
    ).state.table

    assert done.camps["north-camp"].taken
    assert done.turn == 4
    assert TABLE.refused(state, ("camp", {"camp": "south-camp", "taken": "yes"})) == [
        "correct.no_camp"
    ]
    assert TABLE.refused(state, ("turn", {"turn": "9"})) == ["correct.no_turn"]
    assert TABLE.offered(state, "camp", "taken", camp="north-camp") == ["true"]


def test_at_rest_only() -> None:
    """Not before the battle, nor while charges are declared."""
    one = put("south-a1", "12/6")
    declared = Declared(who=("south-a1",), target="north-b1")

    assert TABLE.refused(table(phase=Phase.DEPLOYMENT), one) == ["correct.set_up"]
    assert TABLE.refused(table(declared=(declared,)), one) == ["correct.declared"]
    assert TABLE.refused(table(phase=Phase.RALLY), one) == []


# -- orders ------------------------------------------------------------------------------------


def ordered(*, with_orders: bool = True) -> State:
    """The south has ordered who evades, and which general fights."""
    state = table()
    orders = given(given({}, Dodge(units=("south-a1", "south-a2"))), Fight(generals=("south-g1",)))
    own = replace(state.secrets[SOUTH], standing=orders if with_orders else {})
    return replace(state, secrets={**state.secrets, SOUTH: own})


def test_who_is_gone_is_struck_from_the_orders() -> None:
    """What is left of them stands; its side alone is told."""
    done = TABLE.done(ordered(), removed("south-a1"), ("fallen", {"general": "south-g1"}))

    orders = done.state.secrets[SOUTH].standing
    dodge = in_force(orders, Dodge)
    assert dodge is not None
    assert dodge.units == ("south-a2",)
    assert in_force(orders, Fight) is None
    assert done.struck.keys() == {SOUTH}
    assert len(done.struck[SOUTH]) == 2
    assert TABLE.done(ordered(), removed("north-b1")).struck == {}


def test_nobody_else_sees_that_something_was_struck() -> None:
    """Worlds with such orders and without are told alike."""
    with_them, without = (
        TABLE.done(ordered(with_orders=one), removed("south-a1")) for one in (True, False)
    )
    assert with_them.events == without.events
    for viewer in (None, NORTH):
        assert GAME.view(with_them.state, viewer) == GAME.view(without.state, viewer)


@pytest.mark.parametrize(
    "typed",
    [
        put("south-a1", "0/5"),
        put("south-a1", "11/5"),
        put("south-a1", "10/15"),
        put("south-a1", "25/14"),
        removed("north-b2"),
        ("cohesion", {"unit": "south-a1", "lost": "9"}),
        ("leads", {"general": "south-g1", "at": "north-b1"}),
        ("turn", {"turn": "98"}),
    ],
)
def test_every_reason_has_its_clause(typed: Typed) -> None:
    """Those that are the rules' are in the ledger."""
    state = table(settings=Settings(turns=8))
    found = GAME.check_corrections(GAME.view(state, None), TABLE.read(state, typed))

    assert found
    assert all(one.rule in load_rules(GAME.key) for one in found)
