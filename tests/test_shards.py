"""Several machines share the long tests: each is run by just one, the most telling first."""

from __future__ import annotations

import pytest

from tests.support.shards import is_in, rank, read_shard

NAMES = [f"tests/engine/test_{n}.py::test_it" for n in range(200)]


@pytest.mark.parametrize("number", [1, 2, 4, 7])
def test_every_test_is_of_one_shard(number: int) -> None:
    """However many machines there are, and none is left idle."""
    shares = [
        [name for name in NAMES if is_in(name, which, number)] for which in range(1, number + 1)
    ]

    assert sorted(name for share in shares for name in share) == sorted(NAMES)
    assert all(len(share) > len(NAMES) / number / 2 for share in shares)


def test_the_most_telling_come_first() -> None:
    """What is on file before rules, rules before what a person sees; otherwise as they came."""
    names = [
        "tests/test_bench.py::a",
        "tests/e2e/test_x.py::a",
        "tests/engine/calama/test_x.py::b",
        "tests/engine/calama/test_x.py::a",
        "tests/bot/store/test_x.py::a",
    ]

    assert sorted(names, key=rank) == [
        "tests/bot/store/test_x.py::a",
        "tests/engine/calama/test_x.py::b",
        "tests/engine/calama/test_x.py::a",
        "tests/e2e/test_x.py::a",
        "tests/test_bench.py::a",
    ]


def test_a_shard_is_read_as_typed() -> None:
    """The second of four machines types 2/4."""
    assert read_shard("2/4") == (2, 4)
    for typed in ("", "2", "0/4", "5/4", "a/b", "2/", "/4", "-1/4"):
        with pytest.raises(ValueError, match="is no shard"):
            read_shard(typed)
