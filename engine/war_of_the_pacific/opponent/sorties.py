"""Warships on their own: where they can bombard, lie off a port and lie in wait (7.6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.opponent.geography import shores
from engine.war_of_the_pacific.opponent.landings import Landing, danger, guns_of
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.rules.fleet import is_warship_id
from engine.war_of_the_pacific.rules.ground import is_fort
from engine.war_of_the_pacific.rules.raids import raid_odds
from engine.war_of_the_pacific.state import Unit


def cruise(look: Outlook, place: str, ships: Sequence[Unit]) -> float:
    """Return what it promises that warships lie off a place: shots at troops, and a port closed."""
    figures = look.weights
    if any(is_warship_id(ship.id) for ship in look.enemy_ships.get(place, ())):
        return 0.0
    targets = [*look.foes.get(place, ()), *look.spoils.get(place, ())]
    if any(is_fort(unit) for unit in targets):
        return 0.0
    shots = 0.0
    if targets:
        best = (max(raid_odds(ship.id, unit) for unit in targets) for ship in ships)
        shots = figures.worth.step * sum(best) / 36
    city = load_board().cities.get(place)
    closed = city is not None and city.port and not look.holds(place)
    return shots + (figures.sea.blockade * look.worth(place) if closed and targets else 0.0)


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
