"""The rows of a naval combat (7.9): who lies in them, who has guns left, and whose shot it is.

Rules:
    7.9, 7.9.first, 7.9.fire.turns; WP-R7.
    Also 7.9.first.any, 7.9.first.tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kit.verbs import under_way
from engine.war_of_the_pacific.counters import is_warship, printed
from engine.war_of_the_pacific.places import DEAD
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    NavalBattle,
    Table,
    other,
)
from engine.war_of_the_pacific.survey import Scene


def array(
    born: int, hex_id: str, mover: str, moving: Sequence[str], interceptors: Sequence[str]
) -> NavalBattle:
    """Return the battle of a moving stack and those that intercept it, before its first shot."""
    rows = {mover: tuple(moving), other(mover): tuple(interceptors)}
    return NavalBattle(born, hex_id, mover, rows[CHILE], rows[ALLIES], "aside", mover)


def row(frame: NavalBattle, side: str) -> tuple[str, ...]:
    """Return a side's whole row, sunk ships and those set aside included."""
    return frame.chile if side == CHILE else frame.allies


def present(scene: Scene, frame: NavalBattle, side: str) -> tuple[str, ...]:
    """Return the ships of a side still in its row."""
    return tuple(
        ship
        for ship in row(frame, side)
        if ship not in frame.aside and scene.units[ship].at != DEAD
    )


def guns(scene: Scene, frame: NavalBattle, side: str) -> tuple[str, ...]:
    """Return the warships of a side that have yet to fire."""
    return tuple(
        ship for ship in present(scene, frame, side) if is_warship(ship) and ship not in frame.fired
    )


def first_to_fire(scene: Scene, frame: NavalBattle, settings: Settings) -> str:
    """Return who fires first (7.9, WP-R7): whose warship is fastest; even, the intercepted."""
    best: dict[str, int] = {}
    for side in (CHILE, ALLIES):
        # A number that is smaller for the faster ship, as the table reads 7.9.
        sign = 1 if settings.fastest_ship == "lowest" else -1
        speeds = [sign * printed(ship).speed for ship in guns(scene, frame, side)]
        best[side] = min(speeds, default=100)
    if best[CHILE] == best[ALLIES]:
        return frame.intercepted
    return min(best, key=lambda side: best[side])


def whose_shot(side: str, rows: Mapping[str, object], armed: Mapping[str, object]) -> str:
    """Return who fires next where it is *side*'s turn, or "" when the battle is over (7.9).

    *rows* are the ships of both sides still in their rows, *armed* the warships yet to fire; only
    whether there are any counts.
    """
    if not rows[side] or not rows[other(side)]:
        return ""
    return next((one for one in (side, other(side)) if armed[one]), "")


def the_naval_battle(table: Table) -> NavalBattle:
    """Return the naval combat being played."""
    return under_way(table, NavalBattle)
