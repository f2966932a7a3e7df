"""Tables of El Arte de la Guerra on which units fight: they stand by id, and in contact."""

from __future__ import annotations

from typing import Any

from engine.api import Seat
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.play import Play
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import (
    SEATS,
    Contact,
    Edge,
    Feature,
    General,
    Phase,
    Place,
    Secrets,
    State,
    Table,
    Unit,
)
from engine.dice import ScriptedDice

NORTHWARD = 0
SOUTHWARD = 1800


def unit(key: str, troop: str, x: int, y: int, facing: int | None = None, **values: Any) -> Unit:
    """A unit on the table; its side looks across it unless it is turned."""
    side: Seat = key.partition("-")[0]
    ahead = NORTHWARD if side == "south" else SOUTHWARD
    given = {"corps": 1, "place": Place.TABLE, **values}
    return Unit(
        key, side, troop=troop, pose=Pose(x, y, ahead if facing is None else facing), **given
    )


def general(key: str, unit: str = "", **values: Any) -> General:
    """A general on the table, with a unit or by themselves."""
    given = {"corps": 1, "place": Place.TABLE, "unit": unit, "pose": Pose(0, 0, 0), **values}
    return General(key, key.partition("-")[0], **given)


def lay(*units: Unit, **values: Any) -> Table:
    """A table in the first turn, south's, with some units."""
    given: dict[str, Any] = {
        "settings": Settings(),
        "turn": 1,
        "phase": Phase.MELEE,
        "initiative": "south",
        "units": {one.id: one for one in units},
    }
    return Table(**{**given, **values})


def feature(kind: str, west: int, south: int, east: int, north: int) -> Feature:
    """A piece of ground, straight-edged."""
    outline = (west, south, east, south, east, north, west, north)
    return Feature("f1", kind, outline)


def met(one: str, two: str, edge: Edge = Edge.FRONT, **values: Any) -> Contact:
    """A contact that a charge has just made."""
    return Contact(one, two, edge, **values)


def play_on(table: Table, *dice: int, secrets: dict[Seat, Secrets] | None = None) -> Play:
    """A working copy of a table, with these dice and no others."""
    state = State(table, {seat: Secrets() for seat in SEATS} | (secrets or {}))
    return Play(state, ScriptedDice(*dice))


def told(play: Play) -> list[str]:
    """The codes of what happened so far."""
    return [one.code for one in play.events]
