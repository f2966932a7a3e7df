"""Where a counter can be: on the map, in the box, aboard, on the turn track, or out of play.

A place is the short text that states, logs and cases hold ("3116", "box", "@rimac", "t4", "dead"):
equal places are equal texts, and looking one up costs nothing. What sort of place it is is asked
here, by name, and nowhere read off its letters.

Rules:
    7.1.aboard.
"""

from __future__ import annotations

from enum import StrEnum

BOX = "box"
"""The Chile Holding Box: a port that adjoins Naval Area I (2.4)."""
HAND = "hand"
"""Not yet set up (3.2-3.5)."""
POOL = "pool"
"""Recruit pool; reinforcements wait here too until their turn (9.0)."""
DEAD = "dead"
"""The dead pile."""
GONE = "gone"
"""Out of the game for good (5.6)."""
TRACK = "track"
"""What a player names for the turn track; the place itself is :func:`on_track`."""

_ABOARD = "@"
_TRACK = "t"


class PlaceKind(StrEnum):
    """The sorts of places; ``NOWHERE`` is what a text is that names none."""

    HEX = "hex"
    BOX = "box"
    ABOARD = "aboard"
    TRACK = "track"
    HAND = "hand"
    POOL = "pool"
    DEAD = "dead"
    GONE = "gone"
    NOWHERE = "nowhere"


_ALONE = {
    BOX: PlaceKind.BOX,
    HAND: PlaceKind.HAND,
    POOL: PlaceKind.POOL,
    DEAD: PlaceKind.DEAD,
    GONE: PlaceKind.GONE,
}
"""The places of which there is one each."""


class _Kinds(dict[str, PlaceKind]):
    """The kind of every place asked for so far: rules ask of each counter, at every question."""

    def __missing__(self, place: str) -> PlaceKind:
        kind = _read(place)
        if kind is not PlaceKind.NOWHERE:
            self[place] = kind
        return kind


def _read(place: str) -> PlaceKind:
    if place in _ALONE:
        return _ALONE[place]
    if len(place) == 4 and place.isdecimal():
        return PlaceKind.HEX
    if place.startswith(_ABOARD):
        return PlaceKind.ABOARD if len(place) > len(_ABOARD) else PlaceKind.NOWHERE
    if place.startswith(_TRACK) and place[len(_TRACK) :].isdecimal():
        return PlaceKind.TRACK
    return PlaceKind.NOWHERE


_KINDS = _Kinds()
_ON_MAP = frozenset((PlaceKind.HEX, PlaceKind.BOX))
_IN_PLAY = _ON_MAP | {PlaceKind.ABOARD, PlaceKind.TRACK}


def kind_of_place(place: str) -> PlaceKind:
    """Return what sort of place it is."""
    return _KINDS[place]


def is_hex(place: str) -> bool:
    """Say whether it is a hex of the map."""
    return _KINDS[place] is PlaceKind.HEX


def is_on_map(place: str) -> bool:
    """Say whether it is a hex or the box: where counters lie that march, sail and fight."""
    return _KINDS[place] in _ON_MAP


def is_aboard(place: str) -> bool:
    """Say whether it is the hold of a ship."""
    return _KINDS[place] is PlaceKind.ABOARD


def is_on_track(place: str) -> bool:
    """Say whether it is a box of the turn track."""
    return _KINDS[place] is PlaceKind.TRACK


def is_in_play(place: str) -> bool:
    """Say whether it is on the map, aboard or on the turn track: what is there may fight yet."""
    return _KINDS[place] in _IN_PLAY


def aboard(ship: str) -> str:
    """Return the place of what *ship* carries."""
    return _ABOARD + ship


def carrier_of(place: str) -> str:
    """Return the ship whose hold it is, "" where it is none."""
    return place[len(_ABOARD) :] if is_aboard(place) else ""


def on_track(turn: int) -> str:
    """Return the place of what waits on the turn track for *turn*."""
    return f"{_TRACK}{turn}"


def turn_of(place: str) -> int:
    """Return the turn for which it is the box of the turn track, 0 where it is none."""
    return int(place[len(_TRACK) :]) if is_on_track(place) else 0
