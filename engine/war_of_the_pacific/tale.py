"""What an event tells of a game that is looked back on: counters lost, cities taken, luck.

A counter is worth its steps and, at sea, its gunfire and armour; a city what it gives Chile (5.1).
"""

from __future__ import annotations

from engine.api import Event, Param, Term
from engine.kit.params import key_of, numbers_of, terms_of
from engine.tales import Loss, Tale, Throw
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.state import other

_SUNK = frozenset(("ship.sunk", "ship.scuttled", "ship.no_port", "repair.no_port"))
_LOW = frozenset(
    (
        *("naval_battle.hit", "naval_battle.miss", "naval_battle.critical"),
        *("fort.hit", "fort.miss", "fort.critical"),
        *("raid.hit", "raid.miss"),
    )
)
"""Whoever throws wants few pips (7.6, 7.7, 7.9)."""
_HIGH = frozenset(("battle.attack_dice", "battle.defence_dice", "supply.rolled", "march.rolled"))
"""Many pips are good (4.1, 8.2, 8.9)."""


def tale(event: Event) -> Tale[Term]:
    """Return what an event tells."""
    code, params = event.code, event.params
    if code in _SUNK or code.endswith(".destroyed"):
        return _losses(params.get("ship", params.get("unit")), key_of(params.get("seat")))
    if code == "stacking.removed":
        return _losses(params["units"], key_of(params["seat"]))
    if code == "ship.cargo_lost":
        return _losses(params["units"], _navy(params["ship"]))
    if code == "capture.captured":
        return _losses(params["prize"], other(key_of(params["seat"])))
    if code == "city.taken":
        city = load_board().cities.get(key_of(params["place"]))
        return Tale(weight=0 if city is None else city.vp)
    if code in _LOW | _HIGH:
        pips = numbers_of(params.get("dice", params.get("die")))
        return Tale(throws=(Throw(key_of(params["seat"]), pips, low=code in _LOW),))
    return Tale()


def _losses(named: Param | None, seat: str) -> Tale[Term]:
    """Return what a side lost; of ships whose event does not name it, their own navy."""
    return Tale(
        losses=tuple(Loss(seat or _navy(unit), unit, _worth(unit.key)) for unit in terms_of(named))
    )


def _navy(ship: Param) -> str:
    return str(printed(key_of(ship)).side)


def _worth(unit: str) -> int:
    card = printed(unit)
    return max(1, card.steps + card.gunfire + card.armour)
