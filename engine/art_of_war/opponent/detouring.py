"""Who has no way straight on: they go for another enemy, or without whom the ground keeps (5)."""

from __future__ import annotations

from engine.art_of_war.opponent.marching import Body, March
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.rules.movement.usual import onward
from engine.art_of_war.state import Unit
from engine.kit.records import changed

OTHERS = 3
"""How many other aims a body looks at that has no way on to the first."""


def detour(body: Body) -> March | None:
    """Return another way that a body, or some of it, can go; ``None`` where it can go straight on.

    It is none either for who has moved already, or shoots where they stand.
    """
    if body.lead.moves or (body.range and body.shoots()) or not _is_barred(body):
        return None
    return _freed(body) or _elsewhere(body)


def _is_barred(body: Body) -> bool:
    return not onward(body.look.table, body.who, ())


def _freed(body: Body) -> March | None:
    """Return a move of those of a body whom the ground bars not, where it bars the others."""
    able = [one for one in body.units if not _is_kept(body.look, one)]
    if len(able) == len(body.who):
        return None
    found = (Body(body.look, part).best() for part in body.look.side_by_side(able))
    return next((one for one in found if one is not None), None)


def _is_kept(look: Outlook, unit: Unit) -> bool:
    """Say whether a unit could not go straight on even if nobody else were there."""
    alone = changed(look.table, units={unit.id: unit}, camps={}, works={}, contacts=())
    return not onward(alone, (unit.id,), ())


def _elsewhere(body: Body) -> March | None:
    """Return a move towards another aim; none towards those whom friends fight already."""
    look, but = body.look, set(body.look.fighting)
    for _ in range(OTHERS):
        if body.goal is None:
            return None
        but.add(body.goal[0])
        body = Body(look, body.who, tuple(sorted(but)))
        march = body.best()
        if march is not None:
            return march
    return None
