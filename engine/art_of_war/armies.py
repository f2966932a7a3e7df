"""Armies: their groups and generals, what they cost, and who stands in them by name.

Ready-made ones are read from ``armies.toml``. What an army is held to is told by
:mod:`~engine.art_of_war.mustering`.

Rules:
    1.army, 1.army.cost, 1.generals, 2.quality, 2.table.generals; ADG-R14, ADG-R57, ADG-R58.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from engine.api import Refusal
from engine.art_of_war.army_lines import Leader, Line
from engine.art_of_war.army_reading import read_leader, read_line
from engine.art_of_war.profiles import Profile, profile
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.troop_rows import KEY
from engine.art_of_war.troops import GAME, load_troops
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Record, Source, load_toml
from engine.data.play_data import play_folder

READY = "armies.toml"

MUSTER = "muster.toml"

FEW = 2
"""Units of a line of which none is taken away alone, where an army is made smaller."""

Paid = Literal["ally", "included", "camp", "work"]
"""What is paid for beside troops and generals."""


# --- the files ------------------------------------------------------------------------------


class NamedRow(Record):
    """A table ``[[army.general]]`` or ``[[army.group]]``: a line as it is typed, and its name."""

    written: str
    name: str
    name_es: str


class GroupRow(NamedRow):
    """A table ``[[army.group]]``: what its units are called besides, in a word or two."""

    short: str
    short_es: str


class ArmyRow(Record):
    """A table ``[[army]]``."""

    key: str = Field(pattern=KEY)
    code: str = Field(pattern=r"^[a-z]{2,6}$")
    name: str
    name_es: str
    people: str
    people_es: str
    command: int = Field(ge=0, le=6)
    strategists: int = Field(ge=0, le=3)
    fortified: bool = False
    works: int = Field(default=0, ge=0)
    general: tuple[NamedRow, ...] = Field(min_length=1, max_length=3)
    group: tuple[GroupRow, ...] = Field(min_length=1)
    source: Source


class ArmiesFile(Record):
    """``armies.toml`` as it is written."""

    army: tuple[ArmyRow, ...]


class PriceRow(Record):
    """A table ``[[price]]`` of ``muster.toml``."""

    key: Paid
    price: int = Field(ge=-5, le=20)
    source: Source


class LimitsRow(Record):
    """The table ``[limits]`` of ``muster.toml``."""

    corps: int = Field(ge=1, le=3)
    command: int = Field(ge=0, le=6)
    strategists: int = Field(ge=0, le=3)
    dismounts: bool
    works: int = Field(ge=0, le=20)
    source: Source


class MusterFile(Record):
    """``muster.toml`` as it is written."""

    price: tuple[PriceRow, ...]
    limits: LimitsRow


# --- what they hold -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Army:
    """An army, ready-made or one's own.

    Attributes:
        lines: Its units, group by group.
        leaders: The general of each corps; the first is the commander in chief.
        fortified: Whether its camp is fortified (8.camp.fortified).
        works: Pieces of fortification (8.works).
    """

    lines: tuple[Line, ...]
    leaders: tuple[Leader, ...]
    fortified: bool = False
    works: int = 0


@dataclass(frozen=True, slots=True)
class Enlisted:
    """One unit of an army.

    Attributes:
        key: Its group and number: "b2".
        corps: From 1; 0 of a group that no general has.
        line: Of which line of the army it is, from 0.
        troop: Its kind.
        options: What was bought for it.
        quality: What it was bought as.
        afoot: As what it may be deployed dismounted; "" for nothing.
    """

    key: str
    corps: int
    line: int
    troop: str
    options: tuple[str, ...]
    quality: Literal["elite", "ordinary", "mediocre"]
    afoot: str

    @property
    def profile(self) -> Profile:
        """What it is.

        Raises:
            KeyError: If there is no such troop, or it cannot have one of the options.
        """
        return profile(self.troop, self.options, self.quality)


@dataclass(frozen=True, slots=True)
class Limits:
    """What an army is held to, by its list or without one (ADG-R45, ADG-R57).

    Attributes:
        command: The values of its generals together, at most (3.quality.shared).
        strategists: How many it may have (3.strategist.list).
        dismounts: Whether its list lets some be deployed dismounted (2.dismount).
        corps: Corps, at most.
        works: Pieces of fortification, at most.
    """

    command: int
    strategists: int
    dismounts: bool
    corps: int
    works: int


@dataclass(frozen=True, slots=True)
class Muster:
    """What is not in the table of troops.

    Attributes:
        limits: Of an army of a table's own.
        prices: By what is paid for: "ally", "included", "camp" and "work".
    """

    limits: Limits
    prices: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ReadyArmy:
    """An army of ``armies.toml``.

    Attributes:
        key: "rome".
        code: What ids of its units begin with, behind their side; six of them fit on a menu.
        name: In English and Spanish.
        people: What its soldiers are called.
        army: The army.
        limits: By its list.
        lines: Name of the units of each line, English and Spanish, in their order.
        shorts: What each of them is called in a sentence, the same way.
        leaders: Name of each general, in their order.
    """

    key: str
    code: str
    name: tuple[str, str]
    people: tuple[str, str]
    army: Army
    limits: Limits
    lines: tuple[tuple[str, str], ...]
    shorts: tuple[tuple[str, str], ...]
    leaders: tuple[tuple[str, str], ...]


def commanding(leaders: Iterable[Leader], lines: Iterable[Line]) -> tuple[Leader, ...]:
    """Return generals with those of their groups that some lines have; who has none is left out."""
    letters = {one.group for one in lines}
    kept = []
    for one in leaders:
        groups = "".join(letter for letter in one.groups if letter in letters)
        if groups:
            kept.append(one.model_copy(update={"groups": groups}))
    return tuple(kept)


def smaller(army: Army, points: int) -> Army:
    """Return an army like another for no more points: its largest lines are made smaller."""
    lines = [one.model_copy(update={"afoot": ""}) for one in army.lines]
    leaders = tuple(one.model_copy(update={"within": ""}) for one in army.leaders)
    while lines and price(Army(tuple(lines), leaders)) > points:
        most = max(one.number for one in lines)
        place = max(place for place, one in enumerate(lines) if one.number == most)
        if most > FEW:
            lines[place] = lines[place].model_copy(update={"number": most - 1})
        else:
            del lines[place]
    return Army(tuple(lines), commanding(leaders, lines))


def enlisted(army: Army) -> Iterator[Enlisted]:
    """Yield the units of an army in the order of its lines, numbered within their groups."""
    corps = {
        letter: number
        for number, leader in enumerate(army.leaders, start=1)
        for letter in leader.groups
    }
    counted: dict[str, int] = {}
    for place, line in enumerate(army.lines):
        for _ in range(line.number):
            counted[line.group] = counted.get(line.group, 0) + 1
            yield Enlisted(
                f"{line.group}{counted[line.group]}",
                corps.get(line.group, 0),
                place,
                line.troop,
                line.bought,
                line.quality,
                line.afoot,
            )


def price(army: Army) -> int:
    """Return what an army costs (1.army.cost); what it cannot have costs nothing."""
    prices = load_muster().prices
    units = sum(unit_price(line) * line.number for line in army.lines)
    leaders = sum(leader_price(one) for one in army.leaders)
    return units + leaders + prices["camp"] * army.fortified + prices["work"] * army.works


def unit_price(line: Line) -> int:
    """Return what each unit of a line costs; troops that there are not cost nothing."""
    tables = load_troops()
    troop = tables.troops.get(line.troop)
    if troop is None:
        return 0
    options = sum(troop.options[key].price for key in line.bought if key in troop.options)
    quality = tables.qualities[line.quality]
    return max(quality.least, troop.price + options + quality.price)


def leader_price(leader: Leader) -> int:
    """Return what a general costs; the least of them, included or not to be relied on, saves."""
    prices = load_muster().prices
    return (
        load_ranks()[leader.rank].price
        + prices["ally"] * bool(leader.ally)
        + prices["included"] * bool(leader.within)
    )


# --- reading them ---------------------------------------------------------------------------


@cached_per_data()
def load_muster() -> Muster:
    """Return what armies are held to besides; it is read once.

    Raises:
        DataError: If the file cannot be read.
    """
    file = load_toml(play_folder(GAME) / MUSTER, MusterFile)
    own = file.limits
    return Muster(
        Limits(own.command, own.strategists, own.dismounts, own.corps, own.works),
        MappingProxyType({row.key: row.price for row in file.price}),
    )


@cached_per_data()
def load_armies() -> Mapping[str, ReadyArmy]:
    """Return the ready-made armies by key; they are read once.

    Raises:
        DataError: If the file cannot be read, or a line in it.
    """
    folder = play_folder(GAME)
    own = load_muster().limits
    rows = load_toml(folder / READY, ArmiesFile).army
    return MappingProxyType({row.key: _ready(row, own) for row in rows})


def _ready(row: ArmyRow, own: Limits) -> ReadyArmy:
    problems: list[Refusal] = []
    lines, leaders = list[Line](), list[Leader]()
    for group in row.group:
        line = read_line(group.written, problems)
        lines += [line] if line is not None else []
        _hold(group, problems)
    for general in row.general:
        leader = read_leader(general.written, problems)
        leaders += [leader] if leader is not None else []
        _hold(general, problems)
    return ReadyArmy(
        row.key,
        row.code,
        (row.name, row.name_es),
        (row.people, row.people_es),
        Army(tuple(lines), tuple(leaders), row.fortified, row.works),
        Limits(row.command, row.strategists, True, own.corps, own.works),
        tuple((one.name, one.name_es) for one in row.group),
        tuple((one.short, one.short_es) for one in row.group),
        tuple((one.name, one.name_es) for one in row.general),
    )


def _hold(row: NamedRow, problems: list[Refusal]) -> None:
    """Hold that a line was understood.

    Raises:
        DataError: If it was not.
    """
    if problems:
        told = problems[0]
        problem = f"{told.code} {told.params.get('typed', '')} (found {row.written!r})"
        raise DataError(READY, row.line, "written", problem)
