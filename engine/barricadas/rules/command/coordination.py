"""Two officers who act together (7.3).

Rules:
    7.3.
    Also 7.3.table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from pydantic import Field

from engine.barricadas.board import GAME
from engine.barricadas.roster import Officer, load_roster
from engine.chances.probability import die
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, read_csv
from engine.data.play_data import play_folder


class CoordinationRow(Record):
    """A line of ``coordination.csv``."""

    one: str
    two: str
    modifier: int = Field(ge=-6, le=6)
    source: Source


@cached_per_data()
def load_coordination(folder: Folder | None = None) -> Mapping[frozenset[str], int]:
    """Return what is added to the die for two factions that coordinate badly.

    Raises:
        DataError: If the file cannot be read.
    """
    rows = read_csv(play_folder(GAME, folder) / "coordination.csv", CoordinationRow)
    return MappingProxyType({frozenset((row.one, row.two)): row.modifier for row in rows})


def is_near(officer: Officer, distance: int) -> bool:
    """Say whether another officer is near enough for one to try to act with them (7.3)."""
    return distance <= 2 * officer.reach


def modifier(one: str, two: str) -> int:
    """Return what is added to the die for officers of two factions (7.3)."""
    return load_coordination().get(frozenset((one, two)), 0)


def coordinates(one: Officer, two: Officer, shown: int) -> bool:
    """Say whether a die lets two officers act together: no more than both their figures (7.3)."""
    return shown + modifier_of(one, two) <= one.coordination + two.coordination


def modifier_of(one: Officer, two: Officer) -> int:
    """Return what is added to the die for two officers."""
    return modifier(_faction(one), _faction(two))


def chance(one: Officer, two: Officer) -> Fraction:
    """Return how likely it is that two officers act together."""
    return die().chance_that(lambda shown: coordinates(one, two, shown))


def _faction(officer: Officer) -> str:
    roster = load_roster()
    key = officer.key.removesuffix("+")
    return next(pool.faction for pool in roster.pools.values() if key in pool.officers)
