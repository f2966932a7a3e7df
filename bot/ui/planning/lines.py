"""Orders typed as a line: read into the plan, or given back with what is wrong with them."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.letters.keys import Key, encode
from bot.moderator import PlanEntry
from bot.text import cut
from bot.ui import acting, boxes
from bot.ui.planning.groups import in_full, kind_names
from bot.ui.planning.page import wrong_line
from bot.ui.planning.placing import appended
from bot.ui.planning.table import PlanTable
from bot.ui.presses import written
from bot.ui.visit import Visit
from engine.errors import IllegalAction, Refused
from engine.kit.lines import orders_of, read_order
from engine.kit.planning import CLOSE_ALL, Course

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
    box = boxes.lines(
        "value",
        plain.bot("plan.line"),
        default=before or None,
        placeholder=cut(plain.bot("plan.line_example"), 100),
        max_length=LINE_LIMIT,
        required=True,
    )
    await boxes.open_box(visit, encode("plantyped", campaign.id), plain.bot("plan.type"), box)


async def read_line(visit: Visit, key: Key) -> None:
    """Put what was typed into the plan: all of it, or up to the order that is not understood."""
    table = await PlanTable.of(visit, key)
    words, plan = visit.words, await table.plan()
    course = Course(table.game, table.look.view)
    groups = table.groups
    kinds = kind_names(table.game, words)
    passed, everything = (
        frozenset(words.plain.bot(code).split()) for code in ("line.passed_over", "line.all")
    )

    def begin() -> None:
        for one in plan.entries:
            if one.kind != CLOSE_ALL:
                course.next(one.kind, one.filled)

    def read(order: str) -> tuple[str, dict[str, str]]:
        found = read_order(table.game, course.view, order, kinds, passed, everything)
        outlook = course.next(*found)
        if outlook.when == "never":
            raise IllegalAction(*outlook.refusals)
        return found

    await asyncio.to_thread(begin)
    added: list[PlanEntry] = []
    typed = list(orders_of(written(visit)[:LINE_LIMIT]))
    note = ""
    while typed:
        try:
            typed[0:1] = await asyncio.to_thread(in_full, table.game, course.view, typed[0], groups)
            kind, filled = await asyncio.to_thread(read, typed[0])
        except Refused as refused:
            note = wrong_line(typed[0], refused.refusals, words)
            break
        added.append(table.entry(kind, filled))
        del typed[0]
    rest = "; ".join(typed)

    page = {TYPED: rest} if rest else {}
    changed = await table.change(lambda plan: appended(plan, added, page))
    await table.show(changed, note)
