"""Stretches of time, and what can be reckoned with them."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of time from *start* to before *end*, in milliseconds since 1970 UTC.

    Raises ``ValueError`` where it ends before it starts.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise ValueError(f"a span ends before it starts: {self.start} to {self.end}")

    def __contains__(self, at: int) -> bool:
        return self.start <= at < self.end


def union(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return what at least one of *spans* covers: in order, apart from each other, none empty."""
    joined: list[Span] = []
    for span in sorted(spans):
        if span.start == span.end:
            continue
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)


def intersection(some: Iterable[Span], others: Iterable[Span]) -> tuple[Span, ...]:
    """Return what both cover: in order, apart from each other, none empty."""
    left, right = union(some), union(others)
    common: list[Span] = []
    here = there = 0
    while here < len(left) and there < len(right):
        one, other = left[here], right[there]
        start, end = max(one.start, other.start), min(one.end, other.end)
        if start < end:
            common.append(Span(start, end))
        if one.end <= other.end:
            here += 1
        else:
            there += 1
    return tuple(common)


def total(spans: Iterable[Span]) -> int:
    """Return how long *spans* cover together, in milliseconds; what several cover counts once."""
    return sum(span.end - span.start for span in union(spans))
