"""Putting an entry together: who, what and where, and what else has to be said."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.letters.keys import Key
from bot.letters.parts import MENU_SIZE
from bot.moderator import Complaint, Plan
from bot.ui import dialogue, filling
from bot.ui.completing import completed, missing, options_of
from bot.ui.fields import fields_of, typed_fields
from bot.ui.planning import entries, groups, lines, sending, suggestions, trying, written
from bot.ui.planning.actors import (
    BEST,
    SEVERAL,
    THERE,
    TURN,
    WHO,
    best_of_few,
    chosen_by,
    mark,
    marked,
    ways_of,
    who_chosen,
)
from bot.ui.planning.controls import MORE
from bot.ui.planning.page import BUNDLE
from bot.ui.planning.placing import LAST, put
from bot.ui.planning.planned import FILLED, KIND, Planned
from bot.ui.planning.table import PlanTable, picked
from bot.ui.presses import Presses, chosen
from bot.ui.visit import Visit
from engine.api import Actor
from engine.kit.actors import EACH
from engine.kit.planning import CLOSE_ALL, alike


def register(presses: Presses) -> None:
    """Register the verbs of this module."""
    for verb, handler in {
        "plan": open_plan,
        "planturn": turn_actors,
        "planwho": pick_who,
        "planbest": press_who,
        "planquick": press_order,
        "planstack": pick_of_stack,
        "planthere": turn_ways,
        "planseveral": ask_for_several,
        "planwhere": pick_where,
        "plango": press_where,
        "plankind": pick_kind,
        "planstart": press_kind,
        "planwritten": written.pick_written,
        "planrewrite": written.change_written,
        "planunwrite": written.strike_written,
        "planstrike": written.strike,
        "planfill": fill_field,
        "planpick": press_value,
        "planback": put_back,
        "planadd": add_draft,
        "planentry": entries.pick_entry,
        "planmove": entries.move_entry,
        "planchange": entries.change_entry,
        "planremove": entries.remove_entry,
        "planmore": show_more,
        "planhalt": entries.set_halts,
        "planclose": close_all,
        "planend": close_phase,
        "planclear": clear,
        "plansend": sending.send,
        "plansendend": sending.send_and_end,
        "plansure": sending.send_after_all,
        "planendsure": sending.end_after_all,
        "planmend": sending.mend,
        "plangroups": groups.list_groups,
        "plangroup": groups.pick_group,
        "plangroupask": groups.ask_for_name,
        "plangroupnamed": groups.give_name,
        "plangroupdrop": groups.drop_group,
        "plantype": lines.ask_for_line,
        "plantyped": lines.read_line,
        "planif": trying.try_out,
        "plansuggest": suggestions.suggest,
        "plantakeall": suggestions.take,
        "plantakefew": suggestions.take_few,
        # Pages of earlier builds offered several at once: what they named is shown anew.
        "plantake": suggestions.suggest_anew,
        "plantakephase": suggestions.suggest_anew,
        "plantakesome": suggestions.suggest_anew,
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
    offered = planned.acting.offered
    values = {mark(actor.who.value): actor.who.value for actor in offered}
    wanted = [values[one] for one in chosen(visit) if one in values]
    if not wanted:
        raise Complaint("campaign.stale")
    await _chosen_who(table, who_chosen(planned.acting, wanted))


async def pick_of_stack(visit: Visit, key: Key) -> None:
    """Choose who of a stack acts: some stay, or others come along."""
    table = await PlanTable.of(visit, key)
    planned = await table.page(await table.plan()).gone_through()
    wanted = set(chosen(visit))
    kept = [one.value for one in planned.acting.around if mark(one.value) in wanted]
    if not kept:
        raise Complaint("campaign.stale")
    await _chosen_who(table, ",".join(kept))


async def turn_ways(visit: Visit, key: Key) -> None:
    """Turn the pages of what those who were chosen can do, and where."""
    table = await PlanTable.of(visit, key)
    page = {**(await table.plan()).page, THERE: key.number(1)}
    await table.show(await table.set_page(page))


async def ask_for_several(visit: Visit, key: Key) -> None:
    """Let several be chosen, who act together."""
    table = await PlanTable.of(visit, key)
    turn = (await table.plan()).page.get(TURN, 0)
    await table.show(await table.set_page({SEVERAL: True, TURN: turn}))


async def press_who(visit: Visit, key: Key) -> None:
    """Choose who acts, by a button."""
    table = await PlanTable.of(visit, key)
    planned = await table.page(await table.plan()).gone_through()
    values = (actor.who.value for actor in planned.acting.offered)
    await _chosen_who(table, marked(values, key.part(1)))


async def press_order(visit: Visit, key: Key) -> None:
    """Plan a whole order, by a button: who, and the best that they can do."""
    table = await PlanTable.of(visit, key)
    planned = await table.page(await table.plan()).gone_through()
    for actor in planned.acting.offered[:BEST]:
        way = best_of_few(table.game, actor)
        if way is not None and mark(actor.who.value + way[1]) == key.part(1):
            await _chosen_way(table, planned, actor, way[1])
            return
    raise Complaint("campaign.stale")


async def _chosen_who(table: PlanTable, who: str) -> None:
    """Go on with who acts; where only one thing can be done, it is planned at once."""
    turn = (await table.plan()).page.get(TURN, 0)
    plan = await table.set_page({WHO: who, TURN: turn})
    page = table.page(plan)
    planned = await page.gone_through()
    actor = planned.acting.chosen
    if actor is None:
        raise Complaint("campaign.stale")
    ways = list(page.menus(planned.page).ways(actor))
    if len(ways) == 1:
        await _chosen_way(table, planned, actor, ways[0][0])
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
    actor = planned.acting.chosen
    if actor is None:
        raise Complaint("campaign.stale")
    values = (value for value, _ in page.menus(planned.page).ways(actor))
    await _chosen_way(table, planned, actor, marked(values, way))


async def _chosen_way(table: PlanTable, planned: Planned, actor: Actor, way: str) -> None:
    found = next((one for one in ways_of(table.game, actor) if one[1] == way), None)
    if found is None:
        raise Complaint("campaign.stale")
    act, _, option = found
    kind, there = act.kind, chosen_by(act, option)
    who = fields_of(table.game.actions[kind])[0].name
    if EACH in actor.who.value:
        view, each = planned.foreseen.view, actor.who.value.split(EACH)
        orders = await asyncio.to_thread(alike, table.game, view, kind, who, each, there)
        await table.show(await table.add(table.entry(kind, filled) for filled in orders))
        return
    await _go_on(table, planned, kind, {who: actor.who.value, **there})


async def pick_kind(visit: Visit, key: Key) -> None:
    """Choose a kind of action, or much at once, from the menu."""
    await _begin(visit, key, picked(visit))


async def press_kind(visit: Visit, key: Key) -> None:
    """Choose a kind of action, or much at once, by a button."""
    await _begin(visit, key, key.part(1))


async def _begin(visit: Visit, key: Key, kind: str) -> None:
    table = await PlanTable.of(visit, key)
    planned = await table.page(await table.plan()).gone_through()
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
    """Choose what the field that is asked for holds, from its menu."""
    await _fill(visit, key, chosen(visit))


async def press_value(visit: Visit, key: Key) -> None:
    """Choose what the field that is asked for holds, by a button."""
    await _fill(visit, key, ())


async def _fill(visit: Visit, key: Key, values: Sequence[str]) -> None:
    """Fill the field that is asked for with some values, or with what a button stands for."""
    table = await PlanTable.of(visit, key)
    plan = await table.plan()
    kind, filled = str(plan.page.get(KIND, "")), dict(plan.page.get(FILLED, {}))
    field = missing(table.game, kind, filled) if kind in table.game.actions else None
    if field is None or field.name != key.part(1):
        raise Complaint("campaign.stale")
    planned = await table.page(plan).gone_through()
    if not values:
        offered = options_of(table.game, planned.foreseen.view, kind, field, filled)
        values = [marked((option.value for option in offered), key.part(2))]
    filled[field.name] = filling.added(field, "", values)
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
    struck = await written.struck_before(table, draft, fresh)
    if struck:
        plan = await table.add([*struck, fresh])
    else:
        plan = await table.change(lambda plan: put(plan, fresh, name))
    await visit.moderator.drafts.drop(draft.id, visit.person_id)
    await table.show(plan)


async def show_more(visit: Visit, key: Key) -> None:
    """Show the buttons that are not pressed every turn, or put them away."""
    table = await PlanTable.of(visit, key)
    kept = {name: value for name, value in (await table.plan()).page.items() if name != MORE}
    await table.show(await table.set_page({**kept, MORE: True} if key.number(1) else kept))


async def close_all(visit: Visit, key: Key) -> None:
    """Let the plan end with closing every phase in which nothing is planned.

    Pages of earlier builds have a button for it; now the turn is ended by what sends it.
    """
    table = await PlanTable.of(visit, key)
    await table.show(await table.add([table.entry(CLOSE_ALL, {})]))


async def close_phase(visit: Visit, key: Key) -> None:
    """Let the plan close the phase in which it stands, and go on in the next."""
    table = await PlanTable.of(visit, key)
    planned = await table.page(await table.plan()).gone_through()
    if planned.closing is None:
        raise Complaint("campaign.stale")
    await table.show(await table.add([table.entry(planned.closing.kind, {})]))


async def clear(visit: Visit, key: Key) -> None:
    """Take all entries out of the plan, also where no page of it can be made any more."""
    campaign = await visit.campaign_named(key.part(0))
    await visit.hold()
    await visit.moderator.plans.change(campaign.id, visit.person_id, lambda _plan: Plan())
    await (await PlanTable.of(visit, key)).show()
