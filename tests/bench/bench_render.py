"""How long pictures take, how large they are, and whether the event loop notices them."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from render.api import CHANGES, WHOLE, PhaseReport, Picture, Section
from render.film import WIDTH
from render.replay import Film
from tests.bench import drawn
from tests.bench.figures import Figure, judged, spread, timed
from tests.bench.subjects import choosings, states_of, subjects
from tests.games.knowing import Subject

ROUNDS = 40
WHOLE_P50_MS = 30
CHANGES_P50_MS = 30
ZONE_P50_MS = 40
CHOICE_P50_MS = 25
GAP_MS = 20
LARGEST_KB, LARGEST_OF_CHANGES_KB = 400, 250
PHASES = 40
FILMED, FILM_SECONDS, FILM_MB = 150, 20, 8
"""Pictures of a replay, and what it may take and be."""
LATE = 2 / 3
"""The part of a game after which much is on the board and much has happened."""
SINCE = 20
"""Actions since the picture before."""


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
    """Yield every figure of the pictures, of every game."""
    for subject in subjects():
        yield from _of(subject)


def _of(subject: Subject) -> Iterator[Figure]:
    game, drawer, names = subject.game, subject.painter, subject.names
    states = states_of(game.key)
    late = round(len(states) * LATE)
    before, after = (game.view(states[n], None) for n in (max(0, late - SINCE), late))

    def paint(section: Section) -> Picture:
        return drawer.paint(after, section, before=before, names=names)

    whole, close = partial(paint, WHOLE), partial(paint, Section("zone", subject.zone))

    first: list[float] = []

    def cold() -> None:
        drawn.none()
        first.append(timed(close))
        whole()

    # The bench keeps whole games, which no bot does: looking through them for garbage would be
    # measured too, now in this game's time and now in that one's.
    gc.collect()
    gc.freeze()
    # The loop is watched while the printed maps are drawn too, which is its worst time.
    gap = max(asyncio.run(worst_gap(cold)), *(asyncio.run(worst_gap(whole)) for _ in range(9)))
    yield judged("render.loop_gap", {"max_ms": gap}, {"max_ms": GAP_MS}, game=game.key)
    picture = whole()
    yield judged(
        "render.whole_file",
        {"file_kb": len(picture.data) / 1e3},
        {"file_kb": LARGEST_KB},
        game=game.key,
        megapixels=round(picture.width * picture.height / 1e6, 2),
    )
    times = [timed(whole) for _ in range(ROUNDS)]
    yield spread("render.whole", times, p50=WHOLE_P50_MS, game=game.key)
    times = [timed(close) for _ in range(ROUNDS)]
    first_ms = round(first[0] * 1000)
    yield spread("render.zone", times, p50=ZONE_P50_MS, game=game.key, first_ms=first_ms)
    drawn.found(game.key)
    yield from _changes(subject, states, (picture.width, picture.height))
    yield _choosing(subject, [*states[late:], *states[:late]])
    yield _replay(subject, states)
    drawn.none()


def _replay(subject: Subject, states: Sequence[Any]) -> Figure:
    """Time a film of so many phases, spread over a whole game."""
    places = [round(n * (len(states) - 1) / (FILMED - 1)) for n in range(FILMED)]
    started = time.perf_counter()
    film, before = Film(FILMED), None
    for number, place in enumerate(places, start=1):
        view = subject.game.view(states[place], None)
        picture = subject.painter.paint(
            view, Section(width=WIDTH), before=before, names=subject.names
        )
        film.add(picture.data, f"Turn {number}", number / FILMED, 0.5)
        before = view
    size = len(film.end()) / 1e6
    return judged(
        "render.replay",
        {"seconds": time.perf_counter() - started, "file_mb": size},
        {"seconds": FILM_SECONDS, "file_mb": FILM_MB},
        game=subject.game.key,
        frames=FILMED,
    )


def _changes(subject: Subject, states: Sequence[Any], whole: tuple[int, int]) -> Iterator[Figure]:
    """Time the pictures of phases, each drawn for the first time; the land is at hand.

    Of those in which something changed on the map: for others the whole of it is shown, which is
    *whole* wide and high.
    """
    game, drawer, names = subject.game, subject.painter, subject.names
    views = [game.view(state, None) for state in states]
    ends = [
        number
        for number, (one, two) in enumerate(pairwise(views), start=1)
        if game.status(one).phase_key != game.status(two).phase_key
    ]
    phases = list(pairwise([0, *ends]))

    def work(since: int, until: int) -> Picture:
        report = PhaseReport(passed=views[until - 1])
        return drawer.paint(views[until], CHANGES, before=views[since], report=report, names=names)

    told: list[tuple[int, int]] = []
    largest = 0.0
    for since, until in phases[: 2 * PHASES]:
        if len(told) == PHASES:
            break
        shown = work(since, until)  # tiles, too
        if (shown.width, shown.height) != whole:
            told.append((since, until))
            largest = max(largest, len(shown.data) / 1e3)
    times = [timed(partial(work, *one)) for one in told]
    yield spread("render.changes", times, p50=CHANGES_P50_MS, game=game.key)
    yield judged(
        "render.changes_file",
        {"file_kb": largest},
        {"file_kb": LARGEST_OF_CHANGES_KB},
        game=game.key,
        phases=len(told),
    )


def _choosing(subject: Subject, states: Sequence[Any]) -> Figure:
    """Time the pictures that come with every question, everything shared being drawn before.

    Of the first of *states* in which there is something to choose on the map.
    """
    drawer = subject.painter
    drawer.warm()
    asked = next(filter(None, (list(choosings(subject, state)) for state in states)))
    works = [
        partial(drawer.paint, view, section, choosing=choosing, names=subject.names)
        for view, choosing, section in asked
    ]
    largest = max(len(work().data) for work in works)
    times = [timed(work) for work in works for _ in range(max(2, ROUNDS // len(works)))]
    return spread(
        "render.choice",
        times,
        p50=CHOICE_P50_MS,
        game=subject.game.key,
        questions=len(works),
        file_kb=round(largest / 1e3),
    )
