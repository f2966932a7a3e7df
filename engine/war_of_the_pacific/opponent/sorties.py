"""Warships on their own: where they lie off a port, in wait for convoys, or bombard (7.3, 7.6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_fort, is_warship, printed
from engine.war_of_the_pacific.opponent.force import raid_chance
from engine.war_of_the_pacific.opponent.geography import shores
from engine.war_of_the_pacific.opponent.landings import Landing, danger, guns_of
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.state import Unit


def cruise(look: Outlook, place: str, ships: Sequence[Unit]) -> float:
    """Return what it promises that warships lie off a place: shots, a port closed, a fleet held."""
    city = load_board().cities.get(place)
    if city is None or not city.port:
        return _shots(look, place, ships)
    if look.holds(place):
        return _guarded(look, place)
    figures = look.weights.sea
    closed = figures.blockade * look.worth(place) * _traffic(look)
    return _shots(look, place, ships) + closed + figures.lock * _held(look, place)


def cruise_parts(look: Outlook, place: str, ships: Sequence[Unit]) -> dict[str, float]:
    """Return what :func:`cruise` is the sum of, by what it is for."""
    city = load_board().cities.get(place)
    if city is not None and city.port and look.holds(place):
        return {"guarded": _guarded(look, place)}
    found = {"shots": _shots(look, place, ships)}
    if city is not None and city.port:
        figures = look.weights.sea
        found["closed"] = figures.blockade * look.worth(place) * _traffic(look)
        found["held"] = figures.lock * _held(look, place)
    return found


def _shots(look: Outlook, place: str, ships: Sequence[Unit]) -> float:
    """Return what bombardment promises; none where a fort answers or a warship lies (7.6)."""
    targets = [*look.foes.get(place, ()), *look.spoils.get(place, ())]
    if not targets or any(is_fort(unit) for unit in targets):
        return 0.0
    if any(is_warship(ship) for ship in look.enemy_ships.get(place, ())):
        return 0.0
    best = (max(raid_chance(ship.id, unit) for unit in targets) for ship in ships)
    return look.weights.worth.step * sum(best)


def _held(look: Outlook, place: str) -> float:
    """Return what it is worth that the enemy's ships in a port cannot leave it unseen."""
    figures = look.weights.sea
    return sum(
        figures.hull + figures.gun * printed(ship).gunfire
        if is_warship(ship)
        else figures.transport
        for ship in look.enemy_ships.get(place, ())
        if ship.in_port
    )


def _guarded(look: Outlook, place: str) -> float:
    """Return what warships in a port of theirs are worth to it and to those who supply it."""
    if not look.columns.get(place):
        return 0.0
    return look.weights.sea.guard * look.worth(place) * _traffic(look)


def _traffic(look: Outlook) -> float:
    """Return how much of a convoy the enemy can still send, from 0 to 1."""
    return look.known("traffic", "", lambda _: _convoys(look))


def _convoys(look: Outlook) -> float:
    afloat = sum(not is_warship(ship) for ships in look.enemy_ships.values() for ship in ships)
    return min(1.0, afloat / look.weights.sea.convoy)


def best_cruise(look: Outlook, ships: Sequence[Unit], areas: Sequence[str]) -> Landing | None:
    """Return the best place in naval areas for warships on their own, or ``None``."""
    guns = guns_of(ships)
    best: Landing | None = None
    for area in areas:
        for place in shores(area):
            value = cruise(look, place, ships)
            if value <= 0:
                continue
            value *= 1 - danger(look, place, area, guns)
            if best is None or value > best.value:
                best = Landing(value, place, area)
    return best


def squadron(look: Outlook, ships: Sequence[Unit]) -> tuple[Landing, list[Unit]] | None:
    """Return the best station of all and the fewest warships that are enough for it."""
    areas = tuple(load_board().areas)
    order = sorted(ships, key=lambda ship: (-printed(ship).gunfire * ship.steps, ship.id))
    best = best_cruise(look, order, areas) if order else None
    if best is None or best.value < look.temper.cruise:
        return None
    for count in range(1, len(order)):
        found = best_cruise(look, order[:count], (best.area,))
        if found is not None and found.value >= look.weights.sea.enough * best.value:
            return found, order[:count]
    return best, order
