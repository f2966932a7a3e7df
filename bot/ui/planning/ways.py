"""What somebody can do and where, and which of it one press gives as a whole order.

Where somebody can do little, the best of it has the button, and the menu of who acts has all of it,
as far as there is room. Where a whole manoeuvre is one choice, the first is what its game holds
best, however many there are; and of several things that can be done, the one with the fewest places
is that for which somebody stands where they stand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import islice, zip_longest
from typing import Final

from bot.letters.parts import MENU_SIZE
from engine.api import Act, Actor, AnyGame, Option
from engine.kit.parsing import item_of

FEW_WAYS: Final = 8
"""What somebody can do and where, up to which it is little."""
MOST_WHOLE: Final = 10
"""Of those who can act so many, the first, have all they can do in the menu, if it is little."""
SEPARATOR: Final = "|"
"""Between the kind, the place and what is chosen with it, in the value of a menu's line."""
GROUP: Final = "@"
"""Begins what stands for a group that its player has named, by its name."""

Way = tuple[Act, str, Option | None]
"""What somebody can do and where, with what stands for it."""


def mark(value: str) -> str:
    """Return the fingerprint of a menu's line: what acts together may have a name without end."""
    return hashlib.blake2b(value.encode(), digest_size=6).hexdigest()


def ways_of(game: AnyGame, actor: Actor) -> list[Way]:
    """Return what an actor can do and where, the best of each kind first, each with its value."""
    each = [_ways_of_one(game, act) for act in actor.acts]
    return [way for ranked in zip_longest(*each) for way in ranked if way is not None]


def _ways_of_one(game: AnyGame, act: Act) -> list[Way]:
    found: list[Way] = [(act, value_of(act, option), option) for option in act.where]
    if _is_alone(game, act):
        found.append((act, f"{act.kind}{SEPARATOR}", None))
    return found


def _is_alone(game: AnyGame, act: Act) -> bool:
    """Say whether it needs no place."""
    return not act.field or not game.actions[act.kind].model_fields[act.field].is_required()


def value_of(act: Act, option: Option) -> str:
    """Return the value of a line of the menu of what and where."""
    return SEPARATOR.join((act.kind, option.value, *map("=".join, option.filled)))


def chosen_by(act: Act, option: Option | None) -> dict[str, str]:
    """Return the fields that a line of the menu of what and where fills."""
    return {} if option is None else {act.field: option.value, **dict(option.filled)}


def best_at_once(game: AnyGame, actor: Actor) -> Way | None:
    """Return the best that an actor can do where that is plain, but not one thing alone.

    Of a group there is none: whom it stands for would have to be read on the button.
    """
    if actor.who.value.startswith(GROUP):
        return None
    # Where somebody can go is found out as far as it is looked at: no further than to see that.
    seen = [len(tuple(islice(act.where, FEW_WAYS + 1))) for act in actor.acts]
    if any(_is_manoeuvre(game, act) for act in actor.acts) and all(
        _is_whole(game, act) for act in actor.acts
    ):
        fewest = min((n for n in seen if n), default=0)
        act = actor.acts[seen.index(fewest)]
        option = next(iter(act.where), None)
        many = sum(seen) > 1 and option is not None
        return (act, value_of(act, option), option) if many and option is not None else None
    found = _few(game, actor, seen)
    return found[0] if len(found) > 1 else None


def at_once_of(game: AnyGame, actor: Actor) -> list[Way]:
    """Return the whole orders that one press may give: the best, and all where it is little.

    What was best for earlier builds is among them.
    """
    seen = [len(tuple(islice(act.where, FEW_WAYS + 1))) for act in actor.acts]
    best = best_at_once(game, actor)
    return [*([] if best is None else [best]), *_few(game, actor, seen)]


def can_much(game: AnyGame, actor: Actor) -> bool:
    """Say whether somebody can do more than the menu of who acts has room for, line by line."""
    return not _few(
        game, actor, [len(tuple(islice(act.where, FEW_WAYS + 1))) for act in actor.acts]
    )


def _few(game: AnyGame, actor: Actor, seen: Sequence[int]) -> list[Way]:
    """Return all that an actor can do, where that is little; else nothing."""
    found = ways_of(game, actor) if sum(seen) <= FEW_WAYS else []
    return found if len(found) <= FEW_WAYS else []


def _is_manoeuvre(game: AnyGame, act: Act) -> bool:
    """Say whether what is chosen as where is put together of parts, all of them its actor's."""
    model = game.actions[act.kind]
    item = item_of(model.model_fields[act.field]) if act.field else None
    # A part that somebody else may do says who, by that name in every game.
    return item is not None and "who" not in item.model_fields


def _is_whole(game: AnyGame, act: Act) -> bool:
    """Say whether who and where are all that an order needs."""
    _, *rest = game.actions[act.kind].model_fields.items()
    return all(name == act.field or not info.is_required() for name, info in rest)


def whole_lines(game: AnyGame, offered: Sequence[Actor]) -> list[tuple[Actor, Way | None]]:
    """Return the lines of the menu of who acts: somebody, or all that they can do, one by one.

    Of the first of them, where it is little and the menu has room for all of it besides the others.
    """
    offered = offered[:MENU_SIZE]
    room = MENU_SIZE - len(offered)
    lines: list[tuple[Actor, Way | None]] = []
    for place, actor in enumerate(offered):
        ways: list[Way] = []
        if room and place < MOST_WHOLE and not actor.who.value.startswith(GROUP):
            seen = [len(tuple(islice(act.where, FEW_WAYS + 1))) for act in actor.acts]
            ways = _few(game, actor, seen)
        if 1 < len(ways) <= room + 1:
            lines += [(actor, way) for way in ways]
            room -= len(ways) - 1
        else:
            lines.append((actor, None))
    return lines
