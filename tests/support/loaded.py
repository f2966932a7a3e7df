"""Loaded dice: where a story needs certain throws, those fall so, whatever the seed would have.

A seed that happens to bring them about is worth nothing once dice are numbered another way.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import pytest

from bot.store.campaigns import CampaignRow
from engine.dice import Dice

Faces = Mapping[str, Sequence[int]]
"""What the dice thrown for a purpose show, one after the other; from the first again at the end."""


class LoadedDice:
    """Dice that show some faces where they are thrown for some purposes, else what they fell to.

    As many are thrown as ever, so that all the others fall as they would have.
    """

    def __init__(self, inner: Dice, faces: Faces) -> None:
        self._inner, self._faces = inner, faces
        self._shown = Counter[str]()

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*."""
        return self._instead(purpose, self._inner.roll(purpose, count, sides))

    def roll_secret(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides* that not everybody may know."""
        return self._instead(purpose, self._inner.roll_secret(purpose, count, sides))

    def _instead(self, purpose: str, fallen: tuple[int, ...]) -> tuple[int, ...]:
        faces = self._faces.get(purpose)
        if faces is None:
            return fallen
        first = self._shown[purpose]
        self._shown[purpose] += len(fallen)
        return tuple(faces[(first + number) % len(faces)] for number in range(len(fallen)))


@contextlib.contextmanager
def loaded(faces: Faces) -> Iterator[None]:
    """Let every step of every campaign throw loaded dice; each step begins with their first."""
    dice_of = CampaignRow.dice

    def dice(row: CampaignRow, thrown: int, version: int) -> LoadedDice:
        return LoadedDice(dice_of(row, thrown, version), faces)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CampaignRow, "dice", dice)
        yield
