"""How long pictures take, how large they are, and whether the event loop notices them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

from render.api import WHOLE, Choosing, Frame, Picture
from render.registry import painter
from render.war_of_the_pacific import painter as drawing
from tests.bench.figures import Figure, judged, spread, timed
from tests.render.samples import midwar, names, own_view, public

ROUNDS = 40
WHOLE_P50_MS = 150
CHOICE_P50_MS = 100
GAP_MS = 50
LARGEST_MB = 2


async def worst_gap(work: Callable[[], object]) -> float:
    """Return the longest time in milliseconds for which the event loop did not turn."""
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


def figures() -> Iterator[Figure]:
    """Yield every figure of the pictures."""
    drawer = painter("war_of_the_pacific")
    before, after = (public(table) for table in midwar())

    def whole() -> Picture:
        return drawer.paint(after, WHOLE, before=before, names=names)

    def close() -> Picture:
        return drawer.paint(after, Frame("zone", "arica"), before=before, names=names)

    def cold() -> None:
        drawing.forget()
        whole()
        close()

    # The loop is watched while the printed maps are drawn too, which is its worst time.
    gap = max(asyncio.run(worst_gap(cold)), *(asyncio.run(worst_gap(whole)) for _ in range(9)))
    yield judged("render.loop_gap", {"max_ms": gap}, {"max_ms": GAP_MS})
    picture = whole()
    size = {"file_mb": len(picture.data) / 1e6}
    yield judged(
        "render.whole_file",
        size,
        {"file_mb": LARGEST_MB},
        megapixels=round(picture.width * picture.height / 1e6, 2),
    )
    yield spread("render.whole", [timed(whole) for _ in range(ROUNDS)], p50=WHOLE_P50_MS)
    drawing.forget()
    first = timed(close)
    yield spread(
        "render.zone",
        [timed(close) for _ in range(ROUNDS)],
        p50=WHOLE_P50_MS,
        first_ms=round(first * 1000),
    )
    own = own_view(midwar()[1])
    order = Choosing("order", (("ships", "cochrane"),), ("I", "II", "III", "IV", "V"), "area")
    aimed = drawer.aim(own, order)
    assert aimed is not None
    picture = drawer.paint(own, aimed, choosing=order, names=names)
    yield spread(
        "render.choice",
        [
            timed(lambda: drawer.paint(own, aimed, choosing=order, names=names))
            for _ in range(ROUNDS)
        ],
        p50=CHOICE_P50_MS,
        file_kb=round(len(picture.data) / 1e3),
    )
