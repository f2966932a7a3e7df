"""Those of an army of one's own are named when they are shown; their side types both names."""

from __future__ import annotations

from typing import Any

import pytest

from engine.api import Event
from engine.art_of_war.actions import Dodge
from engine.art_of_war.game import GAME
from engine.art_of_war.ids import letter_of, number_of
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import NORTH, SEATS, SOUTH, Phase, Place, State
from engine.dice import SeededDice

ARMY = {
    "army": "own",
    "lines": "a heavy_infantry x4, b light_infantry x3, c light_cavalry x2, d light_cavalry x1",
    "leaders": "competent ab, ordinary d, ordinary c",
}
PLACES = {
    1: "a 14.5 3 4, b1 9 4, b2 10 4, b3 11 4",
    3: "c 20 3",
}


class Battle:
    """A battle between armies of their own, ordered as people type."""

    def __init__(self) -> None:
        settings = Settings(armies="own", terrain="ready", turns=3)
        self.dice = SeededDice(b"naming")
        self.state: State = GAME.setup(settings, self.dice).state
        self.events: list[Event] = []

    def do(self, seat: str, kind: str, **raw: Any) -> None:
        """Do what is typed."""
        typed = {name: str(value) for name, value in raw.items()}
        action = GAME.parse(GAME.view(self.state, seat), kind, typed)
        step = GAME.apply(self.state, seat, action, self.dice)
        self.state = step.state
        self.events += step.events

    def read_by(self, seat: str | None) -> list[Event]:
        """Return what somebody reads of all that happened."""
        return [told for one in self.events if (told := one.reading(seat)) is not None]


@pytest.fixture
def battle() -> Battle:
    """A battle that has just begun: B1 of the south hides, its second corps is on its way."""
    made = Battle()
    made.do(SOUTH, "muster", **ARMY)
    made.do(NORTH, "muster", army="own", lines="a heavy_cavalry x4", leaders="ordinary a")
    for seat in (SOUTH, NORTH):
        made.do(seat, "ready")
    made.do(SOUTH, "plan", posts="centre, flank_right, right")
    where = next(
        option.value.removeprefix("b1 ")
        for option in GAME.options(GAME.view(made.state, SOUTH), "hide", "markers", {})
        if option.value.startswith("b1 ")
    )
    made.do(SOUTH, "hide", markers=f"b1 {where}")
    for corps, places in PLACES.items():
        made.do(SOUTH, "write", corps=corps, places=places)
    dodge = Dodge(units=("south-b1", "south-b2"))
    made.state = GAME.apply(made.state, SOUTH, dodge, made.dice).state
    made.do(NORTH, "write", corps=1, places="11")
    for seat in (SOUTH, NORTH):
        made.do(seat, "ready")
    return made


def test_what_others_see_has_no_gaps(battle: Battle) -> None:
    """Groups, units, corps and generals are numbered as they come, whoever is hidden."""
    assert battle.state.table.phase is Phase.MOVEMENT
    for viewer in (NORTH, None):
        table = GAME.view(battle.state, viewer).table
        units = [one for one in table.units.values() if one.side == SOUTH]
        assert [one.id for one in units] == [
            *(f"south-{n}a" for n in range(1, 5)),
            *(f"south-{n}b" for n in range(1, 3)),
            *(f"south-{n}c" for n in range(1, 3)),
        ]
        assert {one.corps for one in units} == {1, 2}
        assert {one.id for one in table.generals.values() if one.side == SOUTH} == {
            "south-1g",
            "south-2g",
        }


def test_nobody_else_reads_of_the_names_before(battle: Battle) -> None:
    """No event that another reads names anybody as their side did; their side is told both."""
    for viewer in (NORTH, None):
        assert not any(f"south-{key}" in repr(battle.read_by(viewer)) for key in "abcdg")
    told = [one for one in battle.read_by(SOUTH) if one.code == "deploy.named"]
    assert "B2: 1B" in repr(told[0].params["who"])
    assert [one.params for one in battle.read_by(SOUTH) if one.code == "deploy.renumbered"] == [
        {"n": 2, "before": 3}
    ]


def test_an_owner_types_both_names(battle: Battle) -> None:
    """A unit that was B2 is found by that and by 1B; one that hides by its own name."""
    view = GAME.view(battle.state, SOUTH)
    for typed, meant in (("b2", "south-1b"), ("1b", "south-1b"), ("b1", "south-b1")):
        action: Any = GAME.parse(view, "dodge", {"units": typed})
        assert action.units == (meant,)
        assert GAME.describe(view, typed)
    with pytest.raises(Exception, match="unknown_unit"):
        GAME.parse(GAME.view(battle.state, NORTH), "charge", {"who": "a", "target": "b2"})


def test_standing_orders_follow(battle: Battle) -> None:
    """An order that named somebody before they were shown means them still."""
    order = Dodge.model_validate_json(battle.state.secrets[SOUTH].standing["dodge"])
    assert order.units == ("south-b1", "south-1b")


def test_who_was_in_ambush_is_called_by_the_marker(battle: Battle) -> None:
    """Whenever they are found, and whoever was found before."""
    player = battle.state.table.player
    if player != SOUTH:
        battle.do(NORTH, "done")
    battle.do(SOUTH, "reveal", marker="m1")
    found = battle.state.table.units["south-1m"]
    assert found.place is Place.TABLE
    assert (letter_of(found.id), number_of(found.id)) == ("m", 1)
    order = Dodge.model_validate_json(battle.state.secrets[SOUTH].standing["dodge"])
    assert order.units == ("south-1m", "south-1b")


def test_a_ready_made_army_keeps_its_names() -> None:
    """Its list is in the data for everybody to read."""
    battle = Battle()
    for seat, army in zip(SEATS, ("rome", "carthage"), strict=True):
        battle.do(seat, "muster", army=army)
        battle.do(seat, "ready")
    for seat in SEATS:
        battle.do(seat, "ready")
    while battle.state.table.phase is Phase.DEPLOYMENT:
        seat = battle.state.table.player
        corps = next(GAME.options(GAME.view(battle.state, seat), "deploy", "corps", {})).value
        battle.do(seat, "deploy", corps=corps, places=f"{corps}1")
    assert all("." in key for key in battle.state.table.units)
