"""Whole plans that computer players would follow, to begin with or to learn from."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any, Final

from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE, STYLES, MenuLine, Pressable, button, menu
from bot.moderator import Complaint
from bot.text import Words
from bot.ui.fields import typed_fields
from bot.ui.planning.actors import mark
from bot.ui.planning.table import PlanTable, picked
from bot.ui.presses import chosen
from bot.ui.visit import Visit
from engine.api import Action
from engine.dice import SeededDice
from engine.kit.planning import Course
from engine.kit.suggesting import suggested

_log = logging.getLogger(__name__)

Orders = tuple[Action, ...]

MOST_SUGGESTED: Final = 4
AS_LAST_TURN: Final = "last"
"""Names what the side did in the turn before, among the suggestions; the others are numbers."""
LOOKED_BACK: Final = 50
SUGGESTING_SECONDS: Final = 10.0


async def suggest(visit: Visit, key: Key) -> None:
    """Show what was done last turn, and what computer players would do: whole, or order by order.

    A button takes the orders of the present phase, a menu those of the whole turn, and another menu
    single orders out of all of them. A table that goes without suggestions is shown only what was
    done last turn.
    """
    table = await PlanTable.of(visit, key)
    plain, where, suggests = visit.words.plain, table.campaign.id, table.campaign.suggests
    found = await _suggestions(table, await _view_behind(table))
    if not found:
        raise Complaint("plan.no_suggestion" if suggests else "plan.no_last_turn")
    items: list[Pressable] = []
    whole, phases, before = list[MenuLine](), set[Orders](), set[Orders]()
    for name, actions in found.items():
        phase = of_phase(actions)
        if phase and phase not in phases:
            code = "plan.take_last" if name == AS_LAST_TURN else "plan.take"
            first = telling(phase, phases)
            phases.add(phase)
            label = plain.bot(code, n=len(phase), first=plain.action(first))
            items.append(button(label, "plantakephase", where, name, style=STYLES.primary))
        whole.append(_whole(name, actions, plain, before))
        before.add(actions)
    items.append(menu(whole, "plantake", where, hint=plain.bot("plan.suggest_turn")))
    single = _single(found.values())
    lines = [MenuLine(mark(repr(one)), plain.action(one)) for one in single]
    hint = plain.bot("plan.suggest_single")
    if len(lines) > 1:
        items.append(menu(lines, "plantakesome", where, hint=hint, most=len(lines)))
    items.append(button(plain.bot("plan.back"), "plan", where))
    heading = "plan.suggestions" if suggests else "plan.last_turns"
    await visit.show(Page([visit.words.bot(heading)], items))


def telling(orders: Orders, before: Iterable[Orders]) -> Action:
    """Return the order by which a suggestion is known: the first that none *before* it has."""
    known = {one for others in before for one in others}
    return next((one for one in orders if one not in known), orders[0])


def _whole(name: str, actions: Orders, plain: Words, before: Iterable[Orders]) -> MenuLine:
    """Return the line of a whole suggestion."""
    label = (
        plain.bot("plan.as_last_turn", n=len(actions))
        if name == AS_LAST_TURN
        else plain.bot(
            "plan.suggestion", n=len(actions), first=plain.action(telling(actions, before))
        )
    )
    return MenuLine(name, label, "; ".join(plain.action(one) for one in actions))


def of_phase(actions: Iterable[Action]) -> Orders:
    """Return the orders that are given before a phase is closed."""
    return tuple(takewhile(lambda one: not one.closes, actions))


def _single(suggestions: Iterable[Iterable[Action]]) -> list[Action]:
    """Return the orders of the present phase of all suggestions, each once, as a menu has room."""
    found = {repr(one): one for actions in suggestions for one in of_phase(actions)}
    return list(found.values())[:MENU_SIZE]


async def _suggestions(table: PlanTable, view: Any) -> dict[str, Orders]:
    """Return the suggestions by their names, each once."""
    found: dict[str, Orders] = {}
    for name in (AS_LAST_TURN, *map(str, range(MOST_SUGGESTED))):
        actions = await _suggestion(table, view, name)
        if actions and actions not in found.values():
            found[name] = actions
    return found


async def take_suggestion(visit: Visit, key: Key) -> None:
    """Put a whole suggestion into the plan."""
    table = await PlanTable.of(visit, key)
    await _take(table, await _suggestion(table, await _view_behind(table), picked(visit)))


async def take_phase(visit: Visit, key: Key) -> None:
    """Put a suggestion's orders of the present phase into the plan."""
    table = await PlanTable.of(visit, key)
    actions = await _suggestion(table, await _view_behind(table), key.part(1))
    await _take(table, of_phase(actions))


async def take_single(visit: Visit, key: Key) -> None:
    """Put some orders out of all suggestions into the plan, in their order."""
    table = await PlanTable.of(visit, key)
    found = await _suggestions(table, await _view_behind(table))
    wanted = set(chosen(visit))
    await _take(table, [one for one in _single(found.values()) if mark(repr(one)) in wanted])


async def _take(table: PlanTable, actions: Sequence[Action]) -> None:
    if not actions:
        raise Complaint("campaign.stale")
    await table.show(await table.add(table.entry(one.kind, typed_fields(one)) for one in actions))


async def _view_behind(table: PlanTable) -> Any:
    """Return what the person sees behind what is planned already."""
    return (await table.page(await table.plan()).gone_through()).foreseen.view


async def _suggestion(table: PlanTable, view: Any, name: str) -> Orders:
    """Return one suggestion: the same for the same view and name; none the table goes without."""
    if name == AS_LAST_TURN:
        return await _as_last_turn(table, view)
    strengths = list(table.game.opponents)[::-1]
    if not table.campaign.suggests or table.look.seat is None:
        return ()
    if not strengths or not name.isdigit():
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


async def _as_last_turn(table: PlanTable, view: Any) -> Orders:
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
