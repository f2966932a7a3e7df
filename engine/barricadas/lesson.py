"""A first game: a secret deployment of the Republicans, an activation, and a reaction."""

from __future__ import annotations

from typing import Final

from engine.barricadas.state import REPUBLICAN
from engine.lessons import Lesson, LessonStep


def _does(name: str, *kinds: str) -> LessonStep:
    return LessonStep(name, frozenset(kinds))


LESSON: Final = Lesson(
    seat=REPUBLICAN,
    settings={"scenario": "small"},
    seed="a first turn 2",
    steps=(
        LessonStep("goal"),
        LessonStep("map", pictured=True),
        LessonStep("turn"),
        _does("secret", "deploy", "place"),
        _does("ready", "ready"),
        LessonStep("hidden"),
        _does("move", "activate", "together"),
        _does("react", "react", "hold"),
        LessonStep("dice"),
        _does("fight", "activate", "together", "defend"),
        LessonStep("town"),
        LessonStep("look"),
        LessonStep("on"),
    ),
)
