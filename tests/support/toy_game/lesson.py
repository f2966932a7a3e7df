"""A first crossing: the lantern, the oars, the bank."""

from typing import Final

from engine.lessons import Lesson, LessonStep
from tests.support.toy_game.state import RED

LESSON: Final = Lesson(
    seat=RED,
    seed="red begins 1",
    steps=(
        LessonStep("goal"),
        LessonStep("map", pictured=True),
        LessonStep("hide", frozenset(("hide",))),
        LessonStep("row", frozenset(("row",))),
        LessonStep("land", frozenset(("land",))),
        LessonStep("on"),
    ),
)
