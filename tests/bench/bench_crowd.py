"""People of different campaigns who ask at once, with the processes that production has.

El Arte de la Guerra, whose pages take longest, each campaign at another moment: the planning page
and a suggestion, worked out and drawn, without Discord. Seconds are the wall's: what the last of
them waits. The event loop is looked at meanwhile: what arrives then is acknowledged as late.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from bot import drawing, thinking
from bot.app import JOBS
from bot.games import painter
from bot.moderator import Look, Plan
from bot.ui.planning.page import PlanPage
from bot.ui.planning.suggestions import thought_of
from bot.ui.planning.table import Asked, of_page
from engine.dice import SeededDice, StoredDice
from render.api import Choosing
from tests.bench.figures import Figure, judged, spread
from tests.bench.subjects import long_games, subject_of
from tests.support.tour import campaign_of

GAME: Final = "art_of_war"
PAGE_S: Final = 2.0
SUGGESTIONS_S: Final = 4.0
LATE_P99_MS: Final = 50.0
PROCESS_MB: Final = 250.0
CROWDS: Final = (3, 10)
WARMING: Final = 6
TICK_S: Final = 0.005


def figures() -> Iterator[Figure]:
    """Yield the figures of a few people and of many."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Figure]:
    crowd = Crowd()
    found: list[Figure] = []
    try:
        moments = _moments(WARMING + sum(CROWDS))
        # These let each process load what it loads once, as it does when the bot starts.
        await _last(crowd.suggestion, moments[:WARMING])
        moments = moments[WARMING:]
        late: list[float] = []
        watch = asyncio.ensure_future(_tick(late))
        for people in CROWDS:
            looks, moments = moments[:people], moments[people:]
            page = await _last(crowd.page, looks)
            advice = await _last(crowd.suggestion, looks)
            found += [
                judged("crowd.page", {"last_s": page}, {"last_s": PAGE_S}, people=people),
                judged(
                    "crowd.suggestion", {"last_s": advice}, {"last_s": SUGGESTIONS_S}, people=people
                ),
            ]
        watch.cancel()
        found.append(spread("crowd.loop_late", late, p99=LATE_P99_MS))
        found.append(judged("crowd.process", {"mb": max(_megabytes())}, {"mb": PROCESS_MB}))
    finally:
        crowd.close()
    return found


class Crowd:
    """The processes that production has, and what is asked of them."""

    def __init__(self) -> None:
        self.game = subject_of(GAME).game
        self.thinkers = thinking.Apart(loads=JOBS)
        self.studio = drawing.Apart()

    async def page(self, look: Look, plan: Plan | None = None) -> None:
        """Let a planning page be worked out and drawn."""
        asked = Asked(look.campaign, look, plan or Plan(()), (), "en")
        page = await self.thinkers.ask(
            look.campaign.id, of_page, self.game, asked, PlanPage.page, ("",)
        )
        if page.choosing is not None:
            await self._drawn(look, page.choosing)

    async def suggestion(self, look: Look) -> None:
        """Let a suggestion be thought of, and its page be worked out and drawn."""
        assert look.seat is not None
        where = look.view, (), look.seat
        chance = list(self.game.opponents)[-1], SeededDice(b"crowd")
        await self.thinkers.ask(look.campaign.id, thought_of, self.game, *where, *chance, deep=True)
        await self.page(look)

    async def _drawn(self, look: Look, choosing: Choosing) -> None:
        section = painter(self.game).aim(look.view, choosing)
        if section is not None:
            drawn = drawing.Drawing(look.view, section, "en", choosing=choosing)
            await self.studio.paint(self.game, drawn)

    def close(self) -> None:
        """End the processes."""
        self.thinkers.close()
        self.studio.close()


async def _last(ask: Callable[[Look], Awaitable[None]], looks: Sequence[Look]) -> float:
    """Return the seconds until the last of those who ask at once is answered."""
    begun = time.perf_counter()
    await asyncio.gather(*(ask(look) for look in looks))
    return time.perf_counter() - begun


async def _tick(late: list[float]) -> None:
    """Note how late the event loop comes to what is due, again and again."""
    while True:
        due = time.perf_counter() + TICK_S
        await asyncio.sleep(TICK_S)
        late.append(time.perf_counter() - due)


def _moments(wanted: int) -> list[Look]:
    """Return looks of sides that can act, each of a campaign of its own, spread over a game."""
    ((_, played),) = long_games(GAME, 1)
    game = subject_of(GAME).game
    state: Any = game.setup(played.settings, StoredDice(played.opening)).state
    found = []
    for number, one in enumerate(played.log):
        asked = next((due for due in game.awaiting(state) if not due.interrupt), None)
        view = None if asked is None else game.view(state, asked.seat)
        if asked is not None and next(iter(game.actors(view)), None) is not None:
            campaign = replace(campaign_of(game, "en"), id=f"crowd{number:03}")
            mine = tuple(due for due in game.asked(view) if due.seat == asked.seat)
            found.append(Look(campaign, asked.seat, view, game.status(view), mine, mine))
        state = game.apply(state, one.seat, one.action, StoredDice(one.rolls)).state
    assert len(found) >= wanted
    return found[:: len(found) // wanted][:wanted]


def _megabytes() -> Iterator[float]:
    """Yield what each process beside this one holds."""
    for children in Path("/proc/self").glob("task/*/children"):
        for child in children.read_text().split():
            status = Path("/proc", child, "status").read_text()
            held = next((line for line in status.splitlines() if line.startswith("VmRSS")), "")
            yield int(held.split()[1]) / 1000 if held else 0.0
