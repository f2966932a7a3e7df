"""The tables: the worked figures of chapters 8 and 9.3, and what the text fixes of what is lost."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.barricadas.board import Ground
from engine.barricadas.roster import ARMOUR, Kind, load_roster
from engine.barricadas.rules.attack.factor import Shooter, total
from engine.barricadas.rules.attack.sharing import shares
from engine.barricadas.rules.command.coordination import modifier
from engine.barricadas.tables import anti_armour, armoured_assault, morale
from engine.barricadas.tables.assault import RATIOS, RETREAT, load_assault_tables
from engine.barricadas.tables.batteries import load_batteries
from engine.barricadas.tables.fire import COLUMNS, hits, load_fire_table
from engine.barricadas.tables.penetration import load_penetration, penetrates

FIRE = load_fire_table()
ASSAULT = load_assault_tables()
ROSTER = load_roster()
TOTALS = range(2, 15)
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""Of throwing a total with 2D6."""


# -- fire (8.2) -----------------------------------------------------------------------------------


def test_columns_of_the_text_are_there() -> None:
    """Those of armoured assaults and of 105 mm batteries; 7 is not; 10 and 12 are neighbours."""
    assert {2, 3, 4, 5, 6, 8, 10} <= set(COLUMNS)
    assert 7 not in COLUMNS
    assert (10, 12) in pairwise(COLUMNS)


def test_effect_rises_with_dice_and_factors() -> None:
    """Better dice and more factors never do less."""
    for column in COLUMNS:
        effects = [FIRE.effect(column, one) for one in TOTALS]
        assert effects == sorted(effects)
    for one in TOTALS:
        effects = [FIRE.effect(column, one) for column in COLUMNS]
        assert effects == sorted(effects)
    assert FIRE.effect(6, -3) == FIRE.effect(6, 2)
    assert FIRE.effect(6, 20) == FIRE.effect(6, 14)


@pytest.mark.parametrize("column", COLUMNS)
def test_house_figures_of_fire(column: int) -> None:
    """Mean effect near a quarter of the factors; nothing below 5 for up to 3; 3 on 12 from 4 on."""
    mean = Fraction(sum(n * FIRE.effect(column, one) for one, n in WAYS.items()), 36)
    assert abs(mean - Fraction(column, 4)) <= Fraction(1, 3)
    if column <= 3:
        assert not any(FIRE.effect(column, one) for one in range(2, 5))
    else:
        assert FIRE.effect(column, 12) >= 3


def test_three_hits_can_be_had_in_any_ground() -> None:
    """The strongest column brings three hits behind the strongest cover."""
    most = max(FIRE.divisor(ground, position=True) for ground in Ground)
    assert hits(FIRE.effect(COLUMNS[-1], 12), most) >= 3


def test_fractions_are_dropped() -> None:
    """One and a half hits are one, four fifths none (2.4)."""
    assert hits(3, Fraction(2)) == 1
    assert hits(4, Fraction(5)) == 0
    assert FIRE.divisor(Ground.WOOD) == 2
    assert FIRE.divisor(Ground.OPEN, position=True) == 2


# -- fire factors (8, 8.4) ------------------------------------------------------------------------


def test_a_sum_is_halved_once() -> None:
    """Three and three beyond their range are three, not twice two."""
    assert total([Shooter(3, 2, 3), Shooter(3, 2, 3)]) == 3
    assert total([Shooter(5, 2, 3), Shooter(8, 4, 3)]) == 11
    assert total([Shooter(5, 2, 2)], halves=1) == 3
    assert total([Shooter(5, 2, 2)], halves=2) == 2


# -- who is struck (8.3.1) ------------------------------------------------------------------------


def first(count: int) -> int:
    """Chance that always takes the first."""
    assert count
    return 0


def test_everybody_is_struck_before_anybody_twice() -> None:
    """Three hits on two of infantry beside armour that they do not affect: two and one."""
    assert sorted(shares([3, 3], 3, first)) == [1, 2]
    assert shares([3, 3, 3], 3, first) == (1, 1, 1)
    assert shares([3], 2, first) == (2,)
    assert shares([1, 1], 5, first) == (1, 1)
    assert shares([3, 3, 3], 1, lambda count: count - 1) == (0, 0, 1)


@given(
    st.lists(st.integers(1, 3), min_size=1, max_size=6),
    st.integers(0, 20),
    st.randoms(use_true_random=False),
)
def test_hits_are_shared_evenly(steps: list[int], wanted: int, chance: Random) -> None:
    """None is lost while somebody can take it, and nobody has two more than another could have."""
    found = shares(steps, wanted, chance.randrange)
    assert sum(found) == min(wanted, sum(steps))
    assert all(0 <= one <= most for one, most in zip(found, steps, strict=True))
    for (one, most), (two, _) in product(zip(found, steps, strict=True), repeat=2):
        assert one >= two - 1 or one == most


# -- losses of armour (8.3.2) ---------------------------------------------------------------------


def test_guns_have_their_line() -> None:
    """Every gun that fires at armour has a line, and penetrates no more the farther it fires."""
    guns = {one.gun for one in ROSTER.types.values() if one.gun}
    assert guns <= set(load_penetration())
    assert all(list(one) == sorted(one, reverse=True) for one in load_penetration().values())
    assert not penetrates("45mm", 11, 0)


# -- assaults (9.3) -------------------------------------------------------------------------------


def test_an_even_chance_at_one_to_one() -> None:
    """Three faces for either; more attackers never do worse; better dice never do worse."""
    even = [ASSAULT.result("1-1", roll) for roll in range(1, 7)]
    assert [one[0] for one in even] == ["A", "A", "A", "D", "D", "D"]
    worth = ["A2", "A1", "AR", "DR", "D1", "D2"]
    for roll in range(-1, 9):
        line = [worth.index(ASSAULT.result(column, roll)) for column in RATIOS]
        assert line == sorted(line)
    for column in RATIOS:
        line = [worth.index(ASSAULT.result(column, roll)) for roll in range(-1, 9)]
        assert line == sorted(line)


def test_what_the_loser_goes_back() -> None:
    """One hex without loss or with one, two with two (9.3)."""
    assert dict(RETREAT) == {"R": 1, "1": 1, "2": 2}


def test_worth_falls_with_hits() -> None:
    """For every kind of counter that can be in an assault."""
    assert {"infantry", "militia", "engineers", "cavalry", "weapons", "charge"} == set(
        ASSAULT.worth
    )
    assert all(list(one) == sorted(one, reverse=True) for one in ASSAULT.worth.values())
    assert Kind.INFANTRY.value in ASSAULT.worth


# -- armour (9.4, 9.5) and morale (10.2) ----------------------------------------------------------


@pytest.mark.parametrize(
    ("added", "likely"), [(-1, Fraction(1, 6)), (0, Fraction(1, 3)), (1, Fraction(1, 2))]
)
def test_a_five_against_armour(added: int, likely: Fraction) -> None:
    """So likely is a hit of one counter with what is added to its die (ALB-H10)."""
    assert anti_armour.chance(added) == likely


def test_armour_assaults_in_columns_that_there_are() -> None:
    """Every class of armour has columns, and the fire table has them."""
    columns = armoured_assault.load_columns()
    assert {one.assault for one in ROSTER.types.values() if one.kind in ARMOUR} <= set(columns)
    assert {one for each in columns.values() for one in each} <= set(COLUMNS)


def test_chances_of_a_check() -> None:
    """7 holds in 21 of 36 throws, 1 never, 12 always (ALB-H8)."""
    assert [morale.chance(one) for one in (1, 7, 12)] == [Fraction(0), Fraction(21, 36), 1]


def test_heavier_batteries_bring_more() -> None:
    """And complete ones more than incomplete (ALB-H4)."""
    rows = [row for _, row in sorted(load_batteries().items())]
    assert rows == sorted(rows)
    assert all(incomplete < complete for incomplete, complete in rows)


def test_militias_coordinate_badly_with_every_other_republican_faction() -> None:
    """Also with such as came into the game later (7.3, ALB-R30)."""
    ours = {key for key, side in ROSTER.factions.items() if side == "republican"}
    militias = ROSTER.militias & ours
    assert militias == {"communist_militia", "anarchist_militia"}
    for other in sorted(ours):
        for militia in militias - {other}:
            assert modifier(militia, other) == (2 if other in militias else 1)
        assert modifier(other, other) == 0
    for one, two in combinations(ours - militias, 2):
        assert modifier(one, two) == 0
