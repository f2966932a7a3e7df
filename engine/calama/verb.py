"""Verbs, answers and frames, as :mod:`engine.kit.verbs` has them, for this game's own types."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.api import Action
from engine.calama.play import Play
from engine.calama.state import Table, View
from engine.kit import verbs

A = TypeVar("A", bound=Action)
F = TypeVar("F")


class Verb(verbs.Verb[View, Play, A]):
    """One thing a player of Batalla de Calama can do."""

    __slots__ = ()


class Answer(verbs.Answer[View, Play, F, A]):
    """What answers an interruption of Batalla de Calama."""

    __slots__ = ()


class FrameRules(verbs.FrameRules[Table, Play, F]):
    """What happens while a frame of Batalla de Calama is on top."""

    __slots__ = ()


AnyVerb = Verb[Any] | Answer[Any, Any]
AnyFrameRules = FrameRules[Any]
