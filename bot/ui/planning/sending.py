"""Sending a plan, with the end of a phase or of the turn or without: at once, or after asking.

It is asked once, and says all of it: what would be lost, and, where something is ended, who could
still have acted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.letters import messages
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button
from bot.letters.telling import MENU_PHONE
from bot.moderator import Complaint, Plan, PlanEntry
from bot.ui import dialogue
from bot.ui.completing import completed
from bot.ui.faults import refusal_text
from bot.ui.fields import items_of
from bot.ui.planning.controls import END_PHASE, END_TURN
from bot.ui.planning.entries import in_dialogue
from bot.ui.planning.labels import labels, of_who
from bot.ui.planning.page import report
from bot.ui.planning.placing import BEFORE, LAST, appended, put
from bot.ui.planning.planned import Planned
from bot.ui.planning.table import PlanTable
from bot.ui.planning.worked import warnings_of
from bot.ui.visit import Visit
from engine.kit.planning import CLOSE_ALL

ENDS: Final = {END_PHASE: "⏭️", END_TURN: "🏁"}
"""The entries that an end would be, by their names, and their signs."""
MOST_ITEMS: Final = 10
"""Buttons of the page that asks once more."""
MOST_IDLE: Final = 5
"""Who could still act, told by name; of the rest, how many."""


async def send(visit: Visit, key: Key) -> None:
    """Send the plan; where something would be lost, ask first."""
    table = await PlanTable.of(visit, key)
    plan, revision = await table.plan(), key.part(1)
    planned = await table.page(plan).gone_through()
    warned = _warned(table, plan, planned)
    if not warned or plan.revision != revision:
        await _send(table, revision)
        return
    label = visit.words.plain.bot("plan.send_anyway")
    sure = button(label, "plansure", table.campaign.id, revision, style=STYLES.danger)
    texts = [visit.words.bot("plan.warned"), "\n".join(warned)]
    await _ask_once_more(table, plan, planned, texts, sure)


async def send_and_end(visit: Visit, key: Key) -> None:
    """Send the plan, and with it the end of the phase or of the turn; ask where that loses.

    Who could still act is told too. Nothing is put into the plan before it is certain.
    """
    table = await PlanTable.of(visit, key)
    plan, what, revision = await table.plan(), key.part(1), key.part(2)
    if plan.revision != revision:
        await _send(table, revision)
        return
    before = await table.page(plan).gone_through()
    ended = _with_end(plan, before, what)
    planned = await table.page(ended).gone_through()
    if planned.foreseen.outlooks[-1].when == "never":
        reasons = refusal_text(planned.foreseen.outlooks[-1].refusals, visit.words)
        await table.show(note=reasons)
        return
    undone = [*_warned(table, ended, planned), *_idle(table, before)]
    if not undone:
        await _send_with_end(table, plan, before, what)
        return
    words, code = visit.words, END_PHASE if what == END_PHASE else END_TURN
    label, where = words.plain.bot(f"plan.end_{code}"), (table.campaign.id, code, revision)
    sure = button(label, "planendsure", *where, style=STYLES.danger, emoji=ENDS[code])
    texts = [words.bot(f"plan.before_end.{code}"), "\n".join(undone)]
    await _ask_once_more(table, ended, planned, texts, sure)


async def end_after_all(visit: Visit, key: Key) -> None:
    """Send the plan and end the phase or the turn, whatever is left undone."""
    table = await PlanTable.of(visit, key)
    plan, what, revision = await table.plan(), key.part(1), key.part(2)
    if plan.revision != revision:
        await _send(table, revision)
        return
    await _send_with_end(table, plan, await table.page(plan).gone_through(), what)


def _with_end(plan: Plan, planned: Planned, what: str) -> Plan:
    """Return a plan that ends with the end of the phase or of the turn, as an entry so named."""
    if what == END_PHASE and planned.closing is not None:
        return appended(plan, [PlanEntry(END_PHASE, planned.closing.kind, {})], {})
    return appended(plan, [PlanEntry(END_TURN, CLOSE_ALL, {})], {})


async def _send_with_end(table: PlanTable, plan: Plan, planned: Planned, what: str) -> None:
    end = _with_end(plan, planned, what).entries[-1]
    entry = table.entry(end.kind, end.filled)

    def with_end(now: Plan) -> Plan:
        """Put the end behind what its person saw, and behind nothing else."""
        return appended(now, [entry], {}) if now.revision == plan.revision else now

    changed = await table.change(with_end)
    await _send(table, changed.revision if entry in changed.entries else plan.revision)


def _warned(table: PlanTable, plan: Plan, planned: Planned) -> list[str]:
    """Say what a plan warns of, each line by the number of its entry."""
    page = table.page(plan)
    numbers = (ENDS.get(entry.id, f"{n}.") for n, entry in enumerate(plan.entries, 1))
    return [
        f"{number} ⚠️ {line}"
        for number, preview in zip(numbers, planned.previews, strict=True)
        for line in page.warned(preview)
    ]


def _idle(table: PlanTable, planned: Planned) -> list[str]:
    """Say who could still act behind a plan, where anybody could; of a stack no part besides."""
    words, told = table.visit.words, set[str]()
    able = []
    for one in planned.acting.offered:
        items = {*items_of(one.who.value)}
        if not one.ordered and not items & told:
            able.append(one)
            told |= items
    if not able:
        return []
    named = labels([of_who(one) for one in able[:MOST_IDLE]], words, MENU_PHONE)
    lines = [f"• {name}" for name in named]
    if len(able) > MOST_IDLE:
        lines.append("• " + words.bot("plan.idle.more"))
    return [words.bot("plan.idle"), *lines]


async def _ask_once_more(
    table: PlanTable, plan: Plan, planned: Planned, texts: Sequence[str], sure: Pressable
) -> None:
    """Show what would be lost, with what does it after all, what mends it, and the way back."""
    words, where = table.visit.words, table.campaign.id
    items = [sure, button(words.plain.bot("plan.back"), "plan", where)]
    outlooks = planned.foreseen.outlooks
    for entry, outlook, preview in zip(plan.entries, outlooks, planned.previews, strict=True):
        before = sum(one.closing for one in warnings_of(table.game, outlook))
        at = (where, entry.id)
        items += dialogue.mend_items(
            table.game, preview, entry.kind, words, "planmend", *at, before=before
        )
    await table.visit.show(Page(texts, items[:MOST_ITEMS]))


async def send_after_all(visit: Visit, key: Key) -> None:
    """Send the plan though something will be lost."""
    await _send(await PlanTable.of(visit, key), key.part(1))


async def mend(visit: Visit, key: Key) -> None:
    """Plan what mends a warning: before the entry that is warned of, or in its place."""
    table = await PlanTable.of(visit, key)
    name = key.part(1)
    plan = await table.plan()
    if name in ENDS:
        plan = _with_end(plan, await table.page(plan).gone_through(), name)
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
    where = LAST if name in ENDS else name if instead else BEFORE + name
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
