"""The long tests: in which order they run, and which of them where several machines share them."""

from __future__ import annotations

import zlib

TELLING = (
    "tests/bot/store",
    "tests/rulesets",
    "tests/engine/contract",
    "tests/engine",
    "tests/bot",
    "tests/e2e",
)
"""What fails there says most, first: what is on file, the past, what every game promises, rules."""


def rank(name: str) -> int:
    """Return where a test stands by what its failing would say; the lowest runs first."""
    found = (place for place, start in enumerate(TELLING) if name.startswith(start))
    return next(found, len(TELLING))


def read_shard(typed: str) -> tuple[int, int]:
    """Return which shard of how many is meant by "2/4".

    Raises:
        ValueError: It is none.
    """
    which, slash, number = typed.partition("/")
    if slash and which.isdecimal() and number.isdecimal() and 1 <= int(which) <= int(number):
        return int(which), int(number)
    raise ValueError(f"{typed!r} is no shard: the second of four machines says 2/4")


def is_in(name: str, which: int, number: int) -> bool:
    """Say whether a test is of a shard; every test is of just one, whoever else there is."""
    return zlib.crc32(name.encode()) % number == which - 1
