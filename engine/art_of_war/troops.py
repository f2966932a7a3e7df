"""The table of troops, what they can buy, and how they move.

Read once from ``troops.csv`` and the files beside it. Lengths are hundredths of a UD (ADG-R22).
What one unit is, with all that was bought for it, is told by :mod:`~engine.art_of_war.profiles`.

Rules:
    1.bases, 2, 2.table, 2.options, 2.quality, 5.table; ADG-R3, ADG-R14, ADG-R15.
    Also 1.mixed, 2.options.camels, 2.options.impetuous, 2.protection, 2.table.elephants,
    2.table.heavy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Literal

from engine.art_of_war import troop_rows as rows
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, read_csv
from engine.data.play_data import play_folder

GAME: Final = "art_of_war"

UD = 100
"""Hundredths of a UD; also the width of every base (1.ud)."""


class TroopType(StrEnum):
    """The types of troops, by the text's own letters (2.table)."""

    LI = "LI"
    """Light infantry."""
    MI = "MI"
    """Medium infantry."""
    HI = "HI"
    """Heavy infantry."""
    WWG = "WWg"
    """War wagons."""
    ART = "Art"
    """Artillery."""
    LH = "LH"
    """Light cavalry."""
    CV = "Cv"
    """Cavalry."""
    KN = "Kn"
    """Knights, cataphracts and heavy chariots."""
    EL = "El"
    """Elephants."""
    SCH = "SCh"
    """Scythed chariots."""


LIGHT = frozenset((TroopType.LI, TroopType.LH))

ENGINES = frozenset((TroopType.ART, TroopType.WWG))
"""They do not charge, overlap, pursue or flee (8.not.engines, 8.not.overlap, 9.engines)."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How far a move goes, by ground; 0 where it may not be entered (5.table)."""

    open: int
    rough: int
    difficult: int


@dataclass(frozen=True, slots=True)
class Option:
    """Something that one kind of troop can buy (2.options).

    Attributes:
        key: "impact".
        name: In English and Spanish.
        price: Of each unit.
        needs: Another that must be bought too; "" for none.
        bars: Those that cannot be bought with it.
        protection: Added.
        impact: Added in the first round after contact (8.impact).
        weapons: One of these is had then, the first if none is named; "none" for no weapon.
        pace: How it moves then; ``None`` where that does not change.
        quality: It counts as that; "" where that does not change.
        support: Who stands behind it in a combined unit (2.mixed); "" for nobody.
        gives: Of "impetuous", "mixed", "stakes", "shields" and "camels".
    """

    key: str
    name: tuple[str, str]
    price: int
    needs: str
    bars: tuple[str, ...]
    protection: int
    impact: int
    weapons: tuple[str, ...]
    pace: Pace | None
    quality: str
    support: str
    gives: frozenset[str]


@dataclass(frozen=True, slots=True)
class Troop:
    """One kind of troop, as it comes without options (2.table).

    Attributes:
        key: "heavy_infantry".
        code: As typed: "hi".
        name: In English and Spanish.
        category: Whether it is on foot or mounted (2.category).
        type: By the text's letters.
        protection: Against shooting.
        cohesion: What it can lose.
        price: Of a unit.
        depth: Of its base; its width is 1 UD.
        plates: How many plates that is, one behind the other (1.bases).
        pace: How it moves.
        weapons: It has one of these without paying; the first where none is named.
        clumsy: Hard to manoeuvre (5.clumsy).
        heavy: Deployed within 4 UD of its edge (11.deploy.heavy).
        impetuous: Always (5.impetuous).
        evades: May evade while not impetuous (5.evade.who).
        zone: Has a zone of control (5.zone.none).
        armour: What its armour counts in melee (ADG-R13).
        alike: It forms groups with those of the same word alone (1.groups.alike); "" for none.
        general: Whether a general can be included in it (ADG-R56).
        qualities: Which it can be bought in.
        dismounts: As what it can be deployed on foot (2.dismount).
        options: What it can buy, by key.
    """

    key: str
    code: str
    name: tuple[str, str]
    category: Literal["foot", "mounted"]
    type: TroopType
    protection: int
    cohesion: int
    price: int
    depth: int
    plates: int
    pace: Pace
    weapons: tuple[str, ...]
    clumsy: bool
    heavy: bool
    impetuous: bool
    evades: bool
    zone: bool
    armour: int
    alike: str
    general: bool
    qualities: tuple[str, ...]
    dismounts: tuple[str, ...]
    options: Mapping[str, Option] = field(compare=False)

    @property
    def light(self) -> bool:
        """Say whether it is light infantry or light cavalry."""
        return self.type in LIGHT

    @property
    def plate(self) -> int:
        """How deep its front plate is, about which it turns (5.quarter)."""
        return -(-self.depth // self.plates)


@dataclass(frozen=True, slots=True)
class Quality:
    """One quality (2.quality).

    Attributes:
        key: "elite".
        name: In English and Spanish.
        price: Added to that of a unit.
        least: What a unit of it costs at least.
        margin: The winner of the raw dice adds 1 from that difference on (8.quality).
    """

    key: str
    name: tuple[str, str]
    price: int
    least: int
    margin: int


@dataclass(frozen=True, slots=True)
class Troops:
    """All of the table; build it with :func:`load_troops`.

    Attributes:
        troops: By key, in the order of the table.
        codes: Key of each troop by its code.
        qualities: By key.
        paces: Rows of the table of movement, by key.
    """

    troops: Mapping[str, Troop]
    codes: Mapping[str, str]
    qualities: Mapping[str, Quality]
    paces: Mapping[str, Pace]


@cached_per_data()
def load_troops(folder: Folder | None = None) -> Troops:
    """Return the table, or that of *folder*; it is read once.

    Raises:
        DataError: If a file cannot be read, or names what it does not have.
    """
    return build_troops(play_folder(GAME, folder))


def build_troops(folder: Folder) -> Troops:
    """Return what the files in *folder* say, read anew.

    Raises:
        DataError: If a file cannot be read, or names what it does not have.
    """
    paces = {
        row.key: Pace(row.open * UD, row.rough * UD, row.difficult * UD)
        for row in read_csv(folder / "movement.csv", rows.PaceRow)
    }
    lines = read_csv(folder / "troops.csv", rows.TroopRow)
    sold = read_csv(folder / "options.csv", rows.OptionRow)
    qualities: dict[str, Quality] = {
        row.key: Quality(row.key, (row.name, row.name_es), row.price, row.least, row.margin)
        for row in read_csv(folder / "qualities.csv", rows.QualityRow)
    }
    keys = {row.key for row in lines}
    bought = _options(sold, keys, paces, qualities)
    troops = {}
    for row in lines:
        known("troops.csv", row.line, "pace", (row.pace,), paces)
        known("troops.csv", row.line, "qualities", row.qualities, qualities)
        known("troops.csv", row.line, "dismounts", row.dismounts, keys)
        troops[row.key] = _troop(row, paces[row.pace], bought.get(row.key, {}))
    return Troops(
        troops=MappingProxyType(troops),
        codes=MappingProxyType({one.code: one.key for one in troops.values()}),
        qualities=MappingProxyType(qualities),
        paces=MappingProxyType(paces),
    )


def known(file: str, line: int, field: str, keys: Iterable[str], known: Iterable[str]) -> None:
    """Hold that keys are known.

    Raises:
        DataError: If one is not.
    """
    for key in keys:
        if key not in known:
            raise DataError(file, line, field, f"{key} is not known")


def _options(
    sold: Iterable[rows.OptionRow],
    troops: Iterable[str],
    paces: Mapping[str, Pace],
    qualities: Mapping[str, Quality],
) -> dict[str, dict[str, Option]]:
    """Return what each kind of troop can buy."""
    found: dict[str, dict[str, Option]] = {}
    for row in sold:
        known("options.csv", row.line, "troops", row.troops, troops)
        known("options.csv", row.line, "support", filter(None, (row.support,)), troops)
        known("options.csv", row.line, "pace", filter(None, (row.pace,)), paces)
        known("options.csv", row.line, "quality", filter(None, (row.quality,)), qualities)
        for troop in row.troops:
            if row.key in found.setdefault(troop, {}):
                problem = f"{row.key} is sold to {troop} twice"
                raise DataError("options.csv", row.line, "troops", problem)
            found[troop][row.key] = Option(
                row.key,
                (row.name, row.name_es),
                row.price,
                row.needs,
                row.bars,
                row.protection,
                row.impact,
                row.weapons,
                paces.get(row.pace),
                row.quality,
                row.support,
                frozenset(row.gives),
            )
    return found


def _troop(row: rows.TroopRow, pace: Pace, options: Mapping[str, Option]) -> Troop:
    return Troop(
        key=row.key,
        code=row.code,
        name=(row.name, row.name_es),
        category=row.category,
        type=TroopType(row.type),
        protection=row.protection,
        cohesion=row.cohesion,
        price=row.price,
        depth=row.depth,
        plates=row.plates,
        pace=pace,
        weapons=row.weapons,
        clumsy=row.clumsy,
        heavy=row.heavy,
        impetuous=row.impetuous,
        evades=row.evades,
        zone=row.zone,
        armour=row.armour,
        alike=row.alike,
        general=row.general,
        qualities=row.qualities,
        dismounts=row.dismounts,
        options=MappingProxyType(options),
    )
