"""What a side of El Arte de la Guerra keeps secret, put right."""

from __future__ import annotations

from dataclasses import replace

from engine.art_of_war.game import GAME
from engine.art_of_war.state import (
    NORTH,
    SOUTH,
    Feature,
    Marker,
    Phase,
    Place,
    Secrets,
    State,
    Written,
)
from tests.engine.art_of_war.build import enemy, general, lay, pose, unit, whole
from tests.engine.correcting import Correcting, Typed

TABLE = Correcting(GAME, named=False)
WOODS = {
    "f1": Feature("f1", "wood", (2400, 1400, 2600, 1400, 2600, 1600, 2400, 1600)),
    "f2": Feature("f2", "wood", (500, 1400, 700, 1400, 700, 1600, 500, 1600)),
}


def table(*, phase: Phase = Phase.MOVEMENT) -> State:
    """Two small armies: one of the north's lies in ambush, and its second corps marches."""
    light = {"troop": "light_infantry", "place": Place.AMBUSH}
    state = whole(
        lay(
            unit("a1", "10/5"),
            general("5/3"),
            enemy("b1", "10/15"),
            enemy("h1", "25/15", marker="north-m1", **light),
            general("b1", side=NORTH),
            markers={
                "north-m1": Marker("north-m1", NORTH, pose("25/15/180")),
                "north-m2": Marker("north-m2", NORTH, pose("6/15/180")),
                "north-m3": Marker("north-m3", NORTH, pose("15/12/180")),
            },
            features=WOODS,
        )
    )
    own = Secrets(
        posts=("centre", "left"),
        ambushes={"north-m1": "north-h1", "north-m2": "", "north-m3": ""},
        written=(Written(2, ("a 8 3",)),),
    )
    table = replace(state.table, phase=phase)
    return State(table, {**state.secrets, NORTH: own})


def beneath(who: str, marker: str) -> Typed:
    """To let somebody lie beneath another marker."""
    return "beneath", {"unit": who, "marker": marker}


def test_a_unit_lies_beneath_another_marker() -> None:
    """Where it can hide; its pose and its side's list say so, and nobody else's view does."""
    state = table()
    after = TABLE.own_done(state, NORTH, beneath("north-h1", "north-m2"))

    hidden = after.table.units["north-h1"]
    assert (hidden.marker, hidden.pose) == ("north-m2", pose("6/15/180"))
    assert after.secrets[NORTH].ambushes == {"north-m1": "", "north-m2": "north-h1", "north-m3": ""}
    assert GAME.view(after, SOUTH) == GAME.view(state, SOUTH)
    assert TABLE.own_refused(state, NORTH, beneath("north-h1", "north-m3")) == ["hide.cannot"]
    assert TABLE.own_refused(state, NORTH, beneath("north-b1", "north-m2")) == ["correct.no_ambush"]
    assert TABLE.own_refused(state, SOUTH, beneath("south-a1", "north-m2")) == ["correct.no_ambush"]
    offered = TABLE.own_offered(state, NORTH, "beneath", "marker", unit="north-h1")
    assert offered == ["north-m2"]
    assert TABLE.own_offered(state, SOUTH, "beneath", "unit") == []


def test_a_written_deployment_is_struck() -> None:
    """Its side lays that corps by hand; of another corps there is none."""
    after = TABLE.own_done(table(), NORTH, ("unwritten", {"corps": "2"}))
    assert after.secrets[NORTH].written == ()
    assert TABLE.own_refused(table(), NORTH, ("unwritten", {"corps": "1"})) == ["correct.unwritten"]


def test_a_post_is_another_only_while_corps_are_planned() -> None:
    """Later the flank alone of a corps that is on its march, and unannounced."""
    state = table()
    assert TABLE.own_refused(state, NORTH, ("posted", {"corps": "1", "post": "left"})) == [
        "correct.posted"
    ]
    assert TABLE.own_refused(state, NORTH, ("posted", {"corps": "3", "post": "left"})) == [
        "correct.no_corps"
    ]
    mustering = table(phase=Phase.MUSTER)
    assert TABLE.own_refused(mustering, NORTH) == ["correct.mustering"]
