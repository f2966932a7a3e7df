"""Whole plans that computer players would follow, to begin with or to learn from."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import MenuLine, button, menu
from bot.moderator import Complaint
from bot.ui.fields import typed_fields
from bot.ui.planning.table import PlanTable, picked
from bot.ui.visit import Visit
from engine.api import Action
from engine.dice import SeededDice
from engine.kit.planning import Course
from engine.kit.suggesting import suggested

_log = logging.getLogger(__name__)

MOST_SUGGESTED: Final = 4
AS_LAST_TURN: Final = "last"
"""Names what the side did in the turn before, among the suggestions; the others are numbers."""
LOOKED_BACK: Final = 50
SUGGESTING_SECONDS: Final = 10.0


async def suggest(visit: Visit, key: Key) -> None:
    """Show whole plans: what was done last turn, and what computer players would do from here."""
    table = await PlanTable.of(visit, key)
    plain = visit.words.plain
    lines: list[tuple[str, tuple[Action, ...]]] = []
    view = await _view_behind(table)
    for name in (AS_LAST_TURN, *map(str, range(MOST_SUGGESTED))):
        actions = await _suggestion(table, view, name)
        if actions and all(actions != other for _, other in lines):
            lines.append((name, actions))
    if not lines:
        raise Complaint("plan.no_suggestion")
    entries = [
        MenuLine(
            name,
            plain.bot("plan.as_last_turn", n=len(actions))
            if name == AS_LAST_TURN
            else plain.bot("plan.suggestion", n=len(actions), first=plain.action(actions[0])),
            "; ".join(plain.action(one) for one in actions),
        )
        for name, actions in lines
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
    actions = await _suggestion(table, await _view_behind(table), picked(visit))
    await table.show(await table.add(table.entry(one.kind, typed_fields(one)) for one in actions))


async def _view_behind(table: PlanTable) -> Any:
    """Return what the person sees behind what is planned already."""
    return (await table.page(await table.plan()).gone_through()).foreseen.view


async def _suggestion(table: PlanTable, view: Any, name: str) -> tuple[Action, ...]:
    """Return one of the suggestions: the same for the same view and name."""
    if name == AS_LAST_TURN:
        return await _as_last_turn(table, view)
    strengths = list(table.game.opponents)[::-1]
    if not strengths or table.look.seat is None or not name.isdigit():
        return ()
    number = int(name)
    opponent = table.game.opponents[strengths[number % len(strengths)]]
    dice = SeededDice(table.campaign.id.encode(), number, table.look.version)
    try:
        async with asyncio.timeout(SUGGESTING_SECONDS):
            return await asyncio.to_thread(
                suggested, table.game, opponent, view, table.look.seat, dice
            )
    except Exception:  # noqa: BLE001 - a plan can be made without it
        _log.exception("campaign %s: no suggestion", table.campaign.id)
        return ()


async def _as_last_turn(table: PlanTable, view: Any) -> tuple[Action, ...]:
    """Return what the person's side did in the turn before this, as far as it is allowed again."""
    visit, status = table.visit, table.look.status
    if status is None or status.turn < 1:
        return ()
    page = await visit.moderator.reader.log(
        table.campaign.id, visit.person_id, turn=status.turn - 1, per_page=LOOKED_BACK
    )
    done = [
        entry.action
        for entry in page.entries
        if entry.action is not None and not entry.standing and not type(entry.action).standing
    ]
    course = Course(table.game, view)
    again = []
    for action in done:
        before = course.view, course.certain
        if course.next(action.kind, typed_fields(action)).when in {"now", "after"}:
            if not action.closes:
                again.append(action)
        else:
            course.view, course.certain = before
    return tuple(again)
