"""What is worked out once is kept by its owner."""

from __future__ import annotations

from engine.data.cache import Cache


def test_it_is_worked_out_once_a_key() -> None:
    """The second asker of a key is given what was made for the first, also where that is None."""
    made: list[str] = []

    def make(word: str) -> int | None:
        made.append(word)
        return len(word) or None

    kept: Cache[str, int | None] = Cache()

    assert [kept.of("a", make, "one"), kept.of("a", make, "other"), kept.of("b", make, "")] == [
        3,
        3,
        None,
    ]
    assert kept.of("b", make, "again") is None
    assert made == ["one", ""]


def test_owners_keep_apart() -> None:
    """What one has kept another works out for itself."""
    one: Cache[int, int] = Cache()
    other: Cache[int, int] = Cache()

    assert one.of(1, abs, -2) == 2
    assert other.of(1, abs, -3) == 3
