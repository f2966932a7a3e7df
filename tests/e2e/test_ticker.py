"""The event loop is never held: whatever a person presses, everybody else is answered."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

import pytest

from engine.registry import load_games
from tests.bench.bench_press import captains_of, to_somebody_who_acts
from tests.support.matches import Match, game_of
from tests.support.people import Person, Reply
from tests.support.seldom import seldom
from tests.support.table import Table
from tests.support.ticker import ticking

MOST_CALLS: Final = 100_000
"""Of functions by one callback: some 40 ms, where half of the costliest is the simulated Discord's.

They are counted and not timed, so that a busy machine tells the same."""


@pytest.mark.parametrize("game", seldom(load_games(), ["art_of_war", "war_of_the_pacific"]))
async def test_no_press_holds_the_event_loop(game: str, tmp_path: Path) -> None:
    """The planning page, a choice, More, a suggestion, sending, the dialogue, orders and odds."""
    seats = game_of(game).seats
    async with Table(tmp_path, names=("alice", "bruno"), settle_timeout=120.0) as table:
        people = dict(zip(seats, table.people.values(), strict=False))
        captains = captains_of(game, people)
        match = Match(table, game, captains, people, b"ticker")
        await match.begin()
        person = await to_somebody_who_acts(match)
        await table.settle()
        with ticking() as held:
            await _press_about(table, person)
            await table.settle()
    assert held.longest[0][0] <= MOST_CALLS, held.longest
    assert not held.pictures


async def _press_about(table: Table, person: Person) -> None:
    page = await person.press(table.panel, "Plan my turn")
    chosen = await page.press(next(iter(page.buttons)))
    with contextlib.suppress(AssertionError):  # what has one answer is an entry already
        await chosen.press("Cancel")
    page = await person.press(table.panel, "Plan my turn")
    advice = await page.press("Suggest")
    taken = await advice.press(custom_id=_named(advice, "plantakeall"))
    await taken.press("More")
    await taken.press(custom_id=_named(taken, "plansend"))
    await person.slash("orders show")
    await person.slash("odds")
    act = await person.press(table.panel, "Give an order")
    menus = [one for paper in act.papers for one in paper.menus.items()]
    for name, lines in menus[:1]:
        await act.choose(next(iter(lines)), custom_id=name)


def _named(reply: Reply, verb: str) -> str:
    ids = (str(one.get("custom_id")) for one in reply.buttons.values())
    return next(one for one in ids if f":{verb}:" in one)
