"""Chances of initiative, of coordination, and of officers under fire."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.barricadas.ground import Sheet, load_battlefield
from engine.barricadas.roster import load_roster
from engine.barricadas.rules.command import coordination, initiative, losses
from engine.barricadas.rules.command.initiative import Bonus

A = load_battlefield((Sheet("A"),))
OFFICERS = load_roster().officers


# -- initiative (3.2) -----------------------------------------------------------------------------


@pytest.mark.parametrize("ahead", range(-7, 8))
def test_chances_of_initiative_are_those_of_the_dice(ahead: int) -> None:
    """Counted anew over all throws that decide."""
    decided = [a + ahead - b for a, b in product(range(1, 7), repeat=2) if a + ahead != b]
    expected = Fraction(sum(one > 0 for one in decided), len(decided))
    assert initiative.chance(Bonus(scenario=ahead), Bonus()) == expected


# -- coordination (7.3) ---------------------------------------------------------------------------


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
