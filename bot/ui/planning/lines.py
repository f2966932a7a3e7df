"""Orders typed as a line: read into the plan, or given back with what is wrong with them."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Final

import discord
from discord import ui

from bot.letters.keys import Key, encode
from bot.moderator import Plan, PlanEntry
from bot.text import Words, cut
from bot.ui import acting
from bot.ui.planning.page import wrong_line
from bot.ui.planning.table import PlanTable
from bot.ui.presses import written
from bot.ui.visit import Visit
from engine.api import AnyGame
from engine.errors import IllegalAction, Refused
from engine.kit.lines import orders_of, read_order
from engine.kit.parsing import folded
from engine.kit.planning import foresee

LINE_LIMIT: Final = 1500
"""Characters of a typed line."""
TYPED: Final = "typed"
"""What a plan's page holds of a line that was not understood."""


async def ask_for_line(visit: Visit, key: Key) -> None:
    """Open the box in which orders are typed, with the line that was not understood."""
    campaign = await visit.campaign_named(key.part(0))
    acting.require_seat(campaign, await visit.look(campaign))
    plan = await visit.moderator.plans.get(campaign.id, visit.person_id)
    plain = visit.words.plain
    before = str(plan.page.get(TYPED, ""))
    box: ui.TextInput[ui.Modal] = ui.TextInput(
        label=cut(plain.bot("plan.line"), 45),
        style=discord.TextStyle.paragraph,
        custom_id="value",
        default=before or None,
        placeholder=cut(plain.bot("plan.line_example"), 100),
        max_length=LINE_LIMIT,
        required=True,
    )
    modal = ui.Modal(
        title=cut(plain.bot("plan.type"), 45), custom_id=encode("plantyped", campaign.id)
    )
    modal.add_item(box)
    await visit.interaction.response.send_modal(modal)
    modal.stop()  # what is sent in is answered by its custom id alone


async def read_line(visit: Visit, key: Key) -> None:
    """Put what was typed into the plan: all of it, or up to the order that is not understood."""
    table = await PlanTable.of(visit, key)
    words = visit.words
    entries = [(one.kind, one.filled) for one in (await table.plan()).entries]
    kinds = kind_names(table.game, words)
    passed, everything = (
        frozenset(words.plain.bot(code).split()) for code in ("line.passed_over", "line.all")
    )

    def read(order: str) -> tuple[str, dict[str, str]]:
        before = foresee(table.game, table.look.view, entries)
        found = read_order(table.game, before.view, order, kinds, passed, everything)
        outlook = foresee(table.game, table.look.view, [*entries, found]).outlooks[-1]
        if outlook.when == "never":
            raise IllegalAction(*outlook.refusals)
        return found

    added: list[PlanEntry] = []
    typed = list(orders_of(written(visit)[:LINE_LIMIT]))
    note = ""
    while typed:
        try:
            kind, filled = await asyncio.to_thread(read, typed[0])
        except Refused as refused:
            note = wrong_line(typed[0], refused.refusals, words)
            break
        entries.append((kind, filled))
        added.append(table.entry(kind, filled))
        del typed[0]
    rest = "; ".join(typed)

    def put(plan: Plan) -> Plan:
        page = {TYPED: rest} if rest else {}
        return dataclasses.replace(plan, entries=(*plan.entries, *added), page=page)

    await table.show(await table.change(put), note)


def kind_names(game: AnyGame, words: Words) -> dict[str, str]:
    """Return what the kinds of action are called, in the person's language and by their keys."""
    found = {folded(kind): kind for kind in game.actions}
    for kind in game.actions:
        found.setdefault(folded(str(words.plain.kind(kind))), kind)
    return found
