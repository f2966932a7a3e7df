"""Presses on the planning page, by the processor time of all that answers them.

The real client on a simulated Discord, whose own work counts along; maps are drawn in full, in a
thread. Each game is played to its first phase in which somebody can act.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import tempfile
import time
from collections.abc import Awaitable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from discord.ext import commands

from bot.app import create_bot
from bot.games import painter
from bot.settings import HostSettings
from engine.api import Seat
from render import map_cache
from tests.bench import drawn
from tests.bench.figures import Figure, judged, spread
from tests.bench.subjects import subject_of
from tests.games import every, known
from tests.support.matches import Captain, Match, game_of
from tests.support.people import Person, Reply
from tests.support.table import Table

PRESS_P99_MS: Final = 400.0
SUGGEST_MS: Final = 600.0
SEND_S: Final = 1.0
ROUNDS: Final = 8
MOST_STEPS: Final = 60
REST_S: Final = 0.5
BUSY_S: Final = 0.05
"""Of processor time in that: less is no work."""


def figures() -> Iterator[Figure]:
    """Yield the figures of every game."""
    for game in (one.game.key for one in every()):
        with tempfile.TemporaryDirectory() as folder:
            try:
                yield from asyncio.run(_measure(Path(folder), game))
            finally:
                drawn.none()


async def _measure(folder: Path, game: str) -> list[Figure]:
    seats = game_of(game).seats
    make = partial(_with_what_is_drawn_once, game)
    async with Table(folder, make, names=("alice", "bruno"), settle_timeout=120.0) as table:
        people = dict(zip(seats, table.people.values(), strict=False))
        captains = captains_of(game, people)
        match = Match(table, game, captains, people, b"bench")
        await match.begin()
        person = await to_somebody_who_acts(match)
        await table.settle()
        await _rest()
        # As the bot does with what it has loaded: the topics before keep much that no bot does.
        gc.collect()
        gc.freeze()
        return await _press(table, game, person)


def captains_of(game: str, seats: Iterable[Seat]) -> dict[Seat, Captain]:
    """Return who plays the seats of a game."""
    captain = known(game).captain
    assert captain is not None, f"tests/games/{game}.py: nobody plays it on"
    return {seat: captain(seat, "bench") for seat in seats}


def _with_what_is_drawn_once(game: str, settings: HostSettings) -> commands.Bot:
    """Return a bot that finds on disk what a host's has drawn since the last update."""
    drawn.found(game)
    painter(game_of(game)).warm()
    map_cache.forget()
    return create_bot(settings)


async def _rest() -> None:
    """Wait until nothing works any more: what is drawn beforehand is no press's."""
    before = -1.0
    while (spent := _spent()) - before > BUSY_S:
        before = spent
        await asyncio.sleep(REST_S)


async def to_somebody_who_acts(match: Match) -> Person:
    """Play on until a side that is awaited has somebody who can act."""
    game = game_of(match.game)
    for _ in range(MOST_STEPS):
        look = await match.look()
        for decision in look.decisions:
            view = (await match.look(decision.seat)).view
            playing = look.status is not None and look.status.phase_key != "setup"
            if playing and not decision.interrupt and next(iter(game.actors(view)), None):
                return match.people[decision.seat]
        await match.step()
    raise AssertionError(f"{match.game}: nobody ever acts")


async def _press(table: Table, game: str, person: Person) -> list[Figure]:
    pages, choices, advice = list[float](), list[float](), list[float]()
    for number in range(ROUNDS + 1):
        page, seconds = await _timed(person.press(table.panel, "Plan my turn"))
        pages += [seconds] if number else []  # the first one fills what is kept
        # Somebody else each time: nothing of it is kept.
        menu, who = _line(page, "planwho", number)
        if who:
            chosen, seconds = await _timed(page.choose(who, custom_id=menu))
            choices += [seconds] if number else []
            with contextlib.suppress(AssertionError):
                await chosen.press("Cancel")
    for _ in range(2):
        page = await person.press(table.panel, "Plan my turn")
        shown, seconds = await _timed(page.press("Suggest"))
        advice.append(seconds)
    taken, entry = await _timed(shown.press(custom_id=_button(shown, "plantakeall")))
    _, sending = await _timed(taken.press(custom_id=_button(taken, "plansend")))
    spread_so = partial(spread, p50=subject_of(game).press_ms, p99=PRESS_P99_MS, game=game)
    single_so = partial(judged, game=game)
    return [
        spread_so("press.page", pages),
        spread_so("press.choice", choices),
        single_so("press.entry", {"ms": entry * 1000}, {"ms": PRESS_P99_MS}),
        single_so("press.suggest", {"ms": min(advice) * 1000}, {"ms": SUGGEST_MS}),
        single_so("press.send", {"s": sending}, {"s": SEND_S}),
    ]


def _line(reply: Reply, verb: str, place: int) -> tuple[str, str]:
    """Return a menu's custom id and the value of one of its lines, round and round."""
    menus = {name: menu for paper in reply.papers for name, menu in paper.menus.items()}
    name = next((one for one in menus if f":{verb}:" in one), "")
    values = list(menus.get(name, ()))
    return (name, values[place % len(values)]) if values else ("", "")


def _button(reply: Reply, verb: str) -> str:
    ids = (str(one.get("custom_id")) for one in reply.buttons.values())
    return next((one for one in ids if f":{verb}:" in one), "")


async def _timed(press: Awaitable[Reply]) -> tuple[Reply, float]:
    """Return an answer, and the processor time that it took, of this process and those it began."""
    before = _spent()
    reply = await press
    return reply, _spent() - before


def _spent() -> float:
    return time.process_time() + sum(map(_spent_by, _children(Path("/proc/self"))))


def _children(process: Path) -> Iterator[Path]:
    for file in process.glob("task/*/children"):
        with contextlib.suppress(OSError):
            for pid in file.read_text().split():
                child = Path("/proc", pid)
                yield child
                yield from _children(child)


def _spent_by(process: Path) -> float:
    """Return the seconds of processor time of a process; none where it is gone."""
    try:
        fields = (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100
