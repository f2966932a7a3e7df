"""What dice bring in an attack."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.barricadas.rules.attack.effect import Aim, brought, chances
from engine.barricadas.tables.fire import load_fire_table


def test_an_effect_is_divided_by_the_ground() -> None:
    """A double six in the column of 6: its effect in the open, half of it in a wood."""
    effect = load_fire_table().effect(6, 12)
    assert brought(Aim(7, 0, Fraction(1)), 12) == effect
    assert brought(Aim(6, 0, Fraction(2)), 12) == effect // 2
    assert brought(Aim(6, -2, Fraction(1)), 12) == load_fire_table().effect(6, 10)
    assert brought(Aim(0, 0, Fraction(1)), 12) == 0


@given(
    st.integers(0, 30),
    st.integers(-4, 4),
    st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(4)]),
)
def test_chances_are_better_with_more(factors: int, added: int, by: Fraction) -> None:
    """More factors, better dice, less cover never bring fewer hits."""
    aim = Aim(factors, added, by)
    mean = chances(aim).mean(int)
    for better in (Aim(factors + 1, added, by), Aim(factors, added + 1, by)):
        assert chances(better).mean(int) >= mean
    assert chances(Aim(factors, added, by + 1)).mean(int) <= mean
