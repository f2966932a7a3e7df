"""Who may assault what (9, 5.7).

Rules:
    5.7, 9, 9.4; ALB-R35, ALB-R41, ALB-R42.
    Also 9.place.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.barricadas.board import Ground
from engine.barricadas.frames import Deed
from engine.barricadas.play import Against, counter_term, hex_term
from engine.barricadas.roster import ARMOUR, TROOPS
from engine.barricadas.state import Counter, Table, counters_in, other
from engine.barricadas.survey import battlefield_of, is_armour, is_mounted, is_vehicle
from engine.kit.wording import refuse

NO_CHARGE = frozenset((Ground.BUILT_UP, Ground.WOOD, Ground.SWAMP))
"""Nobody charges who is there (5.7)."""


def against_assault(table: Table, group: Sequence[Counter], target: str, deed: Deed) -> Against:
    """Return what is against some counters' assault on a hex (9, 5.7; ALB-R41, ALB-R42)."""
    side, kinds = group[0].side, [one.printed.kind for one in group if one.printed is not None]
    armoured = bool(kinds) and all(kind in ARMOUR for kind in kinds)
    if not kinds or not (armoured or all(kind in TROOPS for kind in kinds)):
        return [refuse("assault.troops", "9")]
    mounted = [one for one in group if is_mounted(one)]
    if deed is Deed.CHARGE and len(mounted) != len(kinds):
        return [refuse("charge.cavalry", "5.7")]
    if mounted:
        # Whatever assault they make is a charge (ALB-R35).
        if battlefield_of(table).hexes[target].terrain in NO_CHARGE:
            return [refuse("charge.ground", "5.7.against", hex=hex_term(target))]
        tired = [one for one in mounted if one.charged and one.charged == table.turn - 1]
        if tired:
            return [refuse("charge.again", "5.7.next", who=counter_term(tired[0]))]
    if target in table.shades:
        return []
    there = list(counters_in(table, target, other(side)))
    soft = [one for one in there if not one.carrier and not is_armour(one) and not is_vehicle(one)]
    if not there:
        return [refuse("assault.nobody", "9", hex=hex_term(target))]
    if not soft:
        return [refuse("assault.armour", "9", hex=hex_term(target))]
    return []
