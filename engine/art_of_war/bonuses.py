"""The factors of the table of troops: in melee, when shooting, and whose impact counts for nothing.

Rules:
    2.factors, 2.cancels, 2.table, 7.fighting, 8.tactics, 8.phalanx; ADG-R46, ADG-R48, ADG-R49,
    ADG-R53.
    Also 2.options.impact, 8.impact.foot, 8.impact.once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.art_of_war.profiles import Profile
from engine.art_of_war.troop_rows import BonusRow, Does, Foe, When
from engine.art_of_war.troops import GAME
from engine.data.cache import cached_per_data
from engine.data.files import Folder, read_csv
from engine.data.play_data import play_folder

FILE = "bonuses.csv"


@dataclass(frozen=True, slots=True)
class Bonus:
    """One factor of one kind of troop.

    Attributes:
        does: "melee" and "shooting" add the value, "impact" in the first round after contact;
            "cancels": impact of these enemies counts for nothing; "voids": none of what adds to
            their die does in the first round, nor do overlaps (2.table.scythed).
        value: What is added.
        against: Whom it counts against: "all", "foot", "mounted", "impetuous", or types.
        but: Types against which it does not count.
        when: "always", "open" (in open ground), "deep" (in deep formation), or "later" (not in
            the first round of a melee).
    """

    does: Does
    value: int
    against: frozenset[Foe]
    but: frozenset[Foe]
    when: When

    def meets(self, foe: Profile) -> bool:
        """Say whether it counts against *foe*."""
        if foe.troop.type in self.but:
            return False
        words = {"all", foe.troop.category, str(foe.troop.type)}
        return bool(self.against & words) or (foe.impetuous and "impetuous" in self.against)


@dataclass(frozen=True, slots=True)
class Bout:
    """What a factor may hang on besides who fights whom.

    Attributes:
        first: Whether it is the first round of the melee (7.fighting).
        open: Whether the ground is open.
        deep: Whether the unit is a phalanx in deep formation (8.phalanx).
    """

    first: bool = False
    open: bool = True
    deep: bool = False

    def allows(self, bonus: Bonus) -> bool:
        """Say whether a factor counts now."""
        return {
            "always": True,
            "open": self.open,
            "deep": self.deep,
            "later": not self.first,
        }[bonus.when]


@cached_per_data()
def load_bonuses(folder: Folder | None = None) -> Mapping[str, tuple[Bonus, ...]]:
    """Return the factors of each kind of troop, or those of *folder*; they are read once.

    Raises:
        DataError: If the file cannot be read.
    """
    return build_bonuses(play_folder(GAME, folder))


def build_bonuses(folder: Folder) -> Mapping[str, tuple[Bonus, ...]]:
    """Return what the file in *folder* says, read anew.

    Raises:
        DataError: If it cannot be read.
    """
    found: dict[str, tuple[Bonus, ...]] = {}
    for row in read_csv(folder / FILE, BonusRow):
        bonus = Bonus(row.does, row.value, frozenset(row.against), frozenset(row.but), row.when)
        found[row.troop] = (*found.get(row.troop, ()), bonus)
    return MappingProxyType(found)


def factor(unit: Profile, foe: Profile, bout: Bout) -> int:
    """Return the factor of the table in melee (8.tactics): the highest that counts (ADG-R53)."""
    values = [one.value for one in _counting("melee", unit, foe, bout)]
    return max(values, default=0)


def aim(unit: Profile, foe: Profile) -> int:
    """Return the factor of the table when *unit* shoots at *foe* (2.table.artillery)."""
    return max((one.value for one in _counting("shooting", unit, foe, Bout())), default=0)


def impact(unit: Profile, foe: Profile) -> int:
    """Return what *unit* has of impact against *foe*, unless *foe* cancels it (8.impact).

    Whether impact counts at all, by the round, the ground and who charged, is not asked here.
    """
    own = max((one.value for one in _counting("impact", unit, foe, Bout())), default=0)
    return max(own, unit.impact)


def cancels(unit: Profile, foe: Profile) -> bool:
    """Say whether the impact of *foe* against *unit* counts for nothing (2.cancels)."""
    return any(_counting("cancels", unit, foe, Bout()))


def voids(unit: Profile, foe: Profile) -> bool:
    """Say whether what adds to the die of *foe* counts for nothing in the first round."""
    return any(_counting("voids", unit, foe, Bout()))


def _counting(does: Does, unit: Profile, foe: Profile, bout: Bout) -> list[Bonus]:
    return [
        one
        for one in load_bonuses().get(unit.troop.key, ())
        if one.does == does and bout.allows(one) and one.meets(foe)
    ]
