"""Initiative, coordination, officers under fire, and where shells stray."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.barricadas.ground import Sheet, load_field
from engine.barricadas.roster import load_roster
from engine.barricadas.rules.command import coordination, initiative, losses
from engine.barricadas.rules.command.initiative import Bonus
from engine.barricadas.tables.scatter import landing, spread, strays

A = load_field((Sheet("A"),))
OFFICERS = load_roster().officers


# -- initiative (3.2) -----------------------------------------------------------------------------


@pytest.mark.parametrize("ahead", range(-7, 8))
def test_chances_of_initiative_are_those_of_the_dice(ahead: int) -> None:
    """Counted anew over all throws that decide."""
    decided = [a + ahead - b for a, b in product(range(1, 7), repeat=2) if a + ahead != b]
    expected = Fraction(sum(one > 0 for one in decided), len(decided))
    assert initiative.chance(Bonus(scenario=ahead), Bonus()) == expected


# -- coordination (7.3) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "added"),
    [
        ("requete", "falange", 1),
        ("ctv", "requete", 1),
        ("national_army", "ctv", 1),
        ("national_army", "requete", 0),
        ("communist_militia", "popular_army", 1),
        ("anarchist_militia", "communist_militia", 2),
        ("requete", "requete", 0),
        ("assault_guard", "popular_army", 0),
    ],
)
def test_who_works_badly_with_whom(one: str, two: str, added: int) -> None:
    """All rows of the table; two of one faction, and what no row names, add nothing."""
    assert coordination.modifier(one, two) == coordination.modifier(two, one) == added


def test_a_die_of_no_more_than_both_figures() -> None:
    """Two of the Popular Army; with an officer of militia the same die is worth one more."""
    own, other = OFFICERS["popular_army_infantry_g"], OFFICERS["popular_army_infantry_h"]
    militia = OFFICERS["communist_infantry_d"]
    most = own.coordination + other.coordination
    if most < 6:
        assert coordination.coordinates(own, other, most)
        assert not coordination.coordinates(own, other, most + 1)
    both = own.coordination + militia.coordination
    assert coordination.coordinates(own, militia, min(6, both - 1))
    assert not coordination.coordinates(own, militia, both)
    assert coordination.chance(own, militia) == Fraction(min(6, both - 1), 6)


def test_twice_the_command_range() -> None:
    """Of the officer who tries."""
    officer = OFFICERS["popular_army_infantry_g"]
    assert coordination.is_near(officer, 2 * officer.reach)
    assert not coordination.is_near(officer, 2 * officer.reach + 1)


# -- officers under fire (7.1) --------------------------------------------------------------------


def test_two_dice_less_the_hits() -> None:
    """A modified 1 or less: with one hit only a double one; alone any hit will do."""
    assert losses.falls(2, 1, alone=False)
    assert not losses.falls(3, 1, alone=False)
    assert losses.falls(4, 3, alone=False)
    assert not losses.falls(2, 0, alone=True)
    assert losses.falls(12, 1, alone=True)
    assert losses.chance(1, alone=False) == Fraction(1, 36)
    assert losses.chance(3, alone=False) == Fraction(6, 36)


# -- shells (8.1.4) -------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "hexes"), [(1, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_how_far_shells_stray(die: int, hexes: int) -> None:
    """At a hex where nobody is recognised a die is worth one more."""
    assert strays(die, blind=False) == hexes
    assert strays(die - 1, blind=True) == hexes


def test_where_shells_stray_to() -> None:
    """One is north by the arrow of the map, and on clockwise; a board may lie turned about."""
    assert [landing(A, "A413", 1, die) for die in range(1, 7)] == [
        "A412",
        "A512",
        "A513",
        "A414",
        "A313",
        "A312",
    ]
    assert landing(A, "A413", 0, 1) == "A413"
    assert landing(A, "A413", 2, 1) == "A411"
    assert landing(A, "A401", 1, 1) == landing(A, "A401", 2, 1) == ""
    turned = load_field((Sheet("A", turned=True),))
    assert landing(turned, "A413", 1, 1) == "A412"


def test_a_dispersed_attack_strikes_seven_hexes() -> None:
    """A413 and the six around it."""
    assert set(spread(A, "A413")) == {"A413", "A412", "A512", "A513", "A414", "A313", "A312"}
