"""Flank marches: where a corps comes on, right behind the enemy (11.flank.point)."""

from __future__ import annotations

from fractions import Fraction

from engine.art_of_war.actions import Enter
from engine.art_of_war.opponent.offers import offered
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.rules.setting_up.flank_march import ENTER
from engine.art_of_war.state import SOUTH, commander_of

BEHIND = 2 * UD
"""How far behind the enemy's line."""


def entered(look: Outlook) -> Enter | None:
    """Return where an announced corps comes on, if it is to be elsewhere than was said."""
    ups = [one.pose.y for one in look.foes if one.pose is not None and look.in_line(one)]
    if not ups:
        return None
    middle = sum(ups) / len(ups) + (BEHIND if look.side == SOUTH else -BEHIND)
    for corps in offered(ENTER, look.view, "corps"):
        general = commander_of(look.table, look.side, int(corps))
        assert general is not None
        places = map(Fraction, offered(ENTER, look.view, "at", corps=corps))
        best = min(places, key=lambda at: abs(at * UD - round(middle)))
        if look.table.coming[general.id] != best * UD:
            return Enter(corps=int(corps), at=best)
    return None
