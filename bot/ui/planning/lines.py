"""Orders typed as a line: read into the plan, or given back with what is wrong with them."""

from __future__ import annotations

from typing import Final

from bot.letters.keys import Key, encode
from bot.text import cut
from bot.ui import acting, boxes
from bot.ui.planning.groups import in_full, kind_names
from bot.ui.planning.page import PlanPage, wrong_line
from bot.ui.planning.placing import Order, appended
from bot.ui.planning.table import PlanTable
from bot.ui.presses import written
from bot.ui.visit import Visit
from engine.errors import IllegalAction, MalformedAction, Refused
from engine.playing.lines import orders_of, read_order
from engine.playing.planning import CLOSE_ALL, Course

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
    orders, rest, note = await table.ask(_read, written(visit)[:LINE_LIMIT])
    added = [table.entry(kind, filled) for kind, filled in orders]
    page = {TYPED: rest} if rest else {}
    changed = await table.change(lambda plan: appended(plan, added, page))
    await table.show(changed, note)


def _read(page: PlanPage, line: str) -> tuple[list[Order], str, str]:
    """Return the orders of a line, what of it is not understood, and why."""
    game, words = page.game, page.words
    course = Course(game, page.look.view)
    kinds = kind_names(game, words)
    passed, everything = (
        frozenset(words.plain.bot(code).split()) for code in ("line.passed_over", "line.all")
    )
    for one in page.plan.entries:
        if one.kind != CLOSE_ALL:
            course.next(one.kind, one.filled)
    found: list[Order] = []
    typed = list(orders_of(line))
    while typed:
        try:
            typed[0:1] = in_full(game, course.view, typed[0], page.groups)
            order = read_order(game, course.view, typed[0], kinds, passed, everything)
            outlook = course.next(*order)
            if outlook.when == "never":
                wrong = MalformedAction if outlook.action is None else IllegalAction
                raise wrong(*outlook.refusals)
        except Refused as refused:
            understood = isinstance(refused, IllegalAction)
            why = wrong_line(typed[0], refused.refusals, words, understood=understood)
            return found, "; ".join(typed), why
        found.append(order)
        del typed[0]
    return found, "", ""
