"""Figures: what was measured, what it must be, and whether it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import quantiles
from typing import Any, TypeVar

T = TypeVar("T")

Figure = dict[str, Any]
"""One printed line. Keys ending in ``_ms``, ``_us``, ``_s``, ``_mb`` hold the measured values;
``target`` has the same keys with the most they may be; ``ok`` says whether they are."""


def judged(name: str, measured: dict[str, float], target: dict[str, float], **more: Any) -> Figure:
    """Return a figure; every key of *target* must be among those *measured*."""
    return {
        "figure": name,
        **{key: round(value, 2) for key, value in measured.items()},
        **more,
        "target": target,
        "ok": all(measured[key] <= most for key, most in target.items()),
    }


def spread(
    name: str,
    times: Sequence[float],
    *,
    p50: float | None = None,
    p99: float | None = None,
    **more: Any,
) -> Figure:
    """Return the figure of many times in seconds, with targets in milliseconds."""
    wanted = {"p50_ms": p50, "p99_ms": p99}
    target = {key: most for key, most in wanted.items() if most is not None}
    if len(times) < 2:  # a machine so busy that hardly any came
        return {"figure": name, "count": len(times), **more, "target": target, "ok": False}
    cuts = quantiles(times, n=100, method="inclusive")
    measured = {"p50_ms": cuts[49] * 1000, "p99_ms": cuts[98] * 1000}
    return judged(name, measured, target, count=len(times), **more)


def timed(work: Callable[[], object]) -> float:
    """Return how many seconds *work* takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def within(seconds: float, things: Iterable[T], least: int = 2) -> Iterator[T]:
    """Yield things until so many seconds have passed, and at least a few of them.

    So what is slow is measured by fewer of them, and a run ends while somebody waits for it.
    """
    begun = time.perf_counter()
    for number, one in enumerate(things, 1):
        yield one
        if number >= least and time.perf_counter() - begun > seconds:
            return
