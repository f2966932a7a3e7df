"""What an event tells of a game that is looked back on: counters lost, cities taken, luck.

A counter is worth its steps and, at sea, its gunfire and armour; a city what it gives Chile (5.1).
A ship that is captured is lost to its navy then, and not once more when its captor scuttles it
(10.1, WP-R73, WP-R74). Supply Columns that an advance destroys (8.7) are told by number alone, and
are not among the lost.
"""

from __future__ import annotations

from engine.api import Event, Param, Term
from engine.kit.params import key_of, numbers_of, terms_of
from engine.tales import Loss, Tale, Throw
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.roster import is_supply
from engine.war_of_the_pacific.state import other

_SUNK = frozenset(("ship.sunk", "ship.no_port", "repair.no_port"))
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
        # A prize carries its captor's units: of each its own side, of columns that of the ship.
        return Tale(
            losses=tuple(
                _loss(unit, _side(params["ship"] if is_supply(unit.key) else unit))
                for unit in terms_of(params["units"])
            )
        )
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
    """Return what a side lost; where the event does not name it, those whose counters they are."""
    return Tale(losses=tuple(_loss(unit, seat or _side(unit)) for unit in terms_of(named)))


def _loss(unit: Term, seat: str) -> Loss[Term]:
    card = printed(unit.key)
    return Loss(seat, unit, max(1, card.steps + card.gunfire + card.armour))


def _side(unit: Param) -> str:
    return str(printed(key_of(unit)).side)
