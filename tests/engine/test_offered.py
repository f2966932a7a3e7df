"""What is offered is found out no further than somebody looks, and is what a tuple would hold."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from engine.api import Act, Option, Text
from engine.offered import Offered

FIVE = tuple(Option(str(number), Text("option", {"n": number})) for number in range(5))


def looked(at: list[int], *, failing: int | None = None) -> Iterator[Option]:
    """Yield five options, and note each that was found out."""
    for number, option in enumerate(FIVE):
        if number == failing:
            raise ValueError(number)
        at.append(number)
        yield option


def test_no_more_is_found_out_than_somebody_looks_at() -> None:
    """And nothing twice, however many look."""
    at: list[int] = []
    offered = Offered(lambda: looked(at))
    assert not at

    assert offered
    assert at == [0]
    first, other = iter(offered), iter(offered)
    assert [next(first), next(first), next(other)] == [FIVE[0], FIVE[1], FIVE[0]]
    assert at == [0, 1]
    assert [*first, *other] == [*FIVE[2:], *FIVE[1:]]
    assert at == [0, 1, 2, 3, 4]


def test_it_is_what_a_tuple_would_be() -> None:
    """Equal, as long, the same in words and in another process."""
    offered = Offered(lambda: FIVE)

    assert offered == FIVE
    assert offered == Offered(lambda: iter(FIVE))
    assert offered != FIVE[:4]
    assert Act("go", "to", offered) == Act("go", "to", FIVE)
    assert repr(offered) == repr(FIVE)
    assert (len(offered), offered[1], offered[3:]) == (5, FIVE[1], FIVE[3:])
    assert pickle.loads(pickle.dumps(Offered(lambda: FIVE))) == FIVE
    assert not Offered(lambda: ())
    assert Offered(lambda: ()) == ()


def test_what_failed_is_looked_for_again() -> None:
    """Half of it is never taken for all, and what was found before stays."""
    at: list[int] = []
    tries = iter((3, None))
    offered = Offered(lambda: looked(at, failing=next(tries)))

    with pytest.raises(ValueError, match="3"):
        list(offered)
    assert offered == FIVE
    assert at == [0, 1, 2, 0, 1, 2, 3, 4]
