"""Questions about any game through its contract alone: does it keep secrets, and its promises?

For secrets the measure is non-interference: of two states that differ only in the secrets of
others, every answer that the game gives to a viewer is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.api import Act, Action, Actor, Bundle, Game, Seat, tried
from engine.dice import NoDice
from engine.errors import IllegalAction, MalformedAction
from engine.kit.filling import first_offered, menus, offered
from engine.kit.looking_up import about, subjects


def leaks(game: Game[Any, Any], state: Any, twins: int = 1) -> tuple[str, ...]:
    """Return what tells some viewer of *state* a secret of others; empty when nothing does.

    Each viewer's answers are compared with those in so many other possible states.
    """
    viewers: tuple[Seat | None, ...] = (None, *game.seats)
    return tuple(
        f"{viewer or 'the public'}: {leak}"
        for viewer in viewers
        for leak in _leaks_to(game, state, viewer, twins)
    )


def _leaks_to(game: Game[Any, Any], state: Any, viewer: Seat | None, twins: int) -> Iterator[str]:
    asked = () if viewer is None else tuple(probes(game, state, viewer))
    here = _answers(game, state, viewer, asked)
    for twin in tried(game).scramble(state, viewer, twins):
        there = _answers(game, twin, viewer, asked)
        yield from (name for name in {**here, **there} if here.get(name) != there.get(name))


def _answers(
    game: Game[Any, Any], state: Any, viewer: Seat | None, asked: Iterable[Action]
) -> dict[str, object]:
    """Return everything that the game answers to a viewer of *state*, by name."""
    view = game.view(state, viewer)
    found: dict[str, object] = {
        "view": view,
        "awaiting": game.awaiting(state),
        "asked": game.asked(view),
        "actors": tuple(game.actors(view)),
        "bundles": tuple(game.bundles(view)),
        "outcome": game.outcome(state),
        "status": game.status(view),
        "orders": game.orders(view),
        "written": game.written(view),
        "describe": game.describe(view),
        "kinds": game.kinds(view),
        "looked up": {one.key: (one, about(game, view, one.key)) for one in subjects(game, view)},
    }
    public = game.view(state, None)
    for decision in game.awaiting(state):
        found[f"forced answer to {decision.key}"] = game.forced(public, decision)
        if decision.seat == viewer:
            found[f"default of {decision.key}"] = game.default(view, decision)
    for kind in game.kinds(view):
        found[f"options of {kind}"] = list(menus(game, view, kind))
    for action in asked:
        assert viewer is not None
        found[f"check of {action!r}"] = game.check(state, viewer, action)
        found[f"odds of {action!r}"] = game.odds(view, action)
        found[f"preview of {action!r}"] = game.preview(view, action)
        found[f"supposing {action!r}"] = _supposed(game, view, action)
    return found


def _supposed(game: Game[Any, Any], view: Any, action: Action) -> object:
    try:
        return game.suppose(view, action)
    except IllegalAction as refused:
        return refused.refusals


def probes(game: Game[Any, Any], state: Any, seat: Seat) -> Iterator[Action]:
    """Yield actions that *seat* may try: the first of each kind it can do, and all buttons."""
    view = game.view(state, seat)
    for kind in game.kinds(view):
        yield first_offered(game, view, kind)
    for decision in game.asked(view):
        yield from (choice.action for choice in decision.choices)


def refused_offers(game: Game[Any, Any], state: Any) -> tuple[str, ...]:
    """Return the actions that the game offers to a seat and yet refuses; empty for a sound game."""
    found = []
    for seat in game.seats:
        view = game.view(state, seat)
        actions = [action for kind in game.kinds(view) for action in offered(game, view, kind)]
        for decision in game.asked(view):
            if decision.seat == seat:
                actions += [choice.action for choice in decision.choices]
        actions += [action for actor in game.actors(view) for action in _acts(game, view, actor)]
        # Much is offered in several ways: each action is judged once.
        for action in dict.fromkeys(actions):
            refusals = game.check(state, seat, action)
            if refusals:
                found.append(f"{seat}: {action!r}: {[one.code for one in refusals]}")
    return tuple(found)


def mends_refused(game: Game[Any, Any], state: Any, seat: Seat, action: Action) -> tuple[str, ...]:
    """Return the warnings of a legal action whose mend is not allowed now, its fields filled."""
    view = game.view(state, seat)
    found = []
    for warned in game.preview(view, action).warnings:
        if not warned.kind:
            continue
        try:
            mend = first_offered(game, view, warned.kind, dict(warned.filled))
        except (LookupError, MalformedAction) as error:
            found.append(f"{warned.text.code}: {error}")
            continue
        refusals = game.check(state, seat, mend)
        if refusals:
            found.append(f"{warned.text.code}: {mend!r}: {[one.code for one in refusals]}")
    return tuple(found)


def bundled(game: Game[Any, Any], view: Any, bundle: Bundle) -> tuple[str, ...]:
    """Return when each action of a bundle is allowed (:data:`engine.playing.planning.When`)."""
    now, found = view, []
    for action in bundle.actions:
        try:
            ahead = game.suppose(now, action)
        except IllegalAction as refused:
            found.append(f"never: {action!r}: {[one.code for one in refused.refusals]}")
            continue
        found.append("now" if now is view else "after")
        now = now if ahead.open else ahead.view
    return tuple(found)


def _acts(game: Game[Any, Any], view: Any, actor: Actor) -> Iterator[Action]:
    """Yield what an actor can do, made into actions."""
    for act in actor.acts:
        who = dict.fromkeys(_actor_field(game, act), actor.who.value)
        for option in act.where:
            said = {act.field: option.value, **dict(option.filled)}
            yield first_offered(game, view, act.kind, {**who, **said})
        if not act.field:
            yield first_offered(game, view, act.kind, who)


def _actor_field(game: Game[Any, Any], act: Act) -> tuple[str, ...]:
    """Return the field that names who acts: the first one, unless that says where to."""
    first = next(iter(game.actions[act.kind].model_fields))
    return () if first == act.field else (first,)


def told_by(game: Game[Any, Any], state: Any, seat: Seat, action: Action) -> tuple[str, ...]:
    """Return how a secret *action* of *seat* shows to others; empty when it does not.

    The action must be legal and ``secret``; it must roll no dice.
    """
    step = game.apply(state, seat, action, NoDice())
    found = []
    others: tuple[Seat | None, ...] = (None, *(one for one in game.seats if one != seat))
    if game.awaiting(state) != game.awaiting(step.state):
        found.append("awaiting")
    for viewer in others:
        if game.view(state, viewer) != game.view(step.state, viewer):
            found.append(f"view of {viewer}")
        if any(event.reaches(viewer) for event in step.events):
            found.append(f"events of {viewer}")
    return tuple(found)
