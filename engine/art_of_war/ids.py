"""Ids of units and generals: whose they are and of what army follows from them alone.

"south.rome-b2" is the second unit of group B of the south's ready-made army of Rome: an event can
so name who is no longer on the table. A unit of an army of its own has two names, one after the
other: "south-b2" as its side wrote it, which nobody else ever reads; then, from when it is first
shown, "south-2b", of another series (:mod:`engine.art_of_war.rules.setting_up.naming`). Generals
are "south-g1" and then "south-1g".
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.api import Seat

_BEFORE_ARMY = "."
_BEFORE_NAME = "-"
_DIGITS = "0123456789"
_TERRAIN = frozenset(("terrain", "terreno"))


def id_of(seat: Seat, army: str, short: str) -> str:
    """Return the id of a unit or general.

    Args:
        seat: Whose.
        army: Code of a ready-made army; "" of one of one's own.
        short: What their side calls them: "b2", "g1".
    """
    side = f"{seat}{_BEFORE_ARMY}{army}" if army else seat
    return f"{side}{_BEFORE_NAME}{short}"


def side_of(key: str) -> Seat:
    """Return whose a unit, general, camp, work or marker is."""
    return key.partition(_BEFORE_NAME)[0].partition(_BEFORE_ARMY)[0]


def army_in(key: str) -> str:
    """Return the code of the ready-made army that somebody is of; "" for none."""
    return key.partition(_BEFORE_NAME)[0].partition(_BEFORE_ARMY)[2]


def short_of(key: str) -> str:
    """Return what a side calls its own: "b2", "g1", "camp", "m1"."""
    return key.partition(_BEFORE_NAME)[2]


def letter_of(key: str) -> str:
    """Return the letter of a unit's group: "b" of "south-b2" and of "south-2b"."""
    return short_of(key).strip(_DIGITS)


def number_of(key: str) -> int:
    """Return a unit's number in its group."""
    return int(short_of(key).strip(letter_of(key)))


def shown_id(seat: Seat, letter: str, number: int) -> str:
    """Return the id that one of an army of a side's own has from when it is shown."""
    return id_of(seat, "", f"{number}{letter}")


def is_shown_id(key: str) -> bool:
    """Say whether an id is one that is given when somebody is first shown."""
    return short_of(key)[:1].isdecimal()


def feature_of(word: str, features: Iterable[str], others: Iterable[str]) -> str:
    """Return the terrain element that a word names, "" for none.

    Args:
        word: "terrain f1", "terreno f1", or "f1" where nobody is called so: a group may be F.
        features: Ids of the elements.
        others: Keys of all who may be called so.
    """
    first, _, rest = word.partition(" ")
    if first in _TERRAIN and rest.strip() in set(features):
        return rest.strip()
    called = {word} & set(features) and not any(short_of(key) == word for key in others)
    return word if called else ""
