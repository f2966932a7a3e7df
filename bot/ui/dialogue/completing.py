"""What of an action is not worth a question: a required field that can hold one thing only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from bot.letters.parts import CHOICE_LIMIT, MENU_SIZE
from bot.ui.dialogue.fields import Field, fields_of
from engine.api import AnyGame, Option


def usable(options: Iterator[Option]) -> Iterator[Option]:
    """Leave out what Discord could not carry, and what was there before."""
    seen = set()
    for option in options:
        if 0 < len(option.value) <= CHOICE_LIMIT and option.value not in seen:
            seen.add(option.value)
            yield option


def missing(game: AnyGame, kind: str, filled: Mapping[str, str]) -> Field | None:
    """Return the first required field that is not filled in."""
    fields = fields_of(game.actions[kind])
    return next((field for field in fields if field.required and not filled.get(field.name)), None)


def options_of(
    game: AnyGame, view: Any, kind: str, field: Field, filled: Mapping[str, str]
) -> list[Option]:
    """Return what a field may hold, as much as one menu shows and one more."""
    return list(islice(usable(game.options(view, kind, field.name, filled)), MENU_SIZE + 1))


def completed(
    game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]
) -> tuple[dict[str, str], Field | None]:
    """Fill in what has one answer; return the first field that has several, or none to offer."""
    known = dict(filled)
    while (field := missing(game, kind, known)) is not None:
        offered = list(islice(usable(game.options(view, kind, field.name, known)), 2))
        if len(offered) != 1 or game.accepts(view, kind, field.name, known) is not None:
            return known, field
        known[field.name] = offered[0].value
    return known, None
