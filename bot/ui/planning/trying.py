"""What if: the plan played on from what its person sees, as far as that is certain.

Nothing is written and nothing is rolled; it is a look ahead, and says where it ends.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.letters import sentences
from bot.letters.images import image_of
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import button, fit
from bot.ui.planning.entry_lines import sign_of
from bot.ui.planning.page import PlanPage
from bot.ui.planning.table import PlanTable
from bot.ui.visit import Visit
from render.api import WHOLE, Choosing

EVENTS_LIMIT = 2500


async def try_out(visit: Visit, key: Key) -> None:
    """Show what the plan certainly leads to, in words and on a map."""
    table = await PlanTable.of(visit, key)
    page, view, shown = await table.ask(tried)
    words, game = visit.words, table.game
    section = None if shown is None else visit.bot.gallery.aim(game, table.look, shown)
    picture = await visit.bot.gallery.picture(
        game,
        replace(table.look, view=view),
        section or WHOLE,
        language=words.language,
        before=table.look,
        theme=await visit.theme(table.campaign),
    )
    await visit.show(replace(page, image=image_of(picture, words)))


def tried(page: PlanPage) -> tuple[Page, Any, Choosing | None]:
    """Return what a plan certainly leads to in words, the view then, and what is drawn in it.

    Where an entry waits for an answer, what answers it is at hand, as on the plan's own page.
    """
    words, planned = page.words, page.planned
    lines: list[str] = []
    each = zip(page.plan.entries, planned.foreseen.outlooks, planned.previews, strict=True)
    for number, (entry, outlook, preview) in enumerate(each, 1):
        said = f"{number}. {sign_of(outlook)} {page.told.said(entry, outlook, preview)}"
        # Why an entry cannot be done stays with it, wherever the page breaks off.
        lines.append("\n-# ".join((said, *page.told.why_not(number - 1))))
        lines += [f"-# {line}" for line in sentences.event_lines(outlook.events, words)]
    code = "plan.if_certain" if planned.foreseen.certain else "plan.if_open"
    texts = [words.bot("plan.if_title"), fit(lines, EVENTS_LIMIT, words.bot("plan.more_entries"))]
    texts.append(words.bot(code))
    back = button(words.plain.bot("plan.back"), "plan", page.campaign.id)
    return Page(texts, [*page.owed(), back]), planned.foreseen.view, page.choosing()
