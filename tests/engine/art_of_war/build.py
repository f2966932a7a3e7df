"""Tables of El Arte de la Guerra made by hand.

Places are typed in UD and degrees: ``"12.5/4"`` faces north, ``"12.5/4/180"`` south.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.api import Action, Step
from engine.art_of_war.game import GAME
from engine.art_of_war.plane.poses import UD, Pose
from engine.art_of_war.play import Play
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import (
    SEATS,
    SOUTH,
    Camp,
    Contact,
    Feature,
    General,
    Phase,
    Place,
    Secrets,
    State,
    Table,
    Unit,
    other,
)
from engine.dice import ScriptedDice


def pose(at: str, facing: int = 0) -> Pose:
    """How a base stands: "x/y" or "x/y/degrees", the middle of its front."""
    x, y, *turned = (Fraction(word) for word in at.split("/"))
    degrees = turned[0] if turned else Fraction(facing)
    return Pose(round(x * UD), round(y * UD), round(degrees * 10) % 3600)


def unit(name: str, at: str, troop: str = "heavy_infantry", **values: Any) -> Unit:
    """A unit of the side that moves, of a group that its letter names ("b2"), facing north."""
    return _unit(SOUTH, 0, name, at, troop, **values)


def enemy(name: str, at: str, troop: str = "heavy_infantry", **values: Any) -> Unit:
    """A unit of the other side, facing south."""
    return _unit(other(SOUTH), 180, name, at, troop, **values)


def _unit(side: str, facing: int, name: str, at: str, troop: str, **values: Any) -> Unit:
    given: dict[str, Any] = {"corps": 1, "place": Place.TABLE, **values}
    return Unit(f"{side}-{name}", side, troop=troop, pose=pose(at, facing), **given)


def general(at: str, corps: int = 1, side: str = SOUTH, **values: Any) -> General:
    """A general with two points, who stands by themselves or has joined a unit ("b2")."""
    alone = "/" in at
    given: dict[str, Any] = {"place": Place.TABLE, "thrown": 3, "points": 2, **values}
    if alone:
        given["pose"] = pose(at)
    else:
        given["unit"] = f"{side}-{at}"
    return General(f"{side}-g{corps}", side, corps, **given)


def lay(*pieces: Unit | General | Camp | Feature | Contact, **values: Any) -> Table:
    """A table in the orders of the south's first turn, with what lies on it."""
    units = {one.id: one for one in pieces if isinstance(one, Unit)}
    generals = {}
    for one in pieces:
        if isinstance(one, General):
            # Who is off the table stands nowhere, wherever a test has them come from.
            there = one.place in (Place.TABLE, Place.AMBUSH)
            where = (one.pose or units[one.unit].pose) if there else None
            generals[one.id] = replace(one, pose=where)
    given: dict[str, Any] = {
        "settings": Settings(),
        "turn": 1,
        "phase": Phase.MOVEMENT,
        "units": units,
        "generals": generals,
        "camps": {one.id: one for one in pieces if isinstance(one, Camp)},
        "features": {one.id: one for one in pieces if isinstance(one, Feature)},
        "contacts": tuple(one for one in pieces if isinstance(one, Contact)),
    }
    return Table(**{**given, **values})


def ground(kind: str, *corners: str, name: str = "f1") -> Feature:
    """A piece of ground between corners ("10/5", "12/5" ...)."""
    places = [pose(one) for one in corners]
    return Feature(name, kind, tuple(number for one in places for number in (one.x, one.y)))


def whole(table: Table) -> State:
    """The state of a table, nobody having anything secret."""
    return State(table, {seat: Secrets() for seat in SEATS})


def do(table: Table, action: Action, *dice: int) -> Step:
    """Let whoever is awaited do something, with these dice and no others; none are left over."""
    return answer(whole(table), action, *dice)


def answer(state: State, action: Action, *dice: int) -> Step:
    """Let whoever is awaited do something in a game that goes on, with these dice and no others."""
    script = ScriptedDice(*dice)
    (decision,) = GAME.awaiting(state)
    step = GAME.apply(state, decision.seat, action, script)
    assert not script.left, "dice are left over"
    assert not GAME.faults(step.state)
    return step


def play_on(table: Table, *dice: int) -> Play:
    """A working copy of a table, with these dice and no others."""
    return Play(whole(table), ScriptedDice(*dice))


def typed(table: Table, kind: str, **fields: str) -> Action:
    """An order of whoever is awaited as a person would type it."""
    (decision,) = GAME.awaiting(whole(table))
    return GAME.parse(GAME.view(whole(table), decision.seat), kind, fields)


def against(table: Table, action: Action) -> list[str]:
    """The codes of what is against an action of whoever is awaited."""
    (decision,) = GAME.awaiting(whole(table))
    return [one.code for one in GAME.check(whole(table), decision.seat, action)]


def codes(step: Step) -> list[str]:
    """The codes of what a step told, in order."""
    return [one.code for one in step.events]


def place(step: Step, name: str, side: str = SOUTH) -> str:
    """Where a unit stands afterwards, as it would be typed: "12.5/4/270"."""
    found = step.state.table.units[f"{side}-{name}"].pose
    assert found is not None
    return f"{found.x / UD:g}/{found.y / UD:g}/{found.facing / 10:g}"
