"""A captain for games of Batalla de Calama that must see much of the rules.

He closes in, brings reserves, charges and fires whenever he can, and spends his combat orders;
which of several possible things he does first falls by dice of his own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from engine.api import Action, Decision
from engine.dice import SeededDice
from tests.support.matches import game_of

KEY = "calama"
LAST = ("ready", "done")
"""Kinds that end a decision: only when there is nothing else to do."""
RARELY = ("place", "enlist", "dismiss", "march", "escape")
"""Kinds that he leaves to others: most of them could go on for ever."""
WIDE = 6
"""Options of a field among which the dice choose."""


class Captain:
    """Plays one side; the same seed and views give the same proposals."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(f"captain {seed}".encode())

    def __call__(self, view: Any, decision: Decision) -> Iterator[Action]:
        """Propose actions for one decision, best first."""
        game = game_of(KEY)
        possible = game.kinds(view)
        wanted = [kind for kind in possible if kind not in (*LAST, *RARELY)]
        if decision.code == "phase.setup" and view.own.plan:
            wanted = []
        first = self._pick(len(wanted)) if wanted else 0
        for kind in (*wanted[first:], *wanted[:first], *LAST):
            if kind in possible:
                yield self._filled(view, kind)

    def _filled(self, view: Any, kind: str) -> Action:
        game = game_of(KEY)
        filled: dict[str, str] = {}
        for name in game.actions[kind].model_fields:
            options = list(islice(game.options(view, kind, name, filled), WIDE))
            # Mostly the best one.
            place = self._pick(len(options)) if self._pick(3) == 0 else 0
            filled[name] = options[place].value
        return game.parse(view, kind, filled)

    def _pick(self, count: int) -> int:
        return 0 if count == 1 else self._dice.roll("choice", 1, count)[0] - 1
