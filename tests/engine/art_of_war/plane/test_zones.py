"""Zones of control."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.art_of_war.plane import zones as under
from engine.art_of_war.plane.contact import collide, touch
from engine.art_of_war.plane.paths import pivot, straight
from engine.art_of_war.plane.poses import Base, ahead, corners, placed
from tests.engine.art_of_war.plane.drawing import base, bases

E = base(1000, 1000, 1800, depth=75)


def test_a_zone_lies_ahead() -> None:
    """As wide as the front, 1 UD deep."""
    assert set(corners(under.zone(E))) == {(950, 1000), (1050, 1000), (1050, 900), (950, 900)}
    assert under.zone(E, 50) == Base(ahead(E.pose, 50), 100, 50)


@given(bases)
def test_nobody_stands_in_their_own_zone(one: Base) -> None:
    """It begins at the front."""
    area = under.zone(one)

    assert touch(one, area)
    assert not collide(one, area)
    assert not under.stands_in(placed(one, ahead(one.pose, 102 + one.depth)), area)
    assert under.stands_in(placed(one, ahead(one.pose, 97 + one.depth)), area)


@pytest.mark.parametrize(
    ("one", "stands"),
    [
        (base(1000, 950), True),
        (base(1000, 900), False),
        (base(1000, 902), True),
        (base(900, 950), False),
        (base(903, 950), True),
        (base(1000, 1175), False),
    ],
)
def test_who_stands_in_a_zone(one: Base, *, stands: bool) -> None:
    """In part is enough, at its border is not in it."""
    assert under.stands_in(one, under.zone(E)) == stands


def test_a_zone_is_blocked_by_who_stands_in_it() -> None:
    """If only partly, be it a base or a piece of ground."""
    area = under.zone(E)

    assert not under.blocked(area, [])
    assert not under.blocked(area, [E, base(1000, 900), base(900, 950)])
    assert under.blocked(area, [base(900, 950), base(905, 950)])
    assert under.blocked(area, [((1040, 920), (1040, 940), (1200, 930))])
    assert not under.blocked(area, [((1060, 920), (1060, 940), (1200, 930))])


def test_zones_on_a_path() -> None:
    """Those that are entered on the way count, too, in the order given."""
    others = {"b": E, "a": base(1200, 1000, 1800), "c": base(0, 0)}
    areas = {name: under.zone(other) for name, other in others.items()}
    one = base(800, 950, 900)

    assert under.zones_entered(straight(one, "ahead", 100), areas) == ()
    assert under.zones_entered(straight(one, "ahead", 200), areas) == ("b",)
    assert under.zones_entered(straight(one, "ahead", 600), areas) == ("b", "a")
    assert under.zones_entered(pivot(base(960, 850), "left", -900), areas) == ("b",)
