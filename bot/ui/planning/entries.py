"""One entry of a plan: after what the rest waits, its place, changing it, taking it out."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import MenuLine, Pressable, button, menu
from bot.moderator import Complaint, Plan, PlanEntry
from bot.moderator.api import HALT_ALWAYS
from bot.ui.dialogue import dialogue
from bot.ui.dialogue.dialogue import Dialogue
from bot.ui.dialogue.fields import fields_of
from bot.ui.dialogue.talk import Talk
from bot.ui.planning.entry_lines import halt_text
from bot.ui.planning.page import PlanPage
from bot.ui.planning.placing import before_of
from bot.ui.planning.table import PlanTable, picked
from bot.ui.presses import chosen
from bot.ui.visit import Visit

FIGURES: Final = range(2, 7)
"""Numbers that a halt by a figure is offered with."""


async def pick_entry(visit: Visit, key: Key) -> None:
    """Show one entry, and what may be done with it."""
    table = await PlanTable.of(visit, key)
    await _show_entry(table, await table.plan(), picked(visit))


async def _show_entry(table: PlanTable, plan: Plan, name: str) -> None:
    page, view = await table.ask(_entry_page, name, plan=plan)
    # Its odds are those that it has behind the entries before it.
    await table.visit.show_on_map(dataclasses.replace(table.look, view=view), page)


def _entry_page(page: PlanPage, name: str) -> tuple[Page, Any]:
    """Return the page of one entry, and the view before it.

    Raises:
        Complaint: There is none of that name any more.
    """
    plan, planned, game = page.plan, page.planned, page.game
    place = next((n for n, one in enumerate(plan.entries) if one.id == name), None)
    if place is None:
        raise Complaint("campaign.stale")
    entry, outlook = plan.entries[place], planned.foreseen.outlooks[place]
    words, plain, where = page.words, page.words.plain, (page.campaign.id, name)
    lines = [
        words.bot("plan.entry", number=place + 1),
        page.told.said(entry, outlook, planned.previews[place]),
    ]
    lines += page.told.why_not(place)
    lines += dialogue.preview_lines(planned.previews[place], words)
    items = [_halt_menu(page, entry)]
    if place > 0:
        items.append(button(plain.bot("plan.earlier"), "planmove", *where, 0, emoji="⬆️"))
    if place + 1 < len(plan.entries):
        items.append(button(plain.bot("plan.later"), "planmove", *where, 1, emoji="⬇️"))
    if entry.kind in game.actions and fields_of(game.actions[entry.kind]):
        items.append(button(plain.bot("plan.edit"), "planchange", *where, emoji="✏️"))
    items.append(button(plain.bot("plan.remove"), "planremove", *where, emoji="🗑️"))
    items.append(button(plain.bot("plan.back"), "plan", page.campaign.id))
    gamble = None if outlook.action is None or outlook.action.secret else outlook.action
    return Page(lines, items, gamble=gamble), outlook.view


def _halt_menu(page: PlanPage, entry: PlanEntry) -> Pressable:
    """Return the menu of what an entry may halt after; what is chosen holds."""
    plain = page.words.plain
    always = plain.bot("plan.halt.always")
    lines = [MenuLine(HALT_ALWAYS, always, held=bool(entry.halts.get(HALT_ALWAYS)))]
    for halt in page.game.halts:
        wish = entry.halts.get(halt.name, halt.usual)
        for number in FIGURES if halt.figure else (0,):
            value = f"{halt.name}:{number}" if halt.figure else halt.name
            what = plain.say(halt_text(halt, number))
            held = wish is not False and (not halt.figure or wish == number)
            lines.append(MenuLine(value, plain.bot("plan.halt.if", what=what), held=held))
    hint, where = plain.bot("plan.halts"), (page.campaign.id, entry.id)
    return menu(lines, "planhalt", *where, hint=hint, most=len(lines), least=0)


async def set_halts(visit: Visit, key: Key) -> None:
    """Choose after what the rest of a plan waits."""
    table = await PlanTable.of(visit, key)
    wanted = chosen(visit)
    halts: dict[str, bool | int] = {}
    if HALT_ALWAYS in wanted:
        halts[HALT_ALWAYS] = True
    for halt in table.game.halts:
        if halt.figure:
            numbers = [one.partition(":")[2] for one in wanted if one.startswith(f"{halt.name}:")]
            found = [int(number) for number in numbers if number.isdigit()]
            if found:
                halts[halt.name] = max(found)
        elif (halt.name in wanted) is not halt.usual:
            halts[halt.name] = halt.name in wanted
    name = key.part(1)

    def put(plan: Plan) -> Plan:
        return dataclasses.replace(
            plan,
            entries=tuple(
                dataclasses.replace(one, halts=halts) if one.id == name else one
                for one in plan.entries
            ),
        )

    await table.show(await table.change(put))


async def move_entry(visit: Visit, key: Key) -> None:
    """Let an entry change places with the one before or behind it."""
    table = await PlanTable.of(visit, key)
    name, later = key.part(1), bool(key.number(2))

    def move(plan: Plan) -> Plan:
        entries = list(plan.entries)
        place = next((n for n, one in enumerate(entries) if one.id == name), None)
        other = None if place is None else place + (1 if later else -1)
        if place is None or other is None or not 0 <= other < len(entries):
            raise Complaint("campaign.stale")
        entries[place], entries[other] = entries[other], entries[place]
        return dataclasses.replace(plan, entries=tuple(entries))

    await _show_entry(table, await table.change(move), name)


async def change_entry(visit: Visit, key: Key) -> None:
    """Put an entry together anew: the dialogue begins with what it holds."""
    table = await PlanTable.of(visit, key)
    name = key.part(1)
    entry = next((one for one in (await table.plan()).entries if one.id == name), None)
    if entry is None:
        raise Complaint("campaign.stale")
    await in_dialogue(table, entry.kind, entry.filled, name)


async def remove_entry(visit: Visit, key: Key) -> None:
    """Take an entry out of the plan."""
    table = await PlanTable.of(visit, key)
    name = key.part(1)
    await table.show(
        await table.change(
            lambda plan: dataclasses.replace(
                plan, entries=tuple(one for one in plan.entries if one.id != name)
            )
        )
    )


async def in_dialogue(table: PlanTable, kind: str, filled: Mapping[str, str], entry: str) -> None:
    """Put an entry together field by field; *entry* says where it goes (:func:`put`)."""
    visit = table.visit
    await table.set_page({})
    kept = {**filled, dialogue.PLANNED: entry}
    drafts = visit.moderator.drafts
    draft = await drafts.open(table.campaign.id, visit.person_id, kind, kept)
    before = before_of(await table.plan(), entry)
    talk = Talk(visit, table.campaign, table.look, draft, before)
    await talk.show(Dialogue.checked)
