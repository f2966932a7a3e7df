"""Putting an entry together: who, what and where, and what else has to be said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.letters.keys import Key
from bot.moderator import Plan
from bot.ui.dialogue import dialogue
from bot.ui.planning import (
    choosing,
    entries,
    groups,
    lines,
    sending,
    suggestions,
    trying,
    written,
)
from bot.ui.planning.actors import SEVERAL, THERE, TURN, WHO
from bot.ui.planning.choosing import Chosen
from bot.ui.planning.controls import MORE
from bot.ui.planning.placing import LAST, appended, put
from bot.ui.planning.planned import FILLED, KIND
from bot.ui.planning.table import PlanTable, picked
from bot.ui.presses import Presses, chosen
from bot.ui.visit import Visit
from engine.playing.planning import CLOSE_ALL


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
        "planagain": repeat,
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
        "planlate": set_late,
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
    """Choose who acts, from the menu: one, or several together; or a whole order."""
    table = await PlanTable.of(visit, key)
    found = await table.ask(choosing.of_menu, chosen(visit))
    await (_go_on(table, found) if isinstance(found, Chosen) else _chosen_who(table, found))


async def pick_of_stack(visit: Visit, key: Key) -> None:
    """Choose who of a stack acts: some stay, or others come along."""
    table = await PlanTable.of(visit, key)
    await _chosen_who(table, await table.ask(choosing.of_stack, chosen(visit)))


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
    await _chosen_who(table, await table.ask(choosing.of_button, key.part(1)))


async def press_order(visit: Visit, key: Key) -> None:
    """Plan a whole order, by a button: who, and the best that they can do."""
    table = await PlanTable.of(visit, key)
    await _go_on(table, await table.ask(choosing.at_once, key.part(1)))


async def _chosen_who(table: PlanTable, who: str) -> None:
    """Go on with who acts; where only one thing can be done, it is planned at once."""
    turn = (await table.plan()).page.get(TURN, 0)
    plan = await table.set_page({WHO: who, TURN: turn})
    found = await table.ask(choosing.what_next, plan=plan)
    if isinstance(found, Chosen):
        await _go_on(table, found)
    else:
        await table.visit.show_on_map(table.look, found)


async def pick_where(visit: Visit, key: Key) -> None:
    """Choose what the actor does, and where, from the menu."""
    table = await PlanTable.of(visit, key)
    await _go_on(table, await table.ask(choosing.there, picked(visit)))


async def press_where(visit: Visit, key: Key) -> None:
    """Choose what the actor does, and where, by a button."""
    table = await PlanTable.of(visit, key)
    await _go_on(table, await table.ask(choosing.there, key.part(1)))


async def pick_kind(visit: Visit, key: Key) -> None:
    """Choose a kind of action, or much at once, from the menu."""
    await _begin(visit, key, picked(visit))


async def press_kind(visit: Visit, key: Key) -> None:
    """Choose a kind of action, or much at once, by a button."""
    await _begin(visit, key, key.part(1))


async def _begin(visit: Visit, key: Key, kind: str) -> None:
    table = await PlanTable.of(visit, key)
    await _go_on(table, await table.ask(choosing.begun, kind))


async def repeat(visit: Visit, key: Key) -> None:
    """Put the last entry into the plan once more, as long as it is the plan that was seen."""
    table = await PlanTable.of(visit, key)

    def once_more(plan: Plan) -> Plan:
        if not plan.entries or plan.revision != key.part(1):
            return plan
        last = plan.entries[-1]
        return appended(plan, [table.entry(last.kind, last.filled)], {})

    await table.show(await table.change(once_more))


async def fill_field(visit: Visit, key: Key) -> None:
    """Choose what the field that is asked for holds, from its menu."""
    await _fill(visit, key, chosen(visit))


async def press_value(visit: Visit, key: Key) -> None:
    """Choose what the field that is asked for holds, by a button."""
    await _fill(visit, key, ())


async def _fill(visit: Visit, key: Key, values: Sequence[str]) -> None:
    """Fill the field that is asked for with some values, or with what a button stands for."""
    table = await PlanTable.of(visit, key)
    await _go_on(table, await table.ask(choosing.filled_in, key.part(1), values, key.part(2)))


async def _go_on(table: PlanTable, found: Chosen) -> None:
    """Put into the plan what is whole; else ask for what is missing."""
    if found.orders is not None:
        await table.show(await table.add(table.entry(*one) for one in found.orders))
    elif found.in_dialogue:
        await entries.in_dialogue(table, found.kind, found.filled, LAST)
    else:
        await table.show(await table.set_page({KIND: found.kind, FILLED: found.filled}))


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
    await _go_on(table, await table.ask(choosing.closing))


async def set_late(visit: Visit, key: Key) -> None:
    """Let the plan be sent when its side's time runs out, or not by itself."""
    table = await PlanTable.of(visit, key)
    late = bool(key.number(1))
    await table.show(await table.change(lambda plan: replace(plan, late=late)))


async def clear(visit: Visit, key: Key) -> None:
    """Take all entries out of the plan, also where no page of it can be made any more."""
    campaign = await visit.campaign_named(key.part(0))
    await visit.hold()
    await visit.moderator.plans.change(campaign.id, visit.person_id, lambda _plan: Plan())
    await (await PlanTable.of(visit, key)).show()
