"""Verbs and answers: how a rule module hands its rules to a gate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from engine.api import Action, Option, Refusal, Text
from engine.errors import CorruptState
from engine.kit.gate import collect
from engine.kit.verbs import Answer, Verb, under_way


class Go(Action):
    """An action without fields."""

    kind: ClassVar[str] = "go"


@dataclass(frozen=True)
class Question:
    """A frame."""

    number: int


@dataclass(frozen=True)
class Other:
    """A frame of another class."""


@dataclass
class Table:
    """A table with frames only."""

    frames: tuple[Any, ...]


@dataclass
class Looking:
    """A view, and a working copy, of that table."""

    table: Table


def _options(view: Any, frame: Question, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    yield Option(f"{field} {frame.number}", Text("one"))


def test_an_answer_is_handed_the_frame_on_top() -> None:
    """Its check, effect, options and possibility all look at the frame that it answers."""
    done: list[tuple[str, int]] = []
    (verb,) = collect(
        (
            Answer(
                model=Go,
                frame=Question,
                check=lambda view, frame, action: [Refusal(f"no.{frame.number}", "")],
                apply=lambda play, frame, seat, action: done.append((seat, frame.number)),
                options=_options,
                possible=lambda view, frame: frame.number == 2,
            ),
        )
    )
    look = Looking(Table((Question(1), Question(2))))

    assert verb.frames == (Question,)
    assert [one.code for one in verb.check(look, Go())] == ["no.2"]
    assert [one.value for one in verb.options(look, "where", {})] == ["where 2"]
    assert verb.possible(look)
    verb.apply(look, "red", Go())
    assert done == [("red", 2)]
    assert not verb.possible(Looking(Table((Question(1),))))


def test_verbs_stand_in_order_each_once() -> None:
    """A verb named before its module stands there only; what ends a turn stands last."""
    verbs: list[Verb[Any, Any, Go]] = [
        Verb(model=Go, phases=(number,), apply=lambda play, seat, action: None)
        for number in range(3)
    ]
    first, second, last = verbs

    class Module:
        VERBS = (second, first)

    assert collect((first, Module), last=(last,)) == (first, second, last)


def test_the_frame_under_way_is_found_by_its_class() -> None:
    """The innermost of a class is meant; that there is none is our bug."""
    table = Table((Question(1), Question(2), Other()))

    assert under_way(table, Question) == Question(2)
    assert under_way(table, Other) == Other()
    with pytest.raises(CorruptState, match="no Other is under way"):
        under_way(Table((Question(1),)), Other)
