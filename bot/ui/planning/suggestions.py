"""Whole plans that computer players would follow, to begin with or to learn from."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import MenuLine, button, menu
from bot.moderator import Complaint
from bot.ui.fields import typed_fields
from bot.ui.planning.table import PlanTable, picked
from bot.ui.visit import Visit
from engine.api import Action
from engine.dice import SeededDice
from engine.kit.suggesting import suggested

_log = logging.getLogger(__name__)

MOST_SUGGESTED: Final = 5
SUGGESTING_SECONDS: Final = 10.0


async def suggest(visit: Visit, key: Key) -> None:
    """Show whole plans that computer players would follow from here."""
    table = await PlanTable.of(visit, key)
    plain = visit.words.plain
    lines: list[tuple[int, tuple[Action, ...]]] = []
    for number in range(MOST_SUGGESTED):
        actions = await _suggestion(table, number)
        if actions and all(actions != other for _, other in lines):
            lines.append((number, actions))
    if not lines:
        raise Complaint("plan.no_suggestion")
    entries = [
        MenuLine(
            str(number),
            plain.bot("plan.suggestion", n=len(actions), first=plain.action(actions[0])),
            "; ".join(plain.action(one) for one in actions[1:]),
        )
        for number, actions in lines
    ]
    hint = plain.bot("plan.suggest")
    items = [
        menu(entries, "plantake", table.campaign.id, hint=hint),
        button(plain.bot("plan.back"), "plan", table.campaign.id),
    ]
    await visit.show(Page([visit.words.bot("plan.suggestions")], items))


async def take_suggestion(visit: Visit, key: Key) -> None:
    """Put a whole suggestion into the plan."""
    table = await PlanTable.of(visit, key)
    number = picked(visit)
    actions = await _suggestion(table, int(number) if number.isdigit() else 0)
    await table.show(await table.add(table.entry(one.kind, typed_fields(one)) for one in actions))


async def _suggestion(table: PlanTable, number: int) -> tuple[Action, ...]:
    """Return one of the suggestions: the same for the same position and number."""
    strengths = list(table.game.opponents)[::-1]
    if not strengths or table.look.seat is None:
        return ()
    opponent = table.game.opponents[strengths[number % len(strengths)]]
    dice = SeededDice(table.campaign.id.encode(), number, table.look.version)
    plan = await table.plan()
    view = (await table.page(plan).gone_through()).foreseen.view
    try:
        async with asyncio.timeout(SUGGESTING_SECONDS):
            return await asyncio.to_thread(
                suggested, table.game, opponent, view, table.look.seat, dice
            )
    except Exception:  # noqa: BLE001 - a plan can be made without it
        _log.exception("campaign %s: no suggestion", table.campaign.id)
        return ()
