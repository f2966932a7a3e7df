"""Sending a plan: at once, or after asking where something would be lost."""

from __future__ import annotations

from typing import Final

from bot.letters import messages
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, button
from bot.moderator import Complaint, Plan
from bot.ui import dialogue
from bot.ui.completing import completed
from bot.ui.planning.entries import in_dialogue
from bot.ui.planning.page import BEFORE, put, report, warnings_of
from bot.ui.planning.table import PlanTable
from bot.ui.visit import Visit
from engine.kit.planning import CLOSE_ALL

PHASE: Final = "phase"
"""What is ended with a sending, where it is not the turn."""
MOST_ITEMS: Final = 10
"""Buttons of the page that asks once more."""


async def send(visit: Visit, key: Key) -> None:
    """Send the plan; where something would be lost, ask first."""
    table = await PlanTable.of(visit, key)
    await _ask_or_send(table, await table.plan(), key.part(1))


async def send_and_end(visit: Visit, key: Key) -> None:
    """Send the plan, and with it the end of the phase or of the turn; ask first as ever."""
    table = await PlanTable.of(visit, key)
    plan, revision = await table.plan(), key.part(2)
    if plan.revision == revision:
        kind = CLOSE_ALL
        if key.part(1) == PHASE:
            closing = (await table.page(plan).gone_through()).closing
            kind = CLOSE_ALL if closing is None else closing.kind
        plan = await table.add([table.entry(kind, {})])
        revision = plan.revision
    await _ask_or_send(table, plan, revision)


async def _ask_or_send(table: PlanTable, plan: Plan, revision: str) -> None:
    visit = table.visit
    page = table.page(plan)
    planned = await page.gone_through()
    warned = [
        f"{number}. ⚠️ {line}"
        for number, preview in enumerate(planned.previews, 1)
        for line in page.warned(preview)
    ]
    if not warned or plan.revision != revision:
        await _send(table, revision)
        return
    words, plain = visit.words, visit.words.plain
    label = plain.bot("plan.send_anyway")
    items = [
        button(label, "plansure", table.campaign.id, plan.revision, style=STYLES.danger),
        button(plain.bot("plan.back"), "plan", table.campaign.id),
    ]
    outlooks = planned.foreseen.outlooks
    for entry, outlook, preview in zip(plan.entries, outlooks, planned.previews, strict=True):
        before = sum(one.closing for one in warnings_of(table.game, outlook))
        where = (table.campaign.id, entry.id)
        items += dialogue.mend_items(
            table.game, preview, entry.kind, words, "planmend", *where, before=before
        )
    await visit.show(Page([words.bot("plan.warned"), "\n".join(warned)], items[:MOST_ITEMS]))


async def send_after_all(visit: Visit, key: Key) -> None:
    """Send the plan though something will be lost."""
    await _send(await PlanTable.of(visit, key), key.part(1))


async def mend(visit: Visit, key: Key) -> None:
    """Plan what mends a warning: before the entry that is warned of, or in its place."""
    table = await PlanTable.of(visit, key)
    name = key.part(1)
    plan = await table.plan()
    planned = await table.page(plan).gone_through()
    place = next((n for n, one in enumerate(plan.entries) if one.id == name), None)
    if place is None:
        raise Complaint("campaign.stale")
    warnings = list(warnings_of(table.game, planned.foreseen.outlooks[place]))
    number = key.number(2)
    if number >= len(warnings) or warnings[number].warned.kind != key.part(3):
        raise Complaint("campaign.stale")
    warned, view, closing = warnings[number]
    instead = warned.kind == plan.entries[place].kind and not closing
    where = name if instead else BEFORE + name
    known, field = completed(table.game, view, warned.kind, dict(warned.filled))
    if field is not None:
        await in_dialogue(table, warned.kind, known, where)
        return
    fresh = table.entry(warned.kind, known)
    await table.show(await table.change(lambda plan: put(plan, fresh, where)))


async def _send(table: PlanTable, revision: str) -> None:
    visit = table.visit
    try:
        sent = await visit.moderator.plans.send(table.campaign.id, visit.person_id, revision)
    except Complaint as error:
        if error.code not in {"plan.changed", "plan.empty"}:
            raise
        await table.show(note="⚠️ " + visit.words.bot(error.code))
        return
    await visit.moderator.people.speaks(visit.person_id, visit.language)
    note = report(sent, visit.words)
    look = await visit.look(table.campaign)
    if look.outcome is not None:
        page = Page([note, messages.outcome(look.outcome, visit.words)])
        await visit.show(page)
        return
    await PlanTable(visit, table.campaign, look, table.game, table.groups).show(note=note)
