"""Groups: pieces that a player has given a name together, named, renamed and let go."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from bot.letters.keys import Key, encode
from bot.letters.pages import Page
from bot.letters.parts import MenuLine, button, menu
from bot.moderator import Complaint, NamedGroup
from bot.moderator.turns.named_groups import NAME_LIMIT
from bot.text import Words
from bot.text.markup import clean
from bot.ui import acting, boxes
from bot.ui.planning.actors import MOST_AROUND, WHO
from bot.ui.planning.page import PlanPage
from bot.ui.planning.table import PlanTable, picked
from bot.ui.planning.ways import GROUP, mark
from bot.ui.presses import written
from bot.ui.visit import Visit
from engine.api import AnyGame, Term
from engine.kit.actors import EACH, lasting, of_ids
from engine.kit.parsing import folded, held_by

_UNFIT: Final = re.compile(r"[;+,=@\n]")
"""What a typed line has a meaning for."""


async def list_groups(visit: Visit, key: Key) -> None:
    """Show a player's groups, whoever of them can act."""
    table = await PlanTable.of(visit, key)
    await visit.show(_list(table))


async def pick_group(visit: Visit, key: Key) -> None:
    """Show one group, with what can be done with its name."""
    table = await PlanTable.of(visit, key)
    group = _group(table.groups, picked(visit))
    plain, where = visit.words.plain, (table.campaign.id, mark(group.name))
    items = [
        button(plain.bot("group.rename"), "plangroupask", *where, emoji="⭐"),
        button(plain.bot("group.drop"), "plangroupdrop", *where, emoji="🗑️"),
        button(plain.bot("plan.groups"), "plangroups", table.campaign.id),
    ]
    await visit.show(Page([_said(table, group)], items))


async def drop_group(visit: Visit, key: Key) -> None:
    """Take a group's name away; its pieces stay what they are."""
    table = await PlanTable.of(visit, key)
    group = _group(table.groups, key.part(1))
    groups = visit.moderator.groups
    table.groups = await groups.drop(table.campaign.id, visit.person_id, group.name)
    note = visit.words.bot("group.dropped", name=group.name)
    if (await table.plan()).page.get(WHO) == GROUP + group.name:
        await table.set_page({})
    if table.groups:
        await visit.show(_list(table, note))
    else:
        await table.show(note=note)


async def ask_for_name(visit: Visit, key: Key) -> None:
    """Open the box for a name: of those who are chosen, or another one of a group."""
    campaign = await visit.campaign_named(key.part(0))
    acting.require_seat(campaign, await visit.look(campaign))
    held = await visit.moderator.groups.of(campaign.id, visit.person_id)
    named = key.part(1)
    if not named:
        plan = await visit.moderator.plans.get(campaign.id, visit.person_id)
        who = str(plan.page.get(WHO, ""))
        named = mark(who.removeprefix(GROUP)) if who.startswith(GROUP) else ""
    before = _group(held, named).name if named else ""
    plain = visit.words.plain
    box = boxes.line(
        "value",
        plain.bot("group.label"),
        default=before or None,
        placeholder=plain.bot("group.example"),
        max_length=NAME_LIMIT,
        required=True,
    )
    where = (campaign.id, named) if named else (campaign.id,)
    await boxes.open_box(visit, encode("plangroupnamed", *where), plain.bot("group.title"), box)


async def give_name(visit: Visit, key: Key) -> None:
    """Keep a name for those who are chosen, or in place of what a group was called."""
    table = await PlanTable.of(visit, key)
    name = _fit(clean(written(visit), NAME_LIMIT), table.game, visit.words)
    plan = await table.plan()
    where = (table.campaign.id, visit.person_id)
    named = bool(key.part(1))
    before = _group(table.groups, key.part(1)).name if named else ""
    pieces = _group(table.groups, key.part(1)).pieces if named else await table.ask(_chosen)
    table.groups = await visit.moderator.groups.keep(*where, name, pieces, before=before)
    if not named or plan.page.get(WHO) == GROUP + before:
        plan = await table.set_page({**plan.page, WHO: GROUP + name})
    await table.show(plan, visit.words.bot("group.kept", name=name))


def _chosen(page: PlanPage) -> list[str]:
    """Return the lasting ids of those who are chosen on the page."""
    chosen = page.planned.acting.chosen
    if chosen is None:
        raise Complaint("campaign.stale")
    found: list[str] = []
    for stack in chosen.who.value.split(EACH):
        one = replace(chosen, who=replace(chosen.who, value=stack))
        found += lasting(page.game, page.planned.foreseen.view, one)
    return found


def _fit(name: str, game: AnyGame, words: Words) -> str:
    """Return a name that a typed line can hold.

    Raises:
        Complaint: group.unfit.
    """
    taken = folded(name) in kind_names(game, words)
    if not name or name.isdigit() or taken or _UNFIT.search(name):
        raise Complaint("group.unfit")
    return name


def _group(groups: Sequence[NamedGroup], marked: str) -> NamedGroup:
    found = next((one for one in groups if mark(one.name) == marked), None)
    if found is None:
        raise Complaint("campaign.stale")
    return found


def _list(table: PlanTable, note: str = "") -> Page:
    words, plain = table.visit.words, table.visit.words.plain
    lines = [_said(table, one) for one in table.groups]
    choices = [MenuLine(mark(one.name), clean(one.name)) for one in table.groups]
    where = table.campaign.id
    items = [menu(choices, "plangroup", where, hint=plain.bot("group.pick"))] if choices else []
    items.append(button(plain.bot("plan.back"), "plan", where))
    texts = [words.bot("group.list"), "\n".join(lines), words.bot("group.typed")]
    return Page([*([note] if note else []), *(text for text in texts if text)], items)


def _said(table: PlanTable, group: NamedGroup) -> str:
    words = table.visit.words
    pieces = tuple(_piece(table.game, one, words.language) for one in group.pieces)
    return words.bot("group.line", name=group.name, pieces=pieces)


def _piece(game: AnyGame, piece: str, language: str) -> Term | str:
    """Return a piece's name: what the first kind of action that knows it calls it."""
    for model in game.actions.values():
        first = next(iter(model.model_fields.values()), None)
        held = "" if first is None else held_by(first)
        for kind in (held, held.removesuffix("s")):
            if game.lexicon(kind, piece, language) is not None:
                return Term(kind, piece)
    return piece


def in_full(game: AnyGame, view: Any, order: str, groups: Sequence[NamedGroup]) -> list[str]:
    """Return a typed order with the pieces of each group in place of its name.

    Who of a group cannot act is left out. Where the stacks of a group cannot act as one there is
    an order for each.
    """
    plain = "".join(_plain(letter) for letter in order)
    for group in sorted(groups, key=lambda one: -len(one.name)):
        name = "".join(_plain(letter) for letter in group.name)
        met = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", plain)
        if met is not None:
            found = tuple(islice(game.actors(view), MOST_AROUND))
            actor = of_ids(game, view, found, group.pieces)
            before, behind = order[: met.start()], order[met.end() :]
            others = [one for one in groups if one is not group]
            stacks = ",".join(group.pieces) if actor is None else actor.who.value
            return [
                whole
                for stack in stacks.split(EACH)
                for whole in in_full(game, view, before + stack + behind, others)
            ]
    return [order]


def _plain(letter: str) -> str:
    """Return a letter without case and accent, one for one."""
    found = folded(letter)
    return found if len(found) == 1 else letter


def kind_names(game: AnyGame, words: Words) -> dict[str, str]:
    """Return what the kinds of action are called, in the person's language and by their keys."""
    found = {folded(kind): kind for kind in game.actions}
    for kind in game.actions:
        found.setdefault(folded(str(words.plain.kind(kind))), kind)
    return found
