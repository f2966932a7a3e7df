"""What the picture of a plan shows: what is planned, and what is being put together, with letters.

A letter stands in front of each line that would read like another, and on the picture where it
leads, whatever kind of action it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.letters.parts import MENU_SIZE
from bot.ui.asked import as_chosen, together
from bot.ui.dialogue.fields import fields_of
from bot.ui.planning.actors import ActorMenus
from bot.ui.planning.planned import KIND, Planned
from bot.ui.planning.ways import mark, value_of
from engine.api import Act, Actor, AnyGame, Preview
from engine.kit.actors import EACH
from engine.playing.planning import Outlook
from render.api import Choosing, with_costs

MOST_SHOWN: Final = 3
"""Ready-made set-ups that are shown as pictures."""


def choosing(game: AnyGame, planned: Planned, menus: ActorMenus) -> Choosing | None:
    """Return all that is planned, and what is being put together; ``None`` for nothing at all."""
    found = [
        _drawn(outlook, preview)
        for outlook, preview in zip(planned.foreseen.outlooks, planned.previews, strict=True)
        if outlook.action is not None and outlook.when != "never"
    ]
    now = _in_hand(game, planned, menus)
    if now is not None:
        found.insert(0, now)
    if not found:
        return None
    first, *others = found
    return replace(first, beside=tuple(others))


def _drawn(outlook: Outlook, preview: Preview) -> Choosing:
    action = outlook.action
    assert action is not None
    return replace(as_chosen(action), ways=preview.ways)


def ready_made(planned: Planned) -> tuple[Choosing, ...]:
    """Return the ready-made set-ups, in the order of their buttons."""
    found = (
        together(as_chosen(action) for action in bundle.actions)
        for bundle in planned.bundles[:MOST_SHOWN]
    )
    return tuple(one for one in found if one is not None)


def able(game: AnyGame, planned: Planned, menus: ActorMenus) -> Choosing | None:
    """Return those of whom something can be done, to begin the page with."""
    offered = planned.acting.offered[:MENU_SIZE]
    if not offered or planned.page.get(KIND):
        return None
    told = menus.letters(planned.acting)
    kinds: dict[str, list[Actor]] = {}
    for actor in offered:
        able_to = {act.kind for act in actor.acts}
        kind = next((one for one in kinds if one in able_to), actor.acts[0].kind)
        kinds.setdefault(kind, []).append(actor)
    first, *others = [_of_kind(game, planned, one, who, told) for one, who in kinds.items()]
    return replace(first, also=_lettered(others))


def _of_kind(
    game: AnyGame, planned: Planned, kind: str, actors: Iterable[Actor], told: Mapping[str, str]
) -> Choosing:
    """Return those who can do one kind of action, with the letters of their lines."""
    who = fields_of(game.actions[kind])[0].name
    found = [
        (value, told.get(mark(actor.who.value), ""))
        for actor in actors
        if (value := _value(game, planned, kind, who, actor.who.value)) is not None
    ]
    letters = tuple(letter for _, letter in found) if told else ()
    return Choosing(kind, (), tuple(value for value, _ in found), who, letters=letters)


def _in_hand(game: AnyGame, planned: Planned, menus: ActorMenus) -> Choosing | None:
    """Return the entry that is being put together, with where it may lead.

    Of several things that can be done the one with most places is shown, of the others the letters.
    """
    actor = planned.acting.chosen
    if actor is None or not actor.acts:
        return None
    told = menus.letters(planned.acting)
    acts = sorted(actor.acts, key=lambda one: -len(one.where))
    first, *others = [_of_act(game, planned, actor, act, told) for act in acts]
    return replace(first, also=_lettered(others))


def _of_act(
    game: AnyGame, planned: Planned, actor: Actor, act: Act, told: Mapping[str, str]
) -> Choosing:
    """Return one thing that somebody can do, and where, with the letters of its lines."""
    view, who = planned.foreseen.view, fields_of(game.actions[act.kind])[0].name
    filled = game.values(view, act.kind, {who: actor.who.value.replace(EACH, ",")})
    found = [
        (value, option.cost, told.get(mark(value_of(act, option)), ""))
        for option in act.where
        if (value := _value(game, planned, act.kind, act.field, option.value)) is not None
    ]
    offered, costs = with_costs((value, cost) for value, cost, _ in found)
    letters = tuple(letter for _, _, letter in found) if told else ()
    return Choosing(
        act.kind, tuple(filled.items()), offered, act.field, costs=costs, letters=letters
    )


def _lettered(found: Iterable[Choosing]) -> tuple[Choosing, ...]:
    return tuple(one for one in found if any(one.letters))


def _value(game: AnyGame, planned: Planned, kind: str, field: str, value: str) -> Any:
    return game.values(planned.foreseen.view, kind, {field: value}).get(field)
