"""Alice alone against the computer, as people play it on Discord; carla looks on."""

from __future__ import annotations

from pathlib import Path

from tests.support.matches import Captain, Match
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table

PATIENCE = 300.0
"""Seconds for all that the computer does in a row."""
MOST = 1000
"""Actions of alice in one game."""


def solo_table(folder: Path) -> Table:
    """Return a table of the real bot, with small maps."""
    return Table(folder, bot_with_small_maps, names=("alice", "carla"), settle_timeout=PATIENCE)


def against_computer(
    table: Table, game: str, seat: str, captain: Captain, seed: str, settings: str = ""
) -> Match:
    """Return a match of alice, who has a seat, against the computer."""
    people = {seat: table.people["alice"]}
    captains = {seat: captain}
    return Match(table, game, captains, people, seed.encode(), settings, opponent="computer")


async def play_on(match: Match, until: int | None = None) -> None:
    """Let alice play until a turn begins, or to the end; the computer is never what is awaited."""
    (seat,) = match.people
    while True:
        look = await match.look()
        if not look.decisions:
            return
        if until is not None and look.status is not None and look.status.turn >= until:
            return
        assert {decision.seat for decision in look.decisions} == {seat}
        assert await match.step()
        await match.table.settle()
        assert match.done < MOST


async def die_now_and_then(match: Match, *deaths: str, every: int) -> None:
    """Let alice play so many steps before each of some deaths of the bot, if it is not over."""
    for how in deaths:
        for _ in range(every):
            await match.step()
            await match.table.settle()
        if (await match.look()).outcome is None:
            await match.suffer(how)
            await match.table.settle()


async def told_of(match: Match, pages: int) -> str:
    """Return some pages of the log as carla reads them: the computer plays, and is told as one."""
    carla = match.table.people["carla"]
    found = [(await carla.slash("log show", page=page)).text for page in range(1, pages + 1)]
    told = "\n".join(found)
    assert "🤖 *the computer*" in told
    pinged = {person for paper in match.table.public() for person in paper.pinged}
    assert pinged == {match.table.people["alice"].id}
    match.nothing_twice()
    return told
