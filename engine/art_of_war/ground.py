"""What lies on the table: kinds of terrain, and what they do to who stands in them (10).

Geometry is asked of :mod:`engine.art_of_war.plane`; whether a base stands in something means that
any of it does.

Rules:
    10; ADG-R19.
    Also 10.brush, 10.coast, 10.dunes, 10.fields, 10.hill.steep, 10.marsh, 10.plantation, 10.town,
    10.wood.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Literal

from pydantic import Field, field_validator

from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.plane.shapes import Box, Outline, box, meet
from engine.art_of_war.play import Play
from engine.art_of_war.state import Feature, Table
from engine.data.cache import cached, cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv, split_list
from engine.data.play_data import play_folder
from engine.kit.records import changed

GAME = "art_of_war"

RIVER_SIDES = 3
"""A river's die has three (10.river): rough, difficult, impassable."""


class Going(IntEnum):
    """How hard ground is to cross, the easiest first (10)."""

    OPEN = 0
    ROUGH = 1
    DIFFICULT = 2
    IMPASSABLE = 3


_GOING: Mapping[str, Going] = MappingProxyType({one.name.lower(): one for one in Going})


class KindRow(Record):
    """A line of ``terrain.csv``.

    Attributes:
        key: Its kind.
        going: How hard it is to cross; "dice" where that is thrown (10.river).
        blocks: Nobody sees through it.
        high: Who stands on it stands higher.
        cover: What shooting at somebody in it takes off.
        bank: What it gives who defends its edge in melee.
        stream: What melee takes off whoever is crossing it.
        ambush: Who may hide in it.
        eased: Troops, by type or "camels", for whom it is a step easier, and no hindrance in melee.
        where: Whether it lies in a sector of the table or across it.
        die: What has to be thrown to place it; 0 for nothing.
        smallest: Its least width and depth, hundredths of a UD.
        largest: Its greatest.
        share: How often it comes up where terrain is thrown.
    """

    key: str
    name: str
    name_es: str
    going: Literal["open", "rough", "difficult", "impassable", "dice"]
    blocks: bool
    high: bool
    cover: int = Field(ge=0, le=3)
    bank: int = Field(ge=0, le=3)
    stream: int = Field(ge=0, le=3)
    ambush: Literal["none", "light_foot", "foot", "all"]
    eased: tuple[str, ...]
    where: Literal["sector", "river", "coast", "road"]
    die: int = Field(ge=0, le=6)
    smallest: tuple[int, int]
    largest: tuple[int, int]
    share: int = Field(ge=0, le=20)
    source: Source

    @field_validator("eased", mode="before")
    @classmethod
    def _split(cls, text: object) -> object:
        return () if text == "-" else split_list(text)

    @field_validator("smallest", "largest", mode="before")
    @classmethod
    def _sizes(cls, text: object) -> object:
        return split_list(text)


@cached_per_data()
def load_kinds(folder: Folder | None = None) -> Mapping[str, KindRow]:
    """Return every kind of terrain of the game, or of *folder*.

    Raises:
        DataError: If the file cannot be read, or names a kind twice.
    """
    return build_kinds(play_folder(GAME, folder))


def build_kinds(folder: Folder) -> Mapping[str, KindRow]:
    """Return what the file in *folder* says, read anew.

    Raises:
        DataError: If it cannot be read, or names a kind twice.
    """
    file = folder / "terrain.csv"
    found: dict[str, KindRow] = {}
    for row in read_csv(file, KindRow):
        if row.key in found:
            raise DataError(file.name, row.line, "key", f"{row.key} stands here twice")
        found[row.key] = row
    return MappingProxyType(found)


def kind_of(feature: Feature) -> KindRow:
    """Return the kind of a terrain element."""
    return load_kinds()[feature.kind]


def outline_of(feature: Feature) -> Outline:
    """Return a terrain element as a figure of the plane."""
    return feature.corners


def going_of(feature: Feature, eases: Collection[str] = ()) -> Going:
    """Return how hard an element is to cross for who is of some of the troops that it *eases*.

    A river that nobody has tried counts as difficult until somebody does (10.river).
    """
    kind = kind_of(feature)
    if kind.going == "dice":
        return _GOING[feature.going] if feature.going else Going.DIFFICULT
    going = _GOING[kind.going]
    if going in (Going.ROUGH, Going.DIFFICULT) and not set(eases).isdisjoint(kind.eased):
        return Going(going - 1)
    return going


def features_at(table: Table, base: Base) -> tuple[Feature, ...]:
    """Return the elements that a base stands in, even partly; roads too."""
    return _standing_in(table.features, base)


@cached
def _standing_in(features: Mapping[str, Feature], base: Base) -> tuple[Feature, ...]:
    spans = box(base)
    return tuple(
        one
        for one, outline, its in _outlined(features)
        if meet(spans, its, 0) and collide(base, outline)
    )


@cached
def _outlined(features: Mapping[str, Feature]) -> tuple[tuple[Feature, Outline, Box], ...]:
    """Return elements with their figures and what these span."""
    outlines = ((one, outline_of(one)) for one in features.values())
    return tuple((one, outline, box(outline)) for one, outline in outlines)


def going_at(table: Table, base: Base, eases: Collection[str] = ()) -> Going:
    """Return the worst ground that a base stands in (5.terrain.worst)."""
    return max((going_of(one, eases) for one in features_at(table, base)), default=Going.OPEN)


def cover_at(table: Table, base: Base) -> int:
    """Return what shooting at a base takes off for the ground that it stands in (10.cover)."""
    return max((kind_of(one).cover for one in features_at(table, base)), default=0)


def is_high(table: Table, base: Base) -> bool:
    """Say whether a base stands on a hill (10.hill)."""
    return any(kind_of(one).high for one in features_at(table, base))


def is_untried(feature: Feature) -> bool:
    """Say whether an element is a river that nobody has tried to cross (10.river)."""
    return kind_of(feature).going == "dice" and not feature.going


def try_river(play: Play, key: str) -> Going:
    """Throw how hard a river is to cross, if nobody has tried it before, and say it (10.river)."""
    river = play.table.features[key]
    if is_untried(river):
        die = play.roll("river", 1, RIVER_SIDES)[0]
        going = Going(die).name.lower()
        river = changed(river, going=going)
        play.set(features={**play.table.features, key: river})
        play.tell(f"river.{going}", "10.river", die=die)
    return going_of(river)
