"""Forms: a box in which the values of an action that belong together are filled in at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

import discord
from discord import ui

from bot.letters.keys import encode
from bot.letters.parts import CHOICE_LIMIT, MENU_SIZE
from bot.text import Words, cut
from bot.text.markup import told_apart
from bot.ui import boxes
from bot.ui.dialogue.completing import usable
from bot.ui.dialogue.fields import Field, fields_of
from bot.ui.visit import Visit
from engine.api import Action, AnyGame, Option

MOST_FIELDS: Final = 5
"""Fields of a box, as Discord has it."""
TYPED_LIMIT: Final = 100
"""Characters of a value that is typed into a form."""


def form_of(model: type[Action]) -> tuple[Field, ...]:
    """Return the fields of a kind of action that belong together; none where a form is no help.

    They do where several numbers make up an action, and in standing orders. Lists are asked for by
    themselves.
    """
    single = tuple(one for one in fields_of(model) if not one.many)
    numbers = sum(one.type == "number" for one in single)
    together = model.standing or numbers > 1
    return single if together and 1 < len(single) <= MOST_FIELDS else ()


async def open_form(
    visit: Visit,
    draft: str,
    model: type[Action],
    offered: Mapping[str, list[Option]],
    filled: Mapping[str, str],
) -> None:
    """Open the form of an action that is being put together; *draft* names it.

    A field of which nothing is *offered* is typed. What is sent in is answered by the verb
    "formed".
    """
    plain = visit.words.plain
    box = ui.Modal(
        title=cut(plain.kind(model.kind), boxes.LABEL_LIMIT), custom_id=encode("formed", draft)
    )
    for field in form_of(model):
        box.add_item(_asked(model, field, offered.get(field.name, []), filled, plain))
    await boxes.show_box(visit, box)


def offered_in(
    game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]
) -> dict[str, list[Option]]:
    """Return what each field of the form may hold."""
    return {
        one.name: _offered(game, view, kind, one, filled) for one in form_of(game.actions[kind])
    }


def _offered(
    game: AnyGame, view: Any, kind: str, field: Field, filled: Mapping[str, str]
) -> list[Option]:
    """Return what a field may hold: if nothing, then what it may where others hold their best."""
    form = form_of(game.actions[kind])
    names = {one.name for one in form}
    known = {name: value for name, value in filled.items() if name not in names}
    offered = _options(game, view, kind, field, known)
    for one in form:
        if offered or one.name == field.name:
            break
        best = _options(game, view, kind, one, known)
        if filled.get(one.name) or best:
            known[one.name] = filled.get(one.name) or best[0].value
            offered = _options(game, view, kind, field, known)
    return offered


def _options(
    game: AnyGame, view: Any, kind: str, field: Field, filled: Mapping[str, str]
) -> list[Option]:
    return list(islice(usable(game.options(view, kind, field.name, filled)), MENU_SIZE + 1))


def _asked(
    model: type[Action],
    field: Field,
    offered: list[Option],
    filled: Mapping[str, str],
    plain: Words,
) -> ui.Label[ui.Modal]:
    """Return a field with its label: a menu of what it may hold, or a line to type in."""
    held = filled.get(field.name, "")
    about = cut(str(plain.label(f"field.{model.kind}.{field.name}")), CHOICE_LIMIT)
    label = cut(str(plain.field(model.kind, field.name)), boxes.LABEL_LIMIT)
    if 0 < len(offered) <= MENU_SIZE:
        labels = told_apart([str(plain.say(one)) for one in offered], CHOICE_LIMIT)
        control: ui.Item[ui.Modal] = ui.Select(
            custom_id=field.name,
            options=[
                discord.SelectOption(label=name, value=one.value, default=one.value == held)
                for one, name in zip(offered, labels, strict=True)
            ],
            min_values=int(field.required),
            required=field.required,
        )
    else:
        control = ui.TextInput(
            custom_id=field.name,
            default=held or None,
            max_length=TYPED_LIMIT,
            required=field.required,
        )
    return ui.Label(text=label, description=about, component=control)


def filled_in(
    model: type[Action], before: Mapping[str, str], sent: Mapping[str, str]
) -> dict[str, str]:
    """Return what is filled in once a form was sent: an empty field of it holds nothing."""
    found = dict(before)
    for name, value in _of_form(model, sent):
        found.pop(name, None)
        if value:
            found[name] = value
    return found


def _of_form(model: type[Action], sent: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for field in form_of(model):
        if field.name in sent:
            yield field.name, sent[field.name].strip()[:TYPED_LIMIT]
