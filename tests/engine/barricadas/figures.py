"""Looks at single figures of the rules, for cases: the ground, sight, ways, fire, morale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from engine.barricadas.actions import Task, parted
from engine.barricadas.frames import Deed
from engine.barricadas.game import GAME
from engine.barricadas.observation import seen_up_to
from engine.barricadas.play import Play
from engine.barricadas.roster import load_roster
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo, aim_of
from engine.barricadas.rules.attack.effect import brought
from engine.barricadas.rules.command.range import is_in_reach
from engine.barricadas.rules.morale.checks import counter_morale, unit_morale
from engine.barricadas.rules.movement import moves
from engine.barricadas.rules.movement.costs import HALF, way_cost
from engine.barricadas.rules.movement.going_back import flight_of
from engine.barricadas.rules.movement.retreat import retreats
from engine.barricadas.rules.stacking.limits import room_in
from engine.barricadas.rules.turn import tasks
from engine.barricadas.sight import sees
from engine.barricadas.state import SEATS, State, Table
from engine.barricadas.survey import battlefield_of
from engine.dice import ScriptedDice
from tests.engine.barricadas.written import key
from tests.engine.telling import assert_sayable

Look = Callable[[State, Any], None]


def _each(found: Callable[[Table, str], Any]) -> Look:
    """A look at several figures, each by what it is of."""

    def look(state: State, expected: Mapping[str, Any]) -> None:
        shown = {one: found(state.table, one) for one in expected}
        assert shown == dict(expected), shown

    return look


# -- the ground --------------------------------------------------------------------------------


def _distance(table: Table, said: str) -> int:
    """Hexes from one to another: "A413 A513"."""
    return battlefield_of(table).distance(*said.split())


def _adjacent(table: Table, said: str) -> list[str]:
    """The hexes around one, from north on clockwise."""
    return list(battlefield_of(table).adjacent(said))


def _leads(table: Table, said: str) -> list[str]:
    """Towards which edges a step leads: "A513 A413"."""
    return sorted(battlefield_of(table).leads_towards(*said.split()))


def _sight(table: Table, said: str) -> bool:
    """Whether a line of sight joins two hexes: "A607 A614"."""
    return sees(battlefield_of(table), *said.split())


def _seen_from(table: Table, said: str) -> int:
    """From how far a counter is seen: "small moving A413 A510", it in the first of the hexes."""
    *marks, target, watcher = said.split()
    size: Any = marks[0]
    moving = "moving" in marks
    return seen_up_to(battlefield_of(table), target, size, moving=moving, watcher=watcher)


def _cost(table: Table, said: str) -> str:
    """What a way takes, "P" where it is prohibited: "foot A1307-A1308" takes "3"."""
    gait, way = said.split()
    moves: Any = gait
    halves = way_cost(battlefield_of(table), way.split("-"), moves)
    return "P" if halves is None else str(Fraction(halves, HALF))


# -- counters ----------------------------------------------------------------------------------


def _of_counter(found: Callable[[Table, Any], Any]) -> Look:
    """A look at a figure of counters, by side and name."""

    def look(state: State, expected: Mapping[str, Mapping[str, Any]]) -> None:
        for side, figures in expected.items():
            counters = state.table.counters
            shown = {name: found(state.table, counters[key(side, name)]) for name in figures}
            assert shown == dict(figures), (side, shown)

    return look


def _reaches(state: State, expected: Mapping[str, Mapping[str, Any]]) -> None:
    """Where counters can move: "g1+g2 move", with "to", "not" or, of all there is, "only"."""
    for said, wanted in expected.items():
        who, deed = said.split()
        side = state.table.player
        group = [state.table.counters[key(side, name)] for name in parted(who)]
        found = set(moves.reachable(battlefield_of(state.table), state.table, group, Deed(deed)))
        assert set(wanted.get("to", ())) <= found, (said, found)
        assert not set(wanted.get("not", ())) & found, (said, found)
        assert set(wanted.get("only", found)) == found, (said, found)


def _guides(table: Table, side: str) -> list[str]:
    """Which commissars and chaplains a side has."""
    guides = load_roster().guides
    return [one.type for one in table.counters.values() if one.side == side and one.type in guides]


def _room(table: Table, said: str) -> int:
    """Steps for which there is room: "republican C404"."""
    side, place = said.split()
    return room_in(table, place, side)


def _retreats(state: State, expected: list[dict[str, Any]]) -> None:
    """Where counters can go back, and what becomes of them there: ``ends``, ``ways`` or both.

    It names ``side``, ``who``, ``hexes``, ``edge``, ``away_from`` (a hex or none) and ``routed``.
    """
    for one in expected:
        play = Play(state, ScriptedDice())
        group = [state.table.counters[key(one["side"], name)] for name in parted(one["who"])]
        flight = flight_of(
            play,
            group,
            one["hexes"],
            one["edge"],
            one.get("away_from", ""),
            routed=one.get("routed", False),
        )
        found = retreats(flight)
        if "ends" in one:
            ends = {each.way[-1]: each.fate for each in found}
            assert ends == one["ends"], ends
        for way in one.get("ways", ()):
            assert way in ["-".join(each.way) for each in found], found


# -- fire --------------------------------------------------------------------------------------


def _salvo(table: Table, said: str) -> Salvo:
    """Fire as it is ordered: "g1+g2 fire C402", of the side whose turn it is.

    "half" behind it halves all of it, "joined" lets who share a hex join it.
    """
    side = table.player
    who, deed, target, *more = said.split()
    keys = tuple(key(side, name) for name in parted(Task(who=who, deed=Deed(deed)).who))
    halved = keys if "half" in more else ()
    return Salvo(keys, tasks.MUNITIONS[Deed(deed)], target, halved, joined="joined" in more)


def _aims(state: State, expected: Mapping[str, Mapping[str, Any]]) -> None:
    """Figures of fire before its dice: factors, column, modifier, divisor ("3/2")."""
    for said, figures in expected.items():
        aim = aim_of(battlefield_of(state.table), state.table, _salvo(state.table, said))
        found = {
            "factors": aim.factors,
            "column": aim.column or 0,
            "modifier": aim.modifier,
            "divisor": str(aim.divisor),
        }
        assert {name: found[name] for name in figures} == dict(figures), (said, found)


def _hits(state: State, expected: Mapping[str, Mapping[str, int]]) -> None:
    """Hits that fire brings, by the sum of its two dice."""
    for said, wanted in expected.items():
        aim = aim_of(battlefield_of(state.table), state.table, _salvo(state.table, said))
        found = {dice: brought(aim, int(dice)) for dice in wanted}
        assert found == dict(wanted), (said, found)


def _fires(state: State, expected: Mapping[str, str]) -> None:
    """What keeps fire from being given, as if every enemy were recognised or not as they are."""
    for said, wanted in expected.items():
        against = against_salvo(battlefield_of(state.table), state.table, _salvo(state.table, said))
        assert_sayable(GAME, against)
        found = " ".join(one.code for one in against)
        assert found == wanted, (said, found)


def _unit_morale(state: State, expected: Mapping[str, Mapping[str, int]]) -> None:
    for side, figures in expected.items():
        assert side in SEATS
        found = {name: unit_morale(state.table, key(side, name)) for name in figures}
        assert found == dict(figures), (side, found)


FIGURES: Mapping[str, Look] = {
    "distance": _each(_distance),
    "adjacent": _each(_adjacent),
    "leads": _each(_leads),
    "sight": _each(_sight),
    "seen_from": _each(_seen_from),
    "cost": _each(_cost),
    "room": _each(_room),
    "guides": _each(_guides),
    "reaches": _reaches,
    "retreats": _retreats,
    "aims": _aims,
    "hits": _hits,
    "fires": _fires,
    "in_command": _of_counter(
        lambda table, counter: is_in_reach(battlefield_of(table), table, counter)
    ),
    "morale": _of_counter(counter_morale),
    "unit_morale": _unit_morale,
}
"""What a case may look at beside counters and table."""
