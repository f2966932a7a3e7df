"""Two lines of battle of 25 units a side, for what one group can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.art_of_war.actions import joined
from engine.art_of_war.game import GAME
from engine.art_of_war.state import NORTH, SOUTH, State, View
from tests.engine.art_of_war.build import enemy, general, lay, unit, whole

SIDE: Final = 25
FILES: Final = 5
KINDS: Final = ("move", "charge", "hold", "breakoff")


def lines_apart() -> tuple[State, Mapping[str, str]]:
    """Return two lines 2 UD apart, and some of whom to ask what they can do, by what they are."""
    pieces = []
    for number in range(SIDE):
        file, rank = number % (2 * FILES), number // (2 * FILES)
        letter, place = "abcdefgh"[number // FILES], number % FILES + 1
        x = 10 + file
        pieces.append(unit(f"{letter}{place}", f"{x}/{8 - rank}"))
        pieces.append(enemy(f"{letter}{place}", f"{x}/{10 + rank}"))
    state = whole(lay(*pieces, general("15/5", thrown=5, points=5)))
    assert sum(one.side == SOUTH for one in state.table.units.values()) == SIDE
    assert sum(one.side == NORTH for one in state.table.units.values()) == SIDE
    group = joined(tuple(f"{SOUTH}-a{number}" for number in range(1, FILES + 1)))
    return state, {"a group of five": group, "a unit": f"{SOUTH}-b1"}


def can_do(view: View, who: str) -> int:
    """Return how much a group can do: what is offered of each kind, each with its end."""
    found = 0
    for kind in KINDS:
        if kind not in GAME.actions:
            continue
        fields = list(GAME.actions[kind].model_fields)
        where = fields[1] if len(fields) > 1 else ""
        if where:
            found += sum(1 for _ in GAME.options(view, kind, where, {fields[0]: who}))
    return found
