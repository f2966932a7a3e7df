"""The table while an action is being carried out."""

from __future__ import annotations

from typing import Any

from engine.kit.verbs import Answer, FrameRules, Verb
from engine.kit.working_copy import WorkingCopy
from tests.support.toy_game.state import Secrets, Table, View


class Play(WorkingCopy[Table, Secrets]):
    """One action's working copy; nothing outlives one ``apply``."""

    __slots__ = ()


AnyVerb = Verb[View, Play, Any] | Answer[View, Play, Any, Any]
AnyFrameRules = FrameRules[Table, Play, Any]
