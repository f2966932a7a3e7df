"""What of the contract a game has: that is held by tests, and nothing else is demanded."""

from __future__ import annotations

from enum import StrEnum


class Feature(StrEnum):
    """Something that one game has and another has not."""

    SECRETS = "secrets"
    """A seat may know what others do not: orders that they do not see, a table partly hidden."""
    DICE = "dice"
    """Something is thrown for, and has odds."""
    DATA = "data"
    """It is played with files that a host may replace (``data_files``)."""
    COMPUTER = "computer"
    """It has computer players (``opponents``)."""
    LESSON = "lesson"
    """It has a first turn for newcomers (``lesson``)."""
    COUNTERS = "counters"
    """Orders name who acts and where to: there are actors, and previews show ways."""
    WARNINGS = "warnings"
    """Something can be lost by an order that its side is warned of."""
    BUNDLES = "bundles"
    """Some actions are meant together by one word (``bundles``)."""
    STANDING_ORDERS = "standing orders"
    """What is told beforehand answers decisions (``standing``)."""
    LOOKING_UP = "looking up"
    """Its counters can be looked up (:class:`engine.subjects.LooksUp`)."""
    CORRECTIONS = "corrections"
    """A position of it can be put right by hand (``corrections``)."""
    STARTS = "starts"
    """It can be begun from a position, at a turn or a phase (``starts``)."""
    OWN_CORRECTIONS = "own corrections"
    """What a side keeps secret can be put right too (``own_corrections``)."""
    HALTS = "halts"
    """Events after which the rest of a plan waits (``halts``)."""


EVERYTHING = frozenset(Feature)
NOTHING: frozenset[Feature] = frozenset()
