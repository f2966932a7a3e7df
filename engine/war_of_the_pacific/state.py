"""What a game of War of the Pacific is at one instant.

A state has two parts that never mix: the :class:`Table`, which anyone standing beside the map
could see, and each seat's :class:`Secrets`. A view is the table and at most one seat's secrets, so
that nothing hidden can be shown by forgetting to strip it.

Everything here is immutable; :class:`engine.war_of_the_pacific.play.Play` makes the next state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from engine.kit import states
from engine.kit.standing_orders import Orders
from engine.kit.states import Ending
from engine.war_of_the_pacific.settings import Settings

CHILE = "chile"
ALLIES = "allies"
SEATS = (CHILE, ALLIES)


def other(seat: str) -> str:
    """Return the opposing seat."""
    return ALLIES if seat == CHILE else CHILE


class Phase(StrEnum):
    """The phases of 4.1, preceded by set-up (3.1) and the plan of the first turn played (4.2)."""

    SETUP = "setup"
    PLAN = "plan"
    ADMIN = "administrative"
    SUPPLY = "supply"
    NAVAL = "naval_movement"
    NAVAL_COMBAT = "naval_combat"
    LAND = "land_movement"
    LAND_COMBAT = "land_combat"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter on the table. What is printed on it stands in the roster under *id*.

    Attributes:
        id: Roster id ("huascar"), or "sc12" for a Supply Column.
        side: Who owns it now.
        at: Where it is (:mod:`~engine.war_of_the_pacific.places`).
        steps: Steps left; a warship has 2 when sound and 1 when damaged, a transport likewise.
        nation: Nation, which for a Supply Column is that of whoever received or captured it, for
            a captured ship (10.1) that of whoever sails it.
        in_port: For a ship: lying in the port of its hex, not at sea in it.
        fresh: Built, rebuilt or recruited this player turn; may not move (8.2, 6.3).
        spent: May not move again this player turn.
        fought: Has made its attack (8.7) or its raid (7.6) this player turn.
        landed: Came ashore this player turn in a hex held by enemy land units (7.6).
        sailed: For a ship of the phasing player: its naval movement this turn is over. For any
            other unit: it came off a ship this player turn, and goes aboard none (7.1, WP-R84).
        boarded: Went aboard in this player turn; while no stack has sailed in it, that can be taken
            back (7.1, WP-R84).
        battled: For a ship: the last game turn in which it fired or was fired at (7.9).
        began: Where the march of this Land Movement Phase began, "" before it; units march
            together only if they began together (8.2).
        path: Hexes that it has entered on that march, in order; the route of those who march on
            together is the same (8.2).
        attacked: The hex that it attacked in this Land Combat Phase, or "" (8.11).
    """

    id: str
    side: str
    at: str
    steps: int
    nation: str = ""
    in_port: bool = False
    fresh: bool = False
    spent: bool = False
    fought: bool = False
    landed: bool = False
    sailed: bool = False
    boarded: bool = False
    battled: int = 0
    began: str = ""
    path: tuple[str, ...] = ()
    attacked: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A Naval Area Destination Chit: *ships* are to sail to *area* in *turn* (4.1 I)."""

    number: int
    turn: int
    area: str
    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one seat alone knows.

    Attributes:
        orders: NADC orders not yet sailed.
        numbered: Orders ever written, for their numbers.
        course: Places still ahead of the voyage under way, nearest first; kept while an attempt
            to intercept has stopped it, so that its owner can hold it.
        ask_within: During the enemy's present voyage, ask about interception only when an own
            stack is at most this many hexes away; ``None`` always asks. A blockade is met all the
            same (7.6).
        standing: Standing orders (:mod:`engine.kit.standing_orders`).
    """

    orders: tuple[Order, ...] = ()
    numbered: int = 0
    course: tuple[str, ...] = ()
    ask_within: int | None = None
    standing: Orders = field(default_factory=dict)


# Frames: what interrupts a phase. The last one on the table is the one being played.


@dataclass(frozen=True, slots=True)
class Allotment:
    """Supply Columns received and not yet placed (4.1 I).

    Attributes:
        closes: The orders are closed, and the phase ends once the columns are placed (WP-E34).
    """

    born: int
    seat: str
    columns: int
    closes: bool = False
    type: Literal["allotment"] = "allotment"


@dataclass(frozen=True, slots=True)
class Overstack:
    """A hex above the stacking limit in the Administrative Phase (8.1)."""

    born: int
    seat: str
    hex: str
    excess: int
    type: Literal["overstack"] = "overstack"


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair die is rolled; columns or delay is to be chosen (6.5)."""

    born: int
    seat: str
    ship: str
    roll: int
    type: Literal["repair"] = "repair"


@dataclass(frozen=True, slots=True)
class Voyage:
    """A stack under way.

    Attributes:
        seat: The mover.
        ships: Ships moving together.
        area: Ordered naval area, revealed; "" for ships returning to a friendly port.
        at: Where the stack is.
        moved: Hexes entered so far.
        failed: Interceptors (ship ids) that failed against this stack this turn (7.5).
        eluded: Blockaders (ship ids) it has run past this turn (7.6).
        fought: Ships of the battles fought against it this turn, those set aside too (7.9).
        asked: Interception has been dealt with in the present hex.
        blockade_met: The blockade of the present hex has been dealt with.
        halted: An attempt to intercept has stopped its course; a new one is awaited (WP-R46).
    """

    born: int
    seat: str
    ships: tuple[str, ...]
    area: str
    at: str
    moved: int = 0
    failed: tuple[str, ...] = ()
    eluded: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    asked: bool = True
    blockade_met: bool = False
    halted: bool = False
    type: Literal["voyage"] = "voyage"


@dataclass(frozen=True, slots=True)
class Interception:
    """The mover's enemy may intercept in *hex* (7.3); *stacks* are (place, distance in hexes)."""

    born: int
    seat: str
    hex: str
    stacks: tuple[tuple[str, int], ...]
    type: Literal["interception"] = "interception"


@dataclass(frozen=True, slots=True)
class Blockade:
    """A stack meets a blockade at *hex* (7.6).

    *stage* "run": the mover says whether they run it; "catch": the blockader chooses *excess*
    ships to intercept, or lets them pass.
    """

    born: int
    seat: str
    hex: str
    leaving: bool
    stage: Literal["run", "catch"]
    excess: int = 0
    type: Literal["blockade"] = "blockade"


@dataclass(frozen=True, slots=True)
class NavalBattle:
    """A naval combat (7.9).

    Attributes:
        intercepted: The seat whose ships were intercepted.
        chile, allies: Ships in each row.
        aside: Ships set aside.
        fired: Warships that have fired.
        hit: Ships that were targeted, hit or not.
        turn_of: The seat to set aside or to fire.
        shots: Shots fired so far.
        stage: "over" when the guns are silent; prizes may still be taken then (10.1).
    """

    born: int
    hex: str
    intercepted: str
    chile: tuple[str, ...]
    allies: tuple[str, ...]
    stage: Literal["aside", "fire", "over"]
    turn_of: str
    aside: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    shots: int = 0
    type: Literal["naval_battle"] = "naval_battle"


@dataclass(frozen=True, slots=True)
class Prizes:
    """The battle below it is fought out, and *seat* may take enemy ships of it (10.1).

    Attributes:
        own, enemy: Ships left in the rows when the guns fell silent.
        sent: Warships that have made their attempt.
        tried: Enemy ships that an attempt has been made on.
        taken: Ships captured here, not sunk since.
    """

    born: int
    seat: str
    hex: str
    own: tuple[str, ...]
    enemy: tuple[str, ...]
    sent: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    type: Literal["prizes"] = "prizes"


@dataclass(frozen=True, slots=True)
class March:
    """Land units on the march after one roll of two dice (8.2).

    Attributes:
        units: Units still moving together.
        at: Where they are.
        dice: The two dice.
        spent: Movement points used.
        dropped: Units dropped off during this roll (8.2).
        stage: "move", or "attrition" while the unit that loses a step is chosen (8.4).
    """

    born: int
    seat: str
    units: tuple[str, ...]
    at: str
    dice: tuple[int, int]
    spent: int = 0
    dropped: tuple[str, ...] = ()
    stage: Literal["move", "attrition"] = "move"
    type: Literal["march"] = "march"


@dataclass(frozen=True, slots=True)
class LandBattle:
    """A land combat (8.7-8.11).

    Attributes:
        seat: The attacker.
        units: Attacking units, all in *origin*.
        origin, target: Hexes; equal for a landing (7.6).
        stage: What comes next: the defender's initiative column, the extra dice (attacker first),
            losses of both, retreat of *loser* (or, where it cannot, the unit of its that loses a
            step: WP-E10), advance.
        boost: Columns spent on initiative, attacker then defender (WP-R5).
        winner: Who won the initiative; *chit* what they drew.
        extra: Columns spent on dice, attacker then defender; ``None`` while undecided.
        owed: Steps still to lose, attacker then defender.
        hits: Hits inflicted by attacker and defender.
        loser: Who must retreat, or "".
        landing: The defender's additional die for an opposed landing.
    """

    born: int
    seat: str
    units: tuple[str, ...]
    origin: str
    target: str
    stage: Literal["initiative", "supply", "losses", "retreat", "cut_off", "advance"]
    boost: tuple[bool, bool | None] = (False, None)
    winner: str = ""
    chit: str = ""
    extra: tuple[bool | None, bool | None] = (None, None)
    owed: tuple[int, int] = (0, 0)
    hits: tuple[int, int] = (0, 0)
    loser: str = ""
    landing: bool = False
    type: Literal["land_battle"] = "land_battle"


Frame = Annotated[
    Allotment
    | Overstack
    | Repair
    | Voyage
    | Interception
    | Blockade
    | NavalBattle
    | Prizes
    | March
    | LandBattle,
    Field(discriminator="type"),
]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything public.

    Attributes:
        settings: Edition and switches chosen at creation.
        serial: Counts public steps; frames take their number from it.
        turn: 1..12.
        player: The phasing seat.
        units: Every counter, by id.
        control: Side that holds each city, by hex (WP-R21).
        frames: Interruptions under way, innermost last.
        closed: Seats that have closed the present set-up or plan.
        columns: Supply Columns ever made, for their ids.
        placed: Cities that received a new unit in this Consume Supply Columns Phase (WP-R42).
        lost_warships: Warships sunk this game turn, Chile's then the Allies' (5.5).
        lost_transports: Likewise transports: the last of a navy may be one (WP-E14).
        bonus: Bonus victory points of 5.5.
        bolivia_out: Bolivia has quit the war (5.6).
        machines: Ports in which an infernal machine has been tried (10.2).
        refuges: Cities in which beaten units may stand that have not taken them (WP-R90).
        supply_due: The supply of the present Administrative Phase is rolled when its orders are
            closed (WP-E34). A phase begun before rolls waited for orders has rolled already.
        under_way: A stack has sailed in this Naval Movement Phase: nobody embarks any more (7.1).
        worth: What Chile gains for a city (5.1), by hex, as it was when the campaign was begun:
            points tuned since change nothing here. Empty where it began before tables knew them.
        ending: Set when the game is over.
    """

    settings: Settings
    serial: int
    turn: int
    phase: Phase
    player: str
    units: Mapping[str, Unit]
    control: Mapping[str, str]
    frames: tuple[Frame, ...] = ()
    closed: tuple[str, ...] = ()
    columns: int = 0
    placed: tuple[str, ...] = ()
    lost_warships: tuple[int, int] = (0, 0)
    lost_transports: tuple[int, int] = (0, 0)
    bonus: int = 0
    bolivia_out: bool = False
    machines: tuple[str, ...] = ()
    supply_due: bool = False
    refuges: tuple[str, ...] = ()
    under_way: bool = False
    worth: Mapping[str, int] = field(default_factory=dict)
    ending: Ending | None = None


State = states.State[Table, Secrets]
View = states.View[Table, Secrets]
