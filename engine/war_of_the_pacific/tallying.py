"""Figures of a finished game for the lab: objectives, battles, ships sunk, units lost and left.

Rules:
    5.1, 5.5, 5.6, 7.8 (orders that lapse), 7.9; a ship that was captured counts for the navy that
    it came from (10.1, WP-R74).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.api import Event, Param, Term
from engine.war_of_the_pacific.board import City, load_board
from engine.war_of_the_pacific.counters import is_captured
from engine.war_of_the_pacific.places import DEAD, is_in_play
from engine.war_of_the_pacific.play import seat_term
from engine.war_of_the_pacific.roster import UnitType, load_roster
from engine.war_of_the_pacific.rules.victory.points import city_points, victory_points
from engine.war_of_the_pacific.state import CHILE, SEATS, State, Table

GOALS = ("iquique", "lima")
"""Cities of which a game says which fell first: the nitrate's, or the capital."""


def tally(state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
    """Return the figures of a game, the same ones of every game.

    - ``turns``, ``bolivia_out``, ``machines`` tried, ``chile.points``, ``chile.bonus``;
    - from *events*: ``naval_battles`` and ``land_battles`` fought; ``first.iquique`` and
      ``first.lima``, whether Chile took that one before the other; orders of each side that
      ``lapsed`` for want of a column; ``chile.taken.<hex>_<city>``, whether Chile ever took an
      objective;
    - ``chile.points.<hex>_<city>``: what Chile has for an objective that it holds;
    - of each side its ships ``sunk`` and ``captured``, and whether each is sunk;
    - its land units ``lost`` and ``left`` (in play), by kind, and whether each is lost or left;
      one that never came into play is neither.
    """
    table = state.table
    figures = {
        "turns": table.turn,
        "bolivia_out": int(table.bolivia_out),
        "machines": len(table.machines),
        **_battles(events),
        "chile.points": victory_points(table),
        "chile.bonus": table.bonus,
    }
    points = city_points(table)
    for hex_id, city in load_board().cities.items():
        if city.vp or hex_id in points:
            held = table.control[hex_id] == CHILE
            figures[f"chile.points.{_named(hex_id, city)}"] = points.get(hex_id, 0) if held else 0
    figures |= _taken(events)
    for seat in SEATS:
        cards = [card for card in load_roster().units.values() if card.side == seat]
        figures |= _ships(table, seat, [card for card in cards if card.is_naval])
        figures |= _land(table, seat, [card for card in cards if card.is_land])
    return figures


def _battles(events: Sequence[Event]) -> Mapping[str, int]:
    told = Counter(event.code for event in events)
    figures = {
        "naval_battles": told["naval_battle.begins"],
        "land_battles": told["battle.attack"],
    }
    for seat in SEATS:
        figures[f"{seat}.lapsed"] = sum(seat == one for one in _lapses(events))
    return figures


def _lapses(events: Sequence[Event]) -> Iterator[str]:
    """Yield whose orders lapsed for want of a column (7.8), not by a battle of that turn (7.9)."""
    fought: set[object] = set()
    for event in events:
        if event.code == "turn.begins":
            fought.clear()
        elif event.code == "naval_battle.begins":
            fought.update(_units(event.params["chile"]), _units(event.params["allies"]))
        elif event.code == "order.lapsed" and not fought.issuperset(_units(event.params["ships"])):
            yield from event.audience or ()


def _units(named: Param) -> tuple[object, ...]:
    return named if isinstance(named, tuple) and not isinstance(named, Term) else (named,)


def _taken(events: Sequence[Event]) -> Mapping[str, int]:
    taken = list(dict.fromkeys(_falls(events)))
    goals = {key: load_board().city_keys[key].hex for key in GOALS}
    first = next((place for place in taken if place in goals.values()), "")
    figures = {f"first.{key}": int(first == place) for key, place in goals.items()}
    for hex_id, city in load_board().cities.items():
        if city.vp:
            figures[f"chile.taken.{_named(hex_id, city)}"] = int(hex_id in taken)
    return figures


def _falls(events: Sequence[Event]) -> Iterator[str]:
    """Yield the cities that Chile took, as they fell."""
    for event in events:
        place = event.params.get("place")
        if event.code != "city.taken" or event.params.get("seat") != seat_term(CHILE):
            continue
        if isinstance(place, Term):
            yield place.key


def _named(hex_id: str, city: City) -> str:
    return f"{hex_id}_{city.key}"


def _ships(table: Table, seat: str, cards: list[UnitType]) -> Mapping[str, int]:
    sunk = {card.id: int(_at(table, card) == DEAD) for card in cards}
    taken = [card for card in cards if card.id in table.units and is_captured(table.units[card.id])]
    return {
        f"{seat}.sunk": sum(sunk.values()),
        f"{seat}.captured": len(taken),
        **{f"{seat}.sunk.{ship}": number for ship, number in sunk.items()},
    }


def _land(table: Table, seat: str, cards: list[UnitType]) -> Mapping[str, int]:
    lost = {card.id: int(_at(table, card) == DEAD) for card in cards}
    left = {card.id: int(is_in_play(_at(table, card))) for card in cards}
    figures = {f"{seat}.lost": sum(lost.values()), f"{seat}.left": sum(left.values())}
    for name, found in (("lost", lost), ("left", left)):
        for card in cards:
            key = f"{seat}.{name}_kind.{card.kind.value}"
            figures[key] = figures.get(key, 0) + found[card.id]
        figures |= {f"{seat}.{name}.{unit}": number for unit, number in found.items()}
    return figures


def _at(table: Table, card: UnitType) -> str:
    """Return where a unit is, "" when its edition of the rules does without it."""
    return table.units[card.id].at if card.id in table.units else ""
