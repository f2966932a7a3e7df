"""Plans that computer players would follow, and what was done last turn: read, then taken.

One is shown at a time, whole, as it would stand in the plan: with its picture, what it costs and
what it warns of. What is shown is kept, and is what is taken.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE, STYLES, MenuLine, button, fit, menu
from bot.moderator import Complaint, Plan, PlanEntry
from bot.text import Words
from bot.ui.dialogue.fields import typed_fields
from bot.ui.planning.page import PlanPage
from bot.ui.planning.table import PlanTable
from bot.ui.planning.ways import mark
from bot.ui.planning.worked import worked_out
from bot.ui.presses import chosen
from bot.ui.visit import Visit
from engine.api import Action, AnyGame, Seat
from engine.dice import SeededDice
from engine.playing.planning import CLOSE_ALL, Course
from engine.playing.suggesting import Suggested, suggested

_log = logging.getLogger(__name__)

MOST_SUGGESTED: Final = 4
AS_LAST_TURN: Final = "last"
"""Names what the side did in the turn before, among the suggestions; the others are numbers."""
LOOKED_BACK: Final = 50
SUGGESTING_SECONDS: Final = 10.0
ORDERS_LIMIT: Final = 2500
SHOWN: Final = "suggestion"
"""What a plan's page holds of the suggestion that is shown: its orders, and those shown before."""
WHOLE, PHASE = "all", "phase"
"""How much of it a button takes."""


async def suggest(visit: Visit, key: Key) -> None:
    """Show a suggestion: the first, or the next that is not like one shown before.

    A table that goes without suggestions is shown only what was done last turn.
    """
    table = await PlanTable.of(visit, key)
    plan = await table.plan()
    before: Mapping[str, Any] = plan.page.get(SHOWN, {}) if key.part(1) else {}
    seen: list[str] = list(before.get("seen", ()))
    name, found = await _another(table, plan, str(before.get("name", "")), seen)
    if not found.actions and seen:
        # All have been shown: from the first again.
        seen.clear()
        name, found = await _another(table, plan, "", seen)
    if not found.actions:
        suggests = table.campaign.suggests
        raise Complaint("plan.no_suggestion" if suggests else "plan.no_last_turn")
    orders = [[one.kind, typed_fields(one)] for one in found.actions]
    kept = {"name": name, "orders": orders, "seen": [*seen, mark(repr(found.actions))]}
    await table.set_page({**plan.page, SHOWN: kept})
    await _show(table, plan, name, found, again=orders == before.get("orders"))


async def suggest_anew(visit: Visit, key: Key) -> None:
    """Show the first suggestion."""
    await suggest(visit, Key(key.verb, (key.part(0),)))


async def _another(
    table: PlanTable, plan: Plan, after: str, seen: Sequence[str]
) -> tuple[str, Suggested]:
    """Return the next suggestion behind one, by its name, unlike those seen; or nothing."""
    names = [*map(str, range(MOST_SUGGESTED)), AS_LAST_TURN]
    begin = names.index(after) + 1 if after in names else 0
    for name in names[begin:]:
        found = await _suggestion(table, plan, name)
        if found.actions and mark(repr(found.actions)) not in seen:
            return name, found
    return "", Suggested()


async def _show(table: PlanTable, plan: Plan, name: str, found: Suggested, *, again: bool) -> None:
    """Show a suggestion as it would stand behind what is planned already.

    Where it is the one that was shown already, there is no other.
    """
    added = [PlanEntry(str(n), one.kind, typed_fields(one)) for n, one in enumerate(found.actions)]
    before = tuple(one for one in plan.entries if one.kind != CLOSE_ALL)
    whole = replace(plan, entries=(*before, *added), page={})
    fingerprint = mark(repr(found.actions))
    page = await table.ask(_page, name, found, fingerprint, len(before), again, plan=whole)
    await table.visit.show_on_map(table.look, page)


def _page(
    page: PlanPage, name: str, found: Suggested, fingerprint: str, since: int, again: bool
) -> Page:
    """Return the page of a suggestion, which stands in its plan behind so many entries."""
    words, plain, where = page.words, page.words.plain, page.campaign.id
    lines = page.told.lines(since)
    reasons = _reasons(words, found, ORDERS_LIMIT - len("\n".join(lines)))
    lines = page.told.lines(since, reasons)
    texts = [_title(page, name), fit(lines, ORDERS_LIMIT, words.bot("plan.more_entries"))]
    if found.open:
        texts.append(words.bot(f"plan.advice.{found.open}"))
    if again:
        texts.append(words.bot("plan.advice_only"))
    taken = {WHOLE: found.actions, PHASE: of_phase(found.actions)}
    items = [
        button(
            plain.bot(f"plan.take_{how}", n=len(orders)),
            "plantakeall",
            where,
            how,
            fingerprint,
            style=STYLES.primary,
        )
        for how, orders in taken.items()
        if orders and (how == WHOLE or orders != found.actions)
    ]
    items.append(button(plain.bot("plan.next_advice"), "plansuggest", where, 1, emoji="🔁"))
    items.append(button(plain.bot("plan.back"), "plan", where))
    if len(found.actions) > 1:
        single = [
            MenuLine(str(n), f"{n + 1}. {plain.action(one)}")
            for n, one in enumerate(found.actions[:MENU_SIZE])
        ]
        hint = plain.bot("plan.take_some")
        items.append(menu(single, "plantakefew", where, fingerprint, hint=hint, most=len(single)))
    return Page(texts, items, choosing=page.choosing())


def _title(page: PlanPage, name: str) -> str:
    """Say whose suggestion it is."""
    words = page.words
    if name == AS_LAST_TURN:
        return str(words.bot("plan.advice_last"))
    return str(words.bot("plan.advice", who=words.computer(_strength(page.game, name))))


def _reasons(words: Words, found: Suggested, room: int) -> list[str]:
    """Say why each order is suggested; "" where there is nothing to say, or not in that *room*.

    What holds for several orders in a row is said once. No order is left out for a reason.
    """
    said: list[str] = []
    last = ""
    for reason in found.reasons:
        text = "" if reason is None else str(words.say(reason))
        room -= len(f"-# 💡 {text}\n") if text not in ("", last) else 0
        said.append(text if text != last and room >= 0 else "")
        last = text or last
    return said


def of_phase(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the orders that are given before a phase is closed."""
    return tuple(takewhile(lambda one: not one.closes, actions))


async def take(visit: Visit, key: Key) -> None:
    """Put the suggestion that was shown into the plan: whole, or its orders of this phase."""
    table = await PlanTable.of(visit, key)
    entries = await _kept(table, key.part(2))
    if key.part(1) == PHASE:
        actions = table.game.actions
        entries = list(takewhile(lambda one: not actions[one.kind].closes, entries))
    await table.show(await table.add(entries))


async def take_few(visit: Visit, key: Key) -> None:
    """Put some orders of the suggestion that was shown into the plan, in their order."""
    table = await PlanTable.of(visit, key)
    entries = await _kept(table, key.part(1))
    wanted = set(chosen(visit))
    await table.show(await table.add(one for n, one in enumerate(entries) if str(n) in wanted))


async def _kept(table: PlanTable, fingerprint: str) -> list[PlanEntry]:
    """Return the orders of the suggestion that was shown last, as entries of a plan.

    Raises:
        Complaint: campaign.stale, where another one was shown since, or it was put away.
    """
    kept = (await table.plan()).page.get(SHOWN, {})
    if fingerprint not in kept.get("seen", ())[-1:]:
        raise Complaint("campaign.stale")
    return [table.entry(kind, filled) for kind, filled in kept["orders"]]


def _strength(game: AnyGame, name: str) -> str:
    """Return the strength of the computer player that makes a suggestion, strongest first."""
    strengths = list(game.opponents)[::-1]
    return strengths[int(name) % len(strengths)]


async def _suggestion(table: PlanTable, plan: Plan, name: str) -> Suggested:
    """Return one suggestion: the same for the same view and name; none the table goes without."""
    campaign, look = table.campaign, table.look
    if name == AS_LAST_TURN:
        done = await _last_turn(table)
        again = await table.visit.ask(_again, campaign, look.view, plan.entries, done)
        return Suggested(again)
    if not campaign.suggests or look.seat is None or not table.game.opponents:
        return Suggested()
    dice = SeededDice(campaign.id.encode(), int(name), look.version)
    where = look.view, plan.entries, look.seat
    try:
        async with asyncio.timeout(SUGGESTING_SECONDS):
            who = _strength(table.game, name)
            return await table.visit.ask(thought_of, campaign, *where, who, dice, deep=True)
    except Exception:  # noqa: BLE001 - a plan can be made without it
        _log.exception("campaign %s: no suggestion", campaign.id)
        return Suggested()


def thought_of(
    game: AnyGame,
    view: Any,
    entries: Sequence[PlanEntry],
    seat: Seat,
    strength: str,
    dice: SeededDice,
) -> Suggested:
    """Return what a computer player would do behind the entries of a plan."""
    planned = worked_out(game, view, entries).foreseen.view
    return suggested(game, game.opponents[strength], planned, seat, dice)


async def _last_turn(table: PlanTable) -> list[Action]:
    """Return what the person's side did in the turn before this."""
    visit, status = table.visit, table.look.status
    if status is None or status.turn < 1:
        return []
    page = await visit.moderator.reader.log(
        table.campaign.id, visit.person_id, turn=status.turn - 1, per_page=LOOKED_BACK
    )
    return [
        entry.action
        for entry in page.entries
        if entry.action is not None and not entry.standing and not type(entry.action).standing
    ]


def _again(
    game: AnyGame, view: Any, entries: Sequence[PlanEntry], done: Sequence[Action]
) -> tuple[Action, ...]:
    """Return what of some actions is allowed again behind the entries of a plan."""
    course = Course(game, worked_out(game, view, entries).foreseen.view)
    again = []
    for action in done:
        before = course.view, course.certain
        if course.next(action.kind, typed_fields(action)).when in {"now", "after"}:
            if not action.closes:
                again.append(action)
        else:
            course.view, course.certain = before
    return tuple(again)
