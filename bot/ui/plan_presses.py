"""Presses on the planning page."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.letters import messages
from bot.letters.keys import Key, encode
from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE, STYLES, MenuLine, Pressable, button, menu
from bot.moderator import Campaign, Complaint, Look, Plan, PlanEntry
from bot.moderator.api import HALT_ALWAYS
from bot.text import Words, cut
from bot.ui import acting, dialogue, planning
from bot.ui.fields import fields_of, typed_fields
from bot.ui.planning import FILLED, KIND, TURN, WHO, Planned, PlanPage
from bot.ui.presses import Presses, chosen, written
from bot.ui.visit import Visit
from engine.api import Action, AnyGame
from engine.dice import SeededDice
from engine.errors import IllegalAction, Refused
from engine.kit.lines import orders_of, read_order
from engine.kit.parsing import folded
from engine.kit.planning import foresee
from engine.kit.suggesting import suggested

_log = logging.getLogger(__name__)

LINE_LIMIT: Final = 1500
"""Characters of a typed line."""
MOST_SUGGESTED: Final = 5
MOST_ITEMS: Final = 10
"""Buttons of the page that asks once more."""
SUGGESTING_SECONDS: Final = 10.0
TYPED: Final = "typed"
"""What a plan's page holds of a line that was not understood."""

Change = Callable[[Plan], Plan]


def register(presses: Presses) -> None:
    """Register the verbs of this module."""
    for verb, handler in {
        "plan": open_plan,
        "planturn": turn_actors,
        "planwho": pick_who,
        "planwhere": pick_where,
        "plankind": pick_kind,
        "planfill": fill_field,
        "planback": put_back,
        "planadd": add_draft,
        "planentry": pick_entry,
        "planmove": move_entry,
        "planchange": change_entry,
        "planremove": remove_entry,
        "planhalt": set_halts,
        "planclear": clear,
        "plansend": send,
        "plansure": send_after_all,
        "planmend": mend,
        "plantype": ask_for_line,
        "plantyped": read_line,
        "plansuggest": suggest,
        "plantake": take_suggestion,
    }.items():
        presses.on(verb)(handler)


class _Table:
    """Where a press is at home: campaign, look, game and words."""

    def __init__(self, visit: Visit, campaign: Campaign, look: Look, game: AnyGame) -> None:
        self.visit = visit
        self.campaign = campaign
        self.look = look
        self.game = game

    @classmethod
    async def of(cls, visit: Visit, key: Key) -> _Table:
        """Return the table that a custom id names, for somebody who plays there."""
        campaign = await visit.campaign_named(key.part(0))
        await visit.hold()
        look = await visit.look(campaign)
        acting.require_seat(campaign, look)
        return cls(visit, campaign, look, visit.moderator.game(campaign))

    async def plan(self) -> Plan:
        """Return the person's plan."""
        return await self.visit.moderator.plans.get(self.campaign.id, self.visit.person_id)

    async def change(self, change: Change) -> Plan:
        """Change the person's plan."""
        return await self.visit.moderator.plans.change(
            self.campaign.id, self.visit.person_id, change
        )

    def entry(self, kind: str, filled: Mapping[str, str]) -> PlanEntry:
        """Return a new entry."""
        return self.visit.moderator.plans.new_entry(kind, filled)

    def page(self, plan: Plan) -> PlanPage:
        """Return a plan's page."""
        return PlanPage(self.campaign, self.look, self.game, self.visit.words, plan)

    async def show(self, plan: Plan | None = None, note: str = "") -> None:
        """Show the planning page."""
        page = self.page(plan or await self.plan())
        self.visit.bot.gallery.prepare(self.game)
        planned = await page.gone_through()
        await self.visit.show_on_map(self.look, page.page(planned, note))

    async def add(self, entries: Iterable[PlanEntry]) -> Plan:
        """Put entries at the end of the plan."""
        added = tuple(entries)
        return await self.change(
            lambda plan: dataclasses.replace(plan, entries=(*plan.entries, *added), page={})
        )


async def open_plan(visit: Visit, key: Key) -> None:
    """Show the planning page."""
    await (await _Table.of(visit, key)).show()


# ------------------------------------------------------------------- an entry


async def turn_actors(visit: Visit, key: Key) -> None:
    """Turn the pages of who can act."""
    table = await _Table.of(visit, key)
    await table.show(await _page(table, {TURN: key.number(1)}))


async def _page(table: _Table, page: Mapping[str, Any]) -> Plan:
    return await table.change(lambda plan: dataclasses.replace(plan, page=dict(page)))


async def pick_who(visit: Visit, key: Key) -> None:
    """Choose who acts; where only one thing can be done, it is planned at once."""
    table = await _Table.of(visit, key)
    turn = (await table.plan()).page.get(TURN, 0)
    plan = await _page(table, {WHO: _one(visit), TURN: turn})
    page = table.page(plan)
    planned = await page.gone_through()
    actor = planning.actor_of(planned, _one(visit))
    ways = page.ways(planned)
    if actor is not None and len(ways) == 1:
        kind, _, where = ways[0][0].partition(planning.SEPARATOR)
        act = next(one for one in actor.acts if one.kind == kind)
        await _put_together(table, planned, act.kind, actor.who.value, act.field, where)
        return
    await visit.show_on_map(table.look, page.page(planned))


async def pick_where(visit: Visit, key: Key) -> None:
    """Choose what the actor does, and where."""
    table = await _Table.of(visit, key)
    kind, _, where = _one(visit).partition(planning.SEPARATOR)
    plan = await table.plan()
    planned = await table.page(plan).gone_through()
    actor = planning.actor_of(planned, str(plan.page.get(WHO, "")))
    act = next((one for one in actor.acts if one.kind == kind), None) if actor else None
    if actor is None or act is None:
        raise Complaint("campaign.stale")
    await _put_together(table, planned, kind, actor.who.value, act.field, where)


async def _put_together(
    table: _Table, planned: Planned, kind: str, who: str, field: str, where: str
) -> None:
    filled = {fields_of(table.game.actions[kind])[0].name: who}
    if field and where:
        filled[field] = where
    await _go_on(table, planned, kind, filled)


async def pick_kind(visit: Visit, key: Key) -> None:
    """Choose a kind of action, or much at once."""
    table = await _Table.of(visit, key)
    planned = await table.page(await table.plan()).gone_through()
    kind = _one(visit)
    if kind.startswith(planning.BUNDLE):
        number = kind.removeprefix(planning.BUNDLE)
        bundle = planned.bundles[int(number) : int(number) + 1] if number.isdigit() else ()
        actions = [action for one in bundle for action in one.actions]
        added = [table.entry(one.kind, typed_fields(one)) for one in actions]
        await table.show(await table.add(added))
        return
    if kind not in table.game.actions:
        raise Complaint("press.unknown")
    await _go_on(table, planned, kind, {})


async def fill_field(visit: Visit, key: Key) -> None:
    """Choose a value of the field that is asked for."""
    table = await _Table.of(visit, key)
    plan = await table.plan()
    kind, filled = str(plan.page.get(KIND, "")), dict(plan.page.get(FILLED, {}))
    field = planning.missing(table.game, kind, filled) if kind in table.game.actions else None
    if field is None or field.name != key.part(1):
        raise Complaint("campaign.stale")
    planned = await table.page(plan).gone_through()
    filled[field.name] = dialogue.added(field, "", chosen(visit))
    await _go_on(table, planned, kind, filled)


async def _go_on(table: _Table, planned: Planned, kind: str, filled: dict[str, str]) -> None:
    """Ask for the next field that has several answers, or put the entry into the plan."""
    view = planned.foreseen.view
    known, field = planning.completed(table.game, view, kind, filled)
    if field is None:
        await table.show(await table.add([table.entry(kind, known)]))
        return
    offered = planning.options_of(table.game, view, kind, field, known)
    accepted = table.game.accepts(view, kind, field.name, known)
    if field.compound or accepted is not None or not offered or len(offered) > MENU_SIZE:
        await _in_dialogue(table, kind, known, planning.LAST)
        return
    await table.show(await _page(table, {KIND: kind, FILLED: known}))


async def _in_dialogue(table: _Table, kind: str, filled: Mapping[str, str], entry: str) -> None:
    """Put an entry together field by field; *entry* says where it goes (:func:`planning.put`)."""
    visit = table.visit
    await _page(table, {})
    kept = {**filled, dialogue.PLANNED: entry}
    drafts = visit.moderator.drafts
    draft = await drafts.open(table.campaign.id, visit.person_id, kind, kept)
    look = await planning.as_planned(visit, table.campaign, table.look, entry)
    talk = dialogue.Dialogue(draft, look, table.game, visit.words)
    await visit.show_on_map(table.look, talk.page())


async def put_back(visit: Visit, key: Key) -> None:
    """Put back the entry that is being put together."""
    table = await _Table.of(visit, key)
    await table.show(await _page(table, {}))


async def add_draft(visit: Visit, key: Key) -> None:
    """Put what a dialogue has put together into the plan, or in place of the entry it changes."""
    await visit.hold()
    draft = await visit.moderator.drafts.get(key.part(0), visit.person_id)
    table = await _Table.of(visit, Key("plan", (draft.campaign_id,)))
    name = draft.filled.get(dialogue.PLANNED, planning.LAST)
    names = table.game.actions[draft.kind].model_fields
    filled = {field: value for field, value in draft.filled.items() if field in names}
    fresh = table.entry(draft.kind, filled)
    plan = await table.change(lambda plan: planning.put(plan, fresh, name))
    await visit.moderator.drafts.drop(draft.id, visit.person_id)
    await table.show(plan)


# ------------------------------------------------------------- changing entries


async def pick_entry(visit: Visit, key: Key) -> None:
    """Show one entry, and what may be done with it."""
    table = await _Table.of(visit, key)
    await _show_entry(table, await table.plan(), _one(visit))


async def _show_entry(table: _Table, plan: Plan, name: str) -> None:
    page = table.page(plan)
    planned = await page.gone_through()
    place = next((n for n, one in enumerate(plan.entries) if one.id == name), None)
    if place is None:
        raise Complaint("campaign.stale")
    entry, outlook = plan.entries[place], planned.foreseen.outlooks[place]
    words, plain, where = table.visit.words, table.visit.words.plain, (table.campaign.id, name)
    lines = [
        words.bot("plan.entry", number=place + 1),
        page.said(entry, outlook, planned.previews[place]),
    ]
    lines += dialogue.preview_lines(planned.previews[place], words)
    items = [_halt_menu(table, entry, words)]
    if place > 0:
        items.append(button(plain.bot("plan.earlier"), "planmove", *where, 0, emoji="⬆️"))
    if place + 1 < len(plan.entries):
        items.append(button(plain.bot("plan.later"), "planmove", *where, 1, emoji="⬇️"))
    if fields_of(table.game.actions[entry.kind]):
        items.append(button(plain.bot("plan.edit"), "planchange", *where, emoji="✏️"))
    items.append(button(plain.bot("plan.remove"), "planremove", *where, emoji="🗑️"))
    items.append(button(plain.bot("plan.back"), "plan", table.campaign.id))
    gamble = None if outlook.action is None or outlook.action.secret else outlook.action
    await table.visit.show_on_map(table.look, Page(lines, items, gamble=gamble))


def _halt_menu(table: _Table, entry: PlanEntry, words: Words) -> Pressable:
    """Return the menu of what an entry may halt after; what is chosen holds."""
    plain = words.plain
    always = plain.bot("plan.halt.always")
    lines = [MenuLine(HALT_ALWAYS, always, held=bool(entry.halts.get(HALT_ALWAYS)))]
    for halt in table.game.halts:
        wish = entry.halts.get(halt.name, halt.usual)
        for number in planning.FIGURES if halt.figure else (0,):
            value = f"{halt.name}:{number}" if halt.figure else halt.name
            what = plain.say(planning.halt_text(halt, number))
            held = wish is not False and (not halt.figure or wish == number)
            lines.append(MenuLine(value, plain.bot("plan.halt.if", what=what), held=held))
    hint, where = plain.bot("plan.halts"), (table.campaign.id, entry.id)
    return menu(lines, "planhalt", *where, hint=hint, most=len(lines), least=0)


async def set_halts(visit: Visit, key: Key) -> None:
    """Choose after what the rest of a plan waits."""
    table = await _Table.of(visit, key)
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
    table = await _Table.of(visit, key)
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
    table = await _Table.of(visit, key)
    name = key.part(1)
    entry = next((one for one in (await table.plan()).entries if one.id == name), None)
    if entry is None:
        raise Complaint("campaign.stale")
    await _in_dialogue(table, entry.kind, entry.filled, name)


async def remove_entry(visit: Visit, key: Key) -> None:
    """Take an entry out of the plan."""
    table = await _Table.of(visit, key)
    name = key.part(1)
    await table.show(
        await table.change(
            lambda plan: dataclasses.replace(
                plan, entries=tuple(one for one in plan.entries if one.id != name)
            )
        )
    )


async def clear(visit: Visit, key: Key) -> None:
    """Take all entries out of the plan."""
    table = await _Table.of(visit, key)
    await table.show(await table.change(lambda _plan: Plan()))


# ---------------------------------------------------------------------- sending


async def send(visit: Visit, key: Key) -> None:
    """Send the plan; where something would be lost, ask first."""
    table = await _Table.of(visit, key)
    plan = await table.plan()
    page = table.page(plan)
    planned = await page.gone_through()
    warned = [
        f"{number}. ⚠️ {line}"
        for number, preview in enumerate(planned.previews, 1)
        for line in page.warned(preview)
    ]
    if not warned or plan.revision != key.part(1):
        await _send(table, key.part(1))
        return
    words, plain = visit.words, visit.words.plain
    label = plain.bot("plan.send_anyway")
    items = [
        button(label, "plansure", table.campaign.id, plan.revision, style=STYLES.danger),
        button(plain.bot("plan.back"), "plan", table.campaign.id),
    ]
    for entry, preview in zip(plan.entries, planned.previews, strict=True):
        items += dialogue.mend_items(preview, words, "planmend", table.campaign.id, entry.id)
    await visit.show(Page([words.bot("plan.warned"), "\n".join(warned)], items[:MOST_ITEMS]))


async def send_after_all(visit: Visit, key: Key) -> None:
    """Send the plan though something will be lost."""
    await _send(await _Table.of(visit, key), key.part(1))


async def mend(visit: Visit, key: Key) -> None:
    """Plan what mends a warning, before the entry that is warned of."""
    table = await _Table.of(visit, key)
    name = key.part(1)
    plan = await table.plan()
    planned = await table.page(plan).gone_through()
    place = next((n for n, one in enumerate(plan.entries) if one.id == name), None)
    warnings = () if place is None else planned.previews[place].warnings
    number = key.number(2)
    if number >= len(warnings) or warnings[number].kind != key.part(3):
        raise Complaint("campaign.stale")
    assert place is not None
    warned, view = warnings[number], planned.foreseen.outlooks[place].view
    known, field = planning.completed(table.game, view, warned.kind, dict(warned.filled))
    if field is not None:
        await _in_dialogue(table, warned.kind, known, planning.BEFORE + name)
        return
    fresh = table.entry(warned.kind, known)
    await table.show(
        await table.change(lambda plan: planning.put(plan, fresh, planning.BEFORE + name))
    )


async def _send(table: _Table, revision: str) -> None:
    visit = table.visit
    try:
        sent = await visit.moderator.plans.send(table.campaign.id, visit.person_id, revision)
    except Complaint as error:
        if error.code not in {"plan.changed", "plan.empty"}:
            raise
        await table.show(note="⚠️ " + visit.words.bot(error.code))
        return
    await visit.moderator.people.speaks(visit.person_id, visit.language)
    note = planning.report(sent, visit.words)
    look = await visit.look(table.campaign)
    if look.outcome is not None:
        page = Page([note, messages.outcome(look.outcome, visit.words)])
        await visit.show(page)
        return
    await _Table(visit, table.campaign, look, table.game).show(note=note)


# ------------------------------------------------------------------ typed lines


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
    table = await _Table.of(visit, key)
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
            note = planning.wrong_line(typed[0], refused.refusals, words)
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


# ------------------------------------------------------------------ suggestions


async def suggest(visit: Visit, key: Key) -> None:
    """Show whole plans that computer players would follow from here."""
    table = await _Table.of(visit, key)
    plain = visit.words.plain
    lines: list[tuple[int, tuple[Action, ...]]] = []
    for number in range(MOST_SUGGESTED):
        actions = await _suggestion(table, number)
        if actions and all(actions != other for _, other in lines):
            lines.append((number, actions))
    if not lines:
        raise Complaint("plan.no_suggestion")
    entries = [
        MenuLine(
            str(number),
            plain.bot("plan.suggestion", n=len(actions), first=plain.action(actions[0])),
            "; ".join(plain.action(one) for one in actions[1:]),
        )
        for number, actions in lines
    ]
    hint = plain.bot("plan.suggest")
    items = [
        menu(entries, "plantake", table.campaign.id, hint=hint),
        button(plain.bot("plan.back"), "plan", table.campaign.id),
    ]
    await visit.show(Page([visit.words.bot("plan.suggestions")], items))


async def take_suggestion(visit: Visit, key: Key) -> None:
    """Put a whole suggestion into the plan."""
    table = await _Table.of(visit, key)
    number = _one(visit)
    actions = await _suggestion(table, int(number) if number.isdigit() else 0)
    await table.show(await table.add(table.entry(one.kind, typed_fields(one)) for one in actions))


async def _suggestion(table: _Table, number: int) -> tuple[Action, ...]:
    """Return one of the suggestions: the same for the same position and number."""
    strengths = list(table.game.opponents)[::-1]
    if not strengths or table.look.seat is None:
        return ()
    opponent = table.game.opponents[strengths[number % len(strengths)]]
    dice = SeededDice(table.campaign.id.encode(), number, table.look.version)
    plan = await table.plan()
    view = (await table.page(plan).gone_through()).foreseen.view
    try:
        async with asyncio.timeout(SUGGESTING_SECONDS):
            return await asyncio.to_thread(
                suggested, table.game, opponent, view, table.look.seat, dice
            )
    except Exception:  # noqa: BLE001 - a plan can be made without it
        _log.exception("campaign %s: no suggestion", table.campaign.id)
        return ()


def _one(visit: Visit) -> str:
    values = chosen(visit)
    if not values:
        raise Complaint("press.unknown")
    return values[0]
