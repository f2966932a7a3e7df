"""The lines of a menu that offers values of a field, and what is left of what they take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.letters.parts import CHOICE_LIMIT, MenuLine
from bot.text import Words
from bot.ui.dialogue.fields import Field, items_of
from engine.api import Action, AnyGame, Option


def option_lines(
    model: type[Action],
    field: Field,
    offered: Sequence[Option],
    words: Words,
    limit: int = CHOICE_LIMIT,
) -> list[MenuLine]:
    """Return a line for each option; a list that is cut says first whom it leaves out.

    Args:
        model: The kind of action.
        field: The field that is asked for.
        offered: Its options.
        words: The reader's, plain.
        limit: So many characters of each are seen.
    """
    labels = [str(words.say(option)) for option in offered]
    if field.many and not field.compound:
        long = [place for place, label in enumerate(labels) if len(label) > limit]
        lists = {place: items_of(offered[place].value) for place in long}
        for place, items in lists.items():
            wholes = [whole for whole in lists.values() if {*items} < {*whole}]
            if wholes:
                whole = max(wholes, key=len)
                left = ", ".join(item for item in whole if item not in items)
                names = words.given(model, field.name, left)
                labels[place] = words.bot("option.without", left_out=names, all=labels[place])
    return [MenuLine(option.value, label) for option, label in zip(offered, labels, strict=True)]


def left_lines(
    game: AnyGame, view: Any, kind: str, filled: Mapping[str, str], words: Words
) -> list[str]:
    """Say what is left of what an action takes, with what is filled in taken off; a line each."""
    return [words.bot("ask.left", what=words.say(one)) for one in game.left(view, kind, filled)]
