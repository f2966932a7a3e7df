"""Verbs, answers and frames, as :mod:`engine.kit.verbs` has them, for this game's own types."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.api import Action
from engine.kit import verbs
from engine.kit.verbs import filled_list
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.state import Table, View

__all__ = ["Answer", "AnyFrameRules", "AnyVerb", "FrameRules", "Verb", "filled_list"]

A = TypeVar("A", bound=Action)
F = TypeVar("F")


class Verb(verbs.Verb[View, Play, A]):
    """One thing a player of War of the Pacific can do."""

    __slots__ = ()


class Answer(verbs.Answer[View, Play, F, A]):
    """What answers an interruption of War of the Pacific."""

    __slots__ = ()


class FrameRules(verbs.FrameRules[Table, Play, F]):
    """What happens while a frame of War of the Pacific is on top."""

    __slots__ = ()


AnyVerb = Verb[Any] | Answer[Any, Any]
AnyFrameRules = FrameRules[Any]
