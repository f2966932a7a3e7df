"""What is kept of a thing as long as the same thing is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

import pytest

from engine.data.cache import LATEST, Caching, Found, anew, cached, cached_each, cached_same


@dataclass(frozen=True)
class Thing:
    """Something that never changes, and what was asked of it."""

    lies: dict[str, int] = field(default_factory=dict)
    asked: list[int] = field(default_factory=list, compare=False)


@cached
def twice(thing: Thing, number: int) -> int:
    """Return a number twice."""
    thing.asked.append(number)
    return 2 * number


@cached_each
def upto(thing: Thing, most: int) -> Iterator[int]:
    """Yield numbers, and break off at 13."""
    for number in range(most):
        thing.asked.append(number)
        if number == 13 and len(thing.asked) < 20:
            raise RuntimeError("unlucky")
        yield number


def test_the_same_thing_is_asked_once() -> None:
    """Another one that is equal is another thing, and what is not asked any more is let go of."""
    one, other = Thing(), Thing()
    assert [twice(one, 4), twice(one, 4), twice(one, 5), twice(other, 4)] == [8, 8, 10, 8]
    assert (one.asked, other.asked) == ([4, 5], [4])
    for _ in range(LATEST):
        twice(Thing(), 1)
    assert twice(one, 4) == 8
    assert one.asked == [4, 5, 4]


def test_what_keeps_by_itself_is_asked_once_however_many_others_are() -> None:
    """It holds what follows from it, and takes it along."""

    @dataclass(frozen=True)
    class Holder(Thing, Caching):
        """A thing that keeps."""

        found: Found = field(default_factory=dict, compare=False)

    one = Holder()
    twice(one, 4)
    for _ in range(2 * LATEST):
        twice(Thing(), 1)
    assert twice(one, 4) == 8
    assert one.asked == [4]


def test_what_is_yielded_goes_on_where_somebody_stopped() -> None:
    """Who wants only the first pays for that; who wants all gets all, in the same order."""
    thing = Thing()
    assert next(upto(thing, 5)) == 0
    assert thing.asked == [0]
    assert list(upto(thing, 5)) == [0, 1, 2, 3, 4]
    assert list(upto(thing, 5)) == [0, 1, 2, 3, 4]
    assert thing.asked == [0, 1, 2, 3, 4]


def test_what_is_broken_off_is_never_taken_for_all() -> None:
    """An error is raised again, or the whole is yielded: nothing is left out in silence."""
    thing = Thing()
    begun = upto(thing, 20)
    with pytest.raises(RuntimeError, match="unlucky"):
        list(upto(thing, 20))
    with pytest.raises(RuntimeError, match="broken off"):
        list(begun)
    assert list(upto(thing, 20)) == list(range(20))


def test_threads_share_what_is_yielded() -> None:
    """None of them misses or doubles anything, and each is worked out once."""
    thing = Thing()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda most: list(islice(upto(thing, 12), most)), range(1, 13)))
    assert found == [list(range(most)) for most in range(1, 13)]
    assert thing.asked == list(range(12))


def test_equal_things_are_one_unless_they_lie_in_another_order() -> None:
    """Dictionaries that are equal may still be gone through in another order."""
    one, same = Thing({"a": 1, "b": 2}), Thing({"a": 1, "b": 2})
    turned = Thing({"b": 2, "a": 1})
    with anew():
        assert cached_same(one, lambda thing: tuple(thing.lies)) is one
        assert cached_same(same, lambda thing: tuple(thing.lies)) is one
        assert turned == one
        assert cached_same(turned, lambda thing: tuple(thing.lies)) is turned


def test_nothing_is_known_anew() -> None:
    """And what was known before is known after it."""
    thing = Thing()
    twice(thing, 3)
    with anew():
        twice(thing, 3)
    twice(thing, 3)
    assert thing.asked == [3, 3]
