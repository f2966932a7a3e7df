"""What dice bring in an attack."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.barricadas.rules.attack.effect import Aim, chances


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
