"""Every text that a state holds for a place is of one kind, and only places are."""

import pytest

from engine.war_of_the_pacific.places import (
    PlaceKind,
    aboard,
    carrier_of,
    is_hex,
    is_in_play,
    is_on_map,
    kind_of_place,
    on_track,
    turn_of,
)

KINDS = {
    "3116": PlaceKind.HEX,
    "box": PlaceKind.BOX,
    "@rimac": PlaceKind.ABOARD,
    "t4": PlaceKind.TRACK,
    "t12": PlaceKind.TRACK,
    "hand": PlaceKind.HAND,
    "pool": PlaceKind.POOL,
    "dead": PlaceKind.DEAD,
    "gone": PlaceKind.GONE,
}
NONE = ("", "@", "t", "track", "31", "31166", "arica", "tacna", "deadly", "t4x")


@pytest.mark.parametrize("place", KINDS)
def test_every_place_has_its_kind(place: str) -> None:
    """What states and logs write is read as what it is."""
    assert kind_of_place(place) is KINDS[place]


@pytest.mark.parametrize("text", NONE)
def test_other_texts_are_nowhere(text: str) -> None:
    """What names no place is neither on the map nor in play."""
    assert kind_of_place(text) is PlaceKind.NOWHERE
    assert not is_on_map(text)
    assert not is_in_play(text)


def test_what_is_on_the_map() -> None:
    """Hexes and the box are on the map; holds and the turn track are in play beside them."""
    assert {place for place in KINDS if is_on_map(place)} == {"3116", "box"}
    assert {place for place in KINDS if is_in_play(place)} == {"3116", "box", "@rimac", "t4", "t12"}
    assert {place for place in KINDS if is_hex(place)} == {"3116"}


def test_what_is_made_is_read_again() -> None:
    """A hold names its ship and a box of the track its turn; other places name neither."""
    assert carrier_of(aboard("rimac")) == "rimac"
    assert turn_of(on_track(4)) == 4
    assert [carrier_of(place) for place in ("3116", "box", "t4", "")] == [""] * 4
    assert [turn_of(place) for place in ("3116", "box", "@rimac", "track", "")] == [0] * 5
