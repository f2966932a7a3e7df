"""Actions made from what a game offers: their fields filled from the options, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from engine.api import Action, Decision, Game, Option
from engine.kit.parsing import is_compound

WIDE = 25
"""How many options of a field are looked at: as many as Discord shows."""


class NothingOffered(LookupError):
    """A required field has no options now."""


Options = Callable[[str, Mapping[str, str]], Iterable[Option]]
"""Yields the options of a field, best first, given the fields that are filled."""


def fill_first(
    model: type[Action], options: Options, filled: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return *filled* with the first option of every required field it lacks.

    Raises:
        NothingOffered: When a required field has no options.
    """
    found = dict(filled or {})
    for name, info in model.model_fields.items():
        if info.is_required() and name not in found:
            option = next(iter(options(name, found)), None)
            if option is None:
                raise NothingOffered(f"{model.kind}: no option for {name} after {found}")
            found[name] = option.value
    return found


def first_offered(
    game: Game[Any, Any], view: Any, kind: str, filled: Mapping[str, str] | None = None
) -> Action:
    """Return the action of *kind* with the first option of every required field not in *filled*.

    Raises:
        NothingOffered: When a required field has no options.
        MalformedAction: When an option cannot be read back.
    """
    options = _options(game, view, kind)
    return game.parse(view, kind, fill_first(game.actions[kind], options, filled))


def menus(game: Game[Any, Any], view: Any, kind: str) -> Iterator[tuple[str, tuple[Option, ...]]]:
    """Yield each field of *kind* with its options, the first of each required one filled in."""
    options = _options(game, view, kind)
    filled: dict[str, str] = {}
    for name, info in game.actions[kind].model_fields.items():
        found = tuple(islice(options(name, filled), WIDE))
        if found and info.is_required():
            filled[name] = found[0].value
        yield name, found


def offered(game: Game[Any, Any], view: Any, kind: str) -> Iterator[Action]:
    """Yield actions of *kind* made from options: each option once, the other fields' first.

    A compound order is also made of each first item and the best that can follow it.

    Raises:
        NothingOffered: When a required field has no options.
        MalformedAction: When an option cannot be read back.
    """
    options = _options(game, view, kind)
    fields = game.actions[kind].model_fields
    filled: dict[str, str] = {}
    if not fields:
        yield game.parse(view, kind, {})
    for name, info in fields.items():
        found = tuple(islice(options(name, filled), WIDE))
        for option in found:
            yield first_offered(game, view, kind, {**filled, name: option.value})
            if is_compound(info):
                more = next(iter(options(name, {**filled, name: option.value})), None)
                if more is not None:
                    both = f"{option.value}, {more.value}"
                    yield first_offered(game, view, kind, {**filled, name: both})
        if info.is_required():
            if not found:
                raise NothingOffered(f"{kind}: no option for {name} after {filled}")
            filled[name] = found[0].value


def as_asked(game: Game[Any, Any], view: Any, decision: Decision) -> Decision:
    """Return an open decision as the viewer, who owes it, is asked it."""
    return next(one for one in game.asked(view) if one.key == decision.key)


def _options(game: Game[Any, Any], view: Any, kind: str) -> Options:
    return lambda name, filled: game.options(view, kind, name, filled)
