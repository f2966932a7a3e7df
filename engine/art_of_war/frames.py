"""What can be under way on the table: charges that may be evaded, and pursuits.

Each class has a ``type`` by which it is read back. All of it lies on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.api import Seat
from engine.art_of_war.plane.poses import Pose

Against = Literal["front", "left", "right", "rear", "overlap"]
"""Which edge of an enemy is charged; "overlap": beside a friend who fights it."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A charge that was declared (5.charge).

    Attributes:
        who: The units that charge, a group or one; the first leads.
        target: The unit or camp that it goes for.
        at: Which edge of it.
        ordered: Whether points were paid for it; impetuous units may go by themselves.
        moves: How many moves it takes, each with points of its own.
        left: How far it still goes that has come upon another enemy while it followed who evaded
            it, in hundredths; -1 before that (5.evade.next).
    """

    who: tuple[str, ...]
    target: str
    at: Against = "front"
    ordered: bool = True
    moves: int = 1
    left: int = -1


@dataclass(frozen=True, slots=True)
class Charging:
    """Charges are carried out; before that the other side says who evades (5.evade).

    Attributes:
        serial: Its number.
        seat: Who charges.
        charges: What was declared, in its order; what is done goes.
        may: Units of the other side that may evade or stand.
        must: Those that must evade.
        evading: Those that do; they have moved once this is empty again.
        asked: Whether the other side is still to say.
        asks: How often it was asked before.
        heard: Units that were charged and have had their say.
        was: Where those stood who were charged, before they evaded.
    """

    serial: int
    seat: Seat
    charges: tuple[Declared, ...]
    may: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    evading: tuple[str, ...] = ()
    asked: bool = False
    asks: int = 0
    heard: tuple[str, ...] = ()
    was: Mapping[str, Pose] = field(default_factory=dict)
    type: Literal["charging"] = "charging"


@dataclass(frozen=True, slots=True)
class Quarry:
    """A unit that may pursue, and whom.

    Attributes:
        who: The unit that may pursue.
        whom: Who flees from it.
        must: Whether it has to (9.pursuit.must).
    """

    who: str
    whom: str
    must: bool = False


@dataclass(frozen=True, slots=True)
class Pursuing:
    """Units may pursue who has been routed, or has broken off (9.pursuit).

    Attributes:
        serial: Its number.
        quarries: Who may pursue whom, of both sides.
        asked: Sides that are still to say.
        chosen: Units that pursue of their own choice; said by answers.
    """

    serial: int
    quarries: tuple[Quarry, ...]
    asked: tuple[Seat, ...] = ()
    chosen: tuple[str, ...] = ()
    type: Literal["pursuing"] = "pursuing"


Frame = Charging | Pursuing
