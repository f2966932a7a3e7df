"""What shooting and melee add to a die, and what must be thrown: the values of ``combat.csv``.

Rules:
    7.modifier, 7.light, 7.support, 8.result.win, 8.overlap.bonus, 8.camp.fortified, 9.army.losses,
    9.elephants.dice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from pydantic import Field

from engine.art_of_war.plane.poses import Edge
from engine.art_of_war.troops import GAME
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv
from engine.data.play_data import play_folder

Part = Literal["melee", "shooting", "most", "margin", "camp", "fate"]

FILES: Final = ("combat.csv", "light_support.csv", "army_losses.csv", "elephants.csv")
"""What play hangs on (``Game.data_files``)."""

D6: Final = 6


class CombatRow(Record):
    """A line of ``combat.csv``."""

    key: str = Field(pattern=r"^[a-z][a-z_]*$")
    part: Part
    value: int | None = Field(default=None, ge=-6, le=6)
    void: bool
    clause: str
    name: str = ""
    name_es: str = ""
    source: Source


class LightRow(Record):
    """A line of ``light_support.csv``."""

    shooters: int = Field(ge=1, le=12)
    value: int = Field(ge=0, le=6)
    source: Source


class LossRow(Record):
    """A line of ``army_losses.csv``."""

    key: Literal["disordered", "routed", "general", "camp"]
    value: int = Field(ge=0, le=12)
    source: Source


class ElephantRow(Record):
    """A line of ``elephants.csv``."""

    die: int = Field(ge=1, le=D6)
    direction: Edge
    source: Source


@dataclass(frozen=True, slots=True)
class Modifier:
    """Something that is added to a die.

    Attributes:
        key: "overlap".
        value: What it adds; 0 where another file has that.
        void: Counts for nothing against scythed chariots in the first round.
        clause: Of the ledger.
        name: In English and Spanish.
    """

    key: str
    value: int
    void: bool
    clause: str
    name: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Combat:
    """All that is looked up; build it with :func:`load_combat`.

    Attributes:
        melee: What is added to a die of melee, by key, in the order in which it is told.
        shooting: The same of shooting; protection among it.
        most: Limits, by key.
        margin: By how much a melee must be won, by what the loser suffers.
        camp: What a die must show at least to destroy a fortified camp, by who attacks.
        fate: What a die shows at most where a general is lost, by how they stand to the unit.
        light: What light shooters add in support, from one of them on.
        losses: What counts against an army, by key.
        elephants: Over which edge routed elephants flee, by the die.
    """

    melee: Mapping[str, Modifier]
    shooting: Mapping[str, Modifier]
    most: Mapping[str, int]
    margin: Mapping[str, int]
    camp: Mapping[str, int]
    fate: Mapping[str, int]
    light: tuple[int, ...]
    losses: Mapping[str, int]
    elephants: Mapping[int, Edge]

    def points(self, margin: int) -> int:
        """Return what who loses a melee by so much loses; ``ROUT`` for all (8.result.win)."""
        if margin <= 0:
            return 0
        if margin >= self.margin["rout"]:
            return ROUT
        return 2 if margin >= self.margin["two_points"] else 1

    def light_support(self, shooters: int) -> int:
        """Return what so many light shooters add in support (7.light)."""
        return self.light[min(shooters, len(self.light)) - 1] if shooters else 0


ROUT: Final = 99
"""More points than any unit has."""

_NEEDED: Mapping[Part, tuple[str, ...]] = {
    "melee": (
        *("factor", "deep", "impact", "support", "stakes", "overlap", "disorder", "rough_foot"),
        *("difficult_foot", "bad_mounted", "stream", "height", "bank", "general", "flank"),
        *("caught", "work", "work_mounted", "quality", "armour"),
    ),
    "shooting": (
        "light",
        "table",
        "cover",
        "disordered",
        "backing",
        "protection",
        "work_protection",
    ),
    "most": ("overlaps", "backing"),
    "margin": ("two_points", "rout"),
    "camp": ("any", "light"),
    "fate": ("joined", "included", "fighting"),
}


@cached_per_data()
def load_combat(folder: Folder | None = None) -> Combat:
    """Return the values of the game, or those of *folder*; they are read once.

    Raises:
        DataError: If a file cannot be read, or lacks a line.
    """
    return build_combat(play_folder(GAME, folder))


def build_combat(folder: Folder) -> Combat:
    """Return what the files in *folder* say, read anew.

    Raises:
        DataError: If a file cannot be read, or lacks a line.
    """
    rows = read_csv(folder / "combat.csv", CombatRow)
    for part, keys in _NEEDED.items():
        there = [row.key for row in rows if row.part == part]
        if sorted(there) != sorted(keys):
            problem = f"{part} must have once each {', '.join(sorted(keys))}"
            raise DataError("combat.csv", 0, "key", problem)
    light = sorted(read_csv(folder / "light_support.csv", LightRow), key=lambda row: row.shooters)
    if [row.shooters for row in light] != list(range(1, len(light) + 1)) or not light:
        raise DataError("light_support.csv", 0, "shooters", "must count up from 1")
    losses = {row.key: row.value for row in read_csv(folder / "army_losses.csv", LossRow)}
    if len(losses) != len(_LOSSES):
        raise DataError("army_losses.csv", 0, "key", f"must have {', '.join(_LOSSES)}")
    elephants = {row.die: row.direction for row in read_csv(folder / "elephants.csv", ElephantRow)}
    if len(elephants) != D6:
        raise DataError("elephants.csv", 0, "die", "must have every face of a die")
    return Combat(
        melee=_modifiers(rows, "melee"),
        shooting=_modifiers(rows, "shooting"),
        most=_values(rows, "most"),
        margin=_values(rows, "margin"),
        camp=_values(rows, "camp"),
        fate=_values(rows, "fate"),
        light=tuple(row.value for row in light),
        losses=MappingProxyType({str(key): value for key, value in losses.items()}),
        elephants=MappingProxyType(elephants),
    )


_LOSSES = ("disordered", "routed", "general", "camp")


def _modifiers(rows: tuple[CombatRow, ...], part: Part) -> Mapping[str, Modifier]:
    return MappingProxyType(
        {
            row.key: Modifier(
                row.key, row.value or 0, row.void, row.clause, (row.name, row.name_es)
            )
            for row in rows
            if row.part == part
        }
    )


def _values(rows: tuple[CombatRow, ...], part: Part) -> Mapping[str, int]:
    return MappingProxyType({row.key: row.value or 0 for row in rows if row.part == part})


_ADDED: Final = re.compile(r"([a-z_]+)([+-]\d+)")

NOTHING: Final = ("nothing", "nada")


def added_name(key: str, language: str) -> str | None:
    """Return what was added to a die in words ("overlap +2"), by the key of its term."""
    place = int(language.startswith("es"))
    if key == NOTHING[0]:
        return NOTHING[place]
    found = _ADDED.fullmatch(key)
    if found is None:
        return None
    combat = load_combat()
    one = combat.melee.get(found[1]) or combat.shooting.get(found[1])
    # A minus as print has it: it is no hyphen.
    return None if one is None else f"{one.name[place]} {found[2]}".replace(" -", " \N{MINUS SIGN}")
