"""Putting an entry together: who, what and where, and what else has to be said."""

from __future__ import annotations

from collections.abc import Iterable

from bot.letters.keys import Key
from bot.letters.parts import MENU_SIZE
from bot.moderator import Complaint, Plan
from bot.ui import dialogue
from bot.ui.completing import completed, missing, options_of
from bot.ui.fields import fields_of, items_of, typed_fields
from bot.ui.planning import entries, lines, sending, suggestions, trying
from bot.ui.planning.page import (
    BUNDLE,
    FILLED,
    KIND,
    LAST,
    SEPARATOR,
    SEVERAL,
    TURN,
    WHO,
    Planned,
    mark,
    put,
)
from bot.ui.planning.table import PlanTable, picked
from bot.ui.presses import Presses, chosen
from bot.ui.visit import Visit
from engine.kit.planning import CLOSE_ALL


def register(presses: Presses) -> None:
    """Register the verbs of this module."""
    for verb, handler in {
        "plan": open_plan,
        "planturn": turn_actors,
        "planwho": pick_who,
        "planbest": press_who,
        "planseveral": ask_for_several,
        "planwhere": pick_where,
        "plango": press_where,
        "plankind": pick_kind,
        "planfill": fill_field,
        "planback": put_back,
        "planadd": add_draft,
        "planentry": entries.pick_entry,
        "planmove": entries.move_entry,
        "planchange": entries.change_entry,
        "planremove": entries.remove_entry,
        "planhalt": entries.set_halts,
        "planclose": close_all,
        "planclear": clear,
        "plansend": sending.send,
        "plansure": sending.send_after_all,
        "planmend": sending.mend,
        "plantype": lines.ask_for_line,
        "plantyped": lines.read_line,
        "planif": trying.try_out,
        "plansuggest": suggestions.suggest,
        "plantake": suggestions.take_suggestion,
    }.items():
        presses.on(verb)(handler)


async def open_plan(visit: Visit, key: Key) -> None:
    """Show the planning page."""
    await (await PlanTable.of(visit, key)).show()


# ------------------------------------------------------------------- an entry


async def turn_actors(visit: Visit, key: Key) -> None:
    """Turn the pages of who can act."""
    table = await PlanTable.of(visit, key)
    await table.show(await table.set_page({TURN: key.number(1)}))


async def pick_who(visit: Visit, key: Key) -> None:
    """Choose who acts, from the menu: one, or several together."""
    table = await PlanTable.of(visit, key)
    planned = await table.page(await table.plan()).gone_through()
    values = {mark(actor.who.value): actor.who.value for actor in planned.actors}
    wanted = [values[one] for one in chosen(visit) if one in values]
    if not wanted:
        raise Complaint("campaign.stale")
    items = [item for value in wanted for item in items_of(value)]
    who = wanted[0] if len(wanted) == 1 else ",".join(dict.fromkeys(items))
    await _chosen_who(table, who)


async def ask_for_several(visit: Visit, key: Key) -> None:
    """Let several be chosen, who act together."""
    table = await PlanTable.of(visit, key)
    turn = (await table.plan()).page.get(TURN, 0)
    await table.show(await table.set_page({SEVERAL: True, TURN: turn}))


async def press_who(visit: Visit, key: Key) -> None:
    """Choose who acts, by a button."""
    table = await PlanTable.of(visit, key)
    planned = await table.page(await table.plan()).gone_through()
    values = (actor.who.value for actor in planned.actors)
    await _chosen_who(table, _marked(values, key.part(1)))


async def _chosen_who(table: PlanTable, who: str) -> None:
    """Go on with who acts; where only one thing can be done, it is planned at once."""
    turn = (await table.plan()).page.get(TURN, 0)
    plan = await table.set_page({WHO: who, TURN: turn})
    page = table.page(plan)
    planned = await page.gone_through()
    ways = page.ways(planned)
    if len(ways) == 1:
        await _chosen_way(table, planned, ways[0][0])
        return
    await table.visit.show_on_map(table.look, page.page(planned))


async def pick_where(visit: Visit, key: Key) -> None:
    """Choose what the actor does, and where, from the menu."""
    table = await PlanTable.of(visit, key)
    plan = await table.plan()
    await _go(table, plan, picked(visit))


async def press_where(visit: Visit, key: Key) -> None:
    """Choose what the actor does, and where, by a button."""
    table = await PlanTable.of(visit, key)
    await _go(table, await table.plan(), key.part(1))


async def _go(table: PlanTable, plan: Plan, way: str) -> None:
    page = table.page(plan)
    planned = await page.gone_through()
    values = (value for value, *_ in page.ways(planned))
    await _chosen_way(table, planned, _marked(values, way))


def _marked(values: Iterable[str], wanted: str) -> str:
    """Return the line of a menu that a fingerprint stands for."""
    found = next((value for value in values if mark(value) == wanted), None)
    if found is None:
        raise Complaint("campaign.stale")
    return found


async def _chosen_way(table: PlanTable, planned: Planned, way: str) -> None:
    kind, _, where = way.partition(SEPARATOR)
    actor = planned.chosen
    act = next((one for one in actor.acts if one.kind == kind), None) if actor else None
    if actor is None or act is None:
        raise Complaint("campaign.stale")
    await _put_together(table, planned, kind, actor.who.value, act.field, where)


async def _put_together(
    table: PlanTable, planned: Planned, kind: str, who: str, field: str, where: str
) -> None:
    filled = {fields_of(table.game.actions[kind])[0].name: who}
    if field and where:
        filled[field] = where
    await _go_on(table, planned, kind, filled)


async def pick_kind(visit: Visit, key: Key) -> None:
    """Choose a kind of action, or much at once."""
    table = await PlanTable.of(visit, key)
    planned = await table.page(await table.plan()).gone_through()
    kind = picked(visit)
    if kind.startswith(BUNDLE):
        number = kind.removeprefix(BUNDLE)
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
    table = await PlanTable.of(visit, key)
    plan = await table.plan()
    kind, filled = str(plan.page.get(KIND, "")), dict(plan.page.get(FILLED, {}))
    field = missing(table.game, kind, filled) if kind in table.game.actions else None
    if field is None or field.name != key.part(1):
        raise Complaint("campaign.stale")
    planned = await table.page(plan).gone_through()
    filled[field.name] = dialogue.added(field, "", chosen(visit))
    await _go_on(table, planned, kind, filled)


async def _go_on(table: PlanTable, planned: Planned, kind: str, filled: dict[str, str]) -> None:
    """Ask for the next field that has several answers, or put the entry into the plan."""
    view = planned.foreseen.view
    known, field = completed(table.game, view, kind, filled)
    if field is None:
        await table.show(await table.add([table.entry(kind, known)]))
        return
    offered = options_of(table.game, view, kind, field, known)
    accepted = table.game.accepts(view, kind, field.name, known)
    if field.compound or accepted is not None or not offered or len(offered) > MENU_SIZE:
        await entries.in_dialogue(table, kind, known, LAST)
        return
    await table.show(await table.set_page({KIND: kind, FILLED: known}))


async def put_back(visit: Visit, key: Key) -> None:
    """Put back the entry that is being put together."""
    table = await PlanTable.of(visit, key)
    await table.show(await table.set_page({}))


async def add_draft(visit: Visit, key: Key) -> None:
    """Put what a dialogue has put together into the plan, or in place of the entry it changes."""
    await visit.hold()
    draft = await visit.moderator.drafts.get(key.part(0), visit.person_id)
    table = await PlanTable.of(visit, Key("plan", (draft.campaign_id,)))
    name = draft.filled.get(dialogue.PLANNED, LAST)
    names = table.game.actions[draft.kind].model_fields
    filled = {field: value for field, value in draft.filled.items() if field in names}
    fresh = table.entry(draft.kind, filled)
    plan = await table.change(lambda plan: put(plan, fresh, name))
    await visit.moderator.drafts.drop(draft.id, visit.person_id)
    await table.show(plan)


async def close_all(visit: Visit, key: Key) -> None:
    """Let the plan end with closing every phase in which nothing is planned."""
    table = await PlanTable.of(visit, key)
    await table.show(await table.add([table.entry(CLOSE_ALL, {})]))


async def clear(visit: Visit, key: Key) -> None:
    """Take all entries out of the plan."""
    table = await PlanTable.of(visit, key)
    await table.show(await table.change(lambda _plan: Plan()))
