"""What of a position in words is otherwise than in another one, for one reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.api import AnyGame, Text


@dataclass(frozen=True, slots=True)
class Changes:
    """Lines of :meth:`Game.describe` that stand in one position alone, in their order.

    Attributes:
        gone: Those of the position before.
        come: Those of the position after.
    """

    gone: tuple[Text, ...]
    come: tuple[Text, ...]


def changes(game: AnyGame, before: Any, after: Any) -> Changes:
    """Return which lines of the map in words go and come between two views of one reader.

    Args:
        game: The rules.
        before: What the reader sees of one position.
        after: What the same reader sees of the other one.
    """
    old, new = game.describe(before), game.describe(after)
    return Changes(_without(old, new), _without(new, old))


def own_changes(game: AnyGame, before: Any, after: Any) -> Changes:
    """Return the same with what the reader has ordered in secret, which may stand nowhere else."""
    old = (*game.describe(before), *game.orders(before))
    new = (*game.describe(after), *game.orders(after))
    return Changes(_without(old, new), _without(new, old))


def _without(lines: Iterable[Text], others: Iterable[Text]) -> tuple[Text, ...]:
    """Return *lines* without those that stand among the *others*, each as often as it does."""
    left = Counter(map(_key, others))
    found = []
    for line in lines:
        key = _key(line)
        if left[key]:
            left[key] -= 1
        else:
            found.append(line)
    return tuple(found)


def _key(line: Text) -> tuple[str, tuple[tuple[str, Any], ...]]:
    return line.code, tuple(sorted(line.params.items()))
