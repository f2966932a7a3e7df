"""Secret orders that are written already: known by a mark, and what another one replaces."""

from __future__ import annotations

import hashlib
from typing import Any

from bot.ui.dialogue.fields import typed_fields
from engine.api import Action, AnyGame, Text, Written
from engine.errors import IllegalAction


def mark_of(one: Written) -> str:
    """Return the fingerprint of a written order: an id is too short for all that it holds."""
    held = one.anew.kind, typed_fields(one.anew)
    return hashlib.blake2b(repr(held).encode(), digest_size=6).hexdigest()


def written_as(game: AnyGame, view: Any, mark: str) -> Written | None:
    """Return the order of the viewer's that a mark stands for, ``None`` where it is gone."""
    return next((one for one in game.written(view) if mark_of(one) == mark), None)


def replaced(game: AnyGame, view: Any, action: Action) -> tuple[Text, ...]:
    """Return the labels of what stands written, and would be written otherwise by an action.

    Of orders of which there are several, from which an action may take a part, its preview tells.
    """
    if not action.secret:
        return ()
    alone = [one for one in game.written(view) if one.strikes is None]
    if action.kind not in {one.anew.kind for one in alone}:
        return ()
    try:
        after = game.written(game.suppose(view, action).view)
    except IllegalAction:
        return ()
    return tuple(one.label for one in alone if one not in after)


def struck(game: AnyGame, view: Any, mark: str) -> tuple[Any, tuple[Text, ...]]:
    """Return what a viewer sees once a written order is struck that can be, and its label."""
    one = written_as(game, view, mark) if mark else None
    if one is None or one.strikes is None:
        return view, ()
    return game.suppose(view, one.strikes).view, (one.label,)
