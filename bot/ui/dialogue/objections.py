"""What is wrong with what a person has typed or chosen so far, said before the end, from a view.

A rule needs a whole action to object to. What is not filled in yet is filled with the first that is
offered for it, and where nothing is, with the first that would be offered had nothing been chosen
before: of all that can be made of what stands there, that is the nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.ui.dialogue.completing import usable
from bot.ui.dialogue.fields import Field, fields_of, items_of
from engine.api import AnyGame, Option, Refusal
from engine.errors import Refused

MOST_WAYS = 10
"""Legal ways that are offered where nothing is legal with what was chosen."""
LOOKED_AT = 400
"""Options looked at to find one that was typed."""
MOST_INSTEAD = 3
"""Legal values that are told in place of one that is not."""
NOT_YET = "read.missing"
"""Code of the refusal of an action that is not whole yet."""


def of_typed(
    game: AnyGame, view: Any, kind: str, filled: Mapping[str, str], field: Field, text: str
) -> tuple[Refusal, ...]:
    """Return why *text* cannot stand in a field; empty where nothing speaks against it yet.

    Args:
        game: The game.
        view: The person's.
        kind: What kind of action is put together.
        filled: The other fields so far.
        field: Which field was typed.
        text: What was typed.
    """
    others = {name: value for name, value in filled.items() if name != field.name}
    known = _unread(game, view, kind, others)
    unread = [
        one for one in _unread(game, view, kind, {**others, field.name: text}) if one not in known
    ]
    if unread or _is_offered(game, view, kind, others, field, text):
        return tuple(unread)
    typed = {**others, field.name: text}
    if any(one.required and not typed.get(one.name) for one in fields_of(game.actions[kind])):
        return ()  # what is asked for next says whether anything can come of it
    return against_nearest(game, view, kind, typed)


def against_nearest(
    game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]
) -> tuple[Refusal, ...]:
    """Return what the rules have against the nearest whole action; empty where nothing is known."""
    nearest = dict(filled)
    for field in fields_of(game.actions[kind]):
        if field.required and not nearest.get(field.name):
            value = _first(game, view, kind, field, nearest)
            if value is None:
                return ()
            nearest[field.name] = value
    try:
        game.suppose(view, game.parse(view, kind, nearest))
    except Refused as refused:
        return refused.refusals
    return ()


def _first(
    game: AnyGame, view: Any, kind: str, field: Field, filled: Mapping[str, str]
) -> str | None:
    """Return the first value of a field, or of what it would offer had less been chosen before."""
    for given in (filled, {}):
        for option in _offered(game, view, kind, field, given):
            return option.value
    for other, value in ways_out(game, view, kind, filled, field):
        for option in _offered(game, view, kind, field, {**filled, other.name: value}):
            return option.value
    return None


def ways_out(
    game: AnyGame, view: Any, kind: str, filled: Mapping[str, str], stuck: Field
) -> tuple[tuple[Field, str], ...]:
    """Return other values of a field before, nearest first, with which the stuck one has options.

    Nearest is what was chosen without one of its items; then what else is offered for the field.
    """
    before: list[Field] = []
    for field in fields_of(game.actions[kind]):
        if field.name == stuck.name:
            break
        before.append(field)
    found: dict[tuple[str, frozenset[str]], tuple[Field, str]] = {}
    for field in reversed(before):
        if not filled.get(field.name) or field.compound:
            continue
        for value in _others(game, view, kind, field, filled):
            tried = {**filled, field.name: value}
            alike = frozenset(items_of(value) if field.many and not field.one else [value])
            if (field.name, alike) in found:
                continue
            if next(_offered(game, view, kind, stuck, tried), None) is not None:
                found[field.name, alike] = field, value
            if len(found) == MOST_WAYS:
                return tuple(found.values())
    return tuple(found.values())


def _others(
    game: AnyGame, view: Any, kind: str, field: Field, filled: Mapping[str, str]
) -> Iterator[str]:
    """Yield what else a field could hold: without one item, without all but one, anything else."""
    items = items_of(filled[field.name]) if field.many and not field.one else []
    if len(items) > 1:
        yield from (", ".join(one for one in items if one != left) for left in items)
        yield from items
    earlier = {
        other.name: filled[other.name]
        for other in fields_of(game.actions[kind])
        if other.name != field.name and filled.get(other.name)
    }
    for option in islice(_offered(game, view, kind, field, earlier), LOOKED_AT):
        if option.value != filled[field.name]:
            yield option.value


def wrong_field(game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]) -> Field | None:
    """Return the first field whose value is not among the legal ones.

    Where there is none, it is the first one that nothing can be given to any more.
    """
    nothing: Field | None = None
    before: dict[str, str] = {}
    for field in fields_of(game.actions[kind]):
        value = filled.get(field.name, "")
        if value and game.accepts(view, kind, field.name, before) is None:
            if _is_wrong(game, view, kind, before, field, value):
                return field
            offered = _offered(game, view, kind, field, before)
            if nothing is None and not field.compound and next(offered, None) is None:
                nothing = field
        if value:
            before[field.name] = value
    return nothing


def _is_wrong(
    game: AnyGame, view: Any, kind: str, before: Mapping[str, str], field: Field, value: str
) -> bool:
    """Say whether what a field holds is not among what is offered for it, where anything is."""
    items = items_of(value)
    if not field.compound:
        return _not_offered(game, view, kind, before, field, items)
    return any(
        _not_offered(game, view, kind, before, field, [item], items[:place])
        for place, item in enumerate(items)
    )


def _not_offered(
    game: AnyGame,
    view: Any,
    kind: str,
    before: Mapping[str, str],
    field: Field,
    items: Sequence[str],
    already: Sequence[str] = (),
) -> bool:
    """Say whether some of the items are not among those that may follow others."""
    filled = {**before, field.name: ", ".join(already)} if already else before
    legal: set[str] = set()
    for option in islice(_offered(game, view, kind, field, filled), LOOKED_AT):
        legal.update(item.casefold() for item in items_of(option.value))
    return bool(legal) and not {item.casefold() for item in items} <= legal


@dataclass(frozen=True, slots=True)
class Instead:
    """What would be legal in one field of an order that is refused.

    Attributes:
        kind: Of which order.
        field: Which field of it spoils it.
        options: The first that would do, best first.
        more: Whether there are others.
    """

    kind: str
    field: Field
    options: tuple[Option, ...]
    more: bool


def instead(game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]) -> Instead | None:
    """Return what would be legal in place of what spoils an order; ``None`` where nothing is known.

    An order of a kind that cannot be given now has nothing in its place.
    """
    if kind not in game.actions or kind not in game.kinds(view):
        return None
    found = wrong_field(game, view, kind, filled)
    if found is None:
        return None
    before: dict[str, str] = {}
    for field in fields_of(game.actions[kind]):
        if field.name == found.name:
            break
        if filled.get(field.name):
            before[field.name] = filled[field.name]
    options = tuple(islice(usable(_offered(game, view, kind, found, before)), MOST_INSTEAD + 1))
    if not options:
        return None
    return Instead(kind, found, options[:MOST_INSTEAD], more=len(options) > MOST_INSTEAD)


def _unread(game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]) -> Sequence[Refusal]:
    """Return what of the fields is not understood, but for those that are not there yet."""
    try:
        game.parse(view, kind, filled)
    except Refused as refused:
        return [one for one in refused.refusals if one.code != NOT_YET]
    return []


def _is_offered(
    game: AnyGame, view: Any, kind: str, filled: Mapping[str, str], field: Field, text: str
) -> bool:
    """Say whether every item of what was typed is among what the field offers."""
    wanted = {item.casefold() for item in items_of(text)}
    for option in islice(_offered(game, view, kind, field, filled), LOOKED_AT):
        wanted -= {item.casefold() for item in items_of(option.value)}
        if not wanted:
            return True
    return False


def _offered(
    game: AnyGame, view: Any, kind: str, field: Field, filled: Mapping[str, str]
) -> Iterator[Option]:
    return iter(game.options(view, kind, field.name, filled))
