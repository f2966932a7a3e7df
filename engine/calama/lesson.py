"""A first game: Chile's secret set-up, its first moves, and the first shots."""

from __future__ import annotations

from typing import Final

from engine.calama.state import CHILE
from engine.lessons import Lesson, LessonStep


def _does(name: str, *kinds: str) -> LessonStep:
    return LessonStep(name, frozenset(kinds))


LESSON: Final = Lesson(
    seat=CHILE,
    seed="a first round",
    steps=(
        LessonStep("goal"),
        LessonStep("map", pictured=True),
        LessonStep("turn"),
        _does("secret", "prepare", "place", "rank"),
        _does("ready", "ready"),
        LessonStep("events"),
        _does("move", "march", "advance", "charge", "reinforce"),
        LessonStep("dice"),
        _does("fight", "fire", "melee", "charge"),
        LessonStep("close"),
        LessonStep("look"),
        LessonStep("on"),
    ),
)
