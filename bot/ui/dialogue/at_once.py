"""All of it at once: the order that one button of a dialogue stands for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from bot.ui.dialogue.fields import typed_fields
from engine.api import AnyGame, Text

MOST: Final = 8
"""What can be meant by one word that is looked through, as on the planning page."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole order: what it is called, its fields as typed, and the mark of its button."""

    label: Text
    filled: dict[str, str]

    @property
    def mark(self) -> str:
        """A fingerprint: it may be longer than an id is, and another one later."""
        return hashlib.blake2b(repr(self.filled).encode(), digest_size=6).hexdigest()


def whole_orders(game: AnyGame, view: Any, kind: str) -> Iterator[Whole]:
    """Yield the bundles of a game that are one action of a kind, best first."""
    for bundle in islice(game.bundles(view), MOST):
        if [action.kind for action in bundle.actions] == [kind]:
            yield Whole(bundle.label, typed_fields(bundle.actions[0]))
