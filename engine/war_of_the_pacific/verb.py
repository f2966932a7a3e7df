"""A verb and the rules of a frame, as :mod:`engine.verbs` has them, for this game's own types."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, TypeVar, get_args

from engine import verbs
from engine.api import Action, Decision, Option, Refusal
from engine.verbs import filled_list
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.state import Frame, Table, View

__all__ = ["AnyFrameRules", "AnyVerb", "FrameRules", "Verb", "filled_list"]

FRAME_TYPES: Mapping[str, type] = {
    one.__dataclass_fields__["type"].default: one for one in get_args(get_args(Frame)[0])
}
"""The classes of frames by what they are called on file."""

A = TypeVar("A", bound=Action)
F = TypeVar("F")


class Verb(verbs.Verb[View, Play, A]):
    """One thing a player of War of the Pacific can do; its parts stand in order."""

    __slots__ = ()

    def __init__(
        self,
        model: type[A],
        phases: Collection[Any],
        frames: Collection[str],
        check: Callable[[View, A], list[Refusal]],
        apply: Callable[[Play, str, A], None],
        options: Callable[[View, str, Mapping[str, str]], Iterator[Option]],
        possible: Callable[[View], bool],
        named: Callable[[Table, str], bool] = verbs.always,
    ) -> None:
        super().__init__(
            model=model,
            phases=phases,
            frames=tuple(FRAME_TYPES[one] for one in frames),
            check=check,
            apply=apply,
            options=options,
            possible=possible,
            named=named,
        )


class FrameRules(verbs.FrameRules[Table, Play, F]):
    """What happens while a frame of War of the Pacific is on top."""

    __slots__ = ()

    def __init__(
        self,
        decisions: Callable[[Table, F], tuple[Decision, ...]],
        advance: Callable[[Play, F], bool],
    ) -> None:
        # Which frame it is, ``FRAMES`` of its module says by type.
        super().__init__(frame=object, decisions=decisions, advance=advance)  # type: ignore[arg-type]


AnyVerb = Verb[Any]
AnyFrameRules = FrameRules[Any]
