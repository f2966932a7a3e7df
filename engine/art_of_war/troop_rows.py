"""How the files of the table of troops are written, line by line."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from engine.data.files import Record, Source, split_list

KEY = r"^[a-z][a-z0-9_]*$"

Keys = Annotated[tuple[str, ...], BeforeValidator(split_list)]
"""Several keys in one field."""

NONE = "none"
"""No weapon; or, of a cap, that all protection counts."""

Foe = Literal[
    "all",
    "foot",
    "mounted",
    "impetuous",
    "LI",
    "MI",
    "HI",
    "WWg",
    "Art",
    "LH",
    "Cv",
    "Kn",
    "El",
    "SCh",
]
"""Against whom something counts."""

Does = Literal["melee", "shooting", "impact", "cancels", "voids"]
"""What a line of the table of troops does."""

When = Literal["always", "open", "deep", "later"]

Gives = Literal["impetuous", "mixed", "stakes", "shields", "camels"]
"""What an option makes of who has it."""


class PaceRow(Record):
    """A line of ``movement.csv``; lengths in UD."""

    key: str = Field(pattern=KEY)
    open: int = Field(ge=0, le=9)
    rough: int = Field(ge=0, le=9)
    difficult: int = Field(ge=0, le=9)
    source: Source


class TroopRow(Record):
    """A line of ``troops.csv``."""

    key: str = Field(pattern=KEY)
    code: str = Field(pattern=r"^[a-z]{2,3}$")
    name: str
    name_es: str
    category: Literal["foot", "mounted"]
    type: Literal["LI", "MI", "HI", "WWg", "Art", "LH", "Cv", "Kn", "El", "SCh"]
    protection: int = Field(ge=0, le=3)
    cohesion: int = Field(ge=1, le=4)
    price: int = Field(ge=1, le=20)
    depth: int = Field(ge=25, le=400)
    plates: int = Field(ge=1, le=4)
    pace: str = Field(pattern=KEY)
    weapons: Keys = ()
    clumsy: bool
    heavy: bool
    impetuous: bool
    evades: bool
    zone: bool
    armour: int = Field(ge=0, le=1)
    alike: str = ""
    general: bool
    qualities: Keys
    dismounts: Keys = ()
    source: Source


class OptionRow(Record):
    """A line of ``options.csv``."""

    key: str = Field(pattern=KEY)
    name: str
    name_es: str
    troops: Keys
    price: int = Field(ge=-5, le=10)
    needs: str = ""
    bars: Keys = ()
    protection: int = Field(ge=-3, le=3)
    impact: int = Field(ge=0, le=3)
    weapons: Keys = ()
    pace: str = ""
    quality: str = ""
    support: str = ""
    gives: Annotated[tuple[Gives, ...], BeforeValidator(split_list)] = ()
    source: Source


class QualityRow(Record):
    """A line of ``qualities.csv``."""

    key: Literal["elite", "ordinary", "mediocre"]
    name: str
    name_es: str
    price: int = Field(ge=-5, le=5)
    least: int = Field(ge=0, le=5)
    margin: int = Field(ge=1, le=6)
    source: Source


class BonusRow(Record):
    """A line of ``bonuses.csv``."""

    troop: str = Field(pattern=KEY)
    does: Does
    value: int = Field(ge=-3, le=3)
    against: Annotated[tuple[Foe, ...], BeforeValidator(split_list)]
    but: Annotated[tuple[Foe, ...], BeforeValidator(split_list)] = ()
    when: When
    source: Source
