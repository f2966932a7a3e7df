"""Lines of sight: every example of the text, each with what would make it go the other way."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.barricadas.board import Ground, load_boards
from engine.barricadas.ground import Battlefield, Sheet, lay_out, load_field
from engine.barricadas.sight import joins, line, sees, visible_from

A = (Sheet("A"),)
FIELD = load_field(A)
HEXES = sorted(FIELD.hexes)


def changed(**hexes: Ground | int) -> Battlefield:
    """Board A with some hexes of other ground or level; flat and open where "all" is given."""
    boards = load_boards()
    found = dict(boards.hexes)
    if hexes.pop("all", None) is not None:
        found = {one: replace(hex_, terrain=Ground.OPEN, level=0) for one, hex_ in found.items()}
    for one, what in hexes.items():
        name = one.removesuffix("_")
        note = {"terrain": what} if isinstance(what, Ground) else {"level": what}
        found[name] = replace(found[name], **note)
    return lay_out(replace(boards, hexes=MappingProxyType(found)), A)


# -- what a line passes -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end", "passed"),
    [
        ("A607", "A610", ["A608", "A609"]),
        ("A607", "A808", ["A707"]),
        ("A705", "A1004", ["A805", "A904"]),
        ("A1212", "A1208", ["A1211", "A1210", "A1209"]),
        # Along the side between two hexes.
        ("A606", "A806", ["A705 A706"]),
        ("A408", "A608", ["A507 A508"]),
        ("A513", "A614", []),
    ],
)
def test_what_a_line_passes(start: str, end: str, passed: list[str]) -> None:
    """Hexes in their order; on a side, both."""
    assert [" ".join(sorted(step)) for step in line(FIELD, start, end)] == passed


@given(st.sampled_from(HEXES), st.sampled_from(HEXES))
def test_a_line_is_the_same_from_either_end(one: str, two: str) -> None:
    """Also as long as the distance says: no hex is passed that is farther than it."""
    there, back = line(FIELD, one, two), line(FIELD, two, one)
    assert [sorted(step) for step in there] == [sorted(step) for step in reversed(back)]
    assert all(len(step) in {1, 2} for step in there)
    far = FIELD.distance(one, two)
    assert all(0 < FIELD.distance(one, each) < far for step in there for each in step)


@given(st.sampled_from(HEXES), st.sampled_from(HEXES))
def test_sight_is_the_same_from_either_end(one: str, two: str) -> None:
    """Who sees is seen."""
    assert joins(FIELD, one, two) == joins(FIELD, two, one) == sees(FIELD, one, two)
    assert (one in visible_from(FIELD, two)) == (two in visible_from(FIELD, one))


# -- one level (6.1) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ground",
    [Ground.WOOD, Ground.LIGHT_WOOD, Ground.SCATTERED_BUILDINGS, Ground.BUILT_UP],
)
def test_high_ground_blocks(ground: Ground) -> None:
    """A wood or houses between two, a hill between two; not what either stands in."""
    assert sees(FIELD_FLAT, "A413", "A418")
    assert not joins(changed(all=0, A415=ground), "A413", "A418")
    assert joins(changed(all=0, A413=ground, A418=ground), "A413", "A418")
    assert not joins(changed(all=0, A416=1), "A413", "A418")
    # From hill to hill across a valley: a wood down there is no higher than they.
    hills = {"A413": 1, "A418": 1}
    assert joins(changed(all=0, **hills, A415=ground), "A413", "A418")
    assert not joins(changed(all=0, **hills, A415=1, A415_=ground), "A413", "A418")


def test_a_side_between_two_hexes_blocks_where_both_do() -> None:
    """One wood beside the line leaves it free; two do not."""
    assert [len(step) for step in line(FIELD_FLAT, "A408", "A608")] == [2]
    assert joins(changed(all=0, A507=Ground.WOOD), "A408", "A608")
    assert joins(changed(all=0, A508=Ground.WOOD), "A408", "A608")
    assert not joins(changed(all=0, A507=Ground.WOOD, A508=Ground.BUILT_UP), "A408", "A608")


def test_three_thick_hexes_block() -> None:
    """Rough ground, orchard and wheat together: two are looked through, three are not."""
    two = {"A414": Ground.ROUGH, "A416": Ground.ORCHARD}
    assert joins(changed(all=0, **two), "A413", "A418")
    assert not joins(changed(all=0, **two, A417=Ground.ROUGH), "A413", "A418")
    # Those at the ends are not crossed.
    assert joins(changed(all=0, **two, A418=Ground.ROUGH, A413=Ground.ROUGH), "A413", "A418")


def test_swamp_and_rivers_block_nothing() -> None:
    """They are not among what blocks."""
    wet = dict.fromkeys(("A414", "A415", "A416", "A417"), Ground.SWAMP)
    assert joins(changed(all=0, **wet), "A413", "A418")


# -- between levels (6.1.1) -----------------------------------------------------------------------


def test_from_a_crest_to_the_next_hill() -> None:
    """A607 sees A808: towards it A607 is a crest, and nothing between blinds."""
    assert sees(FIELD, "A607", "A808")
    # With a wood between, beside which both stand, it would not.
    assert not joins(changed(A707=Ground.LIGHT_WOOD), "A607", "A808")


def test_from_behind_a_crest_into_the_plain() -> None:
    """A607 sees A614: a fall of 3, a hex to the crest at A608, 7 hexes apart: 7 is enough."""
    assert FIELD.distance("A607", "A614") == 7
    assert FIELD.hexes["A607"].level - FIELD.hexes["A614"].level == 3
    assert FIELD.hexes["A608"].level == FIELD.hexes["A607"].level > FIELD.hexes["A609"].level
    assert sees(FIELD, "A607", "A614")
    # With the crest two hexes farther 7 is less than 3 + 6.
    assert not joins(changed(A609=3, A610=3), "A607", "A614")
    assert joins(changed(A609=3), "A607", "A614")


def test_wood_before_the_crest() -> None:
    """A805 does not see A814: there is light wood at A807, before the crest at A808."""
    assert FIELD.hexes["A807"].terrain is Ground.LIGHT_WOOD
    assert not sees(FIELD, "A805", "A814")
    assert joins(changed(A807=Ground.OPEN), "A805", "A814")


def test_down_an_even_slope() -> None:
    """A705 sees A1004: three hexes apart and three levels, so that crests do not blind."""
    assert FIELD.distance("A705", "A1004") == 3
    assert sees(FIELD, "A705", "A1004")
    # One level less, and the crests between blind.
    assert not joins(changed(A705=4), "A705", "A1004")
    assert not joins(changed(A904=Ground.WOOD), "A705", "A1004")


def test_a_wooded_crest_blinds_two_hexes() -> None:
    """A1212 and A1208 do not see each other: A1210 is a crest with a wood, two hexes from both."""
    assert FIELD.hexes["A1210"].terrain is Ground.WOOD
    assert not sees(FIELD, "A1212", "A1208")
    assert joins(changed(A1210=Ground.OPEN), "A1212", "A1208")
    # A wood that is no crest blinds one hex, and so does a crest without one.
    assert joins(changed(all=0, A1208=1, A1210=Ground.WOOD), "A1212", "A1208")
    assert not joins(changed(all=0, A1208=1, A1210=Ground.WOOD), "A1211", "A1208")
    assert not joins(changed(A1210=Ground.OPEN), "A1211", "A1208")


def test_what_blinds_hides_whoever_is_beside_it() -> None:
    """Behind a wood at the foot of a hill nobody is seen from above; one hex farther they are."""
    hill = {"A407": 1, "A408": 1}
    wood = changed(all=0, **hill, A411=Ground.WOOD)
    assert not joins(wood, "A408", "A412")
    assert joins(wood, "A408", "A413")
    # Nor is whoever stands above, right before it.
    assert not joins(changed(all=0, **hill, A409=Ground.WOOD), "A408", "A413")


FIELD_FLAT = changed(all=0)
