"""A first battle: a written plan, points, a move, a charge, what shooting and melee bring."""

from __future__ import annotations

from typing import Final

from engine.art_of_war.state import SOUTH, Phase
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
        LessonStep("zones"),
        _does("done", "done"),
        LessonStep("charges"),
        _does("charge", "charge"),
        _does("strike", "done"),
        LessonStep("rally", frozenset(("rally", "done")), late=frozenset((Phase.MOVEMENT.value,))),
        LessonStep("shooting"),
        LessonStep("melee"),
        LessonStep("army"),
        LessonStep("on"),
    ),
)
