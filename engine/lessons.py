"""What a game teaches somebody who plays it for the first time: their first turn, as data.

A lesson is played as an ordinary game against the weakest computer. Its steps are told one after
the other; what a step proposes is what the strongest computer would do from the newcomer's view, so
nothing in a lesson can be illegal or out of date.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson.

    Attributes:
        name: Its sentences are "lesson.<name>.title" and "lesson.<name>" of the game's catalogue.
        kinds: The kinds of action of which one does the step; empty where it is only read. Until
            then it stays, whatever else is done.
        late: The phases, by their keys, in which it is too late for it: it is left behind then.
        pictured: Whether the map is shown with it.
    """

    name: str
    kinds: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()
    pictured: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """A first turn, step by step.

    Attributes:
        seat: The side that the newcomer plays.
        steps: In order; the last is read, and says how to go on.
        before: The phases, by their keys, that are played for both sides before the first step.
        settings: What the table chooses.
        seed: What its dice follow from, so that a newcomer who does what is proposed soon comes to
            a fight; "" for dice that nobody knows.
    """

    seat: str
    steps: tuple[LessonStep, ...]
    before: frozenset[str] = frozenset()
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: str = ""

    def number(self, name: str) -> int:
        """Return which step has that name, from 0; the last where none has it (any more)."""
        names = [step.name for step in self.steps]
        return names.index(name) if name in names else len(names) - 1
