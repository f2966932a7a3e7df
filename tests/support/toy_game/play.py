"""The table while an action is being carried out."""

from __future__ import annotations

from engine.kit.working_copy import WorkingCopy
from tests.support.toy_game.state import Secrets, Table


class Play(WorkingCopy[Table, Secrets]):
    """One action's working copy; nothing outlives one ``apply``."""

    __slots__ = ()
