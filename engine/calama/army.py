"""The six types of piece, and the dice that change what they can do.

Rules:
    4.1.4 (attributes), 4.1.9 (prices), 4.2 (pieces), 7.2 (events), 7.3 (assignment); CAL-R4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from pydantic import Field, model_validator

from engine.calama.board import GAME
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, load_toml, read_csv
from engine.data.play_data import play_folder

Attribute = Literal["movement", "resistance", "strength"]


class TypeRow(Record):
    """A table ``[[type]]`` of ``pieces.toml``."""

    key: str = Field(pattern=r"^[a-z][a-z_]*$")
    number: int = Field(ge=1, le=6)
    name: str
    plural: str
    name_es: str
    plural_es: str
    feminine: bool = False
    movement: int = Field(ge=0, le=6)
    resistance: int = Field(ge=0, le=6)
    strength: int = Field(ge=0, le=6)
    least: int = Field(ge=1, le=6)
    most: int = Field(ge=1, le=6)
    direct: bool = True
    jumps: bool = False
    points: int = Field(default=0, ge=0, le=10)
    decides: bool = False
    command: int = Field(default=0, ge=0, le=16)
    price: int = Field(default=0, ge=0, le=10)
    source: Source

    @model_validator(mode="after")
    def _range_holds_something(self) -> TypeRow:
        if self.least > self.most:
            raise ValueError("least is greater than most")
        return self


class PiecesFile(Record):
    """``pieces.toml`` as it is written."""

    lowest: int = Field(ge=0, le=6)
    highest: int = Field(ge=0, le=12)
    limits_source: Source
    event_dice: int = Field(default=2, ge=1, le=2)
    """Files of before it was there, which campaigns may have begun with, mean two."""
    type: tuple[TypeRow, ...]


class EventRow(Record):
    """A line of ``events.csv``."""

    roll: int = Field(ge=2, le=12)
    attribute: Attribute
    value: int = Field(ge=-2, le=2)
    source: Source


@dataclass(frozen=True, slots=True)
class PieceType:
    """What is printed of one type of piece.

    Attributes:
        key: "heavy_artillery".
        number: Printed on the piece; also the face of the assignment die (7.3).
        feminine: Whether its Spanish name takes a feminine adjective.
        movement: Squares it moves a round, at the start.
        resistance: Added to its die when fired at, at the start.
        strength: Added to its die in fire and melee, at the start.
        least: Nearest square it fires at.
        most: Farthest square it fires at.
        direct: Whether it needs a line of sight (7.5.2).
        jumps: Whether it moves over its own side's pieces (6).
        points: What its loss gives the enemy.
        decides: Whether its loss loses the game.
        command: Range of command (4.2.1), or by how much it extends it (4.2.2); else 0.
        price: What Bolivia gets when a Chilean reserve of the type enters (4.1.9); else 0.
    """

    key: str
    number: int
    name: str
    plural: str
    name_es: str
    plural_es: str
    feminine: bool
    movement: int
    resistance: int
    strength: int
    least: int
    most: int
    direct: bool
    jumps: bool
    points: int
    decides: bool
    command: int
    price: int


@dataclass(frozen=True, slots=True)
class EventEffect:
    """What a roll on the event table moves (7.2), and by how much."""

    attribute: Attribute
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Army:
    """The types of both sides; build it with :func:`load_army`.

    Attributes:
        types: By key, in the order of their numbers.
        event_dice: How many dice are thrown for an event (7.2).
        events: What each sum of them does.
        assignment: Which type each face of a die names.
        lowest: Bottom of every attribute's track (CAL-R4).
        highest: Top of every attribute's track.
    """

    types: Mapping[str, PieceType]
    event_dice: int
    events: Mapping[int, EventEffect]
    assignment: Mapping[int, str]
    lowest: int
    highest: int


@cached_per_data()
def load_army(folder: Folder | None = None) -> Army:
    """Return the piece types of the game, or of the files in *folder*; each is built once.

    Raises:
        DataError: If a file cannot be read.
    """
    return build_army(play_folder(GAME, folder))


def build_army(folder: Folder) -> Army:
    """Return the piece types of the files in *folder*, read anew.

    Raises:
        DataError: If a file cannot be read.
    """
    file = load_toml(folder / "pieces.toml", PiecesFile)
    names = tuple(PieceType.__dataclass_fields__)
    types = [
        PieceType(**{name: getattr(row, name) for name in names})
        for row in sorted(file.type, key=lambda one: one.number)
    ]
    return Army(
        types=MappingProxyType({one.key: one for one in types}),
        event_dice=file.event_dice,
        events=MappingProxyType(
            {
                row.roll: EventEffect(row.attribute, row.value)
                for row in read_csv(folder / "events.csv", EventRow)
            }
        ),
        assignment=MappingProxyType({one.number: one.key for one in types}),
        lowest=file.lowest,
        highest=file.highest,
    )
