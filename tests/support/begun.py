"""Games begun by hand, as far as the page on which they are planned."""

from __future__ import annotations

from tests.support.people import Person, Reply
from tests.support.table import Table


async def begun(table: Table, game: str, *sides: str) -> Person:
    """Begin a game; return who plays the first side."""
    alice = table.people["alice"]
    await alice.slash("game new", game=game, name="Plan")
    for side, person in zip(sides, table.people.values(), strict=True):
        await person.slash("game join", side=side)
    await alice.slash("game start")
    await table.settle()
    return alice


async def deployed(table: Table) -> Person:
    """Begin War of the Pacific, both sides set up as is usual; return who plays Chile."""
    alice = await begun(table, "war_of_the_pacific", "chile", "allies")
    for person in ("bruno", "alice"):
        await table.people[person].slash("wp standard")
        await table.people[person].slash("wp done")
    await table.settle()
    return alice


async def page_of(table: Table, person: Person) -> Reply:
    """Open the planning page."""
    return await person.press(table.panel, "Plan my turn")
