"""Maps that are drawn once and kept: pictures are cut out of them, or laid upon them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import RLock
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

_drawing = RLock()
"""Only one printed map is drawn at a time: two at once would need twice the memory."""

_kept: list[Any] = []


def drawn_once(maxsize: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last *maxsize* maps that a function draws; only one is drawn at a time."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = lru_cache(maxsize)(function)
        _kept.append(cached)
        keeping = cast("Callable[P, R]", cached)

        @wraps(function)
        def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
            with _drawing:
                return keeping(*args, **kwargs)

        return drawn

    return decorate


def forget() -> None:
    """Drop every printed map that is kept; the next picture draws its own anew."""
    for one in _kept:
        one.cache_clear()
