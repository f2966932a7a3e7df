"""What troops shoot with: how far, how well, and what is left of the target's protection.

Rules:
    7.range, 7.cap, 7.modifier, 7.not.moved; ADG-R9.
    Also 2.options.artillery, 2.options.bow, 2.options.elephants, 2.options.shields,
    2.options.shoots, 2.options.support, 2.options.wagon, 7.cap.artillery, 7.cap.guns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pydantic import Field

from engine.art_of_war.troop_rows import KEY, NONE, Keys
from engine.art_of_war.troops import GAME, UD, TroopType, known
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv
from engine.data.play_data import play_folder

FILE = "weapons.csv"


class WeaponRow(Record):
    """A line of ``weapons.csv``; its range is in UD."""

    key: str = Field(pattern=KEY)
    name: str
    name_es: str
    bearers: Keys
    range: int = Field(ge=1, le=20)
    modifier: int = Field(ge=-3, le=3)
    cap: int | None = Field(default=None, ge=0, le=3)
    but: Keys = ()
    shields: bool
    moving: bool
    source: Source


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon in the hands of some types (7).

    Attributes:
        key: "bow".
        name: In English and Spanish, of several.
        range: How far it is shot.
        modifier: Of the shooter's die.
        cap: What of the target's protection counts at most; ``None`` for all of it (7.cap).
        caps: The same of targets of some types.
        shields: Whether the option shields keeps its bearer's protection against it.
        moving: Whether it is shot after a move (7.not.moved).
    """

    key: str
    name: tuple[str, str]
    range: int
    modifier: int
    cap: int | None
    caps: Mapping[TroopType, int | None] = field(compare=False)
    shields: bool
    moving: bool

    def left_of(self, protection: int, target: TroopType, *, shields: bool = False) -> int:
        """Return what counts of a target's *protection* (7.cap)."""
        cap = self.caps.get(target, self.cap)
        if cap is None or (shields and self.shields):
            return protection
        return min(protection, cap)


Weapons = Mapping[tuple[str, TroopType], Weapon]
"""By key and by the type of who bears it."""


@cached_per_data()
def load_weapons(folder: Folder | None = None) -> Weapons:
    """Return the weapons, or those of *folder*; they are read once.

    Raises:
        DataError: If the file cannot be read, or gives a weapon twice.
    """
    return build_weapons(play_folder(GAME, folder))


def build_weapons(folder: Folder) -> Weapons:
    """Return what the file in *folder* says, read anew.

    Raises:
        DataError: If it cannot be read, or gives a weapon twice.
    """
    found: dict[tuple[str, TroopType], Weapon] = {}
    for row in read_csv(folder / FILE, WeaponRow):
        weapon = Weapon(
            row.key,
            (row.name, row.name_es),
            row.range * UD,
            row.modifier,
            row.cap,
            MappingProxyType(dict(_caps(row))),
            row.shields,
            row.moving,
        )
        for bearer in _types(row.line, "bearers", row.bearers):
            if (row.key, bearer) in found:
                problem = f"{row.key} is given to {bearer} twice"
                raise DataError(FILE, row.line, "bearers", problem)
            found[row.key, bearer] = weapon
    return MappingProxyType(found)


def _caps(row: WeaponRow) -> Iterator[tuple[TroopType, int | None]]:
    for word in row.but:
        name, _, cap = word.partition(" ")
        (target,) = _types(row.line, "but", (name,))
        if cap != NONE and not cap.isdecimal():
            raise DataError(FILE, row.line, "but", f"{word}: a type and a number or none")
        yield target, None if cap == NONE else int(cap)


def _types(line: int, field: str, names: Iterable[str]) -> Iterator[TroopType]:
    for name in names:
        known(FILE, line, field, (name,), tuple(TroopType))
        yield TroopType(name)
