"""Who may form a group with whom (1.groups).

Rules:
    1.groups.mounted, 1.groups.beasts, 1.groups.foot, 1.groups.alike; ADG-R42.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from engine.art_of_war.profiles import Profile
from engine.art_of_war.troops import TroopType

MOST = 6
"""Units of a group (1.groups.size)."""


def unlike(units: Iterable[Profile]) -> str:
    """Return the clause by which units may not form one group; "" where they may.

    Whether they touch, are too many or of several corps is not asked here.
    """
    kinds = {(one.troop.key, one.camels): one for one in units}
    return next(filter(None, (_apart(*pair) for pair in combinations(kinds.values(), 2))), "")


def _apart(one: Profile, two: Profile) -> str:
    """Return the clause that keeps two units apart."""
    if one.troop.alike != two.troop.alike:
        return "1.groups.alike"
    if one.troop.category == two.troop.category == "mounted":
        return "" if _herd(one) == _herd(two) else "1.groups.beasts"
    if one.troop.category == two.troop.category:
        return ""
    foot, mounted = sorted((one, two), key=lambda unit: unit.troop.category)
    if foot.troop.type is TroopType.LI or mounted.troop.type is TroopType.EL:
        return ""
    return "1.groups.mounted"


def _herd(unit: Profile) -> str:
    """Return what other horses cannot bear; "" for horses."""
    if unit.troop.type is TroopType.EL:
        return "elephants"
    return "camels" if unit.camels else ""
