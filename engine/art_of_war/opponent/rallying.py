"""Rallying: whom a point helps most, the dice considered (6)."""

from __future__ import annotations

from engine.art_of_war.actions import Rally
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.rules.command.points import general_for
from engine.art_of_war.rules.rallying.rallying import against_unit, try_of
from engine.art_of_war.state import Unit
from engine.kit.records import changed

FACES = 6
FREE = 0.25
"""As how much of a point a try counts that costs none."""


def rallied(look: Outlook) -> Rally | None:
    """Return the best try there is; ``None`` where nobody can try."""
    found = [
        one for one in look.mine if one.lost and not against_unit(look.table, look.side, one.id)
    ]
    best = max(found, key=lambda one: (promise(look, one), one.id), default=None)
    return None if best is None else Rally(who=best.id)


def promise(look: Outlook, unit: Unit) -> float:
    """Return what a try to rally a unit promises for each point that it costs."""
    general = general_for(look.table, unit)
    if general is None:
        return 0.0
    attempt = try_of(look.table, unit, general)
    chance = max(0, min(FACES, FACES + 1 - attempt.needed)) / FACES
    better = changed(unit, lost=unit.lost - 1)
    return chance * look.worth(better, 1) / max(FREE, attempt.cost)


def keeps(look: Outlook, corps: int) -> int:
    """Return how many points a corps keeps for units that could be rallied, none of them moved."""
    bar = look.weights.march.rally
    wanted = 0
    for one in look.mine:
        general = general_for(look.table, one)
        if one.corps != corps or not one.lost or one.moves or one.tried or general is None:
            continue
        attempt = try_of(look.table, one, general)
        if attempt.cost and attempt.cost <= general.points and promise(look, one) > bar:
            wanted = max(wanted, attempt.cost)
    return wanted
