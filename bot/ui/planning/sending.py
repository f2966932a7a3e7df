"""Sending a plan, with the end of a phase or of the turn or without: at once, or after asking.

It is asked once, and says all of it: what would be lost, and, where nothing is planned, who could
still have acted. Beside a plan the page itself says that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.letters import sentences
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button
from bot.moderator import Complaint, Plan, PlanEntry
from bot.ui.dialogue import dialogue
from bot.ui.dialogue.completing import completed
from bot.ui.faults import refusal_text
from bot.ui.planning.controls import END_PHASE, END_TURN, setting_up
from bot.ui.planning.entries import in_dialogue
from bot.ui.planning.idle import idle_lines
from bot.ui.planning.page import PlanPage, report
from bot.ui.planning.placing import BEFORE, LAST, appended, put
from bot.ui.planning.table import PlanTable
from bot.ui.planning.worked import warnings_of
from bot.ui.visit import Visit
from engine.playing.planning import CLOSE_ALL

ENDS: Final = {END_PHASE: "⏭️", END_TURN: "🏁"}
"""The entries that an end would be, by their names, and their signs."""
MOST_ITEMS: Final = 10
"""Buttons of the page that asks once more."""


async def send(visit: Visit, key: Key) -> None:
    """Send the plan; where something would be lost, ask first."""
    table = await PlanTable.of(visit, key)
    plan, revision = await table.plan(), key.part(1)
    asked = None
    if plan.revision == revision:
        asked = await table.ask(_before_sending, plan=plan)
    await (_send(table, revision) if asked is None else visit.show(asked))


def _before_sending(page: PlanPage) -> Page | None:
    """Return what is asked once more before a plan is sent; nothing where nothing is lost."""
    warned = _warned(page)
    if not warned:
        return None
    label = page.words.plain.bot("plan.send_anyway")
    where = page.campaign.id, page.plan.revision
    sure = button(label, "plansure", *where, style=STYLES.danger)
    return _once_more(page, [page.words.bot("plan.warned"), "\n".join(warned)], sure)


async def send_and_end(visit: Visit, key: Key) -> None:
    """Send the plan, and with it the end of the phase or of the turn; ask where that loses.

    Nothing is put into the plan before it is certain.
    """
    table = await PlanTable.of(visit, key)
    plan, what, revision = await table.plan(), key.part(1), key.part(2)
    if plan.revision != revision:
        await _send(table, revision)
        return
    found = await table.ask(_before_end, what, plan=plan)
    if isinstance(found, PlanEntry):
        await _send_with_end(table, plan, found)
    elif isinstance(found, Page):
        await visit.show(found)
    else:
        await table.show(note=found)


def _before_end(page: PlanPage, what: str) -> PlanEntry | Page | str:
    """Return the end of a plan, what is asked once more before it, or why it cannot be."""
    ended = page.of(_with_end(page, what))
    outlook = ended.planned.foreseen.outlooks[-1]
    if outlook.when == "never":
        return refusal_text(outlook.refusals, page.words)
    # Whoever is set up may be set up otherwise: that is nothing undone. Beside a plan the page says
    # who could still act, and pressing the end below it is the answer.
    told = setting_up(page.look) or bool(page.plan.entries)
    idle = [] if told else idle_lines(page.planned, page.words)
    undone = [*_warned(ended), *idle]
    if not undone:
        return ended.plan.entries[-1]
    words, code = page.words, END_PHASE if what == END_PHASE else END_TURN
    label, where = words.plain.bot(f"plan.end_{code}"), (page.campaign.id, code, page.plan.revision)
    sure = button(label, "planendsure", *where, style=STYLES.danger, emoji=ENDS[code])
    texts = [words.bot(f"plan.before_end.{code}"), "\n".join(undone)]
    return _once_more(ended, texts, sure)


async def end_after_all(visit: Visit, key: Key) -> None:
    """Send the plan and end the phase or the turn, whatever is left undone."""
    table = await PlanTable.of(visit, key)
    plan, what, revision = await table.plan(), key.part(1), key.part(2)
    if plan.revision != revision:
        await _send(table, revision)
        return
    await _send_with_end(table, plan, await table.ask(_end, what, plan=plan))


def _with_end(page: PlanPage, what: str) -> Plan:
    """Return a plan that ends with the end of the phase or of the turn, as an entry so named."""
    closing = page.planned.closing if what == END_PHASE else None
    if closing is not None:
        return appended(page.plan, [PlanEntry(END_PHASE, closing.kind, {})], {})
    return appended(page.plan, [PlanEntry(END_TURN, CLOSE_ALL, {})], {})


def _end(page: PlanPage, what: str) -> PlanEntry:
    return _with_end(page, what).entries[-1]


async def _send_with_end(table: PlanTable, plan: Plan, end: PlanEntry) -> None:
    entry = table.entry(end.kind, end.filled)

    def with_end(now: Plan) -> Plan:
        """Put the end behind what its person saw, and behind nothing else."""
        return appended(now, [entry], {}) if now.revision == plan.revision else now

    changed = await table.change(with_end)
    await _send(table, changed.revision if entry in changed.entries else plan.revision)


def _warned(page: PlanPage) -> list[str]:
    """Say what a plan warns of that is sent now, each line by the number of its entry."""
    numbers = [ENDS.get(entry.id, f"{n}.") for n, entry in enumerate(page.plan.entries, 1)]
    sent = page.planned.previews[: page.planned.sendable]
    return [
        f"{number} ⚠️ {line}"
        for number, preview in zip(numbers, sent, strict=False)
        for line in page.told.warned(preview)
    ]


def _once_more(page: PlanPage, texts: Sequence[str], sure: Pressable) -> Page:
    """Return what would be lost, with what does it after all, what mends it, and the way back."""
    words, where = page.words, page.campaign.id
    items = [sure, button(words.plain.bot("plan.back"), "plan", where)]
    planned = page.planned
    each = zip(page.plan.entries, planned.foreseen.outlooks, planned.previews, strict=True)
    for entry, outlook, preview in each:
        before = sum(one.closing for one in warnings_of(page.game, outlook))
        at = (where, entry.id)
        items += dialogue.mend_items(
            page.game, preview, entry.kind, words, "planmend", *at, before=before
        )
    return Page(texts, items[:MOST_ITEMS])


async def send_after_all(visit: Visit, key: Key) -> None:
    """Send the plan though something will be lost."""
    await _send(await PlanTable.of(visit, key), key.part(1))


async def mend(visit: Visit, key: Key) -> None:
    """Plan what mends a warning: before the entry that is warned of, or in its place."""
    table = await PlanTable.of(visit, key)
    kind, known, where, is_whole = await table.ask(_mended, key.part(1), key.number(2), key.part(3))
    if not is_whole:
        await in_dialogue(table, kind, known, where)
        return
    fresh = table.entry(kind, known)
    await table.show(await table.change(lambda plan: put(plan, fresh, where)))


def _mended(
    page: PlanPage, name: str, number: int, kind: str
) -> tuple[str, dict[str, str], str, bool]:
    """Return what mends a warning: its kind, fields and place, and whether it is whole.

    Raises:
        Complaint: That is warned of no more.
    """
    page = page.of(_with_end(page, name)) if name in ENDS else page
    plan = page.plan
    place = next((n for n, one in enumerate(plan.entries) if one.id == name), None)
    if place is None:
        raise Complaint("campaign.stale")
    warnings = list(warnings_of(page.game, page.planned.foreseen.outlooks[place]))
    if number >= len(warnings) or warnings[number].warned.kind != kind:
        raise Complaint("campaign.stale")
    warned, view, closing = warnings[number]
    instead = warned.kind == plan.entries[place].kind and not closing
    where = LAST if name in ENDS else name if instead else BEFORE + name
    known, field = completed(page.game, view, warned.kind, dict(warned.filled))
    return warned.kind, known, where, field is None


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
        page = Page([note, sentences.outcome(look.outcome, visit.words)])
        await visit.show(page)
        return
    after = PlanTable(visit, look.campaign, look, table.game, table.groups)
    await after.show(note=note, back=bool(sent.done))
