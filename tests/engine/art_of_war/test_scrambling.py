"""Other worlds: one viewer sees no difference, and what is hidden does differ."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.trials.random_play import play_at_random
from engine.art_of_war.game import GAME
from engine.art_of_war.rules.command.riding import spot_beside
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import SEATS, Phase, Place, State
from engine.dice import SeededDice
from tests.engine.art_of_war import written
from tests.engine.art_of_war.beginning import new, planned


@cache
def states(armies: Any) -> tuple[State, ...]:
    """States of battles at random, from their beginning on."""
    found: list[State] = []
    for number in range(2):
        settings = Settings(armies=armies, terrain="random")
        start = GAME.setup(settings, SeededDice(f"worlds {number}".encode())).state
        play_at_random(GAME, start, f"worlds {number}", limit=40, each=found.append)
    return tuple(found)


@pytest.mark.parametrize("viewer", [*SEATS, None])
@pytest.mark.parametrize("armies", ["ready", "own"])
def test_a_viewer_cannot_tell_the_worlds_apart(armies: str, viewer: str | None) -> None:
    """What is seen, asked and said is the same; every world is possible."""
    told = 0
    for state in states(armies)[::2]:
        view = GAME.view(state, viewer)
        for other in GAME.scramble(state, viewer, 4):
            assert other != state
            assert GAME.faults(other) == ()
            assert GAME.view(other, viewer) == view
            assert GAME.awaiting(other) == GAME.awaiting(state)
            assert GAME.load(GAME.dump(other)) == other
            told += 1
    assert told


def test_everything_that_hides_differs_somewhere() -> None:
    """Musters, plans, written deployments, ambushes, flank marches, standing orders."""
    differ = dict.fromkeys(("muster", "posts", "written", "ambushes", "standing"), 0)
    beneath = marching = 0
    marched = planned(planned(new(), SEATS[0]), SEATS[1], "centre, flank_left, right", 3)
    for state in (*states("ready"), *states("own"), marched):
        for other in GAME.scramble(state, SEATS[0], 5):
            mine, theirs = state.secrets[SEATS[1]], other.secrets[SEATS[1]]
            for name in differ:
                differ[name] += getattr(mine, name) != getattr(theirs, name)
            beneath += _places(state, Place.AMBUSH) != _places(other, Place.AMBUSH)
            marching += _places(state, Place.MARCH) != _places(other, Place.MARCH)
    assert all(differ.values()), differ
    assert beneath
    assert marching


def test_an_army_that_is_not_deployed_differs() -> None:
    """Its units, its camp, what army it is and what was bought for it, while nobody has seen it."""
    differ = dict.fromkeys(("units", "generals", "camps", "armies", "pieces"), 0)
    for state in states("own"):
        if state.table.phase not in (Phase.PLAN, Phase.DEPLOYMENT):
            continue
        for other in GAME.scramble(state, SEATS[0], 5):
            for name in differ:
                mine, theirs = getattr(state.table, name), getattr(other.table, name)
                differ[name] += mine != theirs
    assert all(differ.values()), differ


def test_an_army_of_one_corps_has_other_worlds() -> None:
    """There is one battle plan for it, which may be written or not."""
    state = GAME.setup(Settings(armies="own", terrain="open"), SeededDice(b"one corps")).state
    for seat in SEATS:
        typed = {"army": "own", "lines": "a heavy_infantry x4", "leaders": "ordinary a"}
        for kind, raw in (("muster", typed), ("ready", {})):
            action = GAME.parse(GAME.view(state, seat), kind, raw)
            state = GAME.apply(state, seat, action, SeededDice(b"one corps")).state
    assert state.table.phase is Phase.PLAN
    written = GAME.parse(GAME.view(state, SEATS[1]), "plan", {"posts": "centre"})
    state = GAME.apply(state, SEATS[1], written, SeededDice(b"one corps")).state
    for viewer in (None, SEATS[0]):
        worlds = GAME.scramble(state, viewer, 4)
        assert worlds
        assert all(GAME.view(one, viewer) == GAME.view(state, viewer) for one in worlds)


def _places(state: State, place: Place) -> set[Any]:
    units = state.table.units.values()
    return {(one.id, one.marker) for one in units if one.side == SEATS[1] and one.place is place}


def test_a_scrambled_world_keeps_ones_own() -> None:
    """The viewer's units and secrets are the same in every world."""
    for state in states("ready"):
        if state.table.phase is Phase.PLAN:
            continue
        for other in GAME.scramble(state, SEATS[0], 3):
            assert other.secrets[SEATS[0]] == state.secrets[SEATS[0]]
            assert GAME.view(other, SEATS[0]).table == GAME.view(state, SEATS[0]).table


def test_generals_hide_with_their_units() -> None:
    """Who is in ambush with a unit is elsewhere in another world, or was never there; unseen."""
    state = written.lay(
        {
            "south": {"a1": "10/3", "b1": "12/3", "g1": "with:a1"},
            "north": {"a1": "10/15"},
            "ambush": {"south": {"m1": "6/3 b1", "m2": "24/3"}},
        }
    )
    there = joined_to(state, "south-g1", "south-b1")
    before = there.table.generals["south-g1"].pose
    worlds = GAME.scramble(there, "north", 6)
    assert all(GAME.view(one, "north") == GAME.view(there, "north") for one in worlds)
    found = [one.table.generals.get("south-g1") for one in worlds]
    assert None in found
    assert any(one is not None and one.pose != before for one in found)


def joined_to(state: State, general: str, unit: str) -> State:
    """Return the state with a general in ambush with a unit."""
    table = state.table
    one = replace(
        table.generals[general],
        unit=unit,
        place=Place.AMBUSH,
        pose=spot_beside(table.units[unit]),
    )
    return State(replace(table, generals={**table.generals, general: one}), state.secrets)
