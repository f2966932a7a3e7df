from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock.spans import Span, intersection, total, union

SPANS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 12)).map(lambda one: Span(one[0], sum(one))),
    max_size=8,
)


def covered(spans: tuple[Span, ...] | list[Span]) -> set[int]:
    """Every millisecond that is within."""
    return {at for span in spans for at in range(span.start, span.end)}


@given(SPANS, SPANS)
def test_spans_are_what_they_cover(some: list[Span], others: list[Span]) -> None:
    """Union, intersection and total agree with counting every millisecond, and are normal forms."""
    assert covered(union(some)) == covered(some)
    assert covered(intersection(some, others)) == covered(some) & covered(others)
    assert total(some) == len(covered(some))
    for normal in (union(some), intersection(some, others)):
        assert all(one.end < other.start for one, other in pairwise(normal))
        assert all(span.start < span.end for span in normal)


def test_a_span_does_not_end_before_it_starts() -> None:
    """What is wrong is said at once, and a span holds its start but not its end."""
    with pytest.raises(ValueError, match="before it starts"):
        Span(2, 1)
    assert 1 in Span(1, 2)
    assert 2 not in Span(1, 2)
