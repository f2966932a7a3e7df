"""Who of a side can act now and where to: read off the options that a game offers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, get_origin

from pydantic.fields import FieldInfo

from engine.api import Act, Action, Actor, AnyGame, Option, Text
from engine.kit.filling import WIDE
from engine.kit.parsing import held_by, parts

Offers = Callable[[str, str, Mapping[str, str]], Iterable[Option]]
"""Yields the options of a field of a kind, best first, given the fields that are filled."""


def actors(
    kinds: Iterable[str],
    models: Mapping[str, type[Action]],
    options: Offers,
    counters: Collection[str],
    places: Collection[str],
) -> Iterator[Actor]:
    """Yield every counter that can act, in the order in which the kinds offer them.

    Args:
        kinds: The kinds of action that are possible now, most natural first.
        models: The game's actions by kind.
        options: What the game offers.
        counters: What a field holds that names who acts (its note ``holds``).
        places: What a field holds that says where to, where none has to be given.
    """
    found: dict[str, tuple[Option, list[str]]] = {}
    for kind in kinds:
        field = _first(models[kind], counters)
        if field:
            for option in islice(options(kind, field, {}), WIDE):
                found.setdefault(option.value, (option, []))[1].append(kind)
    for option, able in found.values():
        acts = (_act(kind, models[kind], option, options, counters, places) for kind in able)
        yield Actor(option, tuple(acts))


def together(game: AnyGame, view: Any, found: Iterable[Actor], who: Sequence[str]) -> Actor | None:
    """Return counters as one actor that are offered apart, where something can be done together.

    Args:
        game: The rules.
        view: Of their side.
        found: Who can act (:meth:`engine.api.Game.actors`).
        who: The counters, as their options have them; each stands in one of those.
    """
    value = ",".join(dict.fromkeys(who))
    able: dict[str, set[str]] = {}
    fields: dict[str, str] = {}
    for actor in found:
        for act in actor.acts:
            able.setdefault(act.kind, set()).update(parts(actor.who.value))
            fields[act.kind] = act.field
    acts = []
    for kind, known in able.items():
        model = game.actions[kind]
        name, info = next(_required(model), ("", None))
        if info is None or get_origin(info.annotation) is not tuple or not set(who) <= known:
            continue
        where = fields[kind]
        if not where:
            acts.append(Act(kind))
            continue
        offered = tuple(islice(game.options(view, kind, where, {name: value}), WIDE))
        if offered or not model.model_fields[where].is_required():
            acts.append(Act(kind, where, offered))
    return Actor(Option(value, Text("together")), tuple(acts)) if acts else None


def _act(
    kind: str,
    model: type[Action],
    actor: Option,
    options: Offers,
    counters: Collection[str],
    places: Collection[str],
) -> Act:
    who, where = _first(model, counters), _where(model, places)
    if not where:
        return Act(kind)
    return Act(kind, where, tuple(islice(options(kind, where, {who: actor.value}), WIDE)))


def _first(model: type[Action], holding: Collection[str]) -> str:
    """Return the first required field if it holds one of some words."""
    name, info = next(_required(model), ("", None))
    return name if info is not None and held_by(info) in holding else ""


def _where(model: type[Action], places: Collection[str]) -> str:
    """Return what is asked after who acts, or else a place that may be given besides.

    A ship that is embarked on, or a target, is as good as a place.
    """
    behind = list(_required(model))[1:2]
    if behind:
        return behind[0][0]
    besides = (
        name
        for name, info in model.model_fields.items()
        if not info.is_required() and held_by(info) in places
    )
    return next(besides, "")


def _required(model: type[Action]) -> Iterator[tuple[str, FieldInfo]]:
    return ((name, info) for name, info in model.model_fields.items() if info.is_required())
