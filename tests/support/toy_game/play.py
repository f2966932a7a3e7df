"""The table while an action is being carried out."""

from __future__ import annotations

from engine.kit.working_copy import WorkingCopy
from tests.support.toy_game.state import Phase, Secrets, Table


class Play(WorkingCopy[Table]):
    """One action's working copy; nothing outlives one ``apply``."""

    __slots__ = ()
    secrets: dict[str, Secrets]

    def end(self, winner: str, code: str, rule: str) -> None:
        """End the game."""
        super().end(winner, code, rule)
        self.set(phase=Phase.OVER)
