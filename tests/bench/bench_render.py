"""How long pictures take, how large they are, and whether the event loop notices.

Prints one JSON line a figure: ``python -m tests.bench.bench_render``.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from statistics import quantiles
from typing import Any

from render.api import WHOLE, Frame
from render.registry import painter
from render.war_of_the_pacific import painter as drawing
from tests.render.samples import midwar, names, public

Figure = dict[str, Any]

STALL_BUDGET_MS = 50
WHOLE_BUDGET_MS = 150


def _times(work: Callable[[], object], rounds: int) -> list[float]:
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        found.append((time.perf_counter() - start) * 1000)
    return found


def _figure(name: str, times: list[float], target: float, **more: Any) -> Figure:
    cuts = quantiles(times, n=100, method="inclusive")
    return {
        "figure": name,
        "p50_ms": round(cuts[49], 2),
        "p99_ms": round(cuts[98], 2),
        "target_ms": target,
        **more,
    }


async def _worst_gap(work: Callable[[], object]) -> float:
    """Return the longest time, in milliseconds, for which the event loop did not turn."""
    worst, done = 0.0, False

    async def beat() -> None:
        nonlocal worst
        last = time.perf_counter()
        while not done:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            worst = max(worst, now - last)
            last = now

    beating = asyncio.create_task(beat())
    await asyncio.sleep(0.02)
    await asyncio.to_thread(work)
    done = True
    await beating
    return worst * 1000


def figures(rounds: int = 30) -> Iterator[Figure]:
    """Yield every figure of the pictures."""
    drawer = painter("war_of_the_pacific")
    before, after = (public(table) for table in midwar())

    def whole() -> object:
        return drawer.paint(after, WHOLE, before=before, names=names)

    def cold() -> object:
        drawing.forget()
        return whole()

    # The loop is watched first, while nothing is drawn yet: that is the worst case.
    stall = asyncio.run(_worst_gap(cold))
    yield {
        "figure": "render.loop_gap_cold",
        "max_ms": round(stall, 1),
        "target_ms": STALL_BUDGET_MS,
    }
    stall = max(asyncio.run(_worst_gap(whole)) for _ in range(rounds))
    yield {"figure": "render.loop_gap", "max_ms": round(stall, 1), "target_ms": STALL_BUDGET_MS}
    picture = drawer.paint(after, WHOLE, before=before, names=names)
    yield _figure(
        "render.whole",
        _times(whole, rounds),
        WHOLE_BUDGET_MS,
        megapixels=round(picture.width * picture.height / 1e6, 2),
        megabytes=round(len(picture.data) / 1e6, 2),
    )
    zone = Frame("zone", "arica")

    def close() -> object:
        return drawer.paint(after, zone, before=before, names=names)

    start = time.perf_counter()
    close()
    first = (time.perf_counter() - start) * 1000
    yield _figure("render.zone", _times(close, rounds), WHOLE_BUDGET_MS, first_ms=round(first))


def main() -> None:
    """Print the figures."""
    for figure in figures():
        print(json.dumps(figure), flush=True)


if __name__ == "__main__":
    main()
