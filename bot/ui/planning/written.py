"""Orders that are written in secret already: one is shown, and is changed or struck by a press."""

from __future__ import annotations

import dataclasses
from typing import Any

from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, button
from bot.moderator import Complaint, Draft, PlanEntry
from bot.ui.asked import as_chosen
from bot.ui.dialogue import dialogue
from bot.ui.dialogue.fields import fields_of, typed_fields
from bot.ui.dialogue.rewriting import mark_of, written_as
from bot.ui.planning.entries import in_dialogue
from bot.ui.planning.page import PlanPage
from bot.ui.planning.placing import LAST
from bot.ui.planning.table import PlanTable, picked
from bot.ui.presses import chosen
from bot.ui.visit import Visit
from engine.api import Action, Written
from engine.playing.planning import foresee


async def pick_written(visit: Visit, key: Key) -> None:
    """Show one written order, with what changes it and what strikes it."""
    table = await PlanTable.of(visit, key)
    page, view = await table.ask(_one, picked(visit))
    await visit.show_on_map(dataclasses.replace(table.look, view=view), page)


def _one(page: PlanPage, mark: str) -> tuple[Page, Any]:
    """Return the page of a written order, and the view behind the plan."""
    one = _written(page, mark)
    words, plain, where = page.words, page.words.plain, (page.campaign.id, mark)
    texts = [words.bot("plan.written_one"), words.say(one.label)]
    label = plain.bot("plan.written_change")
    items = [button(label, "planrewrite", *where, style=STYLES.primary, emoji="✏️")]
    if one.strikes is not None:
        items.append(button(plain.bot("plan.written_strike"), "planunwrite", *where, emoji="🗑️"))
    items.append(button(plain.bot("plan.back"), "plan", page.campaign.id))
    return Page(texts, items, choosing=as_chosen(one.anew)), page.planned.foreseen.view


async def change_written(visit: Visit, key: Key) -> None:
    """Put a written order together anew: the dialogue begins with what it holds."""
    table = await PlanTable.of(visit, key)
    one = await table.ask(_written, key.part(1))
    filled = {**typed_fields(one.anew), dialogue.REWRITES: mark_of(one)}
    await in_dialogue(table, one.anew.kind, filled, LAST)


async def strike_written(visit: Visit, key: Key) -> None:
    """Plan to strike a written order."""
    table = await PlanTable.of(visit, key)
    one = await table.ask(_written, key.part(1))
    if one.strikes is None:
        raise Complaint("campaign.stale")
    entry = table.entry(one.strikes.kind, typed_fields(one.strikes))
    await table.show(await table.add([entry]))


async def strike(visit: Visit, key: Key) -> None:
    """Plan to strike what was chosen from the menu that pages of earlier builds have."""
    table = await PlanTable.of(visit, key)
    kind, (value, *_) = key.part(1), chosen(visit) or ("",)
    fields = fields_of(table.game.actions[kind]) if kind in table.game.actions else ()
    if not value or len(fields) != 1:
        raise Complaint("press.unknown")
    await table.show(await table.add([table.entry(kind, {fields[0].name: value})]))


def _written(page: PlanPage, mark: str) -> Written:
    """Return the order that a mark stands for, written behind the plan.

    Raises:
        Complaint: It is gone, or cannot be changed any more.
    """
    one = written_as(page.game, page.planned.foreseen.view, mark)
    if one is None:
        raise Complaint("campaign.stale")
    return one


async def struck_before(table: PlanTable, draft: Draft, fresh: PlanEntry) -> list[PlanEntry]:
    """Return what must strike a written order before what a draft changes it to.

    Nothing, where that replaces all of it by itself.
    """
    mark = draft.filled.get(dialogue.REWRITES)
    if mark is None:
        return []
    striking = await table.ask(_striking, mark, fresh)
    return [] if striking is None else [table.entry(striking.kind, typed_fields(striking))]


def _striking(page: PlanPage, mark: str, fresh: PlanEntry) -> Action | None:
    """Return what strikes a written order, where an entry does not replace it by itself."""
    game, view = page.game, page.planned.foreseen.view
    one = written_as(game, view, mark)
    if one is None or one.strikes is None:
        return None
    after = foresee(game, view, [(fresh.kind, fresh.filled)])
    replaces = all(left.strikes != one.strikes for left in game.written(after.view))
    return None if replaces else one.strikes
