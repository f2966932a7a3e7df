"""What is worked out once and kept as long as whoever asks for it: a thought, a map."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, TypeVarTuple

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Ts = TypeVarTuple("Ts")


class Kept(dict[K, V]):
    """Results by what they hang on. It grows no larger than what one owner asks, and goes with it.

    What hangs on a campaign's data is kept by :func:`engine.data.play_data.per_data` instead, and
    what hangs on values alone by a cache of a fixed size (:func:`functools.lru_cache`).
    """

    __slots__ = ()

    def of(self, key: K, make: Callable[[*Ts], V], *args: *Ts) -> V:
        """Return the result for *key*; the first time *make* works it out from *args*."""
        try:
            return self[key]
        except KeyError:
            made = self[key] = make(*args)
            return made
