"""An action that the viewer is putting together, on whatever map: what pictures of it share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, Protocol, TypeVar, cast

from engine.api import Action, Cost, Params, Term, Text
from engine.kit.parsing import held_by
from render.api import Section

WIDTH = 800
"""Pixels across: a phone shows a picture of a message about 400 points wide."""
WHOLE_WIDTH = 1000
"""Pixels across where the whole map is shown."""

_NAMED = 12
"""So many of what may be chosen are named in words."""

SELECTION_CODES = (
    "picture.about",
    "picture.chosen",
    "picture.possible",
    "picture.cost",
    "picture.cost_left",
)
"""Codes of the sentences of :func:`describe_selection`."""


class Selection(Protocol):
    """What must be seen of a selection that was read on a game's map."""

    @property
    def about(self) -> tuple[Term, ...]:
        """What the question is about that is answered."""
        ...

    @property
    def chosen(self) -> tuple[Term, ...]:
        """What is chosen so far."""
        ...

    @property
    def possible(self) -> tuple[Term, ...]:
        """What may be chosen next, best first."""
        ...


def describe_costs(costs: Iterable[tuple[Term, Cost]], *, hexes: bool = False) -> Iterator[Text]:
    """Yield what it takes to get to places, the cheapest first: a line for all that cost alike.

    At sea it is *hexes*. Nothing is left out.
    """
    alike: dict[Cost, list[Term]] = {}
    for place, cost in costs:
        alike.setdefault(cost, []).append(place)
    for cost, places in sorted(alike.items(), key=lambda item: item[0].takes):
        params: Params = {"n": cost.takes, "what": tuple(places)}
        if hexes:
            yield Text("picture.hexes", params)
        elif cost.left is None:
            yield Text("picture.cost", params)
        else:
            yield Text("picture.cost_left", {**params, "left": cost.left})


def describe_selection(selection: Selection) -> tuple[Text, ...]:
    """Return in words what a question is about, what is chosen and what may be."""
    lines = []
    if selection.about:
        lines.append(Text("picture.about", {"what": selection.about[:_NAMED]}))
    if selection.chosen:
        lines.append(Text("picture.chosen", {"what": selection.chosen[:_NAMED]}))
    if selection.possible:
        count, first = len(selection.possible), selection.possible[:_NAMED]
        lines.append(Text("picture.possible", {"n": count, "what": first}))
    return tuple(lines)


def lettered_at(places: Iterable[tuple[Any, str]]) -> tuple[tuple[Any, str], ...]:
    """Return each place with the letters of all that is offered there ("A B"), best first."""
    found: dict[Any, list[str]] = {}
    for place, letter in places:
        if letter and letter not in found.setdefault(place, []):
            found[place].append(letter)
    return tuple((place, " ".join(letters)) for place, letters in found.items() if letters)


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
