"""Two who fight each other before their dice, and what these come to: for rule and odds alike.

Rules:
    8.resolve, 8.roll, 8.result.win, 8.quality, 2.armour; ADG-R1, ADG-R2, ADG-R13.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.art_of_war.rules.melee.adding import Added, added
from engine.art_of_war.rules.melee.pairs import Pair
from engine.art_of_war.state import Table
from engine.art_of_war.survey import profile_of
from engine.art_of_war.troops import load_troops
from engine.chances.probability import Distribution, dice


@dataclass(frozen=True, slots=True)
class Fighter:
    """One of two who fight.

    Attributes:
        unit: Which unit.
        added: What is added to its die.
        edge: From what difference of the dice on it adds 1 if it throws the higher (8.quality).
        armour: What its armour takes off the margin of an enemy without any (ADG-R13).
    """

    unit: str
    added: tuple[Added, ...]
    edge: int
    armour: int

    @property
    def total(self) -> int:
        """The sum of what is added, but for quality."""
        return sum(one.value for one in self.added)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two who fight each other.

    Attributes:
        pair: Who they are, and who overlaps.
        one: Who came into contact.
        two: The other.
    """

    pair: Pair
    one: Fighter
    two: Fighter


@dataclass(frozen=True, slots=True)
class Outcome:
    """What two dice come to.

    Attributes:
        margin: By how much the first wins; the second where it is negative.
        quality: What quality added for the first, and for the second.
        armour: What armour added for the first, and for the second.
    """

    margin: int
    quality: tuple[int, int] = (0, 0)
    armour: tuple[int, int] = (0, 0)


def duel_of(table: Table, pair: Pair) -> Duel:
    """Return how two stand before they throw."""
    return Duel(pair, _fighter(table, pair, pair.one), _fighter(table, pair, pair.two))


def _fighter(table: Table, pair: Pair, key: str) -> Fighter:
    unit = table.units[key]
    profile = profile_of(unit)
    edge = load_troops().qualities[profile.quality].margin
    return Fighter(key, added(table, pair, unit), edge, profile.troop.armour)


def outcome(duel: Duel, first: int, second: int) -> Outcome:
    """Return what two dice come to (8.roll, 8.quality)."""
    return _outcome(first - second, *_weights(duel))


def _weights(duel: Duel) -> tuple[int, int, int, int, int]:
    """Return what of a duel matters to its dice: by how much the first leads, edges, armour."""
    one, two = duel.one, duel.two
    return one.total - two.total, one.edge, two.edge, one.armour, two.armour


def _outcome(
    ahead: int, lead: int, edge_one: int, edge_two: int, armour_one: int, armour_two: int
) -> Outcome:
    quality = (int(ahead >= edge_one), int(-ahead >= edge_two))
    margin = ahead + lead + quality[0] - quality[1]
    thrower, struck = (armour_one, armour_two) if ahead > 0 else (armour_two, armour_one)
    won = margin if ahead > 0 else -margin
    if not ahead or won <= 0 or thrower:
        return Outcome(margin, quality)
    saved = min(won, struck)
    armour = (0, saved) if ahead > 0 else (saved, 0)
    return Outcome(margin + armour[0] - armour[1], quality, armour)


def chances(duel: Duel) -> Distribution[int]:
    """Return how likely each margin is."""
    return _chances(*_weights(duel))


@lru_cache(maxsize=4096)
def _chances(*weights: int) -> Distribution[int]:
    return dice(2).map(lambda shown: _outcome(shown[0] - shown[1], *weights).margin)
