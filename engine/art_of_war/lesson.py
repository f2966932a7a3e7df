"""A first battle: a written plan, command points, a move, a charge, and what melees bring."""

from __future__ import annotations

from typing import Final

from engine.art_of_war.state import SOUTH
from engine.lessons import Lesson, LessonStep


def _does(name: str, *kinds: str) -> LessonStep:
    return LessonStep(name, frozenset(kinds))


LESSON: Final = Lesson(
    seat=SOUTH,
    settings={"battle": "zama", "terrain": "open"},
    seed="a first battle",
    steps=(
        LessonStep("goal"),
        LessonStep("field", pictured=True),
        _does("plan", "plan"),
        _does("write", "write"),
        _does("ready", "ready"),
        LessonStep("points"),
        LessonStep("lead"),
        _does("move", "move"),
        _does("done", "done"),
        LessonStep("charges"),
        _does("charge", "charge"),
        LessonStep("melee"),
        LessonStep("army"),
        LessonStep("on"),
    ),
)
