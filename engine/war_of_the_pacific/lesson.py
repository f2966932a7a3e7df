"""A first turn: Chile's, from its secret orders to a landing and an assault."""

from __future__ import annotations

from typing import Final

from engine.lessons import Lesson, LessonStep
from engine.war_of_the_pacific.state import CHILE, Phase

_ASHORE: Final = frozenset((Phase.NAVAL_COMBAT.value, Phase.LAND.value, Phase.LAND_COMBAT.value))
_AT_SEA: Final = _ASHORE | {Phase.NAVAL.value}


def _does(name: str, *kinds: str, late: frozenset[str] = frozenset()) -> LessonStep:
    return LessonStep(name, frozenset(kinds), late)


LESSON: Final = Lesson(
    seat=CHILE,
    before=frozenset((Phase.SETUP.value,)),
    seed="a first turn 14",
    steps=(
        LessonStep("goal"),
        LessonStep("map", pictured=True),
        LessonStep("turn"),
        _does("secret", "order", late=_AT_SEA | {Phase.SUPPLY.value}),
        _does("close", "done"),
        _does("supply", "recruit", "replenish", "rebuild", "build", "repair", late=_AT_SEA),
        _does("load", "embark", late=_ASHORE),
        _does("sail", "sail", late=_ASHORE),
        _does("land", "land", late=_ASHORE),
        _does("fight", "attack"),
        _does("end", "done"),
        LessonStep("look"),
        LessonStep("on"),
    ),
)
