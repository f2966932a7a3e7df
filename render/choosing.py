"""An action that the viewer is putting together, on whatever map: what pictures of it share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Protocol, TypeVar, cast

from engine.api import Action, Term, Text
from engine.kit.parsing import held_by
from render.api import Section

WIDTH = 800
"""Pixels across: a phone shows a picture of a message about 400 points wide."""
WHOLE_WIDTH = 1000
"""Pixels across where the whole map is shown."""

_NAMED = 12
"""So many of what may be chosen are named in words."""

SELECTION_CODES = ("picture.chosen", "picture.possible")
"""Codes of the sentences of :func:`describe_selection`."""


class Selection(Protocol):
    """What must be seen of a selection that was read on a game's map."""

    @property
    def chosen(self) -> tuple[Term, ...]:
        """What is chosen so far."""
        ...

    @property
    def possible(self) -> tuple[Term, ...]:
        """What may be chosen next, best first."""
        ...


def describe_selection(selection: Selection) -> tuple[Text, ...]:
    """Return in words what is chosen and what may be."""
    lines = []
    if selection.chosen:
        lines.append(Text("picture.chosen", {"what": selection.chosen[:_NAMED]}))
    if selection.possible:
        count, first = len(selection.possible), selection.possible[:_NAMED]
        lines.append(Text("picture.possible", {"n": count, "what": first}))
    return tuple(lines)


S = TypeVar("S")


def merged(selections: Sequence[S]) -> S:
    """Return selections of one map as one: what any of them marks is marked.

    They are records of one class. Where it has a field "parts" that holds them one by one.
    """
    first = selections[0]
    values: dict[str, Any] = {}
    for one in fields(cast("Any", first)):
        found = [getattr(selection, one.name) for selection in selections]
        if one.name == "parts":
            values[one.name] = tuple(selections)
        elif isinstance(found[0], tuple):
            values[one.name] = tuple(dict.fromkeys(item for each in found for item in each))
        elif isinstance(found[0], frozenset):
            values[one.name] = frozenset[Any]().union(*found)
        elif isinstance(found[0], bool):
            values[one.name] = any(found)
    changed: S = replace(cast("Any", first), **values)
    return changed


def held_in(model: type[Action], field: str) -> str:
    """Return what a field of an action holds, by its note; "" for a field that it has not."""
    info = model.model_fields.get(field)
    return "" if info is None else held_by(info)


def section_around(middle: str, radius: int, near: int, far: int) -> Section:
    """Return the section round a place: no closer than *near*, and the whole map beyond *far*."""
    if radius > far:
        return Section("whole", width=WHOLE_WIDTH)
    return Section("around", middle, max(near, radius), WIDTH)
