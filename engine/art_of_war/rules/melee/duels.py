"""Two who fight each other before their dice, and what these come to: for rule and odds alike.

Rules:
    8.resolve, 8.roll, 8.result.win, 8.quality, 2.armour; ADG-R1, ADG-R2, ADG-R13.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    ahead = first - second
    quality = (int(ahead >= duel.one.edge), int(-ahead >= duel.two.edge))
    margin = first + duel.one.total + quality[0] - second - duel.two.total - quality[1]
    thrower, struck = (duel.one, duel.two) if ahead > 0 else (duel.two, duel.one)
    won = margin if ahead > 0 else -margin
    if not ahead or won <= 0 or thrower.armour:
        return Outcome(margin, quality)
    saved = min(won, struck.armour)
    armour = (0, saved) if ahead > 0 else (saved, 0)
    return Outcome(margin + armour[0] - armour[1], quality, armour)


def chances(duel: Duel) -> Distribution[int]:
    """Return how likely each margin is."""
    return dice(2).map(lambda shown: outcome(duel, *shown).margin)
