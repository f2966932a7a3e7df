"""Figures of a finished game, for whoever compares many."""

from __future__ import annotations

import dataclasses

from bot.trials.lab import Player, play
from bot.trials.random_play import random_game
from engine.api import Event, Term
from engine.war_of_the_pacific.counters import is_land_unit, is_ship, printed
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import DEAD, is_on_map
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import State, Unit
from tests.engine.war_of_the_pacific.build import lay


def test_every_game_gives_the_same_keys() -> None:
    """So that they can be averaged."""
    ends = [random_game(GAME, f"tally {seed}").state for seed in range(3)]

    assert len({tuple(GAME.tally(end)) for end in ends}) == 1
    assert all(GAME.tally(end)["turns"] == end.table.turn for end in ends)


def test_what_lies_in_the_dead_pile_is_counted_for_its_side() -> None:
    """Ships as sunk, land units as lost, one by one and together."""
    state: State = random_game(GAME, "tally").state
    before = GAME.tally(state)
    units = [unit for unit in state.table.units.values() if unit.at != DEAD]
    ship = next(unit for unit in units if unit.side == "allies" and is_ship(unit))
    soldiers = next(
        unit for unit in units if unit.side == "chile" and is_land_unit(unit) and is_on_map(unit.at)
    )

    after = GAME.tally(_without(_without(state, ship), soldiers))

    changes = {key: after[key] - before[key] for key in after if after[key] != before[key]}
    kind = printed(soldiers).kind.value
    gone = {"chile.lost", f"chile.lost.{soldiers.id}", f"chile.lost_kind.{kind}"}
    here = {"chile.left", f"chile.left.{soldiers.id}", f"chile.left_kind.{kind}"}
    assert changes == {
        "allies.sunk": 1,
        f"allies.sunk.{ship.id}": 1,
        **dict.fromkeys(gone, 1),
        **dict.fromkeys(here, -1),
    }


def test_points_are_told_by_hex() -> None:
    """What an objective is worth to Chile while Chile holds it, and nothing else."""
    before = GAME.tally(lay())
    after = GAME.tally(lay(control={"3116": "chile"}, bonus=1))

    assert before["chile.points.3116_arica"] == 0
    assert after["chile.points.3116_arica"] == 2
    hexes = [value for key, value in after.items() if key.startswith("chile.points.")]
    assert after["chile.points"] == sum(hexes) + 1
    assert after["chile.bonus"] == 1


def test_units_that_never_came_into_play_are_neither_lost_nor_left() -> None:
    """Nor is one that has left the war."""
    state = lay(place={"buin": "3123", "zepita": "@oroya", "oroya": "2513", "colorados": "gone"})
    figures = GAME.tally(state)

    assert (figures["chile.left.buin"], figures["allies.left.zepita"]) == (1, 1)
    for unit in ("chile.{}.2line", "allies.{}.colorados"):
        assert [figures[unit.format(name)] for name in ("left", "lost")] == [0, 0]
    assert figures["chile.left"] == 1


def test_a_captured_ship_counts_for_its_own_navy() -> None:
    """As captured while the enemy sails it, whichever side that is."""
    figures = GAME.tally(lay(place={"huascar": "box port chile"}))

    assert (figures["allies.captured"], figures["chile.captured"]) == (1, 0)
    assert figures["allies.sunk"] == 0


def _fell(place: str, seat: str = "chile") -> Event:
    return Event(
        "city.taken", "3.control", {"seat": Term("seat", seat), "place": Term("place", place)}
    )


def test_what_was_fought_and_what_fell_first_is_told_by_the_events() -> None:
    """Battles, Chile's conquests, the first of two cities, orders that no battle hindered."""
    rows = {"chile": (Term("unit", "cochrane"),), "allies": (Term("unit", "huascar"),)}
    fought, stranded = ({"ships": (Term("unit", ship),)} for ship in ("huascar", "oroya"))
    told = [
        Event("naval_battle.begins", "7.9", rows),
        Event("battle.attack", "8.7"),
        Event("naval_battle.begins", "7.9", rows),
        _fell("3118"),
        _fell("3118", "allies"),
        _fell("2008"),
        _fell("3118"),
        Event("order.lapsed", "7.8", fought, frozenset({"allies"})),
        Event("order.lapsed", "7.8", stranded, frozenset({"allies"})),
    ]
    figures = GAME.tally(lay(), told)

    assert (figures["naval_battles"], figures["land_battles"]) == (2, 1)
    assert (figures["first.iquique"], figures["first.lima"]) == (1, 0)
    assert figures["chile.taken.3118_iquique"] == figures["chile.taken.2008_lima"] == 1
    assert figures["chile.taken.3116_arica"] == 0
    assert (figures["allies.lapsed"], figures["chile.lapsed"]) == (1, 0)
    assert GAME.tally(lay(), told[5:])["first.lima"] == 1
    assert GAME.tally(lay())["naval_battles"] == 0


def test_the_lab_hands_over_what_was_told() -> None:
    """A whole game has its battles in its figures."""
    players: dict[str, Player] = {"chile": "computer", "allies": "random"}
    played = play(GAME, "tally", Settings(), players)

    assert played.tally["land_battles"] > 0


def _without(state: State, unit: Unit) -> State:
    """Return the state with that unit in the dead pile."""
    units = {**state.table.units, unit.id: dataclasses.replace(unit, at=DEAD)}
    return dataclasses.replace(state, table=dataclasses.replace(state.table, units=units))
