"""Morale and armoured assaults: what the text fixes, and the house's figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.barricadas.board import Ground
from engine.barricadas.roster import ARMOUR, Kind, load_roster
from engine.barricadas.state import DEAD, LEFT, Counter
from engine.barricadas.tables import armoured_assault, morale
from engine.barricadas.tables.fire import COLUMNS
from tests.engine.barricadas.build import infantry, officer


def test_hits_of_a_unit() -> None:
    """Those suffered; three of whoever is eliminated or has left the ground (5.8.5)."""
    unit = [
        officer("g", "A413"),
        infantry("g1", "A413", hits=2),
        infantry("g2", DEAD),
        infantry("g3", LEFT, hits=1),
    ]
    assert morale.hits_of(unit) == 2 + 3 + 3


def test_morale_of_a_unit() -> None:
    """Its officer's, leadership while they lead; a point less for every three hits."""
    assert morale.morale_of_unit(7, 1, 0, led=True) == 8
    assert morale.morale_of_unit(7, 1, 0, led=False) == 7
    assert [morale.morale_of_unit(7, 0, hits, led=True) for hits in (2, 3, 8, 9)] == [7, 6, 5, 4]


def test_morale_of_a_counter() -> None:
    """Its unit's less its own hits; out of command one less, and no leadership."""
    assert morale.morale_of_counter(8, 1, 2, out=False, led=True) == 6
    assert morale.morale_of_counter(8, 1, 0, out=True, led=True) == 6
    assert morale.morale_of_counter(7, 1, 0, out=True, led=False) == 6


def test_a_check_is_two_dice() -> None:
    """Of no more than the morale: 7 holds in 21 of 36 throws."""
    assert morale.holds(7, 7)
    assert not morale.holds(8, 7)
    assert morale.chance(7) == Fraction(21, 36)
    assert [morale.chance(1), morale.chance(12)] == [Fraction(0), Fraction(1)]


@pytest.mark.parametrize(
    ("type_", "hexes"),
    [("popular_army_infantry", 3), ("popular_army_105", 3), ("t26", 5), ("popular_army_truck", 5)],
)
def test_retreats(type_: str, hexes: int) -> None:
    """Three hexes, five of armour and transport (5.8.1)."""
    assert morale.retreat_of(Counter("republican-x", "republican", type_, at="A413")) == hexes


@pytest.mark.parametrize(
    ("type_", "columns"),
    [
        ("t26", (8, 6, 4)),
        ("bt5", (8, 6, 4)),
        ("ba6", (6, 5, 3)),
        ("panzer1", (5, 4, 3)),
        ("cv35", (5, 4, 3)),
        ("trubia", (5, 4, 3)),
        ("tiznao", (5, 4, 3)),
        ("unl35", (4, 3, 2)),
        ("bilbao", (4, 3, 2)),
        ("ft17_mg", (4, 3, 2)),
        ("ft17_gun", (3, 2, 2)),
    ],
)
def test_columns_of_armoured_assaults(type_: str, columns: tuple[int, int, int]) -> None:
    """As the text gives them, each a column of the fire table (9.4)."""
    printed = load_roster().types[type_]
    assert printed.kind in ARMOUR
    assert armoured_assault.load_columns()[printed.assault] == columns
    assert set(columns) <= set(COLUMNS)


def test_modifiers_of_armoured_assaults() -> None:
    """One less against guns, one more against infantry among houses, nothing else."""
    assert armoured_assault.modifier(Kind.ANTI_TANK, Ground.BUILT_UP) == -1
    assert armoured_assault.modifier(Kind.INFANTRY, Ground.BUILT_UP) == 1
    assert armoured_assault.modifier(Kind.INFANTRY, Ground.WOOD) == 0
    assert armoured_assault.modifier(Kind.MMG, Ground.BUILT_UP) == 0
