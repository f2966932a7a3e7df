"""Exact distributions, and the measure by which odds are held against simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Text
from engine.chances.odds import tell_odds
from engine.chances.probability import Distribution, dice, die, mixture, successes, surely, total
from tests.engine.chances.fitting import assert_fits, fit, quantile

small = st.dictionaries(st.integers(0, 5), st.integers(1, 9), min_size=1).map(Distribution)


@given(st.integers(0, 4), st.integers(2, 7))
def test_dice_are_all_ways_they_can_fall(number: int, faces: int) -> None:
    """As many cases as there are ways, each once; sums and successes are counted over them."""
    ways = list(product(range(1, faces + 1), repeat=number))

    assert dice(number, faces).counts == Counter(ways)
    assert total(number, faces) == Distribution(Counter(map(sum, ways)))
    good = Counter(sum(one <= 2 for one in way) for way in ways)
    assert successes(number, 2, faces) == Distribution(good)


@given(small, small)
def test_two_at_once_are_every_pair(first: Distribution[int], second: Distribution[int]) -> None:
    """What two bring together weighs the product of both."""
    both = first.with_(second, lambda a, b: (a, b))

    for a, b in product(range(6), repeat=2):
        assert both.chance((a, b)) == first.chance(a) * second.chance(b)
    assert first.then(lambda a: second.map(lambda b: (a, b))) == both


@given(small, small, st.integers(1, 9), st.integers(1, 9))
def test_a_mixture_is_weighed(
    first: Distribution[int], second: Distribution[int], many: int, more: int
) -> None:
    """Drawn from two by weights, whatever number of cases each has."""
    mixed = mixture([(first, many), (second, more)])

    for one in range(6):
        parts = first.chance(one) * many + second.chance(one) * more
        assert mixed.chance(one) == parts / (many + more)


@given(small)
def test_chances_are_one_together(one: Distribution[int]) -> None:
    """Chances add up to 1, the mean is weighed by them, and they make the distribution again."""
    chances = {result: one.chance(result) for result in one}

    assert sum(chances.values()) == 1
    assert one.mean(lambda n: n) == sum(n * chance for n, chance in chances.items())
    assert Distribution.of_chances(chances) == one
    assert one.chance_that(lambda n: n > 2) == sum(
        chance for result, chance in chances.items() if result > 2
    )


def test_what_is_certain() -> None:
    """One result, and what is like it is it."""
    assert surely("so").chance("so") == 1
    assert surely("so").chance("not so") == 0
    assert die().map(lambda face: face > 0) == surely(True)
    assert len(die()) == 6
    assert hash(die()) == hash(Distribution(dict.fromkeys(range(1, 7), 5)))


@pytest.mark.parametrize("counts", [{}, {1: 0}, {1: 2, 2: -1}])
def test_nothing_is_no_distribution(counts: dict[int, int]) -> None:
    """Something must be able to happen, and nothing less than never."""
    with pytest.raises(ValueError, match="something that can happen"):
        Distribution(counts)


def test_chances_that_are_not_one_are_refused() -> None:
    """Neither too little nor too much."""
    with pytest.raises(ValueError, match="not 1"):
        Distribution.of_chances({1: Fraction(1, 2)})


def test_odds_are_told_best_first() -> None:
    """By the figure that is the smaller, the better."""
    told = tell_odds(Text("roll"), "", die(), lambda n: Text("face", {"n": n}), worst=lambda n: -n)

    assert [chance.result.params["n"] for chance in told.chances] == [6, 5, 4, 3, 2, 1]
    assert {chance.probability for chance in told.chances} == {Fraction(1, 6)}


# --- the measure ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 10.828), (2, 13.816), (5, 20.515), (10, 29.588), (30, 59.703)]
)
def test_quantiles_are_those_of_the_tables(freedom: int, value: float) -> None:
    """The printed tables of the chi-squared distribution at 99.9 %."""
    assert quantile(0.999, freedom) == pytest.approx(value, abs=0.001)


def test_the_statistic_by_hand() -> None:
    """60 throws of a die: (2 * 5**2 + 2 * 3**2) / 10 = 6.8, five degrees of freedom."""
    chances = dict.fromkeys(range(1, 7), Fraction(1, 6))
    seen = Counter({1: 15, 2: 5, 3: 13, 4: 7, 5: 10, 6: 10})

    statistic, freedom = fit(chances, seen)
    assert statistic == pytest.approx(6.8)
    assert freedom == 5
    assert_fits(chances, seen)


def test_wrong_odds_are_found_out() -> None:
    """A die of which somebody believes that it shows six every third time."""
    chances = {6: Fraction(1, 3), 0: Fraction(2, 3)}

    with pytest.raises(AssertionError):
        assert_fits(chances, Counter({6: 500, 0: 2500}))
    with pytest.raises(AssertionError, match="impossible"):
        assert_fits({6: Fraction(1)}, Counter({5: 1}))


def test_rare_results_are_put_together() -> None:
    """What is expected less than five times counts only with others."""
    chances = {0: Fraction(997, 1000), 1: Fraction(2, 1000), 2: Fraction(1, 1000)}

    assert fit(chances, Counter({0: 1994, 1: 4, 2: 2}))[1] == 1
    assert fit(chances, Counter({0: 997, 1: 2, 2: 1}))[1] == 0
