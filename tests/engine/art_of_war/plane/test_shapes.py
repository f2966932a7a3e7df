"""Figures, and the boxes that are compared first."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.art_of_war.plane import shapes as under
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.plane.tolerance import TOLERANCE, measured, more, same
from tests.engine.art_of_war.plane.drawing import base, bases, crowded

TABLE = (3000, 2000)


@given(bases)
def test_a_body_is_half_the_tolerance_smaller(one: Base) -> None:
    """On every side."""
    whole, body = under.whole(one), under.body(one)

    assert abs(whole.area - one.width * one.depth) < 1
    assert abs(body.area - (one.width - TOLERANCE) * (one.depth - TOLERANCE)) < 1
    assert whole.contains(body)
    assert abs(body.hausdorff_distance(whole) - 0.5 * 2**0.5) < 0.01


def test_ground_has_a_body_too() -> None:
    """Reduced as that of a base; of the thinnest nothing is left."""
    assert abs(under.body(((0, 0), (0, 100), (100, 100), (100, 0))).area - 99 * 99) < 1
    assert under.body(((0, 0), (0, 100), (1, 100), (1, 0))).is_empty


@given(crowded, crowded)
def test_boxes_only_spare_work(one: Base, other: Base) -> None:
    """Who is not near is further apart than was asked."""
    for gap in (0, 1, 50):
        if not under.near(one, other, gap):
            assert under.whole(one).distance(under.whole(other)) > gap
    assert under.near(one, other) == under.near(other, one)


@pytest.mark.parametrize(
    ("one", "stands"),
    [
        (base(50, 100), True),
        (base(49, 100), True),
        (base(48, 100), False),
        (base(1000, 98), False),
        (base(2952, 1000), False),
        (base(2950, 2000), True),
        (base(2950, 2002), False),
        (base(1000, 0, 1800), True),
        (base(60, 60, 450), False),
    ],
)
def test_wholly_on_the_table(one: Base, *, stands: bool) -> None:
    """All corners, within the tolerance."""
    assert under.on_table(one, TABLE) == stands


def test_lengths_under_the_tolerance() -> None:
    """One hundredth is nothing, two are something; what is measured is rounded up."""
    assert same(0, 1)
    assert not same(0, 1.1)
    assert more(2, 0)
    assert not more(1, 0)
    assert not more(0, 2)
    assert [measured(length) for length in (1, 1.0000001, 1.001, 2)] == [1, 1, 2, 2]
