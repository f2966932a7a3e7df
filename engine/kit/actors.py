"""Who of a side can act now and where to: read off the options that a game offers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, get_origin

from pydantic.fields import FieldInfo

from engine.api import Act, Action, Actor, AnyGame, Option, Text
from engine.kit.parsing import held_by, parts
from engine.offered import Offered

MOST: Final = 100
"""Who can act, and places where each can go: as many as four pages of a menu."""

EACH: Final = "\n"
"""Between several who each do the same (:func:`each_alike`)."""

Offers = Callable[[str, str, Mapping[str, str]], Iterable[Option]]
"""Yields the options of a field of a kind, best first, given the fields that are filled."""


def actors(
    kinds: Iterable[str],
    models: Mapping[str, type[Action]],
    options: Offers,
    ways: Offers,
    counters: Collection[str],
    places: Collection[str],
    ordered: Callable[[str], bool] = lambda _: False,
    urgent: Collection[str] = (),
) -> Iterator[Actor]:
    """Yield every counter that can act: whole stacks first, in the order in which they are offered.

    Those that have an order already come behind all others.

    Args:
        kinds: The kinds of action that are possible now, most natural first.
        models: The game's actions by kind.
        options: What the game offers.
        ways: What it offers of what somebody can do and where to, by one choice each.
        counters: What a field holds that names who acts (its note ``holds``).
        places: What a field holds that says where to, where none has to be given.
        ordered: Says whether a value stands for counters that have an order already.
        urgent: Kinds of which those who can do them come before all others.
    """
    kinds = tuple(kinds)
    found: dict[str, tuple[Option, list[str]]] = {}
    for kind in sorted(kinds, key=lambda one: one not in urgent):
        field = _first(models[kind], counters)
        if field:
            for option in islice(options(kind, field, {}), MOST):
                found.setdefault(option.value, (option, []))[1].append(kind)
    ranked = [(ordered(one[0].value), one) for one in _whole_first(found)]
    for has_order, (option, able) in sorted(ranked, key=lambda one: one[0]):
        able.sort(key=kinds.index)
        acts = (_act(kind, models[kind], option, ways, counters, places) for kind in able)
        yield Actor(option, tuple(acts), has_order)


def _whole_first(found: Mapping[str, tuple[Option, list[str]]]) -> list[tuple[Option, list[str]]]:
    """Return those that are no part of another, which can do the same, before all others."""
    held = {value: frozenset(parts(value)) for value in found}
    able = {value: frozenset(kinds) for value, (_, kinds) in found.items()}

    def is_part(value: str) -> bool:
        return any(held[value] < held[one] and able[value] <= able[one] for one in found)

    return sorted(found.values(), key=lambda one: is_part(one[0].value))


def widest(found: Iterable[Actor], actor: Actor) -> tuple[str, ...]:
    """Return all counters of whom an actor is a part, or may be: those of the largest of *found*.

    Args:
        found: Who can act.
        actor: One of them, or several of them together.
    """
    own = parts(actor.who.value)
    around = [parts(one.who.value) for one in found]
    stacks: list[list[str]] = [one for one in [own, *around] if set(own) <= set(one)]
    largest = max(stacks, key=len)
    return tuple(largest)


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
    stacks: dict[str, Act] = {}
    for actor in found:
        for act in actor.acts:
            if set(who) <= set(parts(actor.who.value)):
                stacks.setdefault(act.kind, act)
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
        offered = tuple(islice(game.options(view, kind, where, {name: value}), MOST))
        if kind in stacks:
            # In the order in which the whole stack reads it.
            ranks = {option.value: n for n, option in enumerate(stacks[kind].where)}
            offered = tuple(sorted(offered, key=lambda one: ranks.get(one.value, MOST)))
        if offered or not model.model_fields[where].is_required():
            acts.append(Act(kind, where, offered))
    return Actor(Option(value, Text("together")), tuple(acts)) if acts else None


def lasting(game: AnyGame, view: Any, actor: Actor) -> dict[str, str]:
    """Return the lasting ids of an actor's counters, with how its option names each of them now.

    A counter may be offered by where it stands; its id (as the rules read it) goes with it.
    """
    kind = actor.acts[0].kind
    name, _ = next(_required(game.actions[kind]))
    read = game.values(view, kind, {name: actor.who.value}).get(name, ())
    ids = read if isinstance(read, tuple) else (read,)
    return {str(one): part for one, part in zip(ids, parts(actor.who.value), strict=False)}


def of_ids(game: AnyGame, view: Any, found: Sequence[Actor], ids: Iterable[str]) -> Actor | None:
    """Return those of some counters that can act, as one choice.

    Those of one stack act as one, several stacks get an order each (:func:`each_alike`). ``None``
    where none of them can act, or nothing can be done by all.

    Args:
        game: The rules.
        view: Of their side.
        found: Who can act.
        ids: The counters' lasting ids (:func:`lasting`).
    """
    stacks = [lasting(game, view, actor) for actor in found]
    named = {one: part for stack in reversed(stacks) for one, part in stack.items()}
    free = [named[one] for one in dict.fromkeys(ids) if one in named]
    if not free:
        return None
    several: list[Actor] = []
    for actor in sorted(found, key=lambda one: -len(parts(one.who.value))):
        mine = [part for part in free if part in parts(actor.who.value)]
        one = _by_value(game, view, found, mine) if mine else None
        if one is not None:
            several.append(one)
            free = [part for part in free if part not in mine]
    if len(several) < 2 or free:
        return several[0] if several and not free else None
    return each_alike(game, several)


def named_by(game: AnyGame, view: Any, found: Sequence[Actor], who: str) -> Actor | None:
    """Return those who can act that a value stands for: counters, or several stacks of them."""
    values = who.split(EACH)
    several = [_by_value(game, view, found, parts(value)) for value in values]
    able = [one for one in several if one is not None]
    if len(able) < len(values):
        return None
    return able[0] if len(able) == 1 else each_alike(game, able)


def _by_value(game: AnyGame, view: Any, found: Sequence[Actor], who: Sequence[str]) -> Actor | None:
    offered = next((one for one in found if set(parts(one.who.value)) == set(who)), None)
    return offered or together(game, view, found, who)


def each_alike(game: AnyGame, found: Sequence[Actor]) -> Actor | None:
    """Return several actors as one choice: each does the same by an order of its own.

    What is asked besides who acts and where to would have to be asked of each: such kinds are left
    out. ``None`` where they have nothing in common.
    """
    first, *others = found
    acts = []
    for act in first.acts:
        needed = [name for name, _ in _required(game.actions[act.kind])]
        alike = [
            next((one for one in other.acts if one.kind == act.kind), None) for other in others
        ]
        same = [one for one in alike if one is not None and one.field == act.field]
        if len(same) < len(others) or needed[1:] not in ([], [act.field]):
            continue
        open_to = [{(option.value, option.filled) for option in one.where} for one in same]
        where = tuple(
            option
            for option in act.where
            if all((option.value, option.filled) in ways for ways in open_to)
        )
        if where or not act.field or act.field not in needed:
            acts.append(Act(act.kind, act.field, where))
    value = EACH.join(one.who.value for one in found)
    return Actor(Option(value, Text("each")), tuple(acts)) if acts else None


def _act(
    kind: str,
    model: type[Action],
    actor: Option,
    ways: Offers,
    counters: Collection[str],
    places: Collection[str],
) -> Act:
    who, where = _first(model, counters), _where(model, places)
    if not where:
        return Act(kind)
    return Act(kind, where, Offered(lambda: islice(ways(kind, where, {who: actor.value}), MOST)))


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
