"""What is offered while somebody types: how long it takes, and how long it holds others up.

The real client on a simulated Discord, late in a long game of each kind, with its whole log. Every
field of every command that offers something is typed in, empty and with a letter. The event loop is
where all others are answered, so of it the longest single step is told, in processor time.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

from discord import AppCommandOptionType, app_commands

from tests.bench.figures import Figure, judged, spread
from tests.bench.subjects import long_games
from tests.games import every
from tests.load.filling import play
from tests.support.matches import game_of
from tests.support.people import Person
from tests.support.table import Table

OFFERED_P99_MS: Final = 250.0
HELD_MS: Final = 30.0
TYPED: Final = ("", "a")
"""What stands in a field when its offers are looked at; in one for a number, this:"""
NUMBER: Final = ("1",)
LATE: Final = 0.6
"""How much of the game has been played."""

Field = tuple[str, str, bool]
"""A command, an option of it that offers something, and whether a number is typed there."""


def figures() -> Iterator[Figure]:
    """Yield the figures of every game."""
    for game in (one.game.key for one in every()):
        with tempfile.TemporaryDirectory() as folder:
            yield from asyncio.run(_measure(Path(folder), game))


async def _measure(folder: Path, game: str) -> list[Figure]:
    ((_, played),) = long_games(game, 1)
    moment = int(len(played.log) * LATE)
    table = Table(folder, names=("alice", "bruno"), settle_timeout=120.0)
    people = list(table.people.values())
    await play(table.database, game, moment, table.guild.id, [one.id for one in people])
    with contextlib.closing(sqlite3.connect(table.database)) as base:
        base.execute("UPDATE campaigns SET channel_id = ?", (table.channel.id,))
        base.execute("UPDATE panels SET channel_id = ?", (table.channel.id,))
        base.commit()
    due = dict(zip(game_of(game).seats, people, strict=False))[played.log[moment].seat]
    async with table:
        await due.slash("game status")
        gc.collect()
        gc.freeze()
        return await _type(due, _fields(table), game)


def _fields(table: Table) -> list[Field]:
    tree = cast(Any, table.bot).tree
    return [
        (command.qualified_name, option.name, option.type is not AppCommandOptionType.string)
        for command in tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.autocomplete
    ]


async def _type(person: Person, fields: list[Field], game: str) -> list[Figure]:
    times, held, offered = list[float](), list[tuple[float, str]](), 0
    for command, option, is_number in fields:
        for typed in NUMBER if is_number else TYPED:
            with _watched() as steps:
                begun = time.perf_counter()
                found = await person.offered(command, option, typed)
                times.append(time.perf_counter() - begun)
            offered += bool(found)
            held.append((max(steps), f"/{command} {option}"))
    longest, where = max(held)
    return [
        spread("offers.answer", times, p99=OFFERED_P99_MS, game=game, offered=offered),
        judged("offers.held", {"ms": longest * 1000}, {"ms": HELD_MS}, game=game, where=where),
    ]


@contextlib.contextmanager
def _watched() -> Iterator[list[float]]:
    """Lend a list of how long each step of the event loop takes meanwhile, in seconds.

    The loop tells nobody: who wants to know stands in the place of what it runs.
    """
    steps, run = [0.0], asyncio.events.Handle._run

    def timed(self: asyncio.events.Handle) -> None:
        begun = time.thread_time()
        run(self)
        steps.append(time.thread_time() - begun)

    asyncio.events.Handle._run = timed  # type: ignore[method-assign]
    try:
        yield steps
    finally:
        asyncio.events.Handle._run = run  # type: ignore[method-assign]
