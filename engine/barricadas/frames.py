"""What can be under way on the table: an activation that was declared, and an assault within it.

Each class has a ``type`` by which it is read back. All of it lies on the table; of what the
enemy does not recognise a viewer's frame leaves out who it is
(:func:`engine.barricadas.state.projected`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.api import Seat
from engine.barricadas.ground import Edge


class Deed(StrEnum):
    """What counters can be told to do (3.4)."""

    FIRE = "fire"
    """At infantry and other soft targets, AP (8)."""
    PIERCE = "pierce"
    """At armour, AT (8)."""
    SHELL = "shell"
    """With artillery on the board, ART (8.1)."""
    MOVE = "move"
    DOUBLE = "double"
    """Move at double time (5.3)."""
    ASSAULT = "assault"
    CHARGE = "charge"
    """Assault of mounted cavalry with half as many points again (5.7)."""
    PREPARE = "prepare"
    """For reaction (3.4 i)."""
    DIG = "dig"
    """An improvised position (3.4 e)."""
    MISSION = "mission"
    """Of a battery off the board, on one hex; directed by an officer (8.1.4)."""
    BARRAGE = "barrage"
    """The same on seven hexes, with half."""
    BOMB = "bomb"
    """Of bombers, on one hex; directed by an officer too (13)."""
    CARPET = "carpet"
    """Of bombers, on seven hexes."""
    STRAFE = "strafe"
    """Of support aircraft, on one hex."""
    DIRECT = "direct"
    """Of guns and mortars in one hex of the board, on one hex; directed by an officer (8.1.1)."""
    SPREAD = "spread"
    """The same on seven hexes, with half (8.1.3)."""
    MOUNT = "mount"
    """A lorry, or the own horses (3.4 c)."""
    DISMOUNT = "dismount"
    HITCH = "hitch"
    """A gun to a lorry (3.4 d)."""
    UNHITCH = "unhitch"
    RECOVER = "recover"
    """Who is in retreat, by their officer, a commissar or a chaplain (3.4 h)."""
    RALLY = "rally"
    """Of an officer: to recover themselves (7)."""


MOVING = frozenset((Deed.MOVE, Deed.DOUBLE, Deed.ASSAULT, Deed.CHARGE))
FIRING = frozenset((Deed.FIRE, Deed.PIERCE, Deed.SHELL))
ASSAULTING = frozenset((Deed.ASSAULT, Deed.CHARGE))
FLIGHTS = frozenset((Deed.BOMB, Deed.CARPET, Deed.STRAFE))
ON_BOARD = frozenset((Deed.DIRECT, Deed.SPREAD))
OFF_BOARD = frozenset((Deed.MISSION, Deed.BARRAGE)) | FLIGHTS
MISSIONS = OFF_BOARD | ON_BOARD
RIDES = frozenset((Deed.MOUNT, Deed.DISMOUNT))
"""They may be parts of a move, before and after which points that are left are used (ALB-R33)."""
TRANSPORT = RIDES | {Deed.HITCH, Deed.UNHITCH}
UNANSWERED = FIRING | MISSIONS | {Deed.RECOVER, Deed.RALLY}
"""Nobody reacts to these (3.4)."""


@dataclass(frozen=True, slots=True)
class Doing:
    """One part of an activation, as it was declared.

    Attributes:
        who: The counters that do it together; none of them for whoever does not recognise them.
        deed: What they do.
        way: Hexes that they pass, from where they are on; theirs alone where they stay.
        target: The hex that they fire at or assault, "" for none.
    """

    who: tuple[str, ...]
    deed: Deed
    way: tuple[str, ...]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Shot:
    """Fire in reaction that was promised: who fires, at the hex that somebody passes (3.4)."""

    who: tuple[str, ...]
    at: str


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation that was declared and is being carried out (3.3, 3.4; ALB-R1).

    Attributes:
        serial: Its number.
        seat: Whose it is.
        leader: Who was activated; "" for whoever does not recognise them.
        doings: What is still to be done, in order; the first may be half done.
        steady: Whether who is fired at on their way goes on.
        asked: Whether the other side is asked for its reaction.
        shots: What the other side has promised and not yet fired.
        acted: Who is activated, and prepares or is finished in the end if nothing else is done.
        begun: Who has done a part of something that goes on (ALB-R33).
        gone: How many hexes of the first way have been passed.
        by_hex: Whether the other side is asked as each hex is entered, not once for all.
        heard: Whether, asked so, it has answered where the first of what is done is now.
        asks: How often it has been asked so before.
        beaten: Who lost an assault in it and went back: they take no town with it (ALB-R55).
    """

    serial: int
    seat: Seat
    leader: str
    doings: tuple[Doing, ...]
    steady: bool
    asked: bool
    shots: tuple[Shot, ...] = ()
    acted: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()
    gone: int = 0
    by_hex: bool = False
    heard: bool = False
    asks: int = 0
    beaten: tuple[str, ...] = ()
    type: Literal["activation"] = "activation"


@dataclass(frozen=True, slots=True)
class Assault:
    """An assault that was declared (9).

    Attributes:
        serial: Its number.
        seat: Who assaults.
        who: The counters that assault, officers with them too.
        origin: The hex from which.
        target: The hex that is assaulted.
        forward: The edge towards which a beaten defender goes (5.8.2).
        back: That towards which beaten attackers go.
        charging: Whether cavalry charges (5.7).
        idle: Whether all whom it is against were finished or in retreat when it began (ALB-H7).
        fire: When the defender fires: "" while it is asked, else "before" or "after" the check, or
            "never" (9.2).
        checked: Whether the attackers have checked their morale (9.1).
    """

    serial: int
    seat: Seat
    who: tuple[str, ...]
    origin: str
    target: str
    forward: Edge
    back: Edge
    charging: bool = False
    idle: bool = False
    fire: Literal["", "before", "after", "never"] = ""
    checked: bool = False
    type: Literal["assault"] = "assault"


Frame = Activation | Assault
